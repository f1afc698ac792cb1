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
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.engine import URL

_PROGRAMS = Path("/usr/lib/postgresql")
_USER = "postgres"


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
        self._folder = Path(tempfile.mkdtemp(prefix="ink-pg-"))
        self._user = _USER if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        self._run("initdb", "-D", str(self._folder / "data"), "-U", "ink", "-A", "trust", "--no-sync")
        options = f"-c listen_addresses='' -k {self._folder} -c fsync=off -c max_connections=60"
        self._run(
            "pg_ctl", "-D", str(self._folder / "data"), "-o", options, "-w", "-l", str(self._folder / "log"), "start"
        )

    def new_database(self) -> URL:
        """An empty database."""
        name = f"ink_{uuid.uuid4().hex[:12]}"
        engine = create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self._url(name)

    def stop(self) -> None:
        """End it, and remove its folder."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

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
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return make_url(f"sqlite:///{tmp_path / 'store' / 'ink.db'}")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()
