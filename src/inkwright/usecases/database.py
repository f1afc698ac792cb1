"""Upgrade and check the database, and dump or load it on Postgres."""

import asyncio
import contextlib
import hashlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, ProgramMissing, StoreTooNew, StoreUnavailable, UnusableBackup
from inkwright.i18n import Reason, system_reason
from inkwright.settings import DATABASE, Settings
from inkwright.store.database import Database, database_url
from inkwright.store.files import make_private_file, write_private_text
from inkwright.store.integrity import UnreadableRow, find_unreadable_rows
from inkwright.store.migrations.upgrades import database_file, known_revisions, newest_revision, upgrade
from inkwright.store.tables import METADATA
from inkwright.usecases.files import LostFile, find_lost_files, find_orphans
from inkwright.usecases.store import open_store

DUMP_FILE: Final = "inkwright.sql"
BACKUP_LIST: Final = "backup.json"
_TABLES: Final = (*METADATA.tables, "alembic_version")
_SET_ASIDE: Final = """
SET LOCAL lock_timeout = '30s';
SET LOCAL client_min_messages = warning;
DO $$
DECLARE
    number integer := 1;
    aside text;
    known text;
    found regclass;
BEGIN
    WHILE to_regnamespace('replaced_' || number) IS NOT NULL LOOP
        number := number + 1;
    END LOOP;
    aside := 'replaced_' || number;
    FOREACH known IN ARRAY ARRAY[{tables}] LOOP
        found := to_regclass(known);
        IF found IS NOT NULL THEN
            EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', aside);
            PERFORM set_config('inkwright.aside', aside, true);
            EXECUTE format('ALTER TABLE %s SET SCHEMA %I', found, aside);
        END IF;
    END LOOP;
END $$;
"""
"""Only tables of this program: others may be in the same database."""
_ASIDE_QUERY: Final = "SELECT current_setting('inkwright.aside', true)"


@dataclass(frozen=True, slots=True)
class PostgresBackup:
    """The content of a backup folder: the version of the database, its dump, and the digests of all files."""

    form: str
    sha256: str
    files: tuple[str, ...]


def dump_postgres(database: Database, folder: Path) -> None:
    """Write all tables of this program, as of one moment, to the folder. A failing disk raises OSError."""
    tables = [f"--table={name}" for name in _TABLES]
    make_private_file(folder / DUMP_FILE)
    with (folder / DUMP_FILE).open("wb") as file:
        _run_program(database, "pg_dump", ["--no-owner", "--no-privileges", "--strict-names", *tables], file)
        file.flush()
        os.fsync(file.fileno())


def write_backup_list(folder: Path, digests: Sequence[str]) -> None:
    """Record what belongs to the dump, so that an incomplete copy is recognised."""
    digest = hashlib.sha256((folder / DUMP_FILE).read_bytes()).hexdigest()
    kept = {"form": newest_revision(), "sha256": digest, "files": sorted(set(digests))}
    write_private_text(folder / BACKUP_LIST, json.dumps(kept, indent=1))


def read_postgres_backup(folder: Path) -> PostgresBackup:
    """Return the content of the folder, if its dump is intact and of a known version."""
    listed = folder / BACKUP_LIST
    try:
        kept = json.loads(listed.read_bytes())
        backup = PostgresBackup(str(kept["form"]), str(kept["sha256"]), tuple(map(str, kept["files"])))
        digest = hashlib.sha256((folder / DUMP_FILE).read_bytes()).hexdigest()
    except FileNotFoundError as problem:
        missing = Path(str(problem.filename)).name
        raise UnusableBackup(
            name=str(folder), problem=Reason("reason.usecases.no_backup", missing=missing)
        ) from problem
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise UnusableBackup(
            name=str(listed), problem=Reason("reason.usecases.not_a_backup", detail=problem)
        ) from problem
    if digest != backup.sha256:
        raise UnusableBackup(
            name=str(folder / DUMP_FILE),
            problem=Reason("reason.usecases.damaged", detail=Reason("reason.usecases.changed")),
        )
    if backup.form not in known_revisions():
        raise StoreTooNew(place=str(folder / DUMP_FILE), found=backup.form)
    return backup


