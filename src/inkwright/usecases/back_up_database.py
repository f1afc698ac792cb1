"""Back up the database and every file: a folder that has its name is a whole backup."""

import asyncio
import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.errors import FileLost, InvalidOption, StoreError, StoreUnavailable, UnusableBackup, UnwritableOutput
from inkwright.settings import Settings
from inkwright.store.contents import UNFINISHED, ContentFiles, sync_folder
from inkwright.store.database import Database
from inkwright.store.every_row import artifact_digests
from inkwright.store.migrations.upgrades import copy_sqlite, file_of
from inkwright.store.private import make_folder, write_text
from inkwright.usecases import copy_postgres
from inkwright.usecases.check_backup import COPY, LOST, Named, check_postgres_backup, check_sqlite_backup, read_copy
from inkwright.usecases.maintain_database import database_of
from inkwright.usecases.open_store import FOLDER, Store, open_store

_LAST: Final = (copy_postgres.LIST, COPY)
"""What a backup cannot be without takes its place after all else."""
_FULL: Final = "database or disk is full"
"""All that SQLite says of a disk that does not take a copy."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """Where a backup is, how many files could not be copied because they were lost before, and how many artifacts
    could not be read: whether they have files is not known.
    """

    folder: Path
    lost: int
    unreadable: int = 0


async def back_up(settings: Settings, folder: Path) -> BackedUp:
    """A copy of the database and of every artifact's files in a new folder; the program may go on meanwhile.

    The copy is opened and compared before it is called a backup, and of one that fails nothing is left. A file that is
    lost already keeps nobody from saving the others: it is written down as such.
    """
    _refuse_inside(folder, settings.home, database_of(settings))
    with _published(folder) as unfinished:
        async with open_store(settings) as store:
            named = await _copy_database(store, unfinished, folder)
            lost = await asyncio.to_thread(_copy_files, store.records.contents, unfinished, folder, named)
            with store.database.told():
                await asyncio.to_thread(_check, store.database, unfinished, folder)
    return BackedUp(folder, lost, len(named.unreadable))


def _refuse_inside(folder: Path, home: Path, database: Database) -> None:
    """The backup is no part of what is backed up, nor is that a part of the backup."""
    target, files = Path(os.path.realpath(folder)), Path(os.path.realpath(home / FOLDER))
    parts = [Path(os.path.realpath(home)), files, *filter(None, [file_of(database.url)])]
    if target.is_relative_to(files) or any(part.is_relative_to(target) for part in parts):
        raise InvalidOption(option="folder", value=str(folder), allowed="It must not be inside what is backed up.")


@contextlib.contextmanager
def _published(folder: Path) -> Iterator[Path]:
    """A folder to write into, which gets its name when all is there. Where one of that name is there already, it may be
    a disk of its own: then what is written inside of it moves up.
    """
    target = Path(os.path.realpath(folder))
    with _told(folder):
        is_new = not target.exists()
        unfinished = target.with_name(f".{target.name}{UNFINISHED}") if is_new else target / UNFINISHED
        if not is_new and any(path != unfinished for path in target.iterdir()):
            raise InvalidOption(option="folder", value=str(folder), allowed="It must be new or empty.")
        make_folder(unfinished)
    with _alone(unfinished, folder):
        try:
            yield unfinished
            with _told(folder):
                _publish(unfinished, target, is_new=is_new)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)


@contextlib.contextmanager
def _alone(unfinished: Path, folder: Path) -> Iterator[None]:
    """Nobody else writes there meanwhile; what an earlier one left behind when it was killed is removed."""
    with _told(folder):
        handle = os.open(unfinished, os.O_RDONLY)
    try:
        with _told(folder):
            _lock(handle, folder)
            for left in unfinished.iterdir():
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink()
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as problem:
        raise UnwritableOutput(path=str(folder), problem="another backup is being written there") from problem
    except OSError:
        return  # not every disk knows locks


def _publish(unfinished: Path, target: Path, *, is_new: bool) -> None:
    if is_new:
        unfinished.rename(target)
        sync_folder(target.parent)
        return
    for path in sorted(unfinished.iterdir(), key=lambda path: path.name in _LAST):
        path.rename(target / path.name)
    sync_folder(target)


async def _copy_database(store: Store, unfinished: Path, folder: Path) -> Named:
    with store.database.told():
        if store.database.is_sqlite:
            return await asyncio.to_thread(_copy_sqlite, store.database, unfinished / COPY, folder)
        with _told(folder):
            await asyncio.to_thread(copy_postgres.dump, store.database, unfinished)
    # Of all artifacts that are there now, those of the dump among them: their files are copied next.
    return Named(*map(frozenset, await artifact_digests(store.database)))


def _copy_sqlite(database: Database, copy: Path, folder: Path) -> Named:
    file = file_of(database.url)
    assert file is not None  # noqa: S101 - one in memory is refused
    try:
        with _told(folder), contextlib.closing(sqlite3.connect(file)) as found:
            copy_sqlite(found, copy)
    except sqlite3.Error as problem:
        if str(problem) != _FULL:
            raise
        raise UnwritableOutput(path=str(folder), problem="No space left on device") from problem
    try:
        return read_copy(copy)
    except UnusableBackup as problem:
        # The copy is what the database is.
        raise StoreError(place=database.place, problem=problem.fields["problem"]) from problem


def _copy_files(kept: ContentFiles, unfinished: Path, folder: Path, named: Named) -> int:
    """Copy the files that the artifacts name, and write down which are lost; how many."""
    copied, lost = ContentFiles(unfinished / FOLDER), set[str]()
    for digest in sorted(named.digests):
        try:
            content = kept.read(digest)
        except FileLost:
            lost.add(digest)
            continue
        try:
            copied.keep({digest: content})
        except StoreUnavailable as problem:
            raise UnwritableOutput(path=str(folder), problem=problem.fields["problem"]) from problem
    with _told(folder):
        if lost or named.unreadable:
            write_text(unfinished / LOST, json.dumps(sorted(lost | named.unreadable), indent=1))
        if (unfinished / copy_postgres.DUMP).exists():
            copy_postgres.list_files(unfinished, sorted(named.digests - lost))
    return len(lost)


def _check(database: Database, unfinished: Path, folder: Path) -> None:
    """Read the backup once more: what a disk has taken is not always what it gives back."""
    try:
        check = check_sqlite_backup if database.is_sqlite else check_postgres_backup
        check(unfinished)
    except UnusableBackup as problem:
        raise UnwritableOutput(path=str(folder), problem=problem.fields["problem"]) from problem


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Trouble of the disk on which the backup is written, as ours."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(folder), problem=problem.strerror or str(problem)) from problem
