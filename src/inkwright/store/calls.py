"""Model calls in the database: tokens, price, time and content, imported from the log file."""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from sqlalchemy import Column, ColumnElement, Select, bindparam, case, exists, func, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.llm.models import MAX_DOLLARS, MAX_TOKENS
from inkwright.store.call_log_files import (
    conversation_of_line,
    pending_by_age,
    pending_path,
    remove_conversation_lines,
    save_rejected_lines,
)
from inkwright.store.call_log_lines import EMPTY_BODY, MAX_SECONDS, VERDICTS, LogContent, read_log, without_texts
from inkwright.store.database import Database
from inkwright.store.tables import conversations, model_calls, turns

_BATCH_SIZE: Final = 500
_TURN_PURPOSES: Final = ("turn", "chain")
"""The purposes of calls in conversations, for calls stored without their conversation by earlier versions."""


@dataclass(frozen=True, slots=True)
class CallTotals:
    """The sums of some calls. `unknown` counts those without a known price; `verdicts` says what became of how many."""

    verdicts: Mapping[str, int] = field(default_factory=dict)
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    dollars: float = 0.0
    unknown: int = 0
    seconds: float = 0.0

    def __add__(self, other: "CallTotals") -> "CallTotals":
        verdicts = Counter(self.verdicts) + Counter(other.verdicts)
        return CallTotals(
            {verdict: verdicts[verdict] for verdict in VERDICTS if verdict in verdicts},
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.dollars + other.dollars,
            self.unknown + other.unknown,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class CostRow:
    """The calls of a model, in all and for each purpose."""

    model: str
    total: CallTotals
    purposes: Mapping[str, CallTotals]


@dataclass(frozen=True, slots=True)
class StoredCall:
    """One call, without its texts."""

    at: str
    turn_id: str | None
    purpose: str
    tool: str
    subject: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    dollars: float | None
    seconds: float
    verdict: str
    reason: str


UsageGroup = Literal["model", "day", "conversation", "turn"]


@dataclass(frozen=True, slots=True)
class UsageQuery:
    """Which calls to add up, and by what; days are `YYYY-MM-DD`, both included."""

    by: UsageGroup
    since: str = ""
    until: str = ""
    conversation_id: str | None = None


class StoredCalls:
    """The log of model calls in the database.

    Calls are first logged to a file, which delays no one and survives crashes; `import_log` moves them here.
    """

    def __init__(self, database: Database, clock: Clock, owner: str) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._log: Path | None = None

    def as_owner(self, owner: str) -> "StoredCalls":
        """Return the calls of another owner."""
        return StoredCalls(self._database, self._clock, owner)

    async def import_log(self, log: Path) -> int:
        """Move the lines of the log into the database, and return their number. A crash neither loses nor doubles any.

        A line that cannot be stored goes to a separate file, so that it does not prevent opening the store. For a
        conversation that was deleted meanwhile only the numbers are stored, without texts.
        """
        self._log = log
        total = 0
        for path in await asyncio.to_thread(_rename_logs, log):
            read = await asyncio.to_thread(read_log, path, self._owner)
            if read is None:
                continue
            count, deleted = await self._database.write(partial(_insert_once, read=read, source=path.name))
            total += count
            await asyncio.to_thread(
                _remove_imported_log, path, [line for line in read.invalid if conversation_of_line(line) not in deleted]
            )
        return total

    async def refresh(self) -> None:
        """Move what was logged meanwhile into the database."""
        if self._log is not None:
            await self.import_log(self._log)

    async def forget(self, conversation_id: str) -> None:
        """Remove the texts of a conversation from the files next to the log.

        Deleting a conversation already removes them from the database.
        """
        if self._log is not None:
            with self._database.store_errors():
                await asyncio.to_thread(remove_conversation_lines, self._log, conversation_id)

    async def ways(self) -> dict[str, dict[str, dict[str, int]]]:
        """Return for each model and method of asking what became of how many calls."""
        calls = model_calls.c
        query = (
            select(calls.model, calls.way, calls.verdict, func.count())
            .where(calls.owner == self._owner)
            .group_by(calls.model, calls.way, calls.verdict)
            .order_by(calls.model, calls.way)
        )
        found: dict[str, dict[str, dict[str, int]]] = {}
        for model, way, verdict, count in await self._database.read(lambda connection: connection.execute(query).all()):
            found.setdefault(model, {}).setdefault(way, {})[verdict] = count
        return found

    async def cost(self, *, since: str = "") -> list[CostRow]:
        """Return the cost of each model for this owner, most expensive first."""
        calls = model_calls.c
        query = (
            select(calls.model, calls.purpose, calls.verdict, *_sums())
            .where(calls.owner == self._owner, calls.at >= since)
            .group_by(calls.model, calls.purpose, calls.verdict)
            .order_by(calls.model, calls.purpose, calls.verdict)
        )
        rows = await self._database.read(partial(_all_rows, query=query))
        found: dict[str, dict[str, CallTotals]] = {}
        for model, purpose, verdict, count, *sums in rows:
            purposes = found.setdefault(model, {})
            purposes[purpose] = purposes.get(purpose, CallTotals()) + CallTotals({verdict: count}, count, *sums)
        costs = [CostRow(model, sum(each.values(), CallTotals()), each) for model, each in found.items()]
        return sorted(costs, key=lambda row: -row.total.dollars)

    async def usage(self, query: UsageQuery, *, limit: int, offset: int = 0) -> list[tuple[str, CallTotals]]:
        """Return the sums of this owner's calls by model, or by day, conversation or turn, the newest first."""
        calls, key = model_calls.c, _usage_key(query.by)
        conditions = [calls.owner == self._owner, calls.at >= query.since]
        if query.until:
            conditions.append(calls.at < f"{query.until}~")
        if query.conversation_id is not None:
            conditions.append(turns.c.conversation_id == query.conversation_id)
        source = model_calls.outerjoin(turns, (turns.c.id == calls.turn_id) & (turns.c.owner == calls.owner))
        order = key if query.by == "model" else key.desc()
        found = select(key, *_sums()).select_from(source).where(*conditions).group_by(key).order_by(order)
        rows = await self._database.read(partial(_all_rows, query=found.limit(limit).offset(offset)))
        return [(group, CallTotals({}, *sums)) for group, *sums in rows]

    async def of_turns(self, turn_ids: Sequence[str]) -> list[StoredCall]:
        """Return the calls of these turns, oldest first."""
        columns = [model_calls.c[each.name] for each in fields(StoredCall)]
        found: list[StoredCall] = []
        for start in range(0, len(turn_ids), _BATCH_SIZE):
            chosen = model_calls.c.turn_id.in_(turn_ids[start : start + _BATCH_SIZE])
            query = select(*columns).where(model_calls.c.owner == self._owner, chosen).order_by(model_calls.c.number)
            rows = await self._database.read(partial(_all_rows, query=query))
            found += [StoredCall(*row) for row in rows]
        return sorted(found, key=lambda call: call.at)


def remove_call_bodies(connection: Connection, conversation_id: str, owner: str, started_at: str) -> None:
    """Remove the texts of a conversation from its calls; tokens, price, time and verdict stay.

    Earlier versions did not store the conversation of a call. Calls that may belong to it lose their texts:
    the calls of turns since it started.
    """
    calls, prefix = model_calls.c, _body_prefix(conversation_id)
    is_known = func.substr(calls.body, 1, len(prefix)) == prefix
    is_possible = (
        ~calls.body.startswith('{"conversation"') & calls.purpose.in_(_TURN_PURPOSES) & (calls.at >= started_at)
    )
    # Why a reply was refused may quote it; the code of an error does not.
    reason = case((calls.verdict == "failed", calls.reason), else_="")
    removal = update(model_calls).where(calls.owner == owner, is_known | is_possible)
    connection.execute(removal.values(body=EMPTY_BODY, reason=reason))


def _body_prefix(conversation_id: str) -> str:
    """Return the start of the body of every call in this conversation."""
    return json.dumps({"conversation": conversation_id}).removesuffix("}")


def _usage_key(by: UsageGroup) -> ColumnElement[str]:
    """Return what calls are added up by; empty for those without a turn."""
    calls = model_calls.c
    keys: dict[UsageGroup, ColumnElement[Any]] = {
        "model": calls.model,
        "day": func.substr(calls.at, 1, 10),
        "conversation": func.coalesce(turns.c.conversation_id, ""),
        "turn": func.coalesce(calls.turn_id, ""),
    }
    return keys[by]


def _sums() -> tuple[ColumnElement[Any], ...]:
    """Return the columns of `CallTotals` after its verdicts."""
    calls = model_calls.c
    return (
        func.count(),
        _capped_sum(calls.prompt_tokens, MAX_TOKENS),
        _capped_sum(calls.completion_tokens, MAX_TOKENS),
        _capped_sum(calls.dollars, MAX_DOLLARS),
        func.sum(case((calls.dollars.is_(None), 1), else_=0)),
        _capped_sum(calls.seconds, MAX_SECONDS),
    )


def _capped_sum(column: Column[Any], limit: float) -> ColumnElement[Any]:
    """Sum the plausible values: earlier versions stored any number that a server reported."""
    return func.sum(case((column.between(0, limit), column), else_=type(limit)(0)))


def _insert_once(connection: Connection, read: LogContent, source: str) -> tuple[int, set[str]]:
    """Insert the rows unless it was done before. Return their number, and the deleted conversations."""
    deleted = _deleted_conversations(connection, read.conversations())
    imported = select(func.count()).select_from(model_calls).where(model_calls.c.source == source)
    if connection.scalar(imported):
        return 0, deleted
    rows = [without_texts(row) if conversation in deleted else row for conversation, row in read.rows]
    if rows:
        connection.execute(insert(model_calls), rows)
        connection.execute(_SET_OWNER, {"of_source": source})
    verdicts = [without_texts(row) if conversation in deleted else row for conversation, row in read.verdicts]
    if verdicts:
        connection.execute(_SET_VERDICT, verdicts)
    return len(rows), deleted


_SET_OWNER: Final = (
    update(model_calls)
    .where(model_calls.c.source == bindparam("of_source"), exists().where(turns.c.id == model_calls.c.turn_id))
    .values(owner=select(turns.c.owner).where(turns.c.id == model_calls.c.turn_id).scalar_subquery())
)
"""A call belongs to the owner of its turn; the log does not know it."""

_SET_VERDICT: Final = (
    update(model_calls)
    .where(
        model_calls.c.call_id == bindparam("of_call"),
        (model_calls.c.owner == bindparam("of_owner"))
        | exists().where(turns.c.id == model_calls.c.turn_id, turns.c.owner == model_calls.c.owner),
    )
    .values(verdict=bindparam("found"), reason=bindparam("because"))
)


def _all_rows(connection: Connection, query: Select[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(query)]


def _deleted_conversations(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return the deleted conversations. The others are locked until this transaction ends."""
    existing: set[str] = set()
    for start in range(0, len(ids), _BATCH_SIZE):
        query = select(conversations.c.id).where(conversations.c.id.in_(ids[start : start + _BATCH_SIZE]))
        existing.update(connection.scalars(query.with_for_update(read=True, key_share=True)))
    return set(ids) - existing


def _rename_logs(log: Path) -> list[Path]:
    """Rename the log so that no program writes to it; `.old` is the log of earlier versions.

    The oldest comes first: a verdict may be in a later log than its call.
    """
    for path in (log, log.with_suffix(f".old{log.suffix}")):
        with contextlib.suppress(OSError):  # another process was faster, or it cannot be moved now
            if path.stat().st_size:
                path.replace(pending_path(log))
    return pending_by_age(log)


def _remove_imported_log(log: Path, invalid: Sequence[bytes]) -> None:
    """Remove an imported log. If its invalid lines cannot be saved, the log stays for the next time."""
    with contextlib.suppress(OSError):
        save_rejected_lines(log, invalid)
        log.unlink(missing_ok=True)
