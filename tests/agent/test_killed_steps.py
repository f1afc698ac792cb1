"""A turn whose process is killed at each of its steps in turn: before and after every reply, transaction and file.

The process kills itself at the n-th step, for n = 1, 2, … until the turn ends; another one continues it. What it left
is compared with what the same turn leaves when nobody disturbs it.
"""

import asyncio
import dataclasses
import itertools
import json
import os
import re
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from inkwright import ScriptedModel
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import (
    Data,
    Event,
    TextAppended,
    TextRetracted,
    ToolProgressed,
    TurnFinished,
    TurnStarted,
)
from inkwright.conversation.turns import Outcome
from inkwright.llm.models import Abilities, CallPiece, PieceListener, Reply, Request, ToolCall, Usage, ignore_piece
from inkwright.store.tables import steps
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import answer_ask, resume_turn, send_message
from tests.agent.test_recovery import NewHome, new_home, settings_in, waiting_in
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE
from tests.store.turn_writer import vault_of

__all__ = ["new_home"]

IS_SOAK = os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak"
TOOLS = [2, *(pytest.param(count, marks=pytest.mark.soak) for count in (1, 3, 4, 5))]
MOMENTS = range(1, 1_000) if IS_SOAK else range(1, 1_000, 17)
"""The steps at which the process dies: each in `make soak`, every seventeenth in `make test`."""
NEVER = 0


class Notes:
    """A model without a memory that makes so many notes, and then delivers them or asks whether it may.

    Each of its replies is a line in a file: for what it was, and how many results of tools it had seen.
    """

    name = "notes"
    abilities = Abilities()

    def __init__(self, file: Path, tools: int, *, asks: bool) -> None:
        self._file = file
        self._tools = tools
        self._asks = asks

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        results = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{request.purpose}/{len(results)}\n")
        if request.schema is not None:
            return await ScriptedModel([]).reply(request)  # a judge that finds nothing false
        call = self._call(results)
        for start in range(0, len(call.arguments), 30):
            hear(CallPiece(0, call.name, call.arguments[start : start + 30]))
            await asyncio.sleep(0)
        return Reply("", Usage(1, 1), (call,), "calls", self.name)

    def _call(self, results: list[str]) -> ToolCall:
        done = len(results)
        if done < self._tools:
            return ToolCall(f"c{done}", "make_note", json.dumps({"title": f"Rain {done}", "body": f"It rains {done}."}))
        if self._asks and "answered:" not in results[-1]:
            return ToolCall("ask", "ask_user", json.dumps({"question": "May I deliver them?"}))
        made = list(dict.fromkeys(re.findall(r"art_[0-9a-f]{32}", str(results))))
        return ToolCall("end", "deliver", json.dumps({"message": "Your notes are ready.", "artifacts": made}))


class Mortal:
    """Something whose calls of one name are steps: the process may die before and after each."""

    def __init__(self, inside: Any, name: str, step: Callable[[], None]) -> None:
        self._inside = inside
        self._name = name
        self._step = step

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inside, name)
        if name != self._name:
            return found

        def call(*arguments: Any, **named: Any) -> Any:
            self._step()
            result = found(*arguments, **named)
            return self._awaited(result) if asyncio.iscoroutine(result) else self._after(result)

        return call

    async def _awaited(self, result: Awaitable[Any]) -> Any:
        return self._after(await result)

    def _after(self, result: Any) -> Any:
        self._step()
        return result


