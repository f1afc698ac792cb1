"""Steps that must not be done twice: by their keys, in any process."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.errors import StoreError
from inkwright.store.database import Database
from inkwright.store.tables import steps

LEASE_SECONDS: Final = 60.0
"""For so long a step belongs to who began it, or has last said so; after that its process is taken for dead."""

_RENEW_SECONDS: Final = 20.0

_LOOK_AGAIN: Final = 0.1
_FINISHING: Final = (
    update(steps)
    .where(steps.c.key == bindparam("of_key"), steps.c.lease.in_(bindparam("leases", expanding=True)))
    .values(result=bindparam("done"))
)
_THERE: Final = select(func.count()).where(steps.c.key == bindparam("of_key"))


class _TakenOver(Exception):
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
            await asyncio.sleep(_LOOK_AGAIN)
        leases = [lease]
        renewing = asyncio.create_task(self._renew(key, leases))
        try:
            async with self._database.together() as works:
                done = json.dumps(await work())
                works.append(partial(_finish, key=key, leases=leases, result=done))
        except _TakenOver:
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
                await self._database.write(partial(_execute, statement=renewing))

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
        await self._database.write(partial(_execute, statement=delete(steps).where(ours)))


def _execute(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _finish(connection: Connection, key: str, leases: list[float], result: str) -> None:
    finished = connection.execute(_FINISHING, {"of_key": key, "leases": leases, "done": result})
    if finished.rowcount == 0 and connection.scalar(_THERE, {"of_key": key}):
        raise _TakenOver
