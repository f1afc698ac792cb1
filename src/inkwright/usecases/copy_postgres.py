"""Copy a Postgres database into a folder and bring such a copy back, with the server's own programs."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy.engine import URL

from inkwright.errors import ProgramMissing, StoreTooNew, StoreUnavailable, UnusableBackup
from inkwright.store.database import Database
from inkwright.store.migrations.upgrades import known_forms, newest
from inkwright.store.private import make_file, write_text
from inkwright.store.tables import METADATA

DUMP: Final = "inkwright.sql"
LIST: Final = "backup.json"
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
"""Our tables only: others may live in the same database."""
_ASK_ASIDE: Final = "SELECT current_setting('inkwright.aside', true)"


@dataclass(frozen=True, slots=True)
class Backup:
    """What a folder with a copy holds: the form of the database, its dump, and the digests of all files."""

    form: str
    sha256: str
    files: tuple[str, ...]


def dump(database: Database, folder: Path) -> None:
    """Write all of our tables, as they are at one moment, into the folder. A disk that does not take it is OSError."""
    tables = [f"--table={name}" for name in _TABLES]
    make_file(folder / DUMP)
    with (folder / DUMP).open("wb") as file:
        _run(database, "pg_dump", ["--no-owner", "--no-privileges", "--strict-names", *tables], file)
        file.flush()
        os.fsync(file.fileno())


def list_files(folder: Path, digests: Sequence[str]) -> None:
    """Write down what belongs to the dump, so that a copy of which a part is missing is known as such."""
    digest = hashlib.sha256((folder / DUMP).read_bytes()).hexdigest()
    kept = {"form": newest(), "sha256": digest, "files": sorted(set(digests))}
    write_text(folder / LIST, json.dumps(kept, indent=1))


def read_backup(folder: Path) -> Backup:
    """What the folder holds, if its dump is whole and in a form that we know."""
    listed = folder / LIST
    try:
        kept = json.loads(listed.read_bytes())
        backup = Backup(str(kept["form"]), str(kept["sha256"]), tuple(map(str, kept["files"])))
        digest = hashlib.sha256((folder / DUMP).read_bytes()).hexdigest()
    except FileNotFoundError as problem:
        missing = Path(str(problem.filename)).name
        raise UnusableBackup(name=str(folder), problem=f"it holds no backup ({missing} is missing)") from problem
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise UnusableBackup(name=str(listed), problem=f"it is no backup of ours ({problem})") from problem
    if digest != backup.sha256:
        raise UnusableBackup(name=str(folder / DUMP), problem="it is damaged (it is not what was written)")
    if backup.form not in known_forms():
        raise StoreTooNew(place=str(folder / DUMP), found=backup.form)
    return backup


def load(database: Database, folder: Path) -> str | None:
    """Bring the dump back. Our tables that are there now are set aside in a schema of their own: all of it, or none.
    The name of that schema, if there were any.
    """
    tables = ", ".join(f"'{name}'" for name in _TABLES)
    asides = [f"--command={_SET_ASIDE.format(tables=tables)}", f"--command={_ASK_ASIDE}"]
    stop = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", "--tuples-only", "--no-align"]
    said = io.BytesIO()
    _run(database, "psql", [*stop, *asides, f"--file={folder / DUMP}"], said)
    return said.getvalue().decode().partition("\n")[0] or None


def _run(database: Database, program: str, options: Sequence[str], into: BinaryIO) -> None:
    """Run a program of the server, and write what it says where it is wanted."""
    # The password goes the way that no list of processes shows.
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
            raise StoreUnavailable(place=database.place, problem=problem.strerror or str(problem)) from problem
        with running:
            assert running.stdout is not None  # noqa: S101
            shutil.copyfileobj(running.stdout, into)
        if running.returncode != 0:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip()[:200]
            raise StoreUnavailable(place=database.place, problem=said or f"{program} ended ({running.returncode})")
