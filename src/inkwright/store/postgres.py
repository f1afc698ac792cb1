"""Postgres backend, using the asynchronous driver."""

from collections.abc import Callable

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.engine import URL, Connection
from sqlalchemy.ext.asyncio import create_async_engine

from inkwright.store.sqlite import Result


class PostgresBackend:
    """A Postgres server, accessed with the asynchronous driver."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)

    async def read(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work once it is on disk."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def checkpoint(self) -> None:
        """Do nothing: the server looks after its own log."""

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    @staticmethod
    def insert(table: Table) -> Insert:
        """Return an insert that supports `on_conflict_…`."""
        return insert(table)
