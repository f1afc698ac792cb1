"""The progress of turns: asks and answers, steps that run only once, and the ledger of results."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, delete, false, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from inkwright.clock import Clock
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.changes import CHANGE_KEY_PREFIX, ChangeEntry
from inkwright.conversation.turns import LEASE_SECONDS, LedgerEntry
from inkwright.errors import AlreadyAnswered, NotFound, StoreError
from inkwright.store.database import Database, stored_value
from inkwright.store.tables import answers, asks, ledger, steps, turns

_ask_from: Final = stored_value(Ask.model_validate_json)
_answer_from: Final = stored_value(Answer.model_validate_json)
_entry_from: Final = stored_value(LedgerEntry.model_validate_json)
_change_from: Final = stored_value(ChangeEntry.model_validate_json)


class StoredAsks:
    """Implements `Asks`. The first answer counts, even if two arrive at the same time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, ask: Ask) -> None:
        row = {"id": ask.id, "turn_id": ask.turn_id, "owner": ask.owner, "body": ask.model_dump_json()}
        insertion = self._database.insert(asks).on_conflict_do_nothing(index_elements=[asks.c.id])
        await self._database.write(lambda connection: connection.execute(insertion, row).close())

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        query = select(asks.c.body).where(asks.c.id == ask_id, asks.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(query))
        return _ask_from(body) if body else None

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        ask = await self.get(ask_id, owner=owner)
        if ask is None:
            raise NotFound(what_kind="ask", id=ask_id)
        row = {"ask_id": ask_id, "owner": owner, "body": answer.model_dump_json()}
        try:
            await self._database.write(lambda connection: connection.execute(insert(answers), row).close())
        except IntegrityError as problem:
            raise AlreadyAnswered(id=ask_id) from problem
        return ask

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        query = select(answers.c.body).where(answers.c.ask_id == ask_id, answers.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(query))
        return _answer_from(body) if body else None

    async def waiting(self, *, owner: str) -> list[Ask]:
        """Return the unanswered asks, oldest first, without those of finished or replaced turns."""
        is_open = (turns.c.status != "finished") & (turns.c.is_replaced == false())
        query = (
            select(asks.c.body)
            .join(turns, turns.c.id == asks.c.turn_id)
            .outerjoin(answers, answers.c.ask_id == asks.c.id)
            .where(asks.c.owner == owner, answers.c.ask_id.is_(None), is_open)
            .order_by(asks.c.id)
        )
        bodies = await self._database.read(lambda connection: connection.scalars(query).all())
        return [_ask_from(body) for body in bodies]


_IN_TURN: Final = select(ledger.c.body).where(ledger.c.turn_id == bindparam("turn")).order_by(ledger.c.number)
_IS_CHANGE: Final = ledger.c.artifact_id.startswith(CHANGE_KEY_PREFIX, autoescape=True)
_ARTIFACTS_OF_TURN: Final = _IN_TURN.where(~_IS_CHANGE)
_CHANGES_OF_TURN: Final = _IN_TURN.where(_IS_CHANGE)


