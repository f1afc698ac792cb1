"""Look after the database: upgrade it, check it, back it up, bring a backup back."""

import asyncio
import contextlib
import shutil
import sqlite3
import subprocess
from dataclasses import dataclass
from pathlib import Path

from inkwright.errors import InvalidOption, StoreUnavailable, UnreadableInput
from inkwright.settings import DATABASE, Settings
from inkwright.store.database import Database, database_url
from inkwright.store.migrations.upgrades import newest, upgrade
from inkwright.usecases.check_files import check_files, find_orphans
from inkwright.usecases.open_store import FOLDER, open_store


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found. `problems` are sentences; an orphan is a file that no artifact needs, and harmless."""

    place: str
    form: str
    problems: tuple[str, ...]
    orphans: int


def upgrade_database(settings: Settings) -> tuple[str, str]:
    """Bring it to the newest form; the form it had, and the one it has."""
    database = _database(settings)
    if database.is_sqlite and database.url.database:
        Path(database.url.database).parent.mkdir(parents=True, exist_ok=True)
    return upgrade(database.url, database.place), newest()


async def check_database(settings: Settings) -> Health:
    """Whether the database is whole and every file is what was kept."""
    async with open_store(settings) as store:
        problems = await asyncio.to_thread(_sqlite_problems, store.database)
        lost = [f"{file.record.id} {file.name}: {file.record.title}" for file in await check_files(store)]
        return Health(store.database.place, newest(), (*problems, *lost), len(await find_orphans(store)))


async def back_up(settings: Settings, folder: Path) -> Path:
    """A copy of the database and of every artifact's files in a new folder; the program may go on meanwhile."""
    await asyncio.to_thread(_make_empty, folder)
    async with open_store(settings) as store:
        await asyncio.to_thread(_copy_database, store.database, folder)
        await asyncio.to_thread(_copy_files, settings.home / FOLDER, folder / FOLDER)
    return folder


def restore(settings: Settings, folder: Path) -> None:
    """Bring a backup back. What is there now is set aside beside it, not thrown away."""
    database = _database(settings)
    copy = folder / "inkwright.db"
    if not database.is_sqlite or not database.url.database:
        raise InvalidOption(option="database", value=database.place, allowed="Restore Postgres with psql and the dump.")
    if not copy.exists():
        raise UnreadableInput(name=str(folder), problem="it holds no backup (inkwright.db is missing)")
    _refuse_damaged(copy)
    target = Path(database.url.database)
    for path in (target, settings.home / FOLDER):
        if path.exists():
            path.replace(_aside(path))
    for suffix in ("-wal", "-shm"):
        Path(f"{target}{suffix}").unlink(missing_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(copy, target)
    _copy_files(folder / FOLDER, settings.home / FOLDER)


def _database(settings: Settings) -> Database:
    return Database(database_url(settings.get(DATABASE), settings.home))


def _make_empty(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        raise InvalidOption(option="folder", value=str(folder), allowed="It must be new or empty.")
    folder.mkdir(parents=True, exist_ok=True)


def _copy_files(source: Path, target: Path) -> None:
    if source.exists():
        shutil.copytree(source, target, dirs_exist_ok=True)


def _aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    return aside


def _copy_database(database: Database, folder: Path) -> None:
    if not database.is_sqlite:
        command = ["pg_dump", "--no-owner", "-f", str(folder / "inkwright.sql"), _libpq(database)]
        try:
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        except (OSError, subprocess.CalledProcessError) as problem:
            said = getattr(problem, "stderr", b"") or str(problem).encode()
            raise StoreUnavailable(place=database.place, problem=said.decode(errors="replace")[:200]) from problem
        return
    with (
        contextlib.closing(sqlite3.connect(str(database.url.database))) as source,
        contextlib.closing(sqlite3.connect(folder / "inkwright.db")) as target,
    ):
        source.backup(target)


def _libpq(database: Database) -> str:
    return database.url.set(drivername="postgresql").render_as_string(hide_password=False)


def _sqlite_problems(database: Database) -> list[str]:
    if not database.is_sqlite:
        return []
    with contextlib.closing(sqlite3.connect(str(database.url.database))) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    return [line for line in found if line != "ok"] + [f"a row of {row[0]} points nowhere" for row in broken[:20]]


def _refuse_damaged(copy: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as problem:
        raise UnreadableInput(name=str(copy), problem=f"it is no backup of ours ({problem})") from problem
    if found != ("ok",):
        raise UnreadableInput(name=str(copy), problem=f"it is damaged ({found[0]})")
