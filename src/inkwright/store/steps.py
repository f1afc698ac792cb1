"""Steps that must not be done twice: by their keys, in any process."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from inkwright.clock import Clock
from inkwright.store.database import Database
from inkwright.store.tables import steps

LEASE_SECONDS: Final = 900.0
"""For so long a step that was begun belongs to who began it; after that its process is taken for dead."""

_LOOK_AGAIN: Final = 0.1


class StoredSteps:
    """Implements `Steps`. Who comes while another does the work waits for its result."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        while not await self._begun(key):
            result = await self._result(key)
            if result is not None:
                return json.loads(result)
            await asyncio.sleep(_LOOK_AGAIN)
        try:
            done = json.dumps(await work())
        except BaseException:
            await asyncio.shield(self._forget(key))
            raise
        async with self._database.writing() as connection:
            await connection.execute(update(steps).where(steps.c.key == key).values(result=done))
        return json.loads(done)

    async def _begun(self, key: str) -> bool:
        """Whether the work is ours to do now: nobody has begun it, or who did is long gone."""
        now = self._clock.now().timestamp()
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(steps), [{"key": key, "result": None, "lease": now + LEASE_SECONDS}])
        except IntegrityError:
            async with self._database.writing() as connection:
                taken = await connection.execute(
                    update(steps)
                    .where(steps.c.key == key, steps.c.result.is_(None), steps.c.lease < now)
                    .values(lease=now + LEASE_SECONDS)
                )
                return bool(taken.rowcount)
        return True

    async def _result(self, key: str) -> str | None:
        async with self._database.reading() as connection:
            found: str | None = (await connection.execute(select(steps.c.result).where(steps.c.key == key))).scalar()
        return found

    async def _forget(self, key: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(delete(steps).where(steps.c.key == key, steps.c.result.is_(None)))
