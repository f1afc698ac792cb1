"""Back up the database and every file, verify a backup, and restore it."""

import asyncio
import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.artifacts.temporary_files import PARTIAL_SUFFIX
from inkwright.errors import (
    FileLost,
    InvalidOption,
    StoreError,
    StoreInUse,
    StoreTooNew,
    StoreUnavailable,
    UnusableBackup,
    UnwritableOutput,
)
from inkwright.i18n import Reason, system_reason
from inkwright.settings import Settings
from inkwright.store.database import Database
from inkwright.store.files import (
    ArtifactContents,
    ContentFiles,
    make_private_folder,
    restrict_to_owner,
    sync_folder,
    write_private_text,
)
from inkwright.store.integrity import all_artifact_digests, digests_in_rows
from inkwright.store.migrations.upgrades import copy_sqlite, database_file, known_revisions, upgrade_lock
from inkwright.store.sqlite import is_busy
from inkwright.usecases.database import (
    BACKUP_LIST,
    DUMP_FILE,
    dump_postgres,
    load_postgres,
    managed_database,
    read_postgres_backup,
    write_backup_list,
)
from inkwright.usecases.files import lost_contents
from inkwright.usecases.store import ARTIFACTS_FOLDER, Store, artifact_contents, artifacts_folder, open_store

SQLITE_COPY: Final = "inkwright.db"
LOST_LIST: Final = "lost.json"
"""In a backup: the digests of files that were lost or changed before it was made, and the ids of artifacts whose files
are unknown.
"""


@dataclass(frozen=True, slots=True)
class ReferencedFiles:
    """The digests of the files that a database refers to, and the ids of artifacts that could not be read."""

    digests: frozenset[str]
    unreadable: frozenset[str]


def open_copy(copy: Path) -> sqlite3.Connection:
    """Open the database of a backup read-only; the disk may be write-protected.

    If another program has written to it since, there is a log file next to it, which is read too.
    """
    is_as_it_was = not Path(f"{copy}-wal").exists()
    address = f"{copy.resolve().as_uri()}?mode=ro{'&immutable=1' if is_as_it_was else ''}"
    return sqlite3.connect(address, uri=True)


def read_copy(copy: Path) -> ReferencedFiles:
    """Return what a copy of a SQLite database refers to, if it opens, is intact, and has a known version."""
    try:
        with contextlib.closing(open_copy(copy)) as connection:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            digests, unreadable = digests_in_rows(connection.execute("SELECT id, body FROM artifacts"))
    except sqlite3.Error as problem:
        is_damaged = getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_CORRUPT
        reason = Reason("reason.usecases.damaged" if is_damaged else "reason.usecases.not_a_backup", detail=problem)
        raise UnusableBackup(name=str(copy), problem=reason) from problem
    if sound != "ok":
        raise UnusableBackup(name=str(copy), problem=Reason("reason.usecases.damaged", detail=sound))
    if revision is None or revision[0] not in known_revisions():
        raise StoreTooNew(place=str(copy), found=revision[0] if revision else "—")
    return ReferencedFiles(frozenset(digests), frozenset(unreadable))


def check_sqlite_backup(folder: Path) -> list[str]:
    """Return the digests of the files in a SQLite backup, if it is complete."""
    if not (folder / SQLITE_COPY).exists():
        problem = Reason("reason.usecases.no_backup", missing=SQLITE_COPY)
        if (folder / DUMP_FILE).exists():
            problem = Reason("reason.usecases.postgres_backup")
        raise UnusableBackup(name=str(folder), problem=problem)
    named, lost = read_copy(folder / SQLITE_COPY), _known_lost(folder)
    if unknown := sorted(named.unreadable - lost):
        problem = Reason("reason.usecases.damaged", detail=Reason("reason.usecases.unreadable", name=unknown[0]))
        raise UnusableBackup(name=str(folder / SQLITE_COPY), problem=problem)
    digests = sorted(named.digests - lost)
    _check_files_present(folder, digests)
    return digests


def check_postgres_backup(folder: Path) -> tuple[str, ...]:
    """Return the digests of the files in a Postgres backup, if it is complete."""
    if not (folder / BACKUP_LIST).exists() and (folder.is_file() or (folder / SQLITE_COPY).exists()):
        problem = Reason("reason.usecases.sqlite_backup")
        raise UnusableBackup(name=str(folder), problem=problem)
    backup = read_postgres_backup(folder)
    _check_files_present(folder, backup.files)
    return backup.files


def _known_lost(folder: Path) -> set[str]:
    listed = folder / LOST_LIST
    try:
        return set(map(str, json.loads(listed.read_bytes()))) if listed.exists() else set()
    except (OSError, ValueError, TypeError) as problem:
        raise UnusableBackup(
            name=str(listed), problem=Reason("reason.usecases.not_a_backup", detail=problem)
        ) from problem


def _check_files_present(folder: Path, digests: Iterable[str]) -> None:
    missing = lost_contents(ContentFiles(folder / ARTIFACTS_FOLDER), digests)
    if missing:
        raise UnusableBackup(name=str(folder), problem=Reason("reason.usecases.missing_files", count=len(missing)))


