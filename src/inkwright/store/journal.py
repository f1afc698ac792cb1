"""The journal: every event of every turn, numbered, and on disk before it is shown.

One writer per process commits in groups: events that arrive during a commit go into the next one, and where many turns
run, it waits for more of them. When a text has ended, its pieces are merged into one row; a reader who saw some of them
gets the rest.
"""

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Select, bindparam, delete, func, insert, select
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import IntegrityError

from inkwright.conversation.events import EVENTS, Event, TextEnded, TurnFinished
from inkwright.conversation.fencing import FencingToken, current_token, fenced
from inkwright.errors import NotFound
from inkwright.store.database import Database, DatabaseWork, stored_value
from inkwright.store.fencing import refuse_lost_turn
from inkwright.store.tables import journal

POLL_SECONDS: Final = 0.1
"""Seconds until a reader first looks for events of another process; each look that finds none doubles them."""

_MAX_POLL_SECONDS: Final = 1.0
_OWN_POLL_SECONDS: Final = 5.0
"""Events of a turn that this process writes come from memory. It is polled all the same: it may be taken over."""

_BATCH: Final = 200
_MAX_UNREAD: Final = 2_000

_CROWD: Final = 16
"""From so many turns on, the events of all of them are gathered for a moment: one commit for each would cost more."""

_GATHER_SECONDS: Final = 0.01
_MAX_GROUP: Final = 500
_MAX_SHORT_GROUP: Final = 64
_MAX_SHORT_BODIES: Final = 50_000
_MAX_SHORT_PIECES: Final = 200
_TRIES: Final = 5
_INSERT_EVENT: Final = insert(journal)
_SQLITE_INSERT: Final = "INSERT INTO journal (turn_id, number, first, kind, body) VALUES (?, ?, ?, ?, ?)"
_LAST_NUMBER: Final = select(func.max(journal.c.number)).where(journal.c.turn_id == bindparam("turn"))
_OF_TURN: Final = (
    select(journal.c.number, journal.c.first, journal.c.body)
    .where(journal.c.turn_id == bindparam("turn"))
    .order_by(journal.c.number)
)
_OF_TURNS: Final = (
    select(journal.c.turn_id, journal.c.number, journal.c.first, journal.c.body)
    .where(journal.c.turn_id.in_(bindparam("turns", expanding=True)))
    .order_by(journal.c.turn_id, journal.c.number)
)
_ROWS: Final = _OF_TURN.where(journal.c.number > bindparam("after"))
_SEEN_ROWS: Final = _OF_TURN.where(
    journal.c.first <= bindparam("until"), journal.c.kind.in_(bindparam("kinds", expanding=True))
)
_PIECES: Final = (
    select(journal)
    .where(journal.c.turn_id == bindparam("turn"), journal.c.kind == "text_grew")
    .order_by(journal.c.number)
)


@dataclass(frozen=True, slots=True)
class _PendingGroup:
    """Events that are written together, with their bodies, a future for their numbers, the token of their turn, and
    other work for the same transaction.
    """

    turn_id: str
    events: tuple[Event, ...]
    bodies: tuple[str, ...]
    numbers_ready: "asyncio.Future[list[int]]"
    token: FencingToken | None
    works: tuple[DatabaseWork, ...]


class _LiveReader:
    """Events of one turn that a reader has not taken yet. One that is too slow reads them from the database."""

    def __init__(self) -> None:
        self._unread: list[tuple[int, Event]] = []
        self._has_missed = False
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[bool] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0

    def add(self, events: Iterable[tuple[int, Event]]) -> None:
        self._unread += events
        if len(self._unread) > _MAX_UNREAD:
            self._unread, self._has_missed = [], True
        self._wake(has_news=True)

    def take(self) -> list[tuple[int, Event]] | None:
        """Return the new events; None if some are only in the database."""
        taken, missed = self._unread, self._has_missed
        self._unread, self._has_missed = [], False
        return None if missed else taken

    async def wait(self, seconds: float) -> bool:
        """Return whether there are new events before the time is over."""
        if self._unread or self._has_missed:
            return True
        self._waiter = self._loop.create_future()
        self._deadline = self._loop.time() + seconds
        self._set_timer()
        try:
            return await self._waiter
        finally:
            self._waiter = None

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _wake(self, *, has_news: bool) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(has_news)

    def _set_timer(self) -> None:
        """Set the timer, unless it rings before the deadline anyway: a timer for each event would cost too much."""
        if self._timer is not None and self._timer.when() > self._deadline:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._deadline, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._waiter is not None and self._loop.time() < self._deadline:
            self._set_timer()
        else:
            self._wake(has_news=False)


