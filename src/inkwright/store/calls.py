"""Model calls in the database: tokens, price, time and content, imported from the log file."""

import asyncio
import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, case, func, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.llm.models import MAX_DOLLARS, MAX_TOKENS, clamp_amount, clamp_tokens
from inkwright.store.call_log_files import (
    conversation_of_line,
    pending_logs,
    pending_path,
    remove_conversation_lines,
    save_rejected_lines,
)
from inkwright.store.database import Database
from inkwright.store.tables import conversations, model_calls

_MAX_SECONDS: Final = 1e9
_BATCH_SIZE: Final = 500
_ESCAPED_NUL: Final = re.compile(r"(\\\\)|\\u0000")
"""An escaped backslash, which stays, or an escaped NUL, which Postgres does not accept in JSON."""

_EMPTY_BODY: Final = "{}"
_TURN_PURPOSES: Final = ("turn", "chain")
"""The purposes of calls in conversations, for calls stored without their conversation by earlier versions."""


@dataclass(frozen=True, slots=True)
class CostRow:
    """The cost of a model. `unknown` counts the calls without a known price."""

    model: str
    calls: int
    failures: int
    prompt_tokens: int
    completion_tokens: int
    dollars: float
    unknown: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WayCount:
    """How often a method was used, and how often it worked."""

    taken: int
    worked: int


class StoredCalls:
    """The log of model calls in the database.

    Calls are first logged to a file, which delays no one and survives crashes; `import_log` moves them here.
    """

    def __init__(self, database: Database, clock: Clock, owner: str) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._log: Path | None = None

    async def import_log(self, log: Path) -> int:
        """Move the lines of the log into the database, and return their number. A crash neither loses nor doubles any.

        A line that cannot be stored goes to a separate file, so that it does not prevent opening the store. For a
        conversation that was deleted meanwhile only the numbers are stored, without texts.
        """
        self._log = log
        total = 0
        for path in await asyncio.to_thread(_rename_logs, log):
            read = await asyncio.to_thread(_read_log, path, self._owner)
            if read is None:
                continue
            count, deleted = await self._database.write(partial(_insert_once, read=read, source=path.name))
            total += count
            await asyncio.to_thread(
                _remove_imported_log, path, [line for line in read.invalid if conversation_of_line(line) not in deleted]
            )
        return total

    async def forget(self, conversation_id: str) -> None:
        """Remove the texts of a conversation from the files next to the log.

        Deleting a conversation already removes them from the database.
        """
        if self._log is not None:
            with self._database.store_errors():
                await asyncio.to_thread(remove_conversation_lines, self._log, conversation_id)

    async def ways(self) -> dict[str, dict[str, WayCount]]:
        """Return for each model and method how often it was used, and how often it worked."""
        calls = model_calls.c
        worked = func.sum(case((calls.has_worked, 1), else_=0))
        query = (
            select(calls.model, calls.way, func.count(), worked)
            .where(calls.owner == self._owner)
            .group_by(calls.model, calls.way)
            .order_by(calls.model, calls.way)
        )
        found: dict[str, dict[str, WayCount]] = {}
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        for model, way, used, worked_count in rows:
            found.setdefault(model, {})[way] = WayCount(used, worked_count)
        return found

    async def cost(self, *, since: str = "") -> list[CostRow]:
        """Return the cost of each model for this owner, most expensive first."""
        calls = model_calls.c
        query = (
            select(
                calls.model,
                func.count(),
                func.count(calls.error),
                _capped_sum(calls.prompt_tokens, MAX_TOKENS),
                _capped_sum(calls.completion_tokens, MAX_TOKENS),
                _capped_sum(calls.dollars, MAX_DOLLARS),
                func.sum(case((calls.dollars.is_(None), 1), else_=0)),
                _capped_sum(calls.seconds, _MAX_SECONDS),
            )
            .where(calls.owner == self._owner, calls.at >= since)
            .group_by(calls.model)
            .order_by(_capped_sum(calls.dollars, MAX_DOLLARS).desc(), calls.model)
        )
        return [CostRow(*row) for row in await self._database.read(lambda connection: connection.execute(query).all())]


@dataclass(frozen=True, slots=True)
class _LogContent:
    """The content of a log: rows, each with its conversation, and invalid lines."""

    rows: Sequence[tuple[str | None, dict[str, Any]]]
    invalid: Sequence[bytes]

    def conversations(self) -> list[str]:
        """Return the conversations in it."""
        ids = [*(conversation for conversation, _ in self.rows), *map(conversation_of_line, self.invalid)]
        return sorted(
            {conversation for conversation in ids if conversation and _storable_text(conversation) == conversation}
        )


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
    removal = update(model_calls).where(calls.owner == owner, is_known | is_possible).values(body=_EMPTY_BODY)
    connection.execute(removal)