@dataclasses.dataclass(frozen=True)
class Home:
    """One turn in a home folder, and what several processes did for it."""

    folder: Path
    tools: int
    asks: bool = False

    def lives(self, moment: int, work: Callable[[TurnServices], Awaitable[Any]]) -> bool:
        """Do the work in another process that dies at this step of its own; return whether it did all of it."""
        child = os.fork()
        if child:
            return not os.WIFSIGNALED(os.waitpid(child, 0)[1])
        try:
            asyncio.run(self._live(moment, work))
        finally:
            os._exit(0)

    async def _live(self, moment: int, work: Callable[[TurnServices], Awaitable[Any]]) -> None:
        counted = itertools.count(1)

        def step() -> None:
            if next(counted) == moment:
                os.kill(os.getpid(), signal.SIGKILL)

        def show(number: int, event: Event) -> None:
            with (self.folder / "shown.txt").open("a", encoding="utf-8") as file:
                file.write(json.dumps([number, event.model_dump(mode="json")]) + "\n")

        async with open_store(settings_in(self.folder)) as store:
            store.database._backend = Mortal(store.database._backend, "write", step)  # type: ignore[assignment]
            store.records.contents = Mortal(store.records.contents, "keep", step)
            model = Notes(self.folder / "replies.txt", self.tools, asks=self.asks)
            services = store.turn_services(Mortal(model, "reply", step), [NOTE_TOOL], show)
            await work(dataclasses.replace(services, vault=vault_of(store)))

    @property
    def replies(self) -> Counter[str]:
        """How often the model has replied to what."""
        file = self.folder / "replies.txt"
        return Counter(file.read_text("utf-8").split() if file.exists() else [])

    @property
    def shown(self) -> list[tuple[int, Any]]:
        """What was shown while it happened, by all processes."""
        file = self.folder / "shown.txt"
        return [tuple(json.loads(line)) for line in file.read_text("utf-8").splitlines()] if file.exists() else []

    def stored_replies(self) -> int:
        async def count(store: Store) -> int:
            keys = select(steps.c.key).where(steps.c.key.like("%/reply/%"))
            return len(await store.database.read(lambda connection: connection.scalars(keys).all()))

        return int(self.read(count))

    def status(self) -> str:
        """Whether the turn runs, waits or is over; nothing if it has not begun."""

        async def find(store: Store) -> str:
            conversation = await store.conversations.latest_id(OWNER)
            turns = await store.conversations.turns(conversation, owner=OWNER) if conversation else []
            return turns[0].status if turns else ""

        return str(self.read(find))

    def read(self, work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def opened() -> Any:
            async with open_store(settings_in(self.folder)) as store:
                return await work(store)

        return asyncio.run(opened())

    def left(self) -> dict[str, Any]:
        """What the turn has left, in a form that is the same for every undisturbed turn."""
        return self.read(self._left)  # type: ignore[no-any-return]

    async def _left(self, store: Store) -> dict[str, Any]:
        conversation = await store.conversations.latest_id(OWNER)
        assert conversation is not None
        (turn,) = await store.conversations.turns(conversation, owner=OWNER)
        numbered = await store.journal.read(turn.id)
        ledger = await store.ledger.of(turn.id)
        files = [await store.vault.read(entry.artifact.id, owner=OWNER) for entry in ledger]
        messages = await store.conversations.messages(conversation, owner=OWNER)
        made = [entry.artifact.id for entry in ledger]
        announced = [event.id for _, event in numbered if isinstance(event, Data) and event.name == "file-ready"]
        assert announced == made
        assert sorted(await store.records.ids(OWNER)) == sorted(made)
        assert_unbroken(self.shown, [number for number, _ in numbered])
        return named_alike(
            {
                "outcome": turn.outcome.model_dump(mode="json") if turn.outcome else None,
                "status": turn.status,
                "called": turn.called_tools,
                "files": [content.decode() for content in files if content is not None],
                "messages": [[message.role, message.text] for message in messages],
                "events": as_read([event for _, event in numbered]),
            }
        )


def assert_unbroken(shown: list[tuple[int, Any]], stored: list[int]) -> None:
    """What was shown has numbers that go on, each once, and all of it is stored. Pieces of a text are merged later."""
    numbers = [number for number, _ in shown]
    assert numbers == sorted(set(numbers))
    assert not numbers or numbers[-1] <= stored[-1]
    assert stored == sorted(set(stored))


def as_read(events: list[Event]) -> list[Any]:
    """What somebody has who followed the turn from its beginning: no retracted text, pieces joined, no progress.

    Each process says that it starts or continues the turn; the first time counts. Files stand before and questions
    below everything else of a run: a process that continues shows at once what was made, and again the words that come
    with a question.
    """
    retracted = {event.text_id for event in events if isinstance(event, TextRetracted)}
    read: list[Any] = []
    begun = 0
    for number, event in enumerate(events):
        if getattr(event, "text_id", None) in retracted or isinstance(event, ToolProgressed):
            continue
        if isinstance(event, TurnStarted) and number and not isinstance(events[number - 1], TurnFinished):
            continue
        if read and isinstance(event, TextAppended) and read[-1].get("text_id") == event.text_id:
            read[-1]["text"] += event.text
            continue
        if isinstance(event, TurnFinished):
            read[begun:] = sorted(read[begun:], key=_place)
            begun = len(read) + 1
        read.append(event.model_dump(mode="json"))
    return read


def _place(event: Mapping[str, Any]) -> int:
    return -1 if event.get("name") == "file-ready" else int(event["kind"] == "ask_opened")


def named_alike(found: Mapping[str, Any]) -> dict[str, Any]:
    """The same with ids named by the order in which they appear, and without times."""
    names: dict[str, str] = {}
    written = re.sub(
        r"\b([a-z]+)_[0-9a-f]{32}\b",
        lambda each: names.setdefault(each[0], f"{each[1]}-{len(names)}"),
        json.dumps(found),
    )
    return json.loads(re.sub(r'"(seconds|started_at|made_at|created_at)": [^,}]+', r'"\1": 0', written))  # type: ignore[no-any-return]


async def begin(services: TurnServices) -> Outcome:
    return await send_message(services, "Make the notes.", ROUTE, owner=OWNER)


async def go_on(services: TurnServices) -> None:
    """What the next start does: a turn that is left is continued."""
    for left in await services.conversations.unfinished(OWNER):  # type: ignore[attr-defined]
        if left.status == "running":
            await resume_turn(services, left.id, owner=OWNER)


async def agree(services: TurnServices) -> Outcome:
    (ask,) = await services.asks.waiting(owner=OWNER)  # type: ignore[attr-defined]
    given = QuestionAnswer(id=ask.questions[0].id, value="Yes")
    return await answer_ask(services, ask.id, Answer(status="answered", answers=(given,)), owner=OWNER)


def undisturbed(home: Home, *works: Callable[[TurnServices], Awaitable[Any]]) -> tuple[dict[str, Any], Counter[str]]:
    for work in works:
        assert home.lives(NEVER, work)
    return home.left(), home.replies


def killed_and_continued(home: Home, moment: int, work: Callable[[TurnServices], Awaitable[Any]]) -> int | None:
    """Return how many replies had been given and were not stored when the process died; None if it did not die."""
    before = home.replies.total()
    if home.lives(moment, work):
        return None
    unstored = home.replies.total() - before - home.stored_replies() if home.status() == "running" else 0
    assert home.lives(NEVER, go_on)
    return unstored


@pytest.mark.parametrize("tools", TOOLS)
def test_a_turn_that_is_killed_at_any_step_leaves_what_an_undisturbed_one_leaves(new_home: NewHome, tools: int) -> None:
    whole, asked = undisturbed(Home(new_home(), tools), begin)
    tried = 0
    for moment in MOMENTS:
        home = Home(new_home(), tools)
        unstored = killed_and_continued(home, moment, begin)
        if unstored is None:
            break
        if not home.status():
            continue
        tried += 1
        assert home.left() == whole, moment
        assert (unstored in (0, 1), home.replies.total() - asked.total()) == (True, unstored), moment
    assert tried > 1


@pytest.mark.parametrize("tools", TOOLS)
def test_a_turn_that_is_killed_at_any_step_before_or_after_its_question_ends_the_same(
    new_home: NewHome, tools: int
) -> None:
    """First it is killed at each step of the run that asks, then at each step of the run that follows the answer."""
    whole, asked = undisturbed(Home(new_home(), tools, asks=True), begin, agree)
    for works in ((begin, agree), (agree,)):
        tried = 0
        for moment in MOMENTS:
            home = Home(new_home(), tools, asks=True)
            if works[0] is agree:
                assert home.lives(NEVER, begin)
            unstored = killed_and_continued(home, moment, works[0])
            if unstored is None:
                break
            if not home.status():
                continue
            tried += 1
            if home.status() != "finished":
                assert len(waiting_in(home.folder)) == 1, moment
                assert home.lives(NEVER, agree)
            assert home.left() == whole, moment
            assert (unstored in (0, 1), home.replies.total() - asked.total()) == (True, unstored), moment
        assert tried > 1
