"""SQLite backend: transactions run in threads; writers of this process share one connection."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Table, create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import OperationalError

_BUSY_MS: Final = 30_000
_READERS: Final = 4
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON")

_PRIMARY_CODE_MASK: Final = 0xFF
_MAX_SHORT_IN_A_ROW: Final = 100
"""After so many short writes the next one goes through the thread, where the log is put into the file when it is long:
that may take a while, and nobody else shall wait for it.
"""

Result = TypeVar("Result")


class SqliteBackend:
    """One file. Loops in several threads may share it."""

    def __init__(self, url: URL) -> None:
        self._engine = _create_engine(url, f"busy_timeout={_BUSY_MS}")
        self._engine_here = _create_engine(url, "busy_timeout=0", "wal_autocheckpoint=0")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._there = _WriteConnection(self._engine)
        self._here = _WriteConnection(self._engine_here)
        self._short_in_a_row = 0
        self._is_closed = False

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work finds."""
        self._refuse_closed()
        return await _run_in_thread(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """What the work returns, when it is on disk. It is begun for writing at once, so that it waits for others
        instead of failing in the middle.
        """
        self._refuse_closed()
        if is_short and self._short_in_a_row < _MAX_SHORT_IN_A_ROW:
            try:
                result = self._here.write(work)
            except DatabaseBusy:
                pass
            else:
                self._short_in_a_row += 1
                return result
        self._short_in_a_row = 0
        return await _run_in_thread(self._writer, self._there.write, work)

    async def close(self) -> None:
        """Let go of every connection and thread, when what was begun is done."""
        self._is_closed = True
        await asyncio.to_thread(self._close)

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise sqlite3.ProgrammingError("it was closed")

    @staticmethod
    def insert(table: Table) -> Insert:
        """An insert that can say what to do about a row that is there already."""
        return insert(table)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.connect() as connection:
            return work(connection)

    def _close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        for writing in (self._here, self._there):
            writing.close()
        for engine in (self._engine_here, self._engine):
            engine.dispose()


class DatabaseBusy(sqlite3.OperationalError):
    """Others have had the file for longer than we wait; nothing was begun."""


class _WriteConnection:
    """A connection for writing, kept from one write to the next; after trouble the next one begins with another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do all of it or nothing."""
        if not self._lock.acquire(blocking=False):
            raise DatabaseBusy("database is locked")
        try:
            connection = self._begun()
            result = work(connection)
            connection.commit()
        except BaseException:
            self._drop()
            raise
        finally:
            self._lock.release()
        return result

    def close(self) -> None:
        """Let go of the connection, when nobody writes."""
        with self._lock:
            self._drop()

    def _begun(self) -> Connection:
        try:
            self._connection = self._connection or self._engine.connect()
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        except (OperationalError, sqlite3.OperationalError) as problem:
            if is_busy(problem):
                raise DatabaseBusy("database is locked") from problem
            raise
        return self._connection

    def _drop(self) -> None:
        """Let go of the connection; what was begun and not finished is undone."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def is_busy(problem: OperationalError | sqlite3.Error) -> bool:
    """Whether somebody else has the file. There are ways of it with numbers of their own, as while another process
    mends the log after a crash.
    """
    code = getattr(getattr(problem, "orig", problem), "sqlite_errorcode", None) or 0
    return code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_BUSY


async def _run_in_thread(
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


def _lowercase(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _create_engine(url: URL, *pragmas: str) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite"), pool_size=_READERS + 1, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def settings(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        # The one of SQLite knows no letters but those of English.
        connection.create_function("lower", 1, _lowercase, deterministic=True)
        cursor = connection.cursor()
        for pragma in (*pragmas, *_PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
