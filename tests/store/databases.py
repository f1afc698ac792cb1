"""Databases for tests: a SQLite file, and a Postgres server that the tests start for themselves."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, make_url
from sqlalchemy.engine import URL

from inkwright.store.migrations.upgrades import ensure_upgraded

_PROGRAMS = Path("/usr/lib/postgresql")
_USER = "postgres"
_MEMORY = Path("/dev/shm")
"""Where files are no work for a disk, if the system has such a place."""
_COPIES_SINCE = 15
"""Since this version a database can be copied file by file, and is not by default."""
_EMPTIED = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    "DO $$ DECLARE name text; BEGIN"
    " FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
    " LOOP EXECUTE format('DROP SCHEMA %%I CASCADE', name); END LOOP; END $$",
    "CREATE SCHEMA public",
)


def postgres_programs() -> Path | None:
    """The folder of the newest server that is installed."""
    found = sorted(_PROGRAMS.glob("*/bin/initdb")) if _PROGRAMS.exists() else []
    return found[-1].parent if found and (os.geteuid() or _has_user(_USER)) else None


def _has_user(name: str) -> bool:
    """A server does not run as root: somebody else must be there to run it."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class PostgresServer:
    """A server of our own on a socket in a folder of our own; it ends with the tests."""

    def __init__(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        self._programs = programs
        place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        self._folder = Path(tempfile.mkdtemp(prefix="ink-pg-", dir=place))
        self._given_back: list[URL] = []
        self._template: URL | None = None
        self._copying = "STRATEGY FILE_COPY" if int(programs.parent.name) >= _COPIES_SINCE else ""
        self._user = _USER if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        self._run("initdb", "-D", str(self._folder / "data"), "-U", "ink", "-A", "trust", "--no-sync")
        self._start()

    def _start(self) -> None:
        options = f"-c listen_addresses='' -k {self._folder} -c fsync=off -c max_connections=60"
        self._run(
            "pg_ctl", "-D", str(self._folder / "data"), "-o", options, "-w", "-l", str(self._folder / "log"), "start"
        )

    @property
    def process(self) -> int:
        """The number of its first process, whose children the others are."""
        return int((self._folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])

    def restart(self) -> None:
        """End it at once, as a crash does, and start it again."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        self._start()

    def new_database(self) -> URL:
        """An empty database: one that was given back, or a new one."""
        if self._given_back:
            return self._given_back.pop()
        name = f"ink_{uuid.uuid4().hex[:12]}"
        self._execute(self._url("postgres"), f"CREATE DATABASE {name}")
        return self._url(name)

    def migrated_database(self) -> URL:
        """A database with the tables of the program: a copy of one that ran all migrations, which takes long."""
        if self._template is None:
            self._template = self.new_database()
            ensure_upgraded(self._template, "here")
        name = f"ink_{uuid.uuid4().hex[:12]}"
        self._execute(
            self._url("postgres"), f"CREATE DATABASE {name} TEMPLATE {self._template.database} {self._copying}"
        )
        return self._url(name)

    def remove(self, url: URL) -> None:
        """Remove a database, whoever still has it open."""
        self._execute(self._url("postgres"), f"DROP DATABASE {url.database} WITH (FORCE)")

    def give_back(self, url: URL) -> None:
        """Empty a database for the next who asks: that is much cheaper than a new one."""
        self._execute(url, *_EMPTIED)
        self._given_back.append(url)

    def stop(self) -> None:
        """End it, and remove its folder."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _execute(self, url: URL, *statements: str) -> None:
        engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    def _url(self, name: str) -> URL:
        return make_url(f"postgresql+psycopg://ink@/{name}?host={self._folder}")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, user=self._user, cwd=self._folder
        )


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The server, or a loud skip."""
    if postgres_programs() is None:
        pytest.skip("NO POSTGRES SERVER IS INSTALLED: the store is tested on SQLite alone (apt-get install postgresql)")
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """A database of each kind without content. On SQLite it has no tables before it is opened, which is quick."""
    if request.param == "sqlite":
        yield _sqlite(tmp_path)
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    migrated = server.migrated_database()
    yield migrated
    server.remove(migrated)


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """A database of each kind without tables."""
    if request.param == "sqlite":
        yield _sqlite(tmp_path)
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    empty = server.new_database()
    yield empty
    server.give_back(empty)


def _sqlite(folder: Path) -> URL:
    return make_url(f"sqlite:///{folder / 'store' / 'ink.db'}")