class StoredLedger:
    """Implements `Ledger`. The same artifact, or change, counts once.

    The entries of a step are written in one transaction with the end of the step.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = database.insert(ledger).on_conflict_do_nothing(index_elements=["turn_id", "artifact_id"])

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        await self._add(turn_id, entry.artifact.id, entry.model_dump_json())

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        return [_entry_from(body) for body in await self._bodies(_ARTIFACTS_OF_TURN, turn_id)]

    async def add_change(self, turn_id: str, entry: ChangeEntry) -> None:
        await self._add(turn_id, entry.change.key, entry.model_dump_json())

    async def changes_of(self, turn_id: str) -> list[ChangeEntry]:
        return [_change_from(body) for body in await self._bodies(_CHANGES_OF_TURN, turn_id)]

    async def _add(self, turn_id: str, key: str, body: str) -> None:
        row = {"turn_id": turn_id, "artifact_id": key, "body": body}
        await self._database.along(lambda connection: connection.execute(self._insert, row).close())

    async def _bodies(self, query: Select[Any], turn_id: str) -> Sequence[str]:
        return await self._database.read(
            lambda connection: connection.scalars(query, {"turn": turn_id}).all(), is_short=True
        )


_RENEW_SECONDS: Final = 20.0

_POLL_SECONDS: Final = 0.1
_FINISH_STEP: Final = (
    update(steps)
    .where(steps.c.key == bindparam("of_key"), steps.c.lease.in_(bindparam("leases", expanding=True)))
    .values(result=bindparam("done"))
)
_COUNT_STEPS: Final = select(func.count()).where(steps.c.key == bindparam("of_key"))


class _LeaseLost(Exception):
    """The lease expired during the work, and another process has taken the step."""


class StoredSteps:
    """Implements `Steps`. A second caller of a running step waits for its result."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        insertion = database.insert(steps)
        takeover = insertion.on_conflict_do_update(
            index_elements=[steps.c.key],
            set_={"lease": insertion.excluded.lease},
            where=steps.c.result.is_(None) & ~_is_held(steps.c.lease, insertion.excluded.lease),
        )
        # Without this option Postgres does not report how many rows were inserted.
        self._insert = takeover.execution_options(preserve_rowcount=True)

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        while (lease := await self._acquire(key)) is None:
            result = await self._result(key)
            if result is not None:
                return json.loads(result)
            await asyncio.sleep(_POLL_SECONDS)
        leases = [lease]
        renewal = asyncio.create_task(self._renew_lease(key, leases))
        try:
            async with self._database.together() as works:
                result_json = json.dumps(await work())
                works.append(partial(_finish_step, key=key, leases=leases, result=result_json))
        except _LeaseLost:
            # Nothing was written here: the result of the other process counts.
            return await self.once(key, work)
        except BaseException:
            await asyncio.shield(self._release(key, leases))
            raise
        finally:
            renewal.cancel()
        return json.loads(result_json)

    async def _acquire(self, key: str) -> float | None:
        """Return a lease if the step is free or its process has died; None if another process works on it."""
        lease = self._lease()
        try:
            is_free = await self._database.write(partial(self._try_acquire, key=key, lease=lease), is_short=True)
        except asyncio.CancelledError:
            await asyncio.shield(self._release(key, [lease]))
            raise
        return lease if is_free else None

    async def _renew_lease(self, key: str, leases: list[float]) -> None:
        """Renew the lease regularly. If the database does not answer once, the next renewal may work."""
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            condition = (steps.c.key == key) & steps.c.lease.in_(leases)
            leases.append(self._lease())
            renewal = update(steps).where(condition).values(lease=leases[-1])
            with contextlib.suppress(StoreError):
                await self._database.write(partial(_execute_statement, statement=renewal))

    def _lease(self) -> float:
        return self._clock.now().timestamp() + LEASE_SECONDS

    def _try_acquire(self, connection: Connection, key: str, lease: float) -> bool:
        row = {"key": key, "result": None, "lease": lease}
        return connection.execute(self._insert, row).rowcount == 1

    async def _result(self, key: str) -> str | None:
        query = select(steps.c.result).where(steps.c.key == key)
        found: str | None = await self._database.read(lambda connection: connection.scalar(query))
        return found

    async def _release(self, key: str, leases: list[float]) -> None:
        """Release the step, unless another process has taken it."""
        condition = (steps.c.key == key) & steps.c.result.is_(None) & steps.c.lease.in_(leases)
        await self._database.write(partial(_execute_statement, statement=delete(steps).where(condition)))


def _is_held(lease: ColumnElement[float], new_lease: ColumnElement[float]) -> ColumnElement[bool]:
    """Whether a lease holds when a new one is given, as `is_lease_valid` tells."""
    return (lease >= new_lease - LEASE_SECONDS) & (lease <= new_lease + LEASE_SECONDS)


def _execute_statement(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _finish_step(connection: Connection, key: str, leases: list[float], result: str) -> None:
    finished = connection.execute(_FINISH_STEP, {"of_key": key, "leases": leases, "done": result})
    if finished.rowcount == 0 and connection.scalar(_COUNT_STEPS, {"of_key": key}):
        raise _LeaseLost
