"""Database upgrades: automatic with a backup on SQLite, on request on Postgres; newer databases are rejected."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy
from sqlalchemy.engine import URL, Connection

from inkwright.artifacts.temporary_files import PARTIAL_SUFFIX, unfinished_file
from inkwright.errors import StoreDamaged, StoreTooNew, StoreTooOld
from inkwright.i18n import Reason
from inkwright.store.files import make_private_file, make_private_folder, sync_folder

_HERE: Final = Path(__file__).resolve().parent
SQLITE_SCHEMA: Final = _HERE / "sqlite_schema.sql"
"""What all migrations make of an empty database on SQLite."""
_BUSY_SECONDS: Final = 30.0
_SMALLEST: Final = 512
"""A file of fewer bytes is empty for SQLite."""
_HAS_CONTENT: Final = b"has content\n"
_SQLITE_SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
"""The suffixes of the files of one SQLite database."""


def newest_revision() -> str:
    """Return the newest revision that this program knows."""
    return max(known_revisions())


def ensure_upgraded(url: URL, place: str) -> None:
    """Upgrade a database on SQLite, or an empty one anywhere. An older one on Postgres raises StoreTooOld."""
    with upgrade_lock(url), _remembered(url, place), closing(_connect(url)) as connection:
        revision_found = current_revision(connection)
        if revision_found == newest_revision():
            return
        _refuse_newer(revision_found, place)
        if revision_found is not None and url.get_backend_name() != "sqlite":
            raise StoreTooOld(place=place, found=revision_found)
        _upgrade(connection, url, revision_found)


@contextmanager
def _remembered(url: URL, place: str) -> Iterator[None]:
    """Remember in the lock file that the database has content. An empty file that had some raises StoreDamaged; one
    that was moved away begins anew.
    """
    file = database_file(url)
    if file is None:
        yield
        return
    mark = Path(f"{file}.lock")
    if not file.exists():
        mark.write_bytes(b"")
    elif file.stat().st_size < _SMALLEST and mark.read_bytes() and not _has_wal(file):
        raise StoreDamaged(place=place, problem=Reason("reason.store.emptied"))
    yield
    if mark.read_bytes() != _HAS_CONTENT:
        mark.write_bytes(_HAS_CONTENT)


def _has_wal(file: Path) -> bool:
    """Whether content that is not in the file yet is next to it."""
    wal = Path(f"{file}-wal")
    return wal.exists() and wal.stat().st_size > 0


def database_file(url: URL) -> Path | None:
    """Return the file of a database with links resolved; None if it is in memory or on a server."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(os.path.realpath(str(url.database)))


@contextmanager
def upgrade_lock(url: URL) -> Iterator[None]:
    """Hold a lock, so that programs that start at the same time upgrade one after another."""
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


def copy_sqlite(revision_found: sqlite3.Connection, target: Path) -> None:
    """Copy a whole database, including its WAL.

    The copy gets its name when it is complete; a copy that failed is removed, because the disk may be full.
    """
    partial = target.with_name(f"{target.name}{PARTIAL_SUFFIX}")
    try:
        with unfinished_file(partial):
            make_private_file(partial)
            with closing(sqlite3.connect(partial)) as copy:
                revision_found.backup(copy)
            partial.replace(target)
        sync_folder(target.parent)
    finally:
        for ending in _SQLITE_SUFFIXES:
            Path(f"{partial}{ending}").unlink(missing_ok=True)


def upgrade(url: URL, place: str) -> str:
    """Upgrade to the newest revision, and return the previous one."""
    with upgrade_lock(url), closing(_connect(url)) as connection:
        revision_found = current_revision(connection)
        _refuse_newer(revision_found, place)
        if revision_found != newest_revision():
            _upgrade(connection, url, revision_found)
        return revision_found or "empty"


def current_revision(connection: Connection) -> str | None:
    """Return the revision of the database."""
    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


def known_revisions() -> set[str]:
    """Return every revision that this program knows; the migration files are named after them."""
    return {path.stem[1:5] for path in _HERE.joinpath("versions").glob("v[0-9]*.py")}


def _refuse_newer(revision_found: str | None, place: str) -> None:
    if revision_found is not None and revision_found not in known_revisions():
        raise StoreTooNew(place=place, found=revision_found)


def _upgrade(connection: Connection, url: URL, revision_found: str | None) -> None:
    """Run the migrations; a file with data is copied first."""
    file = database_file(url)
    if revision_found is not None and file is not None:
        with closing(sqlite3.connect(file)) as before:
            copy_sqlite(before, file.with_name(f"{file.name}.before-{newest_revision()}"))
    is_sqlite = connection.dialect.name == "sqlite"
    if is_sqlite:
        # Now, while no other program uses the file: the mode cannot be changed during a write.
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if is_sqlite and revision_found is None:
        for statement in _sqlite_schema():
            connection.exec_driver_sql(statement)
    if current_revision(connection) != newest_revision():
        _run_migrations(connection)
    # All or nothing: a crash or a full disk leaves the database unchanged.
    connection.commit()


def _sqlite_schema() -> Iterator[str]:
    """Yield the statements that make a new database on SQLite; they take a tenth of the time of the migrations."""
    statement = ""
    for line in SQLITE_SCHEMA.read_text(encoding="utf-8").splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _run_migrations(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and rarely needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", str(_HERE))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _connect(url: URL) -> Connection:
    if url.get_backend_name() != "sqlite":
        return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool).connect()
    file = database_file(url)
    if file is not None and not file.exists():
        file.touch(mode=0o600)
    # With None the driver does not start transactions, and does not commit before a table is changed.
    options = {"isolation_level": None, "timeout": _BUSY_SECONDS}
    plain = url.set(drivername="sqlite")
    return sqlalchemy.create_engine(plain, poolclass=sqlalchemy.NullPool, connect_args=options).connect()
