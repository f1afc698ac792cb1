"""The database: SQLite by default, or Postgres. It is opened, upgraded, and used in short transactions."""

import asyncio
import contextlib
import functools
import sqlite3
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from sqlalchemy import Table, make_url
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from inkwright.conversation.fencing import current_token
from inkwright.errors import InvalidOption, StoreDamaged, StoreUnavailable
from inkwright.i18n import Reason, system_reason
from inkwright.store.fencing import refuse_lost_turn
from inkwright.store.migrations.upgrades import ensure_upgraded
from inkwright.store.sqlite import Result, SqliteBackend

if TYPE_CHECKING:
    from inkwright.store.postgres import PostgresBackend

FILE_NAME: Final = "inkwright.db"
_DAMAGED_FILE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_DAMAGED_TABLES: Final = ("no such table", "no such column", "has no column", "already exists", "malformed")
_DAMAGED_STATES: Final = frozenset({"42P01", "42703", "42P07"})
"""On Postgres: a table or a column that does not exist, or a table that exists already."""

Given = ParamSpec("Given")
Value = TypeVar("Value")
DatabaseWork = Callable[[Connection], object]
_JOINED_WORK: Final[ContextVar[list[DatabaseWork] | None]] = ContextVar("works_along", default=None)


def database_url(written: str, home: Path) -> URL:
    """Return the URL for a setting; `auto` is a SQLite file in the home folder."""
    if written == "auto":
        return URL.create("sqlite", database=str(home / FILE_NAME))
    try:
        url = make_url(written)
    except (SQLAlchemyError, ValueError) as problem:
        scheme = written.partition(":")[0]
        raise InvalidOption(option="database", value=scheme, allowed=Reason("reason.store.database_url")) from problem
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    backend = url.drivername.partition("+")[0]
    if backend not in driver:
        raise InvalidOption(option="database", value=backend, allowed=Reason("reason.store.database_kind"))
    return url.set(drivername=driver[backend])


def _do_nothing(_connection: Connection) -> None:
    """Marks a list of works that was already written."""


@contextlib.contextmanager
def _collected(works: list[DatabaseWork]) -> Iterator[None]:
    token = _JOINED_WORK.set(works)
    try:
        yield
    finally:
        _JOINED_WORK.reset(token)


def _closed(works: list[DatabaseWork]) -> tuple[DatabaseWork, ...]:
    """Return a copy of the works. A task that still runs also sees the list: it is marked as closed for later work."""
    now, works[:] = tuple(works), [_do_nothing]
    return now


class Database:
    """The database of this process. Every transaction is one short function of a connection."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._backend = SqliteBackend(url) if self.is_sqlite else _postgres(url)

    @property
    def place(self) -> str:
        """Its name in messages, without passwords."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    async def open(self) -> None:
        """Create the database if it is missing, and upgrade it on SQLite. A newer database is an error."""
        with self.store_errors():
            if self.is_sqlite and self.url.database:
                await asyncio.to_thread(_ensure_folder, Path(self.url.database))
            await asyncio.to_thread(ensure_upgraded, self.url, self.place)

    async def close(self) -> None:
        """Close every connection."""
        await self._backend.close()

    async def checkpoint(self) -> None:
        """After a deletion: leave no copy of what was deleted in the log of the database."""
        with self.store_errors():
            await self._backend.checkpoint()

    async def read(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work. It may run in another thread, so it must not return open results.

        `is_short`: it reads only a few small rows by their key, so it may run in the current thread.
        """
        with self.store_errors():
            return await self._backend.read(work, is_short=is_short)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """Return the result of the work once all of it is on disk; if it raises, nothing is written.

        `is_short`: it writes only a few small rows, so it may run in the current thread. In a turn that another process
        has taken over, TurnLost is raised.
        """
        token = current_token()

        def fenced_work(connection: Connection) -> Result:
            refuse_lost_turn(connection, token)
            return work(connection)

        with self.store_errors():
            return await self._backend.write(work if token is None else fenced_work, is_short=is_short)

    async def try_write(self, work: DatabaseWork) -> bool:
        """Write, and return whether it was possible: False if a unique key exists already."""
        try:
            await self.write(work)
        except IntegrityError:
            return False
        return True

    @contextlib.asynccontextmanager
    async def together(self) -> AsyncIterator[list[DatabaseWork]]:
        """Collect work for one transaction: calls of `along` inside, and functions added to the list.

        Everything is written when the context ends; if it ends with an error, nothing is.
        """
        works: list[DatabaseWork] = []
        with _collected(works):
            yield works
        now = _closed(works)
        await self.write(lambda connection: [work(connection) for work in now], is_short=True)

    async def collect(self, calls: Callable[[], Awaitable[None]]) -> tuple[DatabaseWork, ...]:
        """Return the work that the calls of `along` add, for a transaction of the caller."""
        works: list[DatabaseWork] = []
        with _collected(works):
            await calls()
        return _closed(works)

    async def along(self, work: DatabaseWork) -> None:
        """Add work to the transaction of `together` or `collect`; without one, write it at once."""
        works = _JOINED_WORK.get()
        if works is None or works == [_do_nothing]:
            await self.write(work, is_short=True)
        else:
            works.append(work)

    def insert(self, table: Table) -> Any:
        """Return an insert that supports `on_conflict_…`."""
        return self._backend.insert(table)

    @contextlib.contextmanager
    def store_errors(self) -> Iterator[None]:
        """Raise errors of the database and the disk as StoreUnavailable; StoreDamaged if trying again is useless."""
        try:
            yield
        except IntegrityError:
            raise  # an existing key is an expected result
        except (OperationalError, DBAPIError, sqlite3.Error, OSError) as problem:
            kind = StoreDamaged if _is_damage(problem) else StoreUnavailable
            raise kind(place=self.place, problem=_database_problem(problem)) from problem


def stored_value(parse: Callable[Given, Value]) -> Callable[Given, Value]:
    """Make a function that parses a stored value raise StoreDamaged for one that it cannot read."""

    @functools.wraps(parse)
    def parsed(*arguments: Given.args, **named: Given.kwargs) -> Value:
        try:
            return parse(*arguments, **named)
        except (ValueError, zlib.error, LookupError, TypeError) as problem:
            detail = str(problem).split("\n", 1)[0][:200]
            raise StoreDamaged(place=FILE_NAME, problem=detail) from problem

    return parsed


def _is_damage(error: Exception) -> bool:
    """Whether the file or its tables are not what was written."""
    original = getattr(error, "orig", None) or error
    code = getattr(original, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _DAMAGED_FILE or any(words in str(original) for words in _DAMAGED_TABLES)
    return getattr(original, "sqlstate", None) in _DAMAGED_STATES


def _database_problem(error: Exception) -> Reason | str:
    original = getattr(error, "orig", None) or error
    if isinstance(original, OSError) and original.errno:
        return system_reason(original)
    return str(original).split("\n", 1)[0][:200]


def _postgres(url: URL) -> "PostgresBackend":
    from inkwright.store.postgres import PostgresBackend  # noqa: PLC0415 - slow to import, and not needed for SQLite

    return PostgresBackend(url)


def _ensure_folder(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
