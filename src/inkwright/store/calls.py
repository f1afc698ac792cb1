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
"""An escaped backslash, which stays, or an escaped zero, which Postgres takes into no value of JSON."""

_EMPTY_BODY: Final = "{}"
_TURN_PURPOSES: Final = ("turn", "chain")
"""What the calls of a conversation were for, in programs that did not write down of which."""


@dataclass(frozen=True, slots=True)
class CostRow:
    """What a model has cost. `unknown` calls have no known price."""

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
    """How often a way of asking was taken, and how often it worked."""

    taken: int
    worked: int


class StoredCalls:
    """What the log of calls holds, in the database. Calls are logged to a file, which makes nobody wait and survives
    everything; `take_over_turn` brings them here.
    """

    def __init__(self, database: Database, clock: Clock, owner: str) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._log: Path | None = None

    async def take_over(self, log: Path) -> int:
        """Move the lines of the log into the database; how many. A crash in between loses none and doubles none.

        A line that cannot be kept is set aside in a file of its own: it keeps nobody from opening the store. Of a
        conversation that was deleted meanwhile the numbers are kept, and nothing that was said.
        """
        self._log = log
        taken = 0
        for path in await asyncio.to_thread(_rename_logs, log):
            read = await asyncio.to_thread(_read_log, path, self._owner)
            if read is None:
                continue
            count, gone = await self._database.write(partial(_insert_once, read=read, source=path.name))
            taken += count
            await asyncio.to_thread(
                _remove_imported_log, path, [line for line in read.spoilt if conversation_of_line(line) not in gone]
            )
        return taken

    async def forget(self, conversation_id: str) -> None:
        """Remove what was said in a conversation from the files beside the log; the database does so by itself, when
        the conversation is deleted.
        """
        if self._log is not None:
            with self._database.told():
                await asyncio.to_thread(remove_conversation_lines, self._log, conversation_id)

    async def ways(self) -> dict[str, dict[str, WayCount]]:
        """For each model and way of asking: how often it was taken, how often it worked."""
        calls = model_calls.c
        worked = func.sum(case((calls.has_worked, 1), else_=0))
        asked = (
            select(calls.model, calls.way, func.count(), worked)
            .where(calls.owner == self._owner)
            .group_by(calls.model, calls.way)
            .order_by(calls.model, calls.way)
        )
        found: dict[str, dict[str, WayCount]] = {}
        for model, way, taken, well in await self._database.read(lambda connection: connection.execute(asked).all()):
            found.setdefault(model, {})[way] = WayCount(taken, well)
        return found

    async def cost(self, *, since: str = "") -> list[CostRow]:
        """What each model has cost this owner, the dearest first."""
        calls = model_calls.c
        asked = (
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
        return [CostRow(*row) for row in await self._database.read(lambda connection: connection.execute(asked).all())]


@dataclass(frozen=True, slots=True)
class _LogContent:
    """What stands in a log: rows, each with its conversation, and the lines that are none."""

    rows: Sequence[tuple[str | None, dict[str, Any]]]
    spoilt: Sequence[bytes]

    def conversations(self) -> list[str]:
        """Those that are named."""
        named = [*(of for of, _ in self.rows), *map(conversation_of_line, self.spoilt)]
        return sorted({of for of in named if of and _storable_text(of) == of})


def remove_call_bodies(connection: Connection, conversation_id: str, owner: str, started_at: str) -> None:
    """Remove what was said in a conversation from its calls; tokens, price, time and verdict stay.

    Earlier programs did not write down of which conversation a call is. Of those calls all that may be of it lose what
    was said: those of turns, since it began.
    """
    calls, begins = model_calls.c, _body_prefix(conversation_id)
    of_it = func.substr(calls.body, 1, len(begins)) == begins
    may_be = ~calls.body.startswith('{"conversation"') & calls.purpose.in_(_TURN_PURPOSES) & (calls.at >= started_at)
    emptied = update(model_calls).where(calls.owner == owner, of_it | may_be).values(body=_EMPTY_BODY)
    connection.execute(emptied)


def _body_prefix(conversation_id: str) -> str:
    """How the body of a call of this conversation begins."""
    return json.dumps({"conversation": conversation_id}).removesuffix("}")


def _capped_sum(column: Column[Any], most: float) -> ColumnElement[Any]:
    """What can be, added up: earlier programs kept any number that a server said."""
    return func.sum(case((column.between(0, most), column), else_=type(most)(0)))


def _insert_once(connection: Connection, read: _LogContent, source: str) -> tuple[int, set[str]]:
    """How many rows were added, and which of the conversations are gone."""
    gone = _deleted_conversations(connection, read.conversations())
    done = select(func.count()).select_from(model_calls).where(model_calls.c.source == source)
    if not read.rows or connection.scalar(done):
        return 0, gone
    rows = [{**row, "body": _EMPTY_BODY} if of in gone else row for of, row in read.rows]
    connection.execute(insert(model_calls), rows)
    return len(rows), gone


def _deleted_conversations(connection: Connection, named: Sequence[str]) -> set[str]:
    """Those that were deleted. The others are not, before this transaction ends."""
    there: set[str] = set()
    for start in range(0, len(named), _BATCH_SIZE):
        asked = select(conversations.c.id).where(conversations.c.id.in_(named[start : start + _BATCH_SIZE]))
        there.update(connection.scalars(asked.with_for_update(read=True, key_share=True)))
    return set(named) - there


def _rename_logs(log: Path) -> list[Path]:
    """The log under names that nobody writes to; the older one is that of earlier programs."""
    for path in (log, log.with_suffix(f".old{log.suffix}")):
        with contextlib.suppress(OSError):  # another process was faster, or it cannot be moved now
            if path.stat().st_size:
                path.replace(pending_path(log))
    return pending_logs(log)


def _remove_imported_log(taken: Path, spoilt: Sequence[bytes]) -> None:
    """Remove a log that was taken over. Where the disk does not take its spoilt lines, it is left for the next time."""
    with contextlib.suppress(OSError):
        save_rejected_lines(taken, spoilt)
        taken.unlink(missing_ok=True)


def _read_log(path: Path, owner: str) -> _LogContent | None:
    """What stands in the log; nothing where another process has just taken it over, None where it cannot be read."""
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return _LogContent((), ())
    except OSError:
        return None
    rows: list[tuple[str | None, dict[str, Any]]] = []
    spoilt: list[bytes] = []
    for line in filter(None, written.split(b"\n")):
        try:
            call = json.loads(line)
            row = _call_row(call, path.name, owner) if isinstance(call, dict) else None
        except (ValueError, RecursionError):
            row = None
        if row is None:
            spoilt.append(line)
        else:
            rows.append(row)
    return _LogContent(rows, spoilt)


def _call_row(call: dict[str, Any], source: str, owner: str) -> tuple[str | None, dict[str, Any]]:
    """The conversation, and the row: whatever the line says, every value fits its column."""
    of = call.get("conversation")
    of = of if isinstance(of, str) else None
    said = {name: call.get(name) for name in ("messages", "reply", "feedback")}
    body = json.dumps({"conversation": of, **said} if "conversation" in call else said)
    return of, {
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
    """The value as a text that every database takes."""
    return str(value).replace("\0", "").encode(errors="replace").decode()
