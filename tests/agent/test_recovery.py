"""A turn that goes on after `kill -9`: whenever it was killed, its limits hold, and nothing is made or said twice."""

import asyncio
import dataclasses
import itertools
import os
import re
import signal
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.recovery import recover_turn
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import (
    AskOpened,
    Data,
    Event,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    TurnFinished,
)
from inkwright.conversation.turns import Asked, Delivered, Failed, LedgerEntry, Outcome, TurnState, TurnUsage
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import Settings
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import answer_ask, resume_turn, send_message
from tests.agent.note_tools import EDIT_TOOL, OUTLINE_TOOL, OUTLINED, REWORDED, TOOLS, said
from tests.agent.test_run import NOTE, answer, call, deliver, files
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Stores
from tests.each import each
from tests.store.databases import PostgresServer
from tests.store.turn_writer import settings_of, vault_of
from tests.usecases.test_answer_recovery import LaterClock

MOMENTS = partial(itertools.count, 1, 1 if os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak" else 3)
"""The moments at which a process dies: all of them in `make soak`, a third in `make test`."""
LEFT_ALONE = {"held_until": 0.0, "crashes": 0}
"""No process holds the turn, and its deaths are not counted: they have a limit of their own, in the use cases."""


NewHome = Callable[[], Path]
_URL_FILE = "database.txt"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.soak)])
def new_home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewHome]:
    """Makes a home with a database of its own; on Postgres, the one before is over then."""
    server: PostgresServer | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    used: list[URL] = []

    def make() -> Path:
        home = Path(tempfile.mkdtemp(dir=tmp_path))
        if server is not None:
            give_back()
            used.append(server.new_database())
            (home / _URL_FILE).write_text(used[0].render_as_string(hide_password=False), encoding="utf-8")
        return home

    def give_back() -> None:
        if server is not None and used:
            server.give_back(used.pop())

    yield make
    give_back()


def settings_in(home: Path) -> Settings:
    url = home / _URL_FILE
    return settings_of(home, url.read_text("utf-8") if url.exists() else "auto")


class Counted:
    """A model or a database; the process dies at one count: before or after a reply or the commit of a transaction."""

    def __init__(self, inside: Any, name: str, tick: Callable[[], None]) -> None:
        self._inside = inside
        self._name = name
        self._tick = tick

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inside, name)
        if name != self._name:
            return found

        async def done(*arguments: Any, **named: Any) -> Any:
            self._tick()
            result = await found(*arguments, **named)
            self._tick()
            return result

        return done


def services_of(store: Store, model: Any, limits: TurnLimits | None = None) -> TurnServices:
    services = store.turn_services(model, [NOTE_TOOL, OUTLINE_TOOL, EDIT_TOOL], lambda _number, _event: None, limits)
    return dataclasses.replace(services, vault=vault_of(store))


