"""A program that runs turns in one home folder for ever, and says of every write when it is acknowledged.

It is there to be killed. Each line on its standard output is JSON: `["kept", kind, key, content]` once the store has
acknowledged a write, `["begun", kind, key, content]` before one that replaces another or that is counted. A digest
stands for a content that is long.
"""

import asyncio
import dataclasses
import hashlib
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from inkwright.agent.services import TurnServices
from inkwright.artifacts.vault import Vault
from inkwright.conversation.asks import Answer
from inkwright.conversation.events import EVENTS, Event
from inkwright.conversation.turns import Asked, Message, TurnState
from inkwright.llm.call_log import Call, LoggedModel
from inkwright.llm.models import Abilities, CallPiece, PieceListener, Reply, Request, ToolCall, Usage, ignore_piece
from inkwright.settings import Settings, load_settings
from inkwright.usecases.store import CALLS_FILE, FileCallLog, Store, open_store
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, check_note

Say = Callable[[str, str, str, Any], None]
TURNS_AT_ONCE = 3


def settings_of(home: Path, database: str = "auto") -> Settings:
    """The settings of a home folder, independent of the machine."""
    return load_settings(flags={}, environ={"INKWRIGHT_DATABASE": database}, folder=home, home=home)


def digest(written: str | bytes) -> str:
    """A placeholder for long content."""
    return hashlib.sha256(written if isinstance(written, bytes) else written.encode()).hexdigest()


def vault_of(store: Store) -> Vault:
    """A vault that knows what a note is."""
    return Vault(store.records, {"note": check_note}, ids=store.ids, clock=store.clock)


Told = list[tuple[str, str, Any]]


def _events(numbers: list[int], turn_id: str, events: Iterable[Event], _finish: object = None) -> Told:
    numbered = zip(numbers, events, strict=True)
    return [("event", f"{turn_id} {number}", json.loads(EVENTS.dump_json(event))) for number, event in numbered]


def _message(message: Message | None) -> Told:
    return [("message", message.id, message.text)] if message is not None else []


def _turn(turn: TurnState, message: Message | None = None) -> Told:
    return [("turn", turn.id, digest(turn.model_dump_json())), *_message(message)]


WRITES: dict[str, dict[str, Callable[..., Told]]] = {
    "journal": {"append": _events},
    "asks": {
        "open": lambda _, ask: [("ask", ask.id, ask.turn_id)],
        "answer": lambda _, ask, answer, owner: [("answer", ask, answer.status)],
    },
    "steps": {"once": lambda result, key, _: [("step", key, result)]},
    "conversations": {
        "begin_turn": lambda _, message, turn: _turn(turn, message),
        "save_turn": lambda _, turn: _turn(turn),
        "finish_turn": lambda _, turn, reply=None: _turn(turn, reply),
        "change_turn": lambda is_ours, _, after, message=None: [] if is_ours is False else _turn(after, message),
    },
    "vault": {"keep": lambda made, draft, **_: [("artifact", made.id, digest(draft.main))]},
}
"""For each keeper of a desk and each of its writes: kinds, keys and contents that are told.

What is in the ledger is acknowledged with the step that made it, so it is not told by itself.
"""


class Telling:
    """A store that reports its writes; everything else goes to the wrapped store.

    `joined` is what the next write of the journal stores too, by all stores of the desk.
    """

    def __init__(self, keeper: Any, writes: dict[str, Callable[..., Told]], say: Say, joined: Told) -> None:
        self._keeper = keeper
        self._joined = joined
        self._writes = writes
        self._say = say

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._keeper, name)
        described = self._writes.get(name)
        if described is None:
            return found

        async def told(*arguments: Any, **named: Any) -> Any:
            if name in {"save_turn", "change_turn", "finish_turn"}:
                # A turn is one row that is replaced: a kill may leave what was acknowledged, or what was begun.
                self._say("begun", *described(None, *arguments, **named)[0])
            result = await found(*arguments, **named)
            if name == "finish_turn":
                self._joined += described(result, *arguments, **named)
                return result
            written = described(result, *arguments, **named)
            if name == "append":
                written += self._joined
                self._joined.clear()
            for each in written:
                self._say("kept", *each)
            return result

        return told


