"""Compares the acknowledged writes of a writer with the content of the store afterwards."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from inkwright.conversation.asks import Answer
from inkwright.conversation.events import EVENTS, Event, TextAppended
from inkwright.errors import AlreadyAnswered, FileLost, NotFound
from inkwright.usecases.database import check_database
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from tests.agent.turn_services import OWNER
from tests.store.turn_writer import digest, settings_of, vault_of

Line = tuple[str, str, str, Any]


def losses(home: Path, lines: Iterable[Line], database: str = "auto") -> list[str]:
    """Return everything missing, changed, half written or out of order in the home folder."""

    async def look() -> list[str]:
        settings = settings_of(home, database)
        health = await check_database(settings)
        async with open_store(settings) as store:
            return [*map(str, health.problems), *await _Check(store, lines).problems()]

    return asyncio.run(look())


class _Check:
    """One look at a store."""

    def __init__(self, store: Store, lines: Iterable[Line]) -> None:
        self._store = store
        self._vault = vault_of(store)
        self._kept: dict[str, dict[str, Any]] = defaultdict(dict)
        self._begun: dict[str, set[str]] = defaultdict(set)
        self._calls = {"begun": 0, "kept": 0}
        for state, kind, key, content in lines:
            self._sort(state, kind, key, content)

    def _sort(self, state: str, kind: str, key: str, content: Any) -> None:
        if kind == "call":
            self._calls[state] += 1
        elif state == "begun":
            self._begun[key].add(content)
        else:
            if kind == "turn":
                self._begun[key] = set()
            self._kept[kind][key] = content

    async def problems(self) -> list[str]:
        looks = (self._messages, self._turns, self._journals, self._ledgers, self._steps, self._artifacts, self._asks)
        found = [problem for look in (*looks, self._logged) for problem in await look()]
        return [f"{problem} is lost" for problem in found]

    async def _messages(self) -> list[str]:
        rows = await self._store.conversations.conversations(OWNER, limit=100_000)
        held = {
            message.id: message.text
            for row in rows
            for message in await self._store.conversations.messages(row.id, owner=OWNER)
        }
        return [key for key, said in self._kept["message"].items() if held.get(key) != said]

    async def _turns(self) -> list[str]:
        lost: list[str] = []
        for key, content in self._kept["turn"].items():
            turn = await self._store.conversations.load_turn(key, owner=OWNER)
            if turn is None or digest(turn.model_dump_json()) not in {content, *self._begun[key]}:
                lost.append(key)
        return lost

    async def _journals(self) -> list[str]:
        told: dict[str, dict[int, Event]] = defaultdict(dict)
        for key, event in self._kept["event"].items():
            turn_id, number = key.split()
            told[turn_id][int(number)] = EVENTS.validate_python(event)
        found = [problem for turn_id in told for problem in await self._journal(turn_id, told[turn_id])]
        bare = [turn_id for turn_id in self._kept["turn"] if turn_id not in told]
        return found + [problem for turn_id in bare for problem in await self._journal(turn_id, {})]

    async def _journal(self, turn_id: str, told: dict[int, Event]) -> list[str]:
        """A reader after any number gets exactly the events that follow: no number is missing, no text is cut."""
        whole = await self._store.journal.read(turn_id)
        events = {number: event for number, event in whole if not isinstance(event, TextAppended)}
        last = max((number for number, _ in whole), default=0)
        texts = [_texts(await self._store.journal.read(turn_id, after)) for after in range(last + 1)]
        lost = [f"{turn_id} {number}" for number in told if number > last]
        for number in range(1, last + 1):
            event = told.get(number)
            grown = _grown(texts[number - 1], texts[number])
            is_there = event in (grown, events.get(number)) if event else grown is not None or number in events
            lost += [] if is_there else [f"{turn_id} {number}"]
        return lost

    async def _ledgers(self) -> list[str]:
        """A step that is kept has what it made in the ledger."""
        lost: list[str] = []
        for key, result in self._kept_steps():
            held = {entry.artifact.id for entry in await self._store.ledger.of(key.partition("/")[0])}
            lost += {made["id"] for made in result["verified_artifacts"]} - held
        return lost

    async def _steps(self) -> list[str]:
        async def again() -> str:
            return "done again"

        return [key for key, result in self._kept_steps() if await self._store.steps.once(key, again) != result]

    def _kept_steps(self) -> list[tuple[str, Any]]:
        """The steps with what they made. The replies of models are kept only until their turn has ended."""
        return [(key, result) for key, result in self._kept["step"].items() if "/reply/" not in key]

    async def _artifacts(self) -> list[str]:
        lost: list[str] = []
        for key, content in self._kept["artifact"].items():
            try:
                held = await self._vault.read(key, owner=OWNER)
            except FileLost:
                held = None
            if held is None or digest(held) != content:
                lost.append(key)
        return lost

    async def _asks(self) -> list[str]:
        lost = [key for key in self._kept["ask"] if await self._store.asks.get(key, owner=OWNER) is None]
        for key in self._kept["answer"]:
            try:
                await self._store.asks.answer(key, Answer(status="answered"), owner=OWNER)
                lost.append(key)
            except AlreadyAnswered:
                continue
            except NotFound:
                lost.append(key)
        return lost

    async def _logged(self) -> list[str]:
        """Each call once, for the owner of its turn: a kill between the log and the database neither loses nor doubles
        one.
        """
        if not self._calls["begun"]:
            return []
        counted, strays = [await self._count_calls(owner) for owner in (OWNER, LOCAL_OWNER)]
        is_right = self._calls["kept"] <= counted <= self._calls["begun"] and not strays
        return [] if is_right else [f"one of {self._calls} calls ({counted} are there, {strays} of another owner)"]

    async def _count_calls(self, owner: str) -> int:
        return sum(row.total.calls for row in await self._store.calls.as_owner(owner).cost())


def _texts(events: Iterable[tuple[int, Event]]) -> dict[str, str]:
    texts: dict[str, str] = defaultdict(str)
    for _, event in events:
        if isinstance(event, TextAppended):
            texts[event.text_id] += event.text
    return texts


def _grown(before: dict[str, str], after: dict[str, str]) -> TextAppended | None:
    """The one piece by which the two differ, if they do in this way."""
    changed = [text_id for text_id in before if before[text_id] != after.get(text_id, "")]
    if len(changed) != 1 or not before[changed[0]].endswith(after.get(changed[0], "")):
        return None
    piece = before[changed[0]].removesuffix(after.get(changed[0], ""))
    return TextAppended(text_id=changed[0], text=piece)
