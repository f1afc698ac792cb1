"""Look after the database: upgrade it, check it, back it up, bring a backup back."""

import asyncio
import contextlib
import json
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.errors import FileLost, InvalidOption, StoreInUse, StoreTooNew, UnusableBackup, UnwritableOutput
from inkwright.settings import DATABASE, Settings
from inkwright.store.contents import UNFINISHED, ContentFiles, sync_folder
from inkwright.store.database import Database, database_url
from inkwright.store.migrations.upgrades import copy_sqlite, known_forms, locked, newest, upgrade
from inkwright.store.sqlite import is_busy
from inkwright.usecases import copy_postgres
from inkwright.usecases.check_files import check_files, find_orphans
from inkwright.usecases.open_store import FOLDER, open_store

COPY: Final = "inkwright.db"
LOST: Final = "lost.json"
"""In a backup: the digests of those files that were gone or changed before it was made."""


_WAIT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found. `problems` are sentences; an orphan is a file that no artifact needs, and harmless."""

    place: str
    form: str
    problems: tuple[str, ...]
    orphans: int


@dataclass(frozen=True, slots=True)
class BackedUp:
    """Where a backup is, and how many files could not be copied because they were lost before."""

    folder: Path
    lost: int


def upgrade_database(settings: Settings) -> tuple[str, str]:
    """Bring it to the newest form; the form it had, and the one it has."""
    database = _database(settings)
    with database.told():
        if database.is_sqlite and database.url.database:
            Path(database.url.database).parent.mkdir(parents=True, exist_ok=True)
        return upgrade(database.url, database.place), newest()


async def check_database(settings: Settings) -> Health:
    """Whether the database is whole and every file is what was kept."""
    async with open_store(settings) as store:
        problems = await asyncio.to_thread(_sqlite_problems, store.database)
        lost = [f"{file.record.id} {file.name}: {file.record.title}" for file in await check_files(store)]
        return Health(store.database.place, newest(), (*problems, *lost), len(await find_orphans(store)))


async def back_up(settings: Settings, folder: Path) -> BackedUp:
    """A copy of the database and of every artifact's files in a new folder; the program may go on meanwhile.

    The copy is opened and compared before it is called a backup. A file that is lost already keeps nobody from saving
    the others: it is written down as such.
    """
    files = settings.home / FOLDER
    await asyncio.to_thread(_make_empty, folder, files)
    async with open_store(settings) as store:
        lost = sorted({file.record.digests[file.name] for file in await check_files(store)})
        with store.database.told():
            if lost:
                (folder / LOST).write_text(json.dumps(lost, indent=1), encoding="utf-8")
            if store.database.is_sqlite:
                await asyncio.to_thread(copy_sqlite, Path(str(store.database.url.database)), folder / COPY)
            else:
                await asyncio.to_thread(copy_postgres.dump, store.database, folder)
                # Of all artifacts that are there now, those of the dump among them: their files are copied next.
                digests = {digest for record in await store.records.every() for digest in record.digests.values()}
                await asyncio.to_thread(copy_postgres.list_files, folder, sorted(digests - {*lost}))
            await asyncio.to_thread(_copy_files, files, folder / FOLDER)
    await asyncio.to_thread(_refuse_damaged if store.database.is_sqlite else _refuse_damaged_dump, folder)
    return BackedUp(folder, len(lost))


def restore(settings: Settings, folder: Path) -> None:
    """Bring a backup back. What is there now is set aside beside it, not thrown away.

    The backup is checked first and copied whole before anything is moved. A file that another program has open is
    StoreInUse: it would go on writing to what was set aside.
    """
    database = _database(settings)
    if database.is_sqlite:
        _restore_sqlite(database, settings.home / FOLDER, folder)
    else:
        _restore_postgres(database, settings.home / FOLDER, folder)


def _restore_postgres(database: Database, files: Path, folder: Path) -> None:
    backup = _refuse_damaged_dump(folder)
    with database.told():
        _bring_files(folder, backup.files, files)
        copy_postgres.load(database, folder)


def _restore_sqlite(database: Database, files: Path, folder: Path) -> None:
    if not database.url.database:
        raise InvalidOption(option="database", value=database.place, allowed="It is in memory alone.")
    if not (folder / COPY).exists():
        raise UnusableBackup(name=str(folder), problem=f"it holds no backup ({COPY} is missing)")
    digests = _refuse_damaged(folder)
    target = Path(database.url.database)
    with database.told(), locked(database.url):
        _refuse_used(target)
        _bring_files(folder, digests, files)
        arriving = target.with_name(f"{target.name}.arriving")
        try:
            with (
                contextlib.closing(_opened(folder / COPY)) as found,
                contextlib.closing(sqlite3.connect(arriving)) as made,
            ):
                found.backup(made)
            _set_aside(target)
            arriving.replace(target)
            sync_folder(target.parent)
        finally:
            # Of a copy that did not fit nothing is left: the disk is full enough.
            arriving.unlink(missing_ok=True)


def _bring_files(folder: Path, digests: Sequence[str], files: Path) -> None:
    """The files first: what is named by its content stands in nobody's way, and no row is ever without its files."""
    kept, brought = ContentFiles(folder / FOLDER), ContentFiles(files)
    for digest in digests:
        brought.keep({digest: kept.read(digest)})


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