class StoredJournal:
    """Implements `Journal`. `close` waits until all events are on disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: list[_PendingGroup] = []
        self._last: dict[str, int] = {}
        self._writer: asyncio.Task[None] | None = None
        self._readers: dict[str, set[_LiveReader]] = defaultdict(set)

    async def append(
        self, turn_id: str, events: Sequence[Event], finish: Callable[[], Awaitable[None]] | None = None
    ) -> list[int]:
        """Write events, all or none, and return their numbers once they are on disk."""
        if not events:
            return []
        works = () if finish is None else await self._database.collect(finish)
        # Serialised here, so that an invalid event fails for its own caller and not for a whole group.
        bodies = tuple(EVENTS.dump_json(event).decode() for event in events)
        numbers_ready: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._pending.append(_PendingGroup(turn_id, tuple(events), bodies, numbers_ready, current_token(), works))
        if self._writer is None or self._writer.done():
            with fenced(None):  # it writes for other turns too, each under its own token
                self._writer = asyncio.create_task(self._write_all())
        return await numbers_ready

    async def read(self, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
        """Return the events after a number. Of a merged text, only the part that the reader has not seen."""
        return [_numbered_event(row, after) for row in await self._rows(_ROWS, turn_id, after=after)]

    async def read_turns(self, turn_ids: Sequence[str]) -> dict[str, list[tuple[int, Event]]]:
        """Return all events of some turns."""
        rows = await self._database.read(lambda connection: connection.execute(_OF_TURNS, {"turns": turn_ids}).all())
        found: dict[str, list[tuple[int, Event]]] = {turn_id: [] for turn_id in turn_ids}
        for turn_id, *row in rows:
            found[turn_id].append(_numbered_event(row, 0))
        return found

    async def read_seen(self, turn_id: str, until: int, kinds: Iterable[str]) -> list[Event]:
        """Return the events of some kinds that began up to a number."""
        rows = await self._rows(_SEEN_ROWS, turn_id, until=until, kinds=list(kinds))
        return [_numbered_event(row, 0)[1] for row in rows]

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[list[tuple[int, Event]]]:
        """Yield the events after a number and all later ones, of any process, until a run has finished and no event of
        another run follows. They come in batches; an empty one says that nothing has happened for some time.

        Events of this process come from memory: any number of readers cost the database little, and a slow one slows
        nobody.
        """
        reader = _LiveReader()
        self._readers[turn_id].add(reader)
        is_over = False
        try:
            while True:
                async for batch in self._replay(turn_id, after):
                    yield batch
                    after, is_over = batch[-1][0], isinstance(batch[-1][1], TurnFinished)
                if is_over:
                    return
                async for batch in self._live(reader, turn_id, after):
                    yield batch
                    if batch:
                        after, is_over = batch[-1][0], isinstance(batch[-1][1], TurnFinished)
        finally:
            reader.close()
            self._readers[turn_id].discard(reader)
            if not self._readers[turn_id]:
                del self._readers[turn_id]

    async def _replay(self, turn_id: str, after: int) -> AsyncIterator[list[tuple[int, Event]]]:
        """Yield what is stored. It is read at once, so that no text is merged in between, and decoded in batches, so
        that the first ones are shown early and others get their turn.
        """
        rows = await self._rows(_ROWS, turn_id, after=after)
        for start in range(0, len(rows), _BATCH):
            yield [_numbered_event(row, after) for row in rows[start : start + _BATCH]]
            await asyncio.sleep(0)

    async def _rows(self, rows: Select[int, int, str], turn_id: str, **values: Any) -> Sequence[Row[int, int, str]]:
        def find(connection: Connection) -> Sequence[Row[int, int, str]]:
            return connection.execute(rows, {"turn": turn_id, **values}).all()

        return await self._database.read(find)

    async def _live(self, reader: _LiveReader, turn_id: str, after: int) -> AsyncIterator[list[tuple[int, Event]]]:
        """Yield events as they are written, until the reader has to look into the database."""
        seconds = POLL_SECONDS
        while True:
            if not await reader.wait(_OWN_POLL_SECONDS if turn_id in self._last else seconds):
                if await self.last_number(turn_id) > after:
                    return
                yield []
                seconds = min(2 * seconds, _MAX_POLL_SECONDS)
                continue
            seconds = POLL_SECONDS
            taken = reader.take()
            if batch := _next_events(taken or (), after):
                yield batch
                after = batch[-1][0]
            if taken is None or (taken and taken[-1][0] > after) or (batch and isinstance(batch[-1][1], TurnFinished)):
                return

    async def last_number(self, turn_id: str) -> int:
        """Return the number of the latest event of a turn; 0 if it has none."""
        return await self._database.read(lambda connection: _last_number(connection, turn_id), is_short=True)

    async def close(self) -> None:
        """Wait until everything is on disk."""
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)

    async def _write_all(self) -> None:
        while self._pending:
            if len(self._last) >= _CROWD:
                await asyncio.sleep(_GATHER_SECONDS)
            group, self._pending = self._pending[:_MAX_GROUP], self._pending[_MAX_GROUP:]
            (numbers,) = await asyncio.gather(self._write(group), return_exceptions=True)
            if isinstance(numbers, BaseException):
                # Write them one by one, so that the error reaches only the caller whose event caused it.
                await self._write_each(group)
            else:
                for pending, group_numbers in zip(group, numbers, strict=True):
                    self._written(pending, group_numbers)

    def _written(self, pending: _PendingGroup, numbers: list[int]) -> None:
        if not pending.numbers_ready.done():  # the writer of the events may have been cancelled
            pending.numbers_ready.set_result(numbers)
        for reader in self._readers.get(pending.turn_id, ()):
            reader.add(zip(numbers, pending.events, strict=True))

    async def _write_each(self, group: Sequence[_PendingGroup]) -> None:
        """Write groups one by one, so that an event that cannot be stored does not affect the others."""
        self._last.clear()
        for pending in group:
            (numbers,) = await asyncio.gather(self._write_alone(pending), return_exceptions=True)
            if not isinstance(numbers, BaseException):
                self._written(pending, numbers)
            elif not pending.numbers_ready.done():
                pending.numbers_ready.set_exception(numbers)

    async def _write_alone(self, pending: _PendingGroup) -> list[int]:
        """Write one group with fresh numbers: another process may have used the next one.

        If it still fails, the turn was deleted.
        """
        for _ in range(_TRIES):
            self._last.pop(pending.turn_id, None)
            with contextlib.suppress(IntegrityError):
                return (await self._write([pending]))[0]
        raise NotFound(what_kind="turn", id=pending.turn_id)

    async def _write(self, group: Sequence[_PendingGroup]) -> list[list[int]]:
        """Write the group in one transaction."""
        transaction = partial(_write_group, group=group, last=dict(self._last))
        numbers, self._last = await self._database.write(transaction, is_short=self._is_short(group))
        return numbers

    def _is_short(self, group: Sequence[_PendingGroup]) -> bool:
        """Whether the group has only a few small rows, and no text of many pieces is merged."""
        bodies = [body for pending in group for body in pending.bodies]
        return (
            not any(pending.works for pending in group)
            and len(bodies) <= _MAX_SHORT_GROUP
            and sum(map(len, bodies)) <= _MAX_SHORT_BODIES
            and all(self._last.get(each.turn_id, 0) <= _MAX_SHORT_PIECES for each in group if _ends_text(each.events))
        )


def _write_group(
    connection: Connection, group: Sequence[_PendingGroup], last: dict[str, int]
) -> tuple[list[list[int]], dict[str, int]]:
    """Write the events. Return their numbers, and the last number of each turn."""
    rows: list[tuple[str, int, int, str, str]] = []
    numbers: list[list[int]] = []
    for pending in group:
        refuse_lost_turn(connection, pending.token)
        turn_id = pending.turn_id
        before = last[turn_id] if turn_id in last else _last_number(connection, turn_id)
        numbers.append(list(range(before + 1, before + 1 + len(pending.events))))
        rows += map(partial(_event_row, turn_id), numbers[-1], pending.events, pending.bodies)
        last[turn_id] = before + len(pending.events)
        if any(isinstance(event, TurnFinished) for event in pending.events):
            del last[turn_id]
        for work in pending.works:
            work(connection)
    _insert_rows(connection, rows)
    for pending in group:
        for event in pending.events:
            if isinstance(event, TextEnded):
                _merge_pieces(connection, pending.turn_id, event.text_id)
    return numbers, last


def _last_number(connection: Connection, turn_id: str) -> int:
    return connection.scalar(_LAST_NUMBER, {"turn": turn_id}) or 0


def _ends_text(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TextEnded) for event in events)


def _event_row(turn_id: str, number: int, event: Event, body: str) -> tuple[str, int, int, str, str]:
    return turn_id, number, number, event.kind, body


def _insert_rows(connection: Connection, rows: Sequence[tuple[str, int, int, str, str]]) -> None:
    """Insert rows by the shortest way: this is done for every word of every turn."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_SQLITE_INSERT, list(rows)).close()
    else:
        columns = [column.name for column in journal.columns]
        connection.execute(_INSERT_EVENT, [dict(zip(columns, row, strict=True)) for row in rows])