def load_postgres(database: Database, folder: Path) -> str | None:
    """Load the dump. Existing tables are set aside in another schema, all or
    none; return its name, if there were any.
    """
    tables = ", ".join(f"'{name}'" for name in _TABLES)
    asides = [f"--command={_SET_ASIDE.format(tables=tables)}", f"--command={_ASIDE_QUERY}"]
    stop = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", "--tuples-only", "--no-align"]
    said = io.BytesIO()
    _run_program(database, "psql", [*stop, *asides, f"--file={folder / DUMP_FILE}"], said)
    return said.getvalue().decode().partition("\n")[0] or None


def _run_program(database: Database, program: str, options: Sequence[str], into: BinaryIO) -> None:
    """Run a program of the server, and write its output to a file if one is given."""
    # The password is passed in a way that no process list shows.
    url = database.url
    address = URL.create(
        "postgresql", username=url.username, host=url.host, port=url.port, database=url.database, query=url.query
    )
    environ = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    command = [program, *options, f"--dbname={address.render_as_string()}"]
    with tempfile.TemporaryFile() as complaints:
        try:
            running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, env=environ)  # noqa: S603
        except FileNotFoundError as problem:
            raise ProgramMissing(program=program, place=database.place) from problem
        except OSError as problem:
            raise StoreUnavailable(place=database.place, problem=system_reason(problem)) from problem
        with running:
            assert running.stdout is not None  # noqa: S101
            shutil.copyfileobj(running.stdout, into)
        if running.returncode != 0:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip()[:200]
            raise StoreUnavailable(
                place=database.place,
                problem=said or Reason("reason.usecases.program_ended", program=program, code=running.returncode),
            )


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """The result of a check. `problems` are sentences; an orphan is a file that no artifact needs, and harmless."""

    place: str
    form: str
    problems: tuple[Reason | str, ...]
    orphans: int


def managed_database(settings: Settings) -> Database:
    """Return the database of the settings; refuse one in memory."""
    database = Database(database_url(settings.get(DATABASE), settings.home))
    if database.is_sqlite and database_file(database.url) is None:
        raise InvalidOption(
            option="database", value=settings.get(DATABASE), allowed=Reason("reason.usecases.in_memory")
        )
    return database


def upgrade_database(settings: Settings) -> tuple[str, str]:
    """Upgrade to the newest version; return the old and the new one."""
    database = managed_database(settings)
    with database.store_errors():
        return upgrade(database.url, database.place), newest_revision()


async def check_database(settings: Settings) -> DatabaseHealth:
    """Check that the database is intact, every row can be read and every file is unchanged."""
    managed_database(settings)
    async with open_store(settings) as store:
        problems = await asyncio.to_thread(_sqlite_problems, store.database)
        problems += [_row_problem(row) for row in await find_unreadable_rows(store.database)]
        problems += [_file_problem(file) for file in await find_lost_files(store)]
        return DatabaseHealth(store.database.place, newest_revision(), tuple(problems), len(await find_orphans(store)))


def _row_problem(row: UnreadableRow) -> Reason:
    key = "reason.usecases.unreadable_row" if row.id else "reason.usecases.unreadable_table"
    return Reason(key, table=row.table, id=row.id, problem=row.problem)


def _file_problem(file: LostFile) -> Reason:
    return Reason(
        "reason.usecases.lost_file", name=file.name, id=file.record.id, title=file.record.title, problem=file.problem
    )


def _sqlite_problems(database: Database) -> list[Reason | str]:
    file = database_file(database.url)
    if file is None:
        return []
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as problem:
        return [f"{database.place}: {problem}"]
    dangling = [Reason("reason.usecases.dangling_row", table=row[0]) for row in broken[:20]]
    return [*(line for line in found if line != "ok"), *dangling]