def _set_aside(target: Path) -> None:
    """Give what is there now a second name, which it alone has when the backup takes its place: at no moment is there
    no database. A damaged one, and one on a disk without links, is moved, with what is still in its log.
    """
    if not target.exists():
        return
    aside = _aside(target)
    if not Path(f"{target}-wal").exists():
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
            aside.hardlink_to(target)
            return
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{target}{suffix}")
        if part.exists():
            part.replace(f"{aside}{suffix}")


def _database(settings: Settings) -> Database:
    return Database(database_url(settings.get(DATABASE), settings.home))


def _make_empty(folder: Path, files: Path) -> None:
    if folder.resolve().is_relative_to(files.resolve()):
        raise InvalidOption(option="folder", value=str(folder), allowed="It must not be inside what is backed up.")
    try:
        if folder.exists() and any(folder.iterdir()):
            raise InvalidOption(option="folder", value=str(folder), allowed="It must be new or empty.")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UnwritableOutput(path=str(folder), problem=problem.strerror or str(problem)) from problem


def _copy_files(source: Path, target: Path) -> None:
    if source.exists():
        # What is only being written belongs to nothing yet, and may be gone before it is copied.
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(f"*{UNFINISHED}"))


def _aside(path: Path) -> Path:
    """The first name that is free, or that only a restore that was stopped has given to the same file."""
    number = 1
    while (aside := path.with_name(f"{path.name}.replaced-{number}")).exists() and not aside.samefile(path):
        number += 1
    return aside


def _sqlite_problems(database: Database) -> list[str]:
    if not database.is_sqlite:
        return []
    try:
        with contextlib.closing(sqlite3.connect(str(database.url.database))) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as problem:
        return [f"{database.place}: {problem}"]
    return [line for line in found if line != "ok"] + [f"a row of {row[0]} points nowhere" for row in broken[:20]]


def _refuse_damaged(folder: Path) -> list[str]:
    """A backup is whole: its database opens and is sound, in a form that we know, and every file is what was kept."""
    copy = folder / COPY
    try:
        with contextlib.closing(_opened(copy)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone()
            form = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            bodies = [json.loads(row[0]) for row in connection.execute("SELECT body FROM artifacts")]
        digests = {str(digest) for body in bodies for digest in body["digests"].values()} - _lost_before(folder)
    except (sqlite3.Error, ValueError, LookupError, TypeError, AttributeError) as problem:
        raise UnusableBackup(name=str(copy), problem=f"it is no backup of ours ({problem})") from problem
    if sound != ("ok",):
        raise UnusableBackup(name=str(copy), problem=f"it is damaged ({sound[0]})")
    if form is None or form[0] not in known_forms():
        raise StoreTooNew(place=str(copy), found=form[0] if form else "—")
    _refuse_missing(folder, sorted(digests))
    return sorted(digests)


def _opened(copy: Path) -> sqlite3.Connection:
    """The database of a backup, to be read as it lies there: the disk may be one that cannot be written. Only where
    somebody has written to it since does a log lie beside it, which is read too.
    """
    is_as_it_was = not Path(f"{copy}-wal").exists()
    address = f"{copy.resolve().as_uri()}?mode=ro{'&immutable=1' if is_as_it_was else ''}"
    return sqlite3.connect(address, uri=True)


def _lost_before(folder: Path) -> set[str]:
    """The digests of the files that were lost before the backup was made."""
    listed = folder / LOST
    return set(map(str, json.loads(listed.read_bytes()))) if listed.exists() else set()


def _refuse_damaged_dump(folder: Path) -> copy_postgres.Backup:
    backup = copy_postgres.read_backup(folder)
    _refuse_missing(folder, backup.files)
    return backup


def _refuse_missing(folder: Path, digests: Sequence[str]) -> None:
    files = ContentFiles(folder / FOLDER)
    missing = [digest for digest in digests if not _is_there(files, digest)]
    if missing:
        raise UnusableBackup(name=str(folder), problem=f"{len(missing)} of its files are missing or damaged")


def _is_there(files: ContentFiles, digest: str) -> bool:
    try:
        files.read(digest)
    except FileLost:
        return False
    return True
