"""Every call of a model: tokens, price, time, and what was said."""

import asyncio
import contextlib
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import case, func, insert, select
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.store.call_files import aside, set_aside
from inkwright.store.database import Database
from inkwright.store.tables import model_calls


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
    everything; `take_over` brings them here.
    """

    def __init__(self, database: Database, clock: Clock, owner: str) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner

    async def take_over(self, log: Path) -> int:
        """Move the lines of the log into the database; how many. A crash in between loses none and doubles none."""
        taken = 0
        for path in await asyncio.to_thread(_moved_aside, log):
            rows = await asyncio.to_thread(_rows, path, self._owner)
            taken += await self._database.write(partial(_add_once, rows=rows, source=path.name))
            await asyncio.to_thread(path.unlink, missing_ok=True)
        return taken

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
                func.sum(calls.prompt_tokens),
                func.sum(calls.completion_tokens),
                func.coalesce(func.sum(calls.dollars), 0.0),
                func.sum(case((calls.dollars.is_(None), 1), else_=0)),
                func.sum(calls.seconds),
            )
            .where(calls.owner == self._owner, calls.at >= since)
            .group_by(calls.model)
            .order_by(func.coalesce(func.sum(calls.dollars), 0.0).desc(), calls.model)
        )
        return [CostRow(*row) for row in await self._database.read(lambda connection: connection.execute(asked).all())]


def _add_once(connection: Connection, rows: list[dict[str, Any]], source: str) -> int:
    done = select(func.count()).select_from(model_calls).where(model_calls.c.source == source)
    if not rows or connection.scalar(done):
        return 0
    connection.execute(insert(model_calls), rows)
    return len(rows)


def _moved_aside(log: Path) -> list[Path]:
    """The log under names that nobody writes to; the older one is that of earlier programs."""
    for path in (log, log.with_suffix(f".old{log.suffix}")):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            if path.stat().st_size:
                path.replace(aside(log))
    return set_aside(log)


def _rows(path: Path, owner: str) -> list[dict[str, Any]]:
    """The lines that can be read; one that was cut off by a crash is passed over. None where another process has just
    taken them over.
    """
    found: list[dict[str, Any]] = []
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return found
    for line in written.split(b"\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            found.append(_row(row, path.name, owner))
    return found


def _row(call: dict[str, Any], source: str, owner: str) -> dict[str, Any]:
    body = {name: call.get(name) for name in ("messages", "reply", "feedback")}
    return {
        "owner": owner,
        "source": source,
        "at": str(call.get("at", "")),
        "purpose": str(call.get("purpose", ""))[:128],
        "model": str(call.get("model", ""))[:200],
        "way": str(call.get("way", ""))[:32],
        "prompt_tokens": int(_number(call.get("prompt_tokens")) or 0),
        "completion_tokens": int(_number(call.get("completion_tokens")) or 0),
        "dollars": _number(call.get("dollars")),
        "seconds": _number(call.get("seconds")) or 0.0,
        "error": str(call["error"])[:64] if call.get("error") else None,
        "has_worked": call.get("feedback") is None and call.get("error") is None,
        "body": json.dumps(body).replace("\\u0000", ""),
    }


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
