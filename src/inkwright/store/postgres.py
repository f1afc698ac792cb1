"""Postgres backend, using the asynchronous driver."""

from collections.abc import Callable

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.engine import URL, Connection
from sqlalchemy.ext.asyncio import create_async_engine

from inkwright.store.sqlite import Result


class PostgresBackend:
    """A server, asked through the asynchronous driver."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work finds."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """What the work returns, when it is on disk."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Let go of every connection."""
        await self._engine.dispose()

    @staticmethod
    def insert(table: Table) -> Insert:
        """An insert that can say what to do about a row that is there already."""
        return insert(table)
