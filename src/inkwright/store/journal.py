"""The journal: every event of every turn, numbered, on disk before it is shown.

One writer for the process commits in groups: what comes while a commit runs goes into the next one. The pieces of a
text are kept as one row when the text has ended; a reader who saw some of them gets the rest.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from inkwright.conversation.events import EVENTS, Event, TextAppended, TextEnded, TurnFinished
from inkwright.errors import NotFound
from inkwright.store.database import Database
from inkwright.store.tables import journal

POLL_SECONDS: Final = 0.1
"""How often a reader in another process looks for news."""

_MAX_GROUP: Final = 500
_MAX_SHORT_GROUP: Final = 20
_MAX_SHORT_BODIES: Final = 50_000
_MAX_SHORT_PIECES: Final = 200
_TRIES: Final = 5
_INSERT_EVENT: Final = insert(journal)
_LAST_NUMBER: Final = select(func.max(journal.c.number)).where(journal.c.turn_id == bindparam("turn"))
_PIECES: Final = (
    select(journal)
    .where(journal.c.turn_id == bindparam("turn"), journal.c.kind == "text_grew")
    .order_by(journal.c.number)
)


@dataclass(frozen=True, slots=True)
class _PendingGroup:
    """Events that wait together, each with its body, and who is told their numbers."""

    turn_id: str
    events: tuple[Event, ...]
    bodies: tuple[str, ...]
    kept: "asyncio.Future[list[int]]"


class StoredJournal:
    """Implements `Journal`. `close` waits until everything that was given to it is on disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_PendingGroup] = []
        self._last: dict[str, int] = {}
        self._writer: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def append(self, turn_id: str, events: Sequence[Event]) -> list[int]:
        """Keep events, all of them or none; their numbers when they are on disk."""
        if not events:
            return []
        # Written out here: what cannot be is told to who said it, before it waits together with others.
        bodies = tuple(EVENTS.dump_json(event).decode() for event in events)
        kept: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_PendingGroup(turn_id, tuple(events), bodies, kept))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return await asyncio.shield(kept)

    async def read(self, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
        """The events behind a number. Of a text that was put together, what the reader has not seen."""
        rows = select(journal).where(journal.c.turn_id == turn_id, journal.c.number > after).order_by(journal.c.number)
        found = await self._database.read(lambda connection: connection.execute(rows).mappings().all())
        return [(row["number"], _event_from(row["body"], row["first"], after)) for row in found]

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[tuple[int, Event]]:
        """The events behind a number, and those to come, from this process or another, until the turn has finished."""
        while True:
            for number, event in await self.read(turn_id, after):
                yield number, event
                after = number
                if event.kind == "turn_finished":
                    return
            async with self._news:
                try:
                    await asyncio.wait_for(self._news.wait(), POLL_SECONDS)
                except TimeoutError:
                    continue

    async def close(self) -> None:
        """Wait until everything is on disk."""
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MAX_GROUP], self._waiting[_MAX_GROUP:]
            (numbers,) = await asyncio.gather(self._write(group), return_exceptions=True)
            if isinstance(numbers, BaseException):
                # Whatever it is, it is told to the one whose event it was.
                await self._write_each(group)
            else:
                for waiting, of_it in zip(group, numbers, strict=True):
                    waiting.kept.set_result(of_it)
            async with self._news:
                self._news.notify_all()

    async def _write_each(self, group: Sequence[_PendingGroup]) -> None:
        """One after another, so that what cannot be kept stands in nobody else's way."""
        self._last.clear()
        for waiting in group:
            (numbers,) = await asyncio.gather(self._write_alone(waiting), return_exceptions=True)
            if isinstance(numbers, BaseException):
                waiting.kept.set_exception(numbers)
            else:
                waiting.kept.set_result(numbers)

    async def _write_alone(self, waiting: _PendingGroup) -> list[int]:
        """Numbers are asked of the database each time: another process may have taken the next one. If it is not that,
        the turn is gone.
        """
        for _ in range(_TRIES):
            self._last.pop(waiting.turn_id, None)
            with contextlib.suppress(IntegrityError):
                return (await self._write([waiting]))[0]
        raise NotFound(what_kind="turn", id=waiting.turn_id)

    async def _write(self, group: Sequence[_PendingGroup]) -> list[list[int]]:
        """One transaction for the group."""
        writing = partial(_write_group, group=group, last=dict(self._last))
        numbers, self._last = await self._database.write(writing, is_short=self._is_short(group))
        return numbers

    def _is_short(self, group: Sequence[_PendingGroup]) -> bool:
        """Whether it is a few small rows, and no text of many pieces is put together."""
        bodies = [body for waiting in group for body in waiting.bodies]
        return (
            len(bodies) <= _MAX_SHORT_GROUP
            and sum(map(len, bodies)) <= _MAX_SHORT_BODIES
            and all(self._last.get(each.turn_id, 0) <= _MAX_SHORT_PIECES for each in group if _ends_text(each.events))
        )


