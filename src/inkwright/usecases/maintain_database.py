"""Look after the database: upgrade it, and check it with everything in it."""

import asyncio
import contextlib
import sqlite3
from dataclasses import dataclass

from inkwright.errors import InvalidOption
from inkwright.settings import DATABASE, Settings
from inkwright.store.database import Database, database_url
from inkwright.store.every_row import UnreadableRow, unreadable_rows
from inkwright.store.migrations.upgrades import file_of, newest, upgrade
from inkwright.usecases.check_files import LostFile, check_files, find_orphans
from inkwright.usecases.open_store import open_store


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found. `problems` are sentences; an orphan is a file that no artifact needs, and harmless."""

    place: str
    form: str
    problems: tuple[str, ...]
    orphans: int


def database_of(settings: Settings) -> Database:
    """The database that is looked after; one that lives in memory alone is refused."""
    database = Database(database_url(settings.get(DATABASE), settings.home))
    if database.is_sqlite and file_of(database.url) is None:
        raise InvalidOption(option="database", value=settings.get(DATABASE), allowed="It is in memory alone.")
    return database


def upgrade_database(settings: Settings) -> tuple[str, str]:
    """Bring it to the newest form; the form it had, and the one it has."""
    database = database_of(settings)
    with database.told():
        return upgrade(database.url, database.place), newest()


async def check_database(settings: Settings) -> Health:
    """Whether the database is whole, every row can be read and every file is what was kept."""
    database_of(settings)
    async with open_store(settings) as store:
        problems = await asyncio.to_thread(_sqlite_problems, store.database)
        problems += [_told_row(row) for row in await unreadable_rows(store.database)]
        problems += [_told_file(file) for file in await check_files(store)]
        return Health(store.database.place, newest(), tuple(problems), len(await find_orphans(store)))


def _told_row(row: UnreadableRow) -> str:
    if not row.id:
        return f"the rest of the table {row.table} cannot be read: {row.problem}"
    return f"in the table {row.table}, {row.id} cannot be read: {row.problem}"


def _told_file(file: LostFile) -> str:
    return f"the file {file.name} of {file.record.id} ({file.record.title}): {file.problem}"


def _sqlite_problems(database: Database) -> list[str]:
    file = file_of(database.url)
    if file is None:
        return []
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as problem:
        return [f"{database.place}: {problem}"]
    return [line for line in found if line != "ok"] + [f"a row of {row[0]} points nowhere" for row in broken[:20]]
