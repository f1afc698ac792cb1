"""The database: SQLite in WAL mode unless a URL says otherwise; opened, upgraded, and asked in short transactions."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from inkwright.errors import InvalidOption, StoreUnavailable
from inkwright.store.migrations.upgrades import ensure_upgraded
from inkwright.store.sqlite import SqliteBackend

FILE_NAME: Final = "inkwright.db"


def database_url(written: str, home: Path) -> URL:
    """The URL of a setting; `auto` is a SQLite file in the home folder."""
    if written == "auto":
        return make_url(f"sqlite:///{home / FILE_NAME}")
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


class Database:
    """One for the process. Every transaction is short; SQLite's is begun for writing at once, so that it waits for
    others instead of failing in the middle.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._backend = SqliteBackend(url) if self.is_sqlite else PostgresBackend(url)

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

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """A connection to read from: `await connection.execute(statement)`."""
        with self.told():
            async with self._backend.reading() as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        """A transaction that is on disk when it is left, and gone when it is left by an error."""
        with self.told():
            async with self._backend.writing() as connection:
                yield connection

    @contextlib.contextmanager
    def told(self) -> Any:
        """Trouble of the database and the disk, as ours."""
        try:
            yield
        except IntegrityError:
            raise  # a key that is taken is an answer, not trouble
        except (OperationalError, DBAPIError, sqlite3.Error, OSError) as problem:
            said = str(getattr(problem, "orig", None) or problem).split("\n", 1)[0][:200]
            raise StoreUnavailable(place=self.place, problem=said) from problem


def _ensure_folder(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


class PostgresBackend:
    """A server, asked through the asynchronous driver."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """A connection to read from."""
        async with self._engine.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        """A transaction that is on disk when it is left."""
        async with self._engine.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Let go of every connection."""
        await self._engine.dispose()