_WRITTEN_LAST: Final = (BACKUP_LIST, SQLITE_COPY)
"""The essential files of a backup are published last."""
_DISK_FULL: Final = "database or disk is full"
"""The only message of SQLite about a full disk."""


@dataclass(frozen=True, slots=True)
class BackupResult:
    """Where a backup is, how many files could not be copied because they were lost before, and how many artifacts could
    not be read: it is unknown whether they have files.
    """

    folder: Path
    lost: int
    unreadable: int = 0


async def back_up(settings: Settings, folder: Path) -> BackupResult:
    """Copy the database and the files of every artifact to a new folder; other programs may keep running.

    The copy is opened and compared before it counts as a backup; a failed one is removed. Lost files do not prevent the
    backup: they are recorded.
    """
    _check_outside(folder, settings, managed_database(settings))
    with _published_when_complete(folder) as unfinished:
        async with open_store(settings) as store:
            named = await _copy_database(store, unfinished, folder)
            lost = await asyncio.to_thread(_copy_files, store.records.contents, unfinished, folder, named)
            with store.database.store_errors():
                await asyncio.to_thread(_verify_copy, store.database, unfinished, folder)
    return BackupResult(folder, lost, len(named.unreadable))


def _check_outside(folder: Path, settings: Settings, database: Database) -> None:
    """Refuse a backup folder that contains the data, or is inside it."""
    target, files = Path(os.path.realpath(folder)), Path(os.path.realpath(artifacts_folder(settings)))
    parts = [Path(os.path.realpath(settings.home)), files, *filter(None, [database_file(database.url)])]
    if target.is_relative_to(files) or any(part.is_relative_to(target) for part in parts):
        raise InvalidOption(option="folder", value=str(folder), allowed=Reason("reason.usecases.inside_backup"))


@contextlib.contextmanager
def _published_when_complete(folder: Path) -> Iterator[Path]:
    """Yield a folder to write to, which gets its name when it is complete.

    If a folder of that name exists, it may be the root of a disk: then the files are written inside it and moved up.
    """
    target = Path(os.path.realpath(folder))
    with _disk_errors(folder):
        is_new = not target.exists()
        unfinished = target.with_name(f".{target.name}{PARTIAL_SUFFIX}") if is_new else target / PARTIAL_SUFFIX
        if not is_new and any(path != unfinished for path in target.iterdir()):
            raise InvalidOption(option="folder", value=str(folder), allowed=Reason("reason.usecases.new_or_empty"))
        make_private_folder(unfinished)
    with _exclusive(unfinished, folder):
        try:
            yield unfinished
            with _disk_errors(folder):
                _publish_folder(unfinished, target, is_new=is_new)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)


@contextlib.contextmanager
def _exclusive(unfinished: Path, folder: Path) -> Iterator[None]:
    """Lock the folder, and remove what an earlier process left when it was killed."""
    with _disk_errors(folder):
        handle = os.open(unfinished, os.O_RDONLY)
    try:
        with _disk_errors(folder):
            _lock(handle, folder)
            for path in unfinished.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as problem:
        raise UnwritableOutput(path=str(folder), problem=Reason("reason.usecases.other_backup")) from problem
    except OSError:
        return  # some file systems have no locks


def _publish_folder(unfinished: Path, target: Path, *, is_new: bool) -> None:
    if is_new:
        unfinished.rename(target)
        sync_folder(target.parent)
        return
    restrict_to_owner(target)
    for path in sorted(unfinished.iterdir(), key=lambda path: path.name in _WRITTEN_LAST):
        path.rename(target / path.name)
    sync_folder(target)


async def _copy_database(store: Store, unfinished: Path, folder: Path) -> ReferencedFiles:
    with store.database.store_errors():
        if store.database.is_sqlite:
            return await asyncio.to_thread(_copy_sqlite, store.database, unfinished / SQLITE_COPY, folder)
        with _disk_errors(folder):
            await asyncio.to_thread(dump_postgres, store.database, unfinished)
    # All artifacts that exist now, those of the dump included: their files are copied next.
    return ReferencedFiles(*map(frozenset, await all_artifact_digests(store.database)))


def _copy_sqlite(database: Database, copy: Path, folder: Path) -> ReferencedFiles:
    file = database_file(database.url)
    assert file is not None  # noqa: S101 - one in memory is refused
    try:
        with _disk_errors(folder), contextlib.closing(sqlite3.connect(file)) as found:
            copy_sqlite(found, copy)
    except sqlite3.Error as problem:
        if str(problem) != _DISK_FULL:
            raise
        raise UnwritableOutput(path=str(folder), problem=Reason("reason.system.ENOSPC")) from problem
    try:
        return read_copy(copy)
    except UnusableBackup as problem:
        # The copy is as damaged as the database.
        raise StoreError(place=database.place, problem=problem.fields["problem"]) from problem


