"""Database upgrades: automatic with a backup on SQLite, on request on Postgres; newer databases are refused."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy
from sqlalchemy.engine import URL, Connection

from inkwright.errors import StoreTooNew, StoreTooOld
from inkwright.store.files import PARTIAL_SUFFIX, make_private_file, make_private_folder, sync_folder

_HERE: Final = Path(__file__).resolve().parent
_BUSY_SECONDS: Final = 30.0
_SQLITE_SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
"""The endings of the files that SQLite keeps for one database."""


def newest_revision() -> str:
    """The form that this program writes."""
    return max(known_revisions())


def ensure_upgraded(url: URL, place: str) -> None:
    """Bring it to the newest form if that may be done unasked; an empty database is filled in any case."""
    with upgrade_lock(url), closing(_connect(url)) as connection:
        found = current_revision(connection)
        if found == newest_revision():
            return
        _refuse_newer(found, place)
        if found is not None and url.get_backend_name() != "sqlite":
            raise StoreTooOld(place=place, found=found)
        _upgrade(connection, url, found)


def database_file(url: URL) -> Path | None:
    """The file of a database, not a link to it; none if it is in memory or on a server."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(os.path.realpath(str(url.database)))


@contextmanager
def upgrade_lock(url: URL) -> Iterator[None]:
    """Programs that start at once upgrade one after another."""
    file = database_file(url)
    if file is None:
        yield
        return
    make_private_folder(file.parent)
    lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def copy_sqlite(found: sqlite3.Connection, target: Path) -> None:
    """A whole copy of a database, what is still in its log included. It has its name when all of it is there; of a copy
    that did not fit nothing is left: the disk is full enough.
    """
    unfinished = target.with_name(f"{target.name}{PARTIAL_SUFFIX}")
    try:
        make_private_file(unfinished)
        with closing(sqlite3.connect(unfinished)) as made:
            found.backup(made)
        unfinished.replace(target)
        sync_folder(target.parent)
    finally:
        for ending in _SQLITE_SUFFIXES:
            Path(f"{unfinished}{ending}").unlink(missing_ok=True)


def upgrade(url: URL, place: str) -> str:
    """Bring it to the newest form; what it was before."""
    with upgrade_lock(url), closing(_connect(url)) as connection:
        found = current_revision(connection)
        _refuse_newer(found, place)
        if found != newest_revision():
            _upgrade(connection, url, found)
        return found or "empty"


def current_revision(connection: Connection) -> str | None:
    """The form that the database has."""
    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    form: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return form


def known_revisions() -> set[str]:
    """Every form that this program knows: the steps that lead to them are named after them."""
    return {path.stem[1:5] for path in _HERE.joinpath("versions").glob("v[0-9]*.py")}


def _refuse_newer(found: str | None, place: str) -> None:
    if found is not None and found not in known_revisions():
        raise StoreTooNew(place=place, found=found)


def _upgrade(connection: Connection, url: URL, found: str | None) -> None:
    """Of a file that holds something a copy is made before."""
    file = database_file(url)
    if found is not None and file is not None:
        with closing(sqlite3.connect(file)) as before:
            copy_sqlite(before, file.with_name(f"{file.name}.before-{newest_revision()}"))
    _run_migrations(connection)


def _run_migrations(connection: Connection) -> None:
    """All steps or none: who is killed in the middle, or finds the disk full, leaves what was there before."""
    # It takes a while to load, and is needed once in the life of a database.
    from alembic import command  # noqa: PLC0415 - heavy
    from alembic.config import Config  # noqa: PLC0415 - heavy

    config = Config()
    config.set_main_option("script_location", str(_HERE))
    config.attributes["connection"] = connection
    if connection.dialect.name == "sqlite":
        # Now, while nobody else is there: a file that somebody writes to cannot be switched.
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    command.upgrade(config, "head")
    connection.commit()


def _connect(url: URL) -> Connection:
    if url.get_backend_name() != "sqlite":
        return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool).connect()
    file = database_file(url)
    if file is not None and not file.exists():
        file.touch(mode=0o600)
    # Without a level of its own the driver begins no transaction, and ends none before a table is changed.
    options = {"isolation_level": None, "timeout": _BUSY_SECONDS}
    plain = url.set(drivername="sqlite")
    return sqlalchemy.create_engine(plain, poolclass=sqlalchemy.NullPool, connect_args=options).connect()