def _write_group(
    connection: Connection, group: Sequence[_PendingGroup], last: dict[str, int]
) -> tuple[list[list[int]], dict[str, int]]:
    """The numbers of the events, and the last number of each turn now."""
    rows: list[dict[str, Any]] = []
    numbers: list[list[int]] = []
    for waiting in group:
        turn_id = waiting.turn_id
        before = last[turn_id] if turn_id in last else _last_number(connection, turn_id)
        numbers.append(list(range(before + 1, before + 1 + len(waiting.events))))
        rows += map(partial(_event_row, turn_id), numbers[-1], waiting.events, waiting.bodies)
        last[turn_id] = before + len(waiting.events)
        if any(isinstance(event, TurnFinished) for event in waiting.events):
            del last[turn_id]
    connection.execute(_INSERT_EVENT, rows)
    for waiting in group:
        for event in waiting.events:
            if isinstance(event, TextEnded):
                _merge_pieces(connection, waiting.turn_id, event.text_id)
    return numbers, last


def _last_number(connection: Connection, turn_id: str) -> int:
    return connection.scalar(_LAST_NUMBER, {"turn": turn_id}) or 0


def _ends_text(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TextEnded) for event in events)


def _event_row(turn_id: str, number: int, event: Event, body: str) -> dict[str, Any]:
    return {"turn_id": turn_id, "number": number, "first": number, "kind": event.kind, "body": body}


def _merge_pieces(connection: Connection, turn_id: str, text_id: str) -> None:
    """The pieces of one text as one row: the whole text, and where each piece ended."""
    found = connection.execute(_PIECES, {"turn": turn_id}).mappings().all()
    rows = [row for row in found if json.loads(row["body"])["text_id"] == text_id]
    if len(rows) < 2:
        return
    texts = [json.loads(row["body"])["text"] for row in rows]
    ends = {str(row["number"]): sum(map(len, texts[: index + 1])) for index, row in enumerate(rows)}
    whole = {**json.loads(rows[-1]["body"]), "text": "".join(texts), "ends": ends}
    numbers = [row["number"] for row in rows]
    connection.execute(delete(journal).where(journal.c.turn_id == turn_id, journal.c.number.in_(numbers)))
    body = json.dumps(whole, ensure_ascii=False)
    merged = {"turn_id": turn_id, "number": numbers[-1], "first": numbers[0], "kind": "text_grew", "body": body}
    connection.execute(_INSERT_EVENT, [merged])


def _event_from(body: str, first: int, after: int) -> Event:
    value = json.loads(body)
    ends: dict[str, int] = value.pop("ends", {})
    if ends and first <= after:
        seen = max((end for number, end in ends.items() if int(number) <= after), default=0)
        value["text"] = value["text"][seen:]
    event = EVENTS.validate_python(value)
    assert not ends or isinstance(event, TextAppended)  # noqa: S101
    return event