def telling_desk(store: Store, model: Any, say: Say) -> TurnServices:
    """Turn services that report their writes."""
    desk = dataclasses.replace(
        store.turn_services(model, [NOTE_TOOL], lambda _number, _event: None), vault=vault_of(store)
    )
    joined: Told = []
    keepers: dict[str, Any] = {
        name: Telling(getattr(desk, name), writes, say, joined) for name, writes in WRITES.items()
    }
    return dataclasses.replace(desk, **keepers)


class TellingCalls(FileCallLog):
    """A log of calls that tells each."""

    def __init__(self, path: Path, say: Say) -> None:
        super().__init__(path)
        self._say = say

    def record(self, call: Call) -> None:
        """Keep one call."""
        self._say("begun", "call", "", None)
        super().record(call)
        self._say("kept", "call", "", None)


class Talker:
    """A model that makes two notes and delivers them, asks, or answers in pieces; which, the message says."""

    name = "talker"
    abilities = Abilities()

    def __init__(self, size: int) -> None:
        self._size = size

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        said = next(message["content"] for message in reversed(request.messages) if message["role"] == "user")
        done = [message for message in request.messages if message["role"] == "tool"]
        call = self._call(str(said), [str(message["content"]) for message in done])
        for start in range(0, len(call.arguments), 40):
            hear(CallPiece(0, call.name, call.arguments[start : start + 40]))
            await asyncio.sleep(0)
        return Reply("", Usage(10, 10), (call,), "calls", self.name)

    def _call(self, said: str, done: list[str]) -> ToolCall:
        if "talk" in said or ("ask" in said and done):
            return ToolCall("c9", "answer", json.dumps({"message": "Rain comes from the sea, 雨从海上来. " * 8}))
        if "ask" in said:
            return ToolCall("c8", "ask_user", json.dumps({"question": "For whom?"}))
        if len(done) < 2:
            body = f"{said} {len(done)} " + "rain " * (self._size // 5)
            return ToolCall(f"c{len(done)}", "make_note", json.dumps({"title": "Rain", "body": body}))
        made = [json.loads(each)["verified_artifacts"][0]["id"] for each in done if "verified_artifacts" in each]
        if not made:
            return ToolCall("c6", "answer", json.dumps({"message": "It could not be made."}))
        return ToolCall("c7", "deliver", json.dumps({"message": "Your notes are ready. " * 8, "artifacts": made}))


async def run_turns(store: Store, home: Path, say: Say, wishes: Iterable[str], size: int = 2_000) -> None:
    """Run a turn for each request, in one conversation: to make notes, to talk or to ask."""
    conversation = store.ids.new("conv")
    desk = telling_desk(store, LoggedModel(Talker(size), TellingCalls(home / CALLS_FILE, say)), say)
    for wish in wishes:
        route = ROUTE if wish.startswith("make") else ROUTE.model_copy(update={"expected_mode": "answer"})
        outcome = await send_message(desk, wish, route, owner=OWNER, conversation_id=conversation)
        if isinstance(outcome, Asked):
            await answer_ask(desk, outcome.ask_id, Answer(status="cancelled"), owner=OWNER)


def _wishes(seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    return (f"{chance.choice(['make', 'make', 'talk', 'ask'])} {number}" for number in count())


def _say(state: str, kind: str, key: str, content: Any) -> None:
    # One system call for each line: what was said before the kill is in the file, whole.
    os.write(1, json.dumps([state, kind, key, content]).encode() + b"\n")


async def _main(home: Path, database: str, seed: int) -> None:
    async with open_store(settings_of(home, database)) as store:
        _say("kept", "opened", "", None)
        await asyncio.gather(*(run_turns(store, home, _say, _wishes(seed + each)) for each in range(TURNS_AT_ONCE)))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