def _merge_pieces(connection: Connection, turn_id: str, text_id: str) -> None:
    """Merge the pieces of a text into one row, with the end of each piece."""
    found = connection.execute(_PIECES, {"turn": turn_id}).mappings().all()
    rows = [row for row in found if json.loads(row["body"])["text_id"] == text_id]
    if len(rows) < 2:
        return
    texts = [json.loads(row["body"])["text"] for row in rows]
    ends = {str(row["number"]): sum(map(len, texts[: index + 1])) for index, row in enumerate(rows)}
    merged_body = {**json.loads(rows[-1]["body"]), "text": "".join(texts), "ends": ends}
    numbers = [row["number"] for row in rows]
    connection.execute(delete(journal).where(journal.c.turn_id == turn_id, journal.c.number.in_(numbers)))
    body = json.dumps(merged_body, ensure_ascii=False)
    _insert_rows(connection, [(turn_id, numbers[-1], numbers[0], "text_grew", body)])


def _next_events(events: Iterable[tuple[int, Event]], after: int) -> list[tuple[int, Event]]:
    """Return the events that follow a number without a gap, to the end of a run."""
    found: list[tuple[int, Event]] = []
    for number, event in events:
        if number == after + 1:
            found.append((number, event))
            after = number
            if isinstance(event, TurnFinished):
                break
    return found


def _numbered_event(row: Sequence[Any], after: int) -> tuple[int, Event]:
    number, first, body = row
    return number, _event_from(body) if first == number else _merged_text(body, first, after)


@stored_value
def _event_from(body: str) -> Event:
    return EVENTS.validate_json(body)


@stored_value
def _merged_text(body: str, first: int, after: int) -> Event:
    """Return a text whose pieces were merged, without the ones that the reader has seen."""
    value = json.loads(body)
    ends: dict[str, int] = value.pop("ends", {})
    if first <= after:
        seen = max((end for number, end in ends.items() if int(number) <= after), default=0)
        value["text"] = value["text"][seen:]
    return EVENTS.validate_python(value)
