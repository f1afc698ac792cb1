"""Check a backup before it is called one, and before it is brought back: whole, and in a form that we know."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.errors import StoreTooNew, UnusableBackup
from inkwright.store.contents import ContentFiles
from inkwright.store.every_row import digests_of
from inkwright.store.migrations.upgrades import known_forms
from inkwright.usecases import copy_postgres
from inkwright.usecases.check_files import lost_contents
from inkwright.usecases.open_store import FOLDER

COPY: Final = "inkwright.db"
LOST: Final = "lost.json"
"""In a backup: the digests of those files that were gone or changed before it was made, and the ids of those artifacts
of which it was not known any more what files they have.
"""


@dataclass(frozen=True, slots=True)
class Named:
    """The digests of the files that the artifacts of a database name, and the ids of the artifacts unreadable."""

    digests: frozenset[str]
    unreadable: frozenset[str]


def opened(copy: Path) -> sqlite3.Connection:
    """The database of a backup, to be read as it lies there: the disk may be one that cannot be written. Only where
    somebody has written to it since does a log lie beside it, which is read too.
    """
    is_as_it_was = not Path(f"{copy}-wal").exists()
    address = f"{copy.resolve().as_uri()}?mode=ro{'&immutable=1' if is_as_it_was else ''}"
    return sqlite3.connect(address, uri=True)


def read_copy(copy: Path) -> Named:
    """What a copy of a SQLite database names, if it opens, is sound, and has a form that we know."""
    try:
        with contextlib.closing(opened(copy)) as connection:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            form = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            digests, unreadable = digests_of(connection.execute("SELECT id, body FROM artifacts"))
    except sqlite3.Error as problem:
        is_damaged = getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_CORRUPT
        told = f"it is damaged ({problem})" if is_damaged else f"it is no backup of ours ({problem})"
        raise UnusableBackup(name=str(copy), problem=told) from problem
    if sound != "ok":
        raise UnusableBackup(name=str(copy), problem=f"it is damaged ({sound})")
    if form is None or form[0] not in known_forms():
        raise StoreTooNew(place=str(copy), found=form[0] if form else "—")
    return Named(frozenset(digests), frozenset(unreadable))


def check_sqlite_backup(folder: Path) -> list[str]:
    """The digests of the files in a backup of SQLite, if all of it is whole."""
    if not (folder / COPY).exists():
        problem = f"it holds no backup ({COPY} is missing)"
        if (folder / copy_postgres.DUMP).exists():
            problem = "it is a backup of Postgres, and the database of the settings is SQLite"
        raise UnusableBackup(name=str(folder), problem=problem)
    named, lost = read_copy(folder / COPY), _lost_before(folder)
    if unknown := sorted(named.unreadable - lost):
        raise UnusableBackup(name=str(folder / COPY), problem=f"it is damaged ({unknown[0]} cannot be read)")
    digests = sorted(named.digests - lost)
    _refuse_missing(folder, digests)
    return digests


def check_postgres_backup(folder: Path) -> tuple[str, ...]:
    """The digests of the files in a backup of Postgres, if all of it is whole."""
    if not (folder / copy_postgres.LIST).exists() and (folder.is_file() or (folder / COPY).exists()):
        problem = "it is a backup of SQLite, and the database of the settings is Postgres"
        raise UnusableBackup(name=str(folder), problem=problem)
    backup = copy_postgres.read_backup(folder)
    _refuse_missing(folder, backup.files)
    return backup.files


def _lost_before(folder: Path) -> set[str]:
    listed = folder / LOST
    try:
        return set(map(str, json.loads(listed.read_bytes()))) if listed.exists() else set()
    except (OSError, ValueError, TypeError) as problem:
        raise UnusableBackup(name=str(listed), problem=f"it is no backup of ours ({problem})") from problem


def _refuse_missing(folder: Path, digests: Iterable[str]) -> None:
    missing = lost_contents(ContentFiles(folder / FOLDER), digests)
    if missing:
        raise UnusableBackup(name=str(folder), problem=f"{len(missing)} of its files are missing or damaged")
