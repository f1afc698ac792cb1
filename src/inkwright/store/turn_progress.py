"""The progress of turns: asks and answers, steps that run only once, and the ledger of results."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from sqlalchemy import bindparam, delete, false, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from inkwright.clock import Clock
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.turns import LedgerEntry
from inkwright.errors import AlreadyAnswered, NotFound, StoreError
from inkwright.store.database import Database
from inkwright.store.tables import answers, asks, ledger, steps, turns


class StoredAsks:
    """Implements `Asks`. The first answer counts, also where two come at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, ask: Ask) -> None:
        row = {"id": ask.id, "turn_id": ask.turn_id, "owner": ask.owner, "body": ask.model_dump_json()}
        await self._database.write(lambda connection: connection.execute(insert(asks), row).close())

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        asked = select(asks.c.body).where(asks.c.id == ask_id, asks.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(asked))
        return Ask.model_validate_json(body) if body else None

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
        asked = select(answers.c.body).where(answers.c.ask_id == ask_id, answers.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(asked))
        return Answer.model_validate_json(body) if body else None

    async def waiting(self, *, owner: str) -> list[Ask]:
        """What the person has not answered yet, oldest first. A turn that is over or was replaced asks nothing."""
        is_open = (turns.c.status != "finished") & (turns.c.is_replaced == false())
        asked = (
            select(asks.c.body)
            .join(turns, turns.c.id == asks.c.turn_id)
            .outerjoin(answers, answers.c.ask_id == asks.c.id)
            .where(asks.c.owner == owner, answers.c.ask_id.is_(None), is_open)
            .order_by(asks.c.id)
        )
        bodies = await self._database.read(lambda connection: connection.scalars(asked).all())
        return [Ask.model_validate_json(body) for body in bodies]


_LEDGER_OF_TURN: Final = select(ledger.c.body).where(ledger.c.turn_id == bindparam("turn")).order_by(ledger.c.number)


class StoredLedger:
    """Implements `Ledger`; the same artifact counts once.

    What a step makes is written down together with the end of the step: neither is there without the other.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._adding = database.insert(ledger).on_conflict_do_nothing(index_elements=["turn_id", "artifact_id"])

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        row = {"turn_id": turn_id, "artifact_id": entry.artifact.id, "body": entry.model_dump_json()}
        await self._database.along(lambda connection: connection.execute(self._adding, row).close())

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        bodies = await self._database.read(
            lambda connection: connection.scalars(_LEDGER_OF_TURN, {"turn": turn_id}).all()
        )
        return [LedgerEntry.model_validate_json(body) for body in bodies]


LEASE_SECONDS: Final = 60.0
"""For so long a step belongs to who began it, or has last said so; after that its process is taken for dead."""

_RENEW_SECONDS: Final = 20.0

_POLL_SECONDS: Final = 0.1
_FINISH_STEP: Final = (
    update(steps)
    .where(steps.c.key == bindparam("of_key"), steps.c.lease.in_(bindparam("leases", expanding=True)))
    .values(result=bindparam("done"))
)
_COUNT_STEPS: Final = select(func.count()).where(steps.c.key == bindparam("of_key"))


class _LeaseLost(Exception):
    """The lease ran out while the work was done, and another one does it now, or has done it."""


class StoredSteps:
    """Implements `Steps`. Who comes while another does the work waits for its result."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        adding = database.insert(steps)
        beginning = adding.on_conflict_do_update(
            index_elements=[steps.c.key],
            set_={"lease": adding.excluded.lease},
            where=steps.c.result.is_(None) & (steps.c.lease < adding.excluded.lease - LEASE_SECONDS),
        )
        # Without the option Postgres does not say how many rows an insert made.
        self._beginning = beginning.execution_options(preserve_rowcount=True)

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        while (lease := await self._begun(key)) is None:
            result = await self._result(key)
            if result is not None:
                return json.loads(result)
            await asyncio.sleep(_POLL_SECONDS)
        leases = [lease]
        renewing = asyncio.create_task(self._renew(key, leases))
        try:
            async with self._database.together() as works:
                done = json.dumps(await work())
                works.append(partial(_finish_step, key=key, leases=leases, result=done))
        except _LeaseLost:
            # Nothing of ours was kept: what the other makes of it counts.
            return await self.once(key, work)
        except BaseException:
            await asyncio.shield(self._forget(key, leases))
            raise
        finally:
            renewing.cancel()
        return json.loads(done)

    async def _begun(self, key: str) -> float | None:
        """The lease under which the work is ours to do now: nobody has begun it, or who did is gone."""
        lease = self._lease()
        try:
            is_ours = await self._database.write(partial(self._begin, key=key, lease=lease), is_short=True)
        except asyncio.CancelledError:
            await asyncio.shield(self._forget(key, [lease]))
            raise
        return lease if is_ours else None

    async def _renew(self, key: str, leases: list[float]) -> None:
        """Say now and then that the work goes on. A database that does not answer now may answer the next time."""
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            ours = (steps.c.key == key) & steps.c.lease.in_(leases)
            leases.append(self._lease())
            renewing = update(steps).where(ours).values(lease=leases[-1])
            with contextlib.suppress(StoreError):
                await self._database.write(partial(_execute_statement, statement=renewing))

    def _lease(self) -> float:
        return self._clock.now().timestamp() + LEASE_SECONDS

    def _begin(self, connection: Connection, key: str, lease: float) -> bool:
        row = {"key": key, "result": None, "lease": lease}
        return connection.execute(self._beginning, row).rowcount == 1

    async def _result(self, key: str) -> str | None:
        asked = select(steps.c.result).where(steps.c.key == key)
        found: str | None = await self._database.read(lambda connection: connection.scalar(asked))
        return found

    async def _forget(self, key: str, leases: list[float]) -> None:
        """Let the next one do it. What another has begun is left alone."""
        ours = (steps.c.key == key) & steps.c.result.is_(None) & steps.c.lease.in_(leases)
        await self._database.write(partial(_execute_statement, statement=delete(steps).where(ours)))


def _execute_statement(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _finish_step(connection: Connection, key: str, leases: list[float], result: str) -> None:
    finished = connection.execute(_FINISH_STEP, {"of_key": key, "leases": leases, "done": result})
    if finished.rowcount == 0 and connection.scalar(_COUNT_STEPS, {"of_key": key}):
        raise _LeaseLost
