"""SQLite, asked in threads: one hop for a whole transaction. Writers of this process queue up for one thread, before
they meet those of other processes at the file's own lock.

The asynchronous driver takes a hop for every single step, which cost several times as much.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine

_BUSY_MS: Final = 30_000
_READERS: Final = 4
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_BUSY_MS}")

Result = TypeVar("Result")


class SqliteBackend:
    """One file."""

    def __init__(self, url: URL) -> None:
        self._engine = _engine(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._writing: Connection | None = None

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work finds."""
        return await _in_thread(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """What the work returns, when it is on disk. It is begun for writing at once, so that it waits for others
        instead of failing in the middle.
        """
        return await _in_thread(self._writer, self._write, work)

    async def close(self) -> None:
        """Let go of every connection and thread."""
        await asyncio.to_thread(self._close)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        # The one connection for writing is kept; after trouble the next write begins with another.
        connection, self._writing = self._writing or self._engine.connect(), None
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            result = work(connection)
            connection.commit()
        except BaseException:
            connection.close()
            raise
        self._writing = connection
        return result

    def _close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        if self._writing is not None:
            self._writing.close()
        self._engine.dispose()


async def _in_thread(
    threads: ThreadPoolExecutor,
    ask: Callable[[Callable[[Connection], Result]], Result],
    work: Callable[[Connection], Result],
) -> Result:
    """What the work returns. Who is cancelled waits until it is done: it is known then that it is."""
    future = asyncio.get_running_loop().run_in_executor(threads, ask, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        raise


def _engine(url: URL) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite"),
        pool_size=_READERS + 1,
        connect_args={"timeout": _BUSY_MS / 1000, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def settings(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