def _copy_files(stored: ArtifactContents, unfinished: Path, folder: Path, named: ReferencedFiles) -> int:
    """Copy the files that the artifacts refer to, and record which are lost; return how many."""
    copied, lost = ContentFiles(unfinished / ARTIFACTS_FOLDER), set[str]()
    for digest in sorted(named.digests):
        try:
            content = stored.read(digest)
        except FileLost:
            lost.add(digest)
            continue
        try:
            copied.keep({digest: content})
        except StoreUnavailable as problem:
            raise UnwritableOutput(path=str(folder), problem=problem.fields["problem"]) from problem
    with _disk_errors(folder):
        if lost or named.unreadable:
            write_private_text(unfinished / LOST_LIST, json.dumps(sorted(lost | named.unreadable), indent=1))
        if (unfinished / DUMP_FILE).exists():
            write_backup_list(unfinished, sorted(named.digests - lost))
    return len(lost)


def _verify_copy(database: Database, unfinished: Path, folder: Path) -> None:
    """Read the backup again: a disk does not always return what was written."""
    try:
        check = check_sqlite_backup if database.is_sqlite else check_postgres_backup
        check(unfinished)
    except UnusableBackup as problem:
        raise UnwritableOutput(path=str(folder), problem=problem.fields["problem"]) from problem


@contextlib.contextmanager
def _disk_errors(folder: Path) -> Iterator[None]:
    """Raise errors of the disk with the backup as UnwritableOutput."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(folder), problem=system_reason(problem)) from problem


_WAIT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class RestoredDatabase:
    """The restored database. `aside` is the file, or on Postgres the schema, that now holds the previous data; None if
    there was none. `lost` counts missing files: a database that was set aside has no files of its own.
    """

    source: Path
    aside: str | None
    is_schema: bool = False
    lost: int = 0


def restore_backup(settings: Settings, source: Path) -> RestoredDatabase:
    """Restore a backup, or a single database file. The present database is set aside next to it, not deleted.

    The backup is checked and copied completely before anything is moved. A database that another program has open
    raises StoreInUse: the program would continue to write to the old one.
    """
    database = managed_database(settings)
    files = artifact_contents(settings)
    target = database_file(database.url)
    if target is None:
        return _restore_postgres(database, files, source)
    return _restore_sqlite(database, target, files, source)


def _restore_postgres(database: Database, files: ArtifactContents, folder: Path) -> RestoredDatabase:
    digests = check_postgres_backup(folder)
    with database.store_errors():
        _restore_files(ContentFiles(folder / ARTIFACTS_FOLDER), digests, files)
        return RestoredDatabase(folder, load_postgres(database, folder), is_schema=True)


def _restore_sqlite(database: Database, target: Path, files: ArtifactContents, source: Path) -> RestoredDatabase:
    is_alone = source.is_file() and source.name != SQLITE_COPY
    folder = source.parent if source.is_file() else source
    copy = source if is_alone else folder / SQLITE_COPY
    if Path(os.path.realpath(copy)) == target:
        raise InvalidOption(option="folder", value=str(source), allowed=Reason("reason.usecases.database_itself"))
    stored = ContentFiles(folder / ARTIFACTS_FOLDER)
    digests = read_copy(copy).digests if is_alone else frozenset(check_sqlite_backup(folder))
    # A backup has just been checked; a single database may have its files here, next to it, or nowhere.
    available = digests - lost_contents(stored, digests).keys() if is_alone else digests
    with database.store_errors(), upgrade_lock(database.url):
        _check_unused(target)
        _restore_files(stored, available, files)
        aside = _swap_in(copy, target)
    return RestoredDatabase(source, str(aside) if aside else None, lost=len(lost_contents(files, digests - available)))


def _restore_files(stored: ContentFiles, digests: Iterable[str], files: ArtifactContents) -> None:
    """Restore the files before the database. Their names are digests, so they conflict with nothing, and no row is
    without its files.
    """
    for digest in digests:
        files.keep({digest: stored.read(digest)})


def _swap_in(copy: Path, target: Path) -> Path | None:
    """Replace the present database with the copy; return where the old one is now."""
    arriving = target.with_name(f"{target.name}.arriving")
    try:
        with contextlib.closing(open_copy(copy)) as found:
            copy_sqlite(found, arriving)
        aside = _set_aside(target)
        arriving.replace(target)
        sync_folder(target.parent)
    finally:
        arriving.unlink(missing_ok=True)
    return aside


def _check_unused(target: Path) -> None:
    """Refuse if another program has the file open. This cannot be determined for a damaged file."""
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
    """Give the present database a second name, so that there is a database at every moment.

    A damaged one, and one on a disk without links, is moved, with its log.
    """
    if not target.exists():
        return None
    aside = _aside_path(target)
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


def _aside_path(path: Path) -> Path:
    """Return the first free name, or one that an interrupted restore has given to the same file."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.replaced-{number}")):
        if not aside.is_symlink() and aside.samefile(path):
            break
        number += 1
    return aside