def _body_prefix(conversation_id: str) -> str:
    """Return the start of the body of every call in this conversation."""
    return json.dumps({"conversation": conversation_id}).removesuffix("}")


def _capped_sum(column: Column[Any], limit: float) -> ColumnElement[Any]:
    """Sum the plausible values: earlier versions stored any number that a server reported."""
    return func.sum(case((column.between(0, limit), column), else_=type(limit)(0)))


def _insert_once(connection: Connection, read: _LogContent, source: str) -> tuple[int, set[str]]:
    """Insert the rows unless it was done before. Return their number, and the deleted conversations."""
    deleted = _deleted_conversations(connection, read.conversations())
    imported = select(func.count()).select_from(model_calls).where(model_calls.c.source == source)
    if not read.rows or connection.scalar(imported):
        return 0, deleted
    rows = [{**row, "body": _EMPTY_BODY} if conversation in deleted else row for conversation, row in read.rows]
    connection.execute(insert(model_calls), rows)
    return len(rows), deleted


def _deleted_conversations(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return the deleted conversations. The others are locked until this transaction ends."""
    existing: set[str] = set()
    for start in range(0, len(ids), _BATCH_SIZE):
        query = select(conversations.c.id).where(conversations.c.id.in_(ids[start : start + _BATCH_SIZE]))
        existing.update(connection.scalars(query.with_for_update(read=True, key_share=True)))
    return set(ids) - existing


def _rename_logs(log: Path) -> list[Path]:
    """Rename the log so that no program writes to it; `.old` is the log of earlier versions."""
    for path in (log, log.with_suffix(f".old{log.suffix}")):
        with contextlib.suppress(OSError):  # another process was faster, or it cannot be moved now
            if path.stat().st_size:
                path.replace(pending_path(log))
    return pending_logs(log)


def _remove_imported_log(log: Path, invalid: Sequence[bytes]) -> None:
    """Remove an imported log. If its invalid lines cannot be saved, the log stays for the next time."""
    with contextlib.suppress(OSError):
        save_rejected_lines(log, invalid)
        log.unlink(missing_ok=True)


def _read_log(path: Path, owner: str) -> _LogContent | None:
    """Read a log: empty if another process has just imported it, None if it cannot be read."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return _LogContent((), ())
    except OSError:
        return None
    rows: list[tuple[str | None, dict[str, Any]]] = []
    invalid: list[bytes] = []
    for line in filter(None, content.split(b"\n")):
        try:
            call = json.loads(line)
            row = _call_row(call, path.name, owner) if isinstance(call, dict) else None
        except (ValueError, RecursionError):
            row = None
        if row is None:
            invalid.append(line)
        else:
            rows.append(row)
    return _LogContent(rows, invalid)


def _call_row(call: dict[str, Any], source: str, owner: str) -> tuple[str | None, dict[str, Any]]:
    """Return the conversation and the row; every value is made to fit its column."""
    conversation = call.get("conversation")
    conversation = conversation if isinstance(conversation, str) else None
    texts = {name: call.get(name) for name in ("messages", "reply", "feedback")}
    body = json.dumps({"conversation": conversation, **texts} if "conversation" in call else texts)
    return conversation, {
        "owner": owner,
        "source": source,
        "at": _storable_text(call.get("at", ""))[:40],
        "purpose": _storable_text(call.get("purpose", ""))[:128],
        "model": _storable_text(call.get("model", ""))[:200],
        "way": _storable_text(call.get("way", ""))[:32],
        "prompt_tokens": clamp_tokens(call.get("prompt_tokens")),
        "completion_tokens": clamp_tokens(call.get("completion_tokens")),
        "dollars": clamp_amount(call.get("dollars"), MAX_DOLLARS),
        "seconds": clamp_amount(call.get("seconds"), _MAX_SECONDS) or 0.0,
        "error": _storable_text(call["error"])[:64] if call.get("error") else None,
        "has_worked": call.get("feedback") is None and call.get("error") is None,
        "body": _ESCAPED_NUL.sub(r"\1", body) if "\\u0000" in body else body,
    }


def _storable_text(value: object) -> str:
    """Return the value as a text that every database accepts."""
    return str(value).replace("\0", "").encode(errors="replace").decode()
