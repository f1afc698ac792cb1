"""SQLite backend: transactions run in threads; writers of this process share one connection."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, TypeVar

from sqlalchemy import Table, Update, create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

_BUSY_MS: Final = 30_000
_READERS: Final = 4
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON")
"""Deleted content is overwritten with zeros: what a person deletes must not stay in the file."""

_PRIMARY_CODE_MASK: Final = 0xFF
_MAX_SHORT_IN_A_ROW: Final = 100
"""After this many short writes, the next one runs in the thread, where a long WAL is written to the file: that may take
a while, and must not block the event loop.
"""

_NAMED: Final = SQLiteDialect(paramstyle="named")

Result = TypeVar("Result")


class SqliteBackend:
    """One database file. Event loops in several threads may share it."""

    def __init__(self, url: URL) -> None:
        self._engine = _create_engine(url, f"busy_timeout={_BUSY_MS}")
        self._loop_engine = _create_engine(url, "busy_timeout=0", "wal_autocheckpoint=0")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._thread_writer = _WriteConnection(self._engine)
        self._loop_writer = _WriteConnection(self._loop_engine)
        self._short_in_a_row = 0
        self._is_closed = False

    async def read(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work. In a WAL, a reader waits for no writer, so a short one runs at once."""
        self._require_open()
        if is_short:
            try:
                return self._loop_writer.read(work)
            except DatabaseBusy:
                pass
        return await _run_in_thread(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work once it is on disk.

        The transaction locks the file at once, so that it waits for other writers instead of failing midway.
        """
        self._require_open()
        if is_short and self._short_in_a_row < _MAX_SHORT_IN_A_ROW:
            try:
                result = self._loop_writer.write(work)
            except DatabaseBusy:
                pass
            else:
                self._short_in_a_row += 1
                return result
        self._short_in_a_row = 0
        return await _run_in_thread(self._writer, self._thread_writer.write, work)

    async def checkpoint(self) -> None:
        """Write the WAL to the file and empty it: it may contain what was deleted."""
        self._require_open()
        await _run_in_thread(self._writer, self._read, _empty_wal)

    async def close(self) -> None:
        """Finish running work, then close every connection and thread."""
        self._is_closed = True
        await asyncio.to_thread(self._close)

    def _require_open(self) -> None:
        if self._is_closed:
            raise sqlite3.ProgrammingError("the database was closed")

    @staticmethod
    def insert(table: Table) -> Insert:
        """Return an insert that supports `on_conflict_…`."""
        return insert(table)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.connect() as connection:
            return work(connection)

    def _close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        for writing in (self._loop_writer, self._thread_writer):
            writing.close()
        for engine in (self._loop_engine, self._engine):
            engine.dispose()


class DatabaseBusy(sqlite3.OperationalError):
    """Another writer had the file for too long; the transaction did not start."""


class _WriteConnection:
    """A connection for writing, reused between writes and replaced after an error."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in one transaction."""
        return self._run(work, "BEGIN IMMEDIATE")

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run work that writes nothing in one transaction."""
        return self._run(work, "BEGIN")

    def _run(self, work: Callable[[Connection], Result], begin: str) -> Result:
        if not self._lock.acquire(blocking=False):
            raise DatabaseBusy("database is locked")
        try:
            connection = self._begin(begin)
            result = work(connection)
            driver_connection(connection).execute("COMMIT")
        except BaseException:
            self._drop()
            raise
        finally:
            self._lock.release()
        return result

    def close(self) -> None:
        """Close the connection when the current write is done."""
        with self._lock:
            self._drop()

    def _begin(self, begin: str) -> Connection:
        try:
            self._connection = self._connection or self._engine.connect()
            driver_connection(self._connection).execute(begin)
        except (OperationalError, sqlite3.OperationalError) as problem:
            if is_busy(problem):
                raise DatabaseBusy("database is locked") from problem
            raise
        return self._connection

    def _drop(self) -> None:
        """Close the connection; an unfinished transaction is rolled back."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def driver_connection(connection: Connection) -> sqlite3.Connection:
    """Return the connection of Python's own module: it runs a tiny statement in a tenth of the time."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)  # noqa: S101
    return found


def change_rows(connection: Connection, statement: Insert | Update, row: Mapping[str, Any]) -> int:
    """Run a statement that returns no rows; return how many it changed.

    On SQLite it is compiled once and goes straight to the driver: for one small row, what SQLAlchemy does around each
    execution takes several times as long as the change. A broken key raises IntegrityError on both.
    """
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, row).rowcount
    written = _sqlite_text(statement, tuple(row))
    try:
        return driver_connection(connection).execute(written, row).rowcount
    except sqlite3.IntegrityError as problem:
        raise IntegrityError(written, dict(row), problem) from problem


@lru_cache(maxsize=64)
def _sqlite_text(statement: Insert | Update, names: tuple[str, ...]) -> str:
    columns = names if isinstance(statement, Insert) else None
    return str(statement.compile(dialect=_NAMED, column_keys=columns))


def is_busy(problem: OperationalError | sqlite3.Error) -> bool:
    """Whether the file is in use. Extended codes count too, such as while another process recovers the WAL."""
    code = getattr(getattr(problem, "orig", problem), "sqlite_errorcode", None) or 0
    return code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_BUSY


async def _run_in_thread(
    threads: ThreadPoolExecutor,
    run: Callable[[Callable[[Connection], Result]], Result],
    work: Callable[[Connection], Result],
) -> Result:
    """Return the result of the work. A cancelled caller waits for it, so that no work runs on afterwards."""
    future = asyncio.get_running_loop().run_in_executor(threads, run, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        raise


def _empty_wal(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()


def _lowercase(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _create_engine(url: URL, *pragmas: str) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite"), pool_size=_READERS + 1, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        # SQLite's own function lower-cases only ASCII letters.
        connection.create_function("lower", 1, _lowercase, deterministic=True)
        cursor = connection.cursor()
        for pragma in (*pragmas, *_PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
