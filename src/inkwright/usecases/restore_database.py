"""Bring a backup back, or a database that was set aside. What is there now is set aside, not thrown away."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.errors import InvalidOption, StoreInUse
from inkwright.settings import Settings
from inkwright.store.contents import ContentFiles, sync_folder
from inkwright.store.database import Database
from inkwright.store.migrations.upgrades import copy_sqlite, file_of, locked
from inkwright.store.sqlite import is_busy
from inkwright.usecases import copy_postgres
from inkwright.usecases.check_backup import COPY, check_postgres_backup, check_sqlite_backup, opened, read_copy
from inkwright.usecases.check_files import lost_contents
from inkwright.usecases.maintain_database import database_of
from inkwright.usecases.open_store import FOLDER

_WAIT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back. `aside` is the file, on Postgres the schema, in which is now what was there before; None
    if nothing was. `lost` counts the files that are not there: a database that was set aside has none of its own.
    """

    source: Path
    aside: str | None
    is_schema: bool = False
    lost: int = 0


def restore(settings: Settings, source: Path) -> Restored:
    """Bring a backup back, or a single database file. What is there now is set aside beside it, not thrown away.

    The backup is checked first and copied whole before anything is moved. A file that another program has open is
    StoreInUse: it would go on writing to what was set aside.
    """
    database = database_of(settings)
    files = ContentFiles(settings.home / FOLDER)
    target = file_of(database.url)
    if target is None:
        return _restore_postgres(database, files, source)
    return _restore_sqlite(database, target, files, source)


def _restore_postgres(database: Database, files: ContentFiles, folder: Path) -> Restored:
    digests = check_postgres_backup(folder)
    with database.told():
        _bring_files(ContentFiles(folder / FOLDER), digests, files)
        return Restored(folder, copy_postgres.load(database, folder), is_schema=True)


def _restore_sqlite(database: Database, target: Path, files: ContentFiles, source: Path) -> Restored:
    is_alone = source.is_file() and source.name != COPY
    folder = source.parent if source.is_file() else source
    copy = source if is_alone else folder / COPY
    if Path(os.path.realpath(copy)) == target:
        raise InvalidOption(option="folder", value=str(source), allowed="It is the database itself.")
    kept = ContentFiles(folder / FOLDER)
    digests = read_copy(copy).digests if is_alone else frozenset(check_sqlite_backup(folder))
    # A backup is whole, that was seen; a database alone may have its files here, beside it, or nowhere any more.
    beside = digests - lost_contents(kept, digests).keys() if is_alone else digests
    with database.told(), locked(database.url):
        _refuse_used(target)
        _bring_files(kept, beside, files)
        aside = _swap(copy, target)
    return Restored(source, str(aside) if aside else None, lost=len(lost_contents(files, digests - beside)))


def _bring_files(kept: ContentFiles, digests: Iterable[str], files: ContentFiles) -> None:
    """The files first: what is named by its content stands in nobody's way, and no row is ever without its files."""
    for digest in digests:
        files.keep({digest: kept.read(digest)})


def _swap(copy: Path, target: Path) -> Path | None:
    """Put the copy into the place of what is there now; where that is then."""
    arriving = target.with_name(f"{target.name}.arriving")
    try:
        with contextlib.closing(opened(copy)) as found:
            copy_sqlite(found, arriving)
        aside = _set_aside(target)
        arriving.replace(target)
        sync_folder(target.parent)
    finally:
        arriving.unlink(missing_ok=True)
    return aside


def _refuse_used(target: Path) -> None:
    """Nobody else has the file open if it can be had alone. Whether a damaged one is open is not known."""
    if not target.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(target, timeout=_WAIT_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as problem:
        if is_busy(problem):
            raise StoreInUse(place=str(target)) from problem


def _set_aside(target: Path) -> Path | None:
    """Give what is there now a second name, which it alone has when the backup takes its place: at no moment is there
    no database. A damaged one, and one on a disk without links, is moved, with what is still in its log.
    """
    if not target.exists():
        return None
    aside = _aside(target)
    if not Path(f"{target}-wal").exists():
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
            aside.hardlink_to(target)
            return aside
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{target}{suffix}")
        if part.exists():
            part.replace(f"{aside}{suffix}")
    return aside


def _aside(path: Path) -> Path:
    """The first name that is free, or that only a restore that was stopped has given to the same file."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.replaced-{number}")):
        if not aside.is_symlink() and aside.samefile(path):
            break
        number += 1
    return aside
