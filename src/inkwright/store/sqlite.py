"""SQLite, asked in threads: one hop for a whole transaction. Writers of this process queue up for one thread, before
they meet those of other processes at the file's own lock. A short write is done where it is wanted, if the file is
free: the hop alone takes several times as long.

The asynchronous driver takes a hop for every single step, which cost several times as much again.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import OperationalError

_BUSY_MS: Final = 30_000
_READERS: Final = 4
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON")

_SHORT_IN_A_ROW: Final = 100
"""After so many short writes the next one goes through the thread, where the log is put into the file when it is long:
that may take a while, and nobody else shall wait for it.
"""

Result = TypeVar("Result")


class SqliteBackend:
    """One file."""

    def __init__(self, url: URL) -> None:
        self._engine = _engine(url, f"busy_timeout={_BUSY_MS}")
        self._engine_here = _engine(url, "busy_timeout=0", "wal_autocheckpoint=0")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._there = _Writing(self._engine)
        self._here = _Writing(self._engine_here)
        self._short_in_a_row = 0

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work finds."""
        return await _in_thread(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """What the work returns, when it is on disk. It is begun for writing at once, so that it waits for others
        instead of failing in the middle.
        """
        if is_short and self._short_in_a_row < _SHORT_IN_A_ROW and self._here.begin():
            self._short_in_a_row += 1
            return self._here.finish(work)
        self._short_in_a_row = 0
        return await _in_thread(self._writer, self._write, work)

    async def close(self) -> None:
        """Let go of every connection and thread."""
        await asyncio.to_thread(self._close)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        if not self._there.begin():
            raise sqlite3.OperationalError("database is locked")
        return self._there.finish(work)

    def _close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        for writing in (self._here, self._there):
            writing.close()
        for engine in (self._engine_here, self._engine):
            engine.dispose()


class _Writing:
    """A connection for writing, kept from one write to the next; after trouble the next one begins with another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def begin(self) -> bool:
        """Whether the file is ours to write to now; others may have it, for longer than we wait."""
        try:
            self._connection = self._connection or self._engine.connect()
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        except (OperationalError, sqlite3.OperationalError) as problem:
            self.close()
            if _is_busy(problem):
                return False
            raise
        return True

    def finish(self, work: Callable[[Connection], Result]) -> Result:
        """Do what was begun, all of it or nothing."""
        assert self._connection is not None  # noqa: S101
        try:
            result = work(self._connection)
            self._connection.commit()
        except BaseException:
            self.close()
            raise
        return result

    def close(self) -> None:
        """Let go of the connection; what was begun and not finished is undone."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _is_busy(problem: OperationalError | sqlite3.OperationalError) -> bool:
    return getattr(getattr(problem, "orig", problem), "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


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


def _engine(url: URL, *pragmas: str) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite"), pool_size=_READERS + 1, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def settings(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (*pragmas, *_PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