def is_killed_at(moment: int, home: Path, work: Callable[[TurnServices], Awaitable[Any]], *script: ScriptLine) -> bool:
    """Whether another process that does the work got as far as this moment, and died there."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    counted = itertools.count(1)

    def tick() -> None:
        if next(counted) == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    async def go() -> None:
        async with open_store(settings_in(home)) as store:
            store.database._backend = Counted(store.database._backend, "write", tick)  # type: ignore[assignment]
            await work(services_of(store, Counted(ScriptedModel(script), "reply", tick)))

    try:
        asyncio.run(go())
    finally:
        os._exit(0)


@dataclasses.dataclass
class Found:
    """What a turn left behind, all its runs together."""

    outcome: Outcome
    turn: TurnState
    ledger: list[LedgerEntry]
    events: list[Event]
    model: ScriptedModel
    stored: list[str]
    opened: list[str]

    @property
    def announced(self) -> list[str | None]:
        return [event.id for event in self.events if isinstance(event, Data) and event.name == "file-ready"]

    @property
    def said(self) -> str:
        """What the person reads of all runs."""
        retracted = {event.text_id for event in self.events if isinstance(event, TextRetracted)}
        texts = [event for event in self.events if isinstance(event, TextAppended) and event.text_id not in retracted]
        return "".join(event.text for event in texts)


def gone_on(
    home: Path,
    *script: ScriptLine,
    limits: TurnLimits | None = None,
    change: Callable[[TurnServices], TurnServices] | None = None,
) -> Found | None:
    """The turn that was left in this home is resumed; None if it had ended, or had not begun."""

    async def go() -> Found | None:
        async with open_store(settings_in(home)) as store:
            await assert_ended_with_its_last_event(store)
            left = await store.conversations.unfinished(OWNER)
            if not left or left[0].status != "running":
                return None
            # What was stored by a step that did not end is shown to nobody.
            known = {entry.artifact.id for entry in await store.ledger.of(left[0].id)}
            assert set(await store.records.ids(OWNER)) <= known
            assert {record.id for record in await store.records.newest(OWNER, limit=9)} <= known
            model = ScriptedModel(script)
            services = dataclasses.replace(services_of(store, model, limits), clock=LaterClock())
            services = change(services) if change else services
            # Nobody waits for the lease of its process to be over either.
            await store.conversations.save_turn(left[0].model_copy(update=LEFT_ALONE))
            outcome = await resume_turn(services, left[0].id, owner=OWNER)
            turn = await store.conversations.load_turn(left[0].id, owner=OWNER)
            assert turn is not None
            events = [event for _, event in await store.journal.read(turn.id)]
            opened = [event.ask.id for event in events if isinstance(event, AskOpened)]
            stored = await store.records.ids(OWNER)
            return Found(outcome, turn, await store.ledger.of(turn.id), events, model, stored, opened)

    return asyncio.run(go())


async def assert_ended_with_its_last_event(store: Store) -> None:
    """An outcome, its event and its reply are stored together, so that who follows the turn gets to its end."""
    conversation = await store.conversations.latest_id(OWNER)
    if conversation is None:
        return
    (turn,) = await store.conversations.turns(conversation, owner=OWNER)
    events = [event for _, event in await store.journal.read(turn.id)]
    said = await store.conversations.messages(conversation, owner=OWNER)
    replies = [message.text for message in said if message.role == "assistant"]
    assert replies == [event.outcome.message for event in events if isinstance(event, TurnFinished)]
    if turn.status != "running":
        assert turn.outcome is not None
        assert events[-1] == TurnFinished(outcome=turn.outcome)


async def make_a_note(services: TurnServices) -> Outcome:
    return await send_message(services, "Make a note.", ROUTE, owner=OWNER)


def deliver_any(request: Request) -> ToolCall:
    """Deliver what the tools returned, or what the prompt says was made."""
    made = re.findall(r"art_[0-9a-f]{32}", str(request.messages))
    return call("deliver", message="Your note is ready.", artifacts=list(dict.fromkeys(made)))


def unless_made(maker: ToolCall) -> ScriptLine:
    """Deliver what is there if a tool has returned, which the model is told by its own stored replies; else make it."""

    def line(request: Request) -> ToolCall:
        is_made = "art_" in str([message for message in request.messages if message["role"] == "tool"])
        return deliver_any(request) if is_made else maker

    return line


def test_whenever_a_turn_is_killed_it_ends_with_one_file_that_is_announced_once(new_home: NewHome) -> None:
    resumed = 0
    for moment in MOMENTS():
        home = new_home()
        if not is_killed_at(moment, home, make_a_note, NOTE, deliver):
            break
        found = gone_on(home, unless_made(REWORDED), deliver_any)
        if found is None:
            continue
        resumed += 1
        assert isinstance(found.outcome, Delivered), (moment, found.outcome)
        (entry,) = found.ledger
        assert found.announced == [entry.artifact.id], moment
        assert found.said == found.outcome.message, moment
        assert found.stored == [entry.artifact.id], moment
        assert [artifact.id for artifact in found.outcome.artifacts] == [entry.artifact.id]
    assert resumed > 2


def plan_note(_request: MakeRequest) -> dict[str, Any]:
    return {"title": "Rain", "body": "Rain falls."}


PLANNED_NOTE = dataclasses.replace(NOTE_TOOL, plan=plan_note)


@each("by_rule", [False, True])
def test_a_version_that_was_stored_by_a_step_whose_end_was_not_is_removed(by_rule: bool, tmp_path: Path) -> None:
    """The process dies right after the vault has stored the file, before the row of the step is written."""

    async def dies_after_storing(services: TurnServices) -> Outcome:
        def die() -> None:
            if next(ticks) == 2:
                os.kill(os.getpid(), signal.SIGKILL)

        ticks = itertools.count(1)
        dying = dataclasses.replace(services, vault=Counted(services.vault, "keep", die))
        return await (make_a_note_by_rule(ruled(dying)) if by_rule else make_a_note(dying))

    assert is_killed_at(10**6, tmp_path, dies_after_storing, NOTE, deliver)
    left = stored_in(tmp_path)
    assert len(left) == 1
    found = gone_on(tmp_path, unless_made(REWORDED), deliver_any, change=ruled if by_rule else None)
    assert found is not None
    assert isinstance(found.outcome, Delivered)
    (entry,) = found.ledger
    assert found.announced == found.stored == [entry.artifact.id]
    assert not found.outcome.message.startswith("["), "what a tool tells a model is not shown"
    assert entry.artifact.id not in left, "the version of the step that did not end is gone"


async def make_a_note_by_rule(services: TurnServices) -> Outcome:
    await services.attachments.add("conv_rain", "rain.txt", "Rain falls.", owner=OWNER)
    return await send_message(services, "A note of rain.txt", ROUTE, owner=OWNER, conversation_id="conv_rain")


def ruled(services: TurnServices) -> TurnServices:
    """A turn whose tool is called by rule."""
    weak = ScriptedModel([], abilities=Abilities(is_weak=True))
    return dataclasses.replace(services, model=weak, tools=[PLANNED_NOTE])


def stored_in(home: Path) -> list[str]:
    """All versions in the database, those too that nobody is shown."""
    with sqlite3.connect(next(home.rglob("*.db"))) as database:
        return [row[0] for row in database.execute("select id from artifacts")]


def test_a_turn_that_is_killed_again_and_again_reaches_its_limit(tmp_path: Path) -> None:
    """Each life makes one call of the model and dies in it."""
    assert is_killed_at(1, tmp_path / "unused", nothing) is False
    limits = TurnLimits(model_calls=3)

    async def begin(services: TurnServices) -> Outcome:
        return await make_a_note(dataclasses.replace(services, model=Deadly(), limits=limits))

    assert is_killed_at(0, tmp_path, begin)
    for calls in (1, 2):
        assert spent_in(tmp_path).calls == calls
        assert is_killed_at(0, tmp_path, lambda services: resume_left(services, limits))
    found = gone_on(tmp_path, limits=limits)
    assert found is not None
    assert isinstance(found.outcome, Failed)
    assert (found.outcome.code, found.model.calls, found.turn.spent.steps) == ("too_many_steps", [], 3)


class Deadly(ScriptedModel):
    """A model in whose call the process dies."""

    def __init__(self) -> None:
        super().__init__(self._die)

    def _die(self, _: Request) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return ""


async def nothing(_: TurnServices) -> None: ...


async def resume_left(services: TurnServices, limits: TurnLimits) -> Outcome:
    services = dataclasses.replace(services, model=Deadly(), limits=limits)
    (left,) = await services.conversations.unfinished(OWNER)  # type: ignore[attr-defined]
    await services.conversations.save_turn(left.model_copy(update=LEFT_ALONE))
    return await resume_turn(services, left.id, owner=OWNER)


def spent_in(home: Path) -> TurnUsage:
    async def go() -> TurnUsage:
        async with open_store(settings_in(home)) as store:
            return (await store.conversations.unfinished(OWNER))[0].spent

    return asyncio.run(go())


YES = Answer(status="answered", answers=(QuestionAnswer(id="1", value="yes"),))


def test_a_maker_that_asked_first_goes_on_after_the_answer_and_makes_one_file_whenever_it_is_killed(
    new_home: NewHome,
) -> None:
    resumed = 0
    for moment in MOMENTS():
        home = new_home()
        assert not is_killed_at(0, home, make_a_note, OUTLINED)

        async def agree(services: TurnServices) -> None:
            (ask,) = await services.asks.waiting(owner=OWNER)  # type: ignore[attr-defined]
            await answer_ask(services, ask.id, YES, owner=OWNER)

        if not is_killed_at(moment, home, agree, OUTLINED, deliver):
            break
        again = call("outline_note", title="Rain!", body="It pours.")
        found = gone_on(home, unless_made(again), deliver_any)
        if found is None:
            continue
        resumed += 1
        assert isinstance(found.outcome, Delivered), (moment, found.outcome)
        (entry,) = found.ledger
        assert found.announced == [entry.artifact.id], moment
        assert found.stored == [entry.artifact.id], moment
        assert found.said.endswith(found.outcome.message)
    assert resumed > 2


def test_whenever_a_turn_is_killed_while_it_asks_the_question_that_the_person_saw_is_the_one_that_is_open(
    new_home: NewHome,
) -> None:
    asked_again = 0
    for moment in MOMENTS():
        home = new_home()
        if not is_killed_at(moment, home, make_a_note, OUTLINED):
            break
        found = gone_on(home, OUTLINED)
        if found is None:
            continue
        assert isinstance(found.outcome, Asked), (moment, found.outcome)
        assert set(found.opened) == {found.outcome.ask_id}, moment
        assert waiting_in(home) == [found.outcome.ask_id], moment
        asked_again += not found.model.calls
    assert asked_again > 0


def waiting_in(home: Path) -> list[str]:
    async def go() -> list[str]:
        async with open_store(settings_in(home)) as store:
            return [ask.id for ask in await store.asks.waiting(owner=OWNER)]

    return asyncio.run(go())


def test_whenever_a_turn_is_killed_it_knows_which_tools_were_called_and_what_failed(new_home: NewHome) -> None:
    """The first tool breaks; the resumed model calls none, and says so: that is true, and nothing is asked again."""
    broken = call("make_note", title="Rain", body="break")
    known = 0
    for moment in MOMENTS():
        home = new_home()
        if not is_killed_at(moment, home, make_a_note, broken, answer("It could not be made.")):
            break
        found = gone_on(home, *[answer("It could not be made.")] * 4)
        if found is None:
            continue
        has_failed = any(isinstance(event, ToolFailed) for event in found.events)
        if has_failed:
            known += 1
            assert found.turn.called_tools == ("make_note",), moment
            assert [item.problem for item in found.outcome.receipt.missing] == ["disk full"], moment
            assert len(found.model.calls) <= 1, moment
    assert known > 0


# The rule itself, without a process.


# The events.


def recovered(stores: Stores, turn: TurnState) -> list[Event]:
    async def go() -> None:
        services = stores.turn_services(ScriptedModel([]))
        async with EventSink(stores.journal, turn.id, services.show) as sink:
            await recover_turn(turn, services, sink)

    asyncio.run(go())
    return stores.shown


RUNNING = TurnState(
    id="turn_1", conversation_id="conv_1", owner=OWNER, message="Make a note.", spent=TurnUsage(calls=1, steps=1)
)


@pytest.mark.parametrize(
    ("told", "retracted"),
    [
        ([TextAppended(text_id="a", text="Half")], ["a"]),
        ([TextAppended(text_id="a", text="All"), TextEnded(text_id="a")], ["a"]),
        ([TextAppended(text_id="a", text="No"), TextRetracted(text_id="a")], []),
        ([TextAppended(text_id="a", text="So?"), TurnFinished(outcome=Asked(message="So?", ask_id="ask_1"))], []),
        ([], []),
    ],
)
def test_the_text_of_a_run_that_did_not_end_is_retracted(told: list[Event], retracted: list[str]) -> None:
    stores = Stores()
    asyncio.run(stores.journal.append("turn_1", told))
    assert recovered(stores, RUNNING) == [TextRetracted(text_id=text_id) for text_id in retracted]


def test_a_turn_that_has_not_run_yet_has_nothing_to_recover() -> None:
    stores = Stores()
    asyncio.run(stores.journal.append("turn_1", [TextAppended(text_id="a", text="of somebody else")]))
    assert recovered(stores, RUNNING.model_copy(update={"spent": TurnUsage()})) == []


def test_a_turn_that_goes_on_is_told_what_its_ledger_holds_also_if_its_calls_were_not_saved() -> None:
    stores = Stores()
    outcome, _ = said(stores, NOTE, answer("Here."))
    assert isinstance(outcome, Delivered)
    turn = asyncio.run(stores.conversations.turns_after(outcome_turn(stores).conversation_id, "", owner=OWNER))[0]
    left = turn.model_copy(
        update={"status": "running", "outcome": None, "called_tools": (), "engine_messages": "", "spent": TurnUsage()}
        | {"begun_at_epoch": 9}
    )
    asyncio.run(stores.conversations.save_turn(left))
    model = ScriptedModel([deliver_any])
    again = asyncio.run(
        resume_turn(
            dataclasses.replace(stores.turn_services(model, tools=TOOLS), clock=LaterClock()), turn.id, owner=OWNER
        )
    )
    assert isinstance(again, Delivered)
    assert outcome.artifacts[0].id in str(model.calls[0].messages[-1]["content"])
    assert files(stores) == ["note.txt"]


def outcome_turn(stores: Stores) -> TurnState:
    kept = stores.conversations.snapshot()["turns"]
    return TurnState.model_validate(next(iter(kept.values())) if isinstance(kept, dict) else kept[0])
