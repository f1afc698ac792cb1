"""The database: SQLite in WAL mode unless a URL says otherwise; opened, upgraded, and asked in short transactions."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Table, make_url
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from inkwright.errors import InvalidOption, StoreUnavailable
from inkwright.store.migrations.upgrades import ensure_upgraded
from inkwright.store.sqlite import Result, SqliteBackend

if TYPE_CHECKING:
    from inkwright.store.postgres import PostgresBackend

FILE_NAME: Final = "inkwright.db"

DatabaseWork = Callable[[Connection], None]
_JOINED_WORK: Final[ContextVar[list[DatabaseWork] | None]] = ContextVar("works_along", default=None)


def database_url(written: str, home: Path) -> URL:
    """The URL of a setting; `auto` is a SQLite file in the home folder."""
    if written == "auto":
        return URL.create("sqlite", database=str(home / FILE_NAME))
    try:
        url = make_url(written)
    except (SQLAlchemyError, ValueError) as problem:
        raise InvalidOption(
            option="database", value=written.partition(":")[0], allowed="Give sqlite:///FILE or postgresql://…"
        ) from problem
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    backend = url.drivername.partition("+")[0]
    if backend not in driver:
        raise InvalidOption(option="database", value=backend, allowed="It is sqlite or postgresql.")
    return url.set(drivername=driver[backend])


def _do_nothing(_connection: Connection) -> None:
    """Stands in a list of works that nobody carries out any more."""


class Database:
    """One for the process. Every transaction is one short function of a connection."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._backend = SqliteBackend(url) if self.is_sqlite else _postgres(url)

    @property
    def place(self) -> str:
        """What to call it in messages; passwords are hidden."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    async def open(self) -> None:
        """Make it usable: created where it is missing, upgraded on SQLite, refused where it is newer than we are."""
        with self.told():
            if self.is_sqlite and self.url.database:
                await asyncio.to_thread(_ensure_folder, Path(self.url.database))
            await asyncio.to_thread(ensure_upgraded, self.url, self.place)

    async def close(self) -> None:
        """Let go of every connection."""
        await self._backend.close()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work finds. It runs elsewhere and returns plain values, nothing that still reads."""
        with self.told():
            return await self._backend.read(work)

    async def write(self, work: Callable[[Connection], Result], *, is_short: bool = False) -> Result:
        """What the work returns, when all of it is on disk; if it raises, none of it is. `is_short`: a few small rows,
        for which nobody needs to go to a thread.
        """
        with self.told():
            return await self._backend.write(work, is_short=is_short)

    @contextlib.asynccontextmanager
    async def together(self) -> AsyncIterator[list[DatabaseWork]]:
        """What is written `along` inside is on disk together with what is put into the list, when this is left; if it
        is left by an error, none of it is.
        """
        works: list[DatabaseWork] = []
        token = _JOINED_WORK.set(works)
        try:
            yield works
        finally:
            _JOINED_WORK.reset(token)
        # A task that goes on after this still sees the list: it is copied now, and what comes later finds it closed.
        now, works[:] = tuple(works), [_do_nothing]
        await self.write(lambda connection: [work(connection) for work in now], is_short=True)

    async def along(self, work: DatabaseWork) -> None:
        """Write it in the transaction that is being put together; at once, where none is."""
        works = _JOINED_WORK.get()
        if works is None or works == [_do_nothing]:
            await self.write(work, is_short=True)
        else:
            works.append(work)

    def insert(self, table: Table) -> Any:
        """An insert that can say what to do about a row that is there already."""
        return self._backend.insert(table)

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """Trouble of the database and the disk, as ours."""
        try:
            yield
        except IntegrityError:
            raise  # a key that is taken is an answer, not trouble
        except (OperationalError, DBAPIError, sqlite3.Error, OSError) as problem:
            said = str(getattr(problem, "orig", None) or problem).split("\n", 1)[0][:200]
            raise StoreUnavailable(place=self.place, problem=said) from problem


def _postgres(url: URL) -> "PostgresBackend":
    from inkwright.store.postgres import PostgresBackend  # noqa: PLC0415 - most databases are files, and need none of it

    return PostgresBackend(url)


def _ensure_folder(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
