"""SQLite, asked in threads: a transaction is two hops to a thread, and writers of this process queue up for one.

The asynchronous driver takes a hop for every single step, which cost three times as much.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine, Result

_BUSY_MS: Final = 30_000
_READERS: Final = 4
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_BUSY_MS}")


class SqliteConnection:
    """A connection in a thread. A writer's transaction is begun for writing at once, with its first statement."""

    def __init__(self, connection: Connection, threads: ThreadPoolExecutor, *, is_writer: bool) -> None:
        self._connection = connection
        self._threads = threads
        self._has_to_begin = is_writer

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        """The result of a statement, its rows read."""
        return await in_thread(self._threads, self._execute, statement, parameters)

    def _execute(self, statement: Any, parameters: Any) -> Result[Any]:
        if self._has_to_begin:
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._has_to_begin = False
        result = self._connection.execute(statement, parameters)
        return result.freeze()() if result.returns_rows else result


class SqliteBackend:
    """One file. Its writers take turns here before they meet those of other processes at the file's own lock."""

    def __init__(self, url: URL) -> None:
        self._engine = _engine(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._turns = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """A connection to read from."""
        connection = await in_thread(self._readers, self._engine.connect)
        try:
            yield SqliteConnection(connection, self._readers, is_writer=False)
        finally:
            await in_thread(self._readers, connection.close)

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        """A transaction that is on disk when it is left, and gone when it is left by an error."""
        async with self._turns:
            connection = await in_thread(self._writer, self._engine.connect)
            try:
                yield SqliteConnection(connection, self._writer, is_writer=True)
                await in_thread(self._writer, connection.commit)
            finally:
                await in_thread(self._writer, connection.close)

    async def close(self) -> None:
        """Let go of every connection and thread."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._engine.dispose()
        self._writer.shutdown()
        self._readers.shutdown()


async def in_thread(threads: ThreadPoolExecutor, work: Callable[..., Any], *arguments: Any) -> Any:
    """What the work returns. Who is cancelled waits until the thread is done with it: two threads never share it."""
    future = asyncio.get_running_loop().run_in_executor(threads, work, *arguments)
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
