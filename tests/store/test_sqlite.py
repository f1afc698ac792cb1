"""Short writes run in the calling thread while the file is free, and otherwise wait in another thread."""

import asyncio
import contextlib
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, Connection

from inkwright.errors import StoreUnavailable
from inkwright.store.database import Database
from inkwright.store.sqlite import SqliteBackend
from inkwright.store.tables import steps


def adding(key: str, result: str | None = None) -> Callable[[Connection], None]:
    row = {"key": key, "result": result, "lease": 0.0}
    return lambda connection: connection.execute(steps.insert(), row).close()


def keys(url: URL) -> list[str]:
    """Return the rows that another process would find."""

    async def go(database: Database) -> list[str]:
        asked = steps.select().order_by(steps.c.key)
        return await database.read(lambda connection: [row.key for row in connection.execute(asked)])

    found: list[str] = on(url, go)
    return found


def on(url: URL, work: Callable[[Database], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(go())


@contextlib.contextmanager
def taken(path: Path) -> Iterator[None]:
    """Somebody else writes to the file."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("COMMIT")


def test_a_short_write_is_there_for_everybody_when_it_returns(url: URL) -> None:
    async def go(database: Database) -> list[str]:
        await database.write(adding("one"), is_short=True)
        return await asyncio.to_thread(keys, url)

    assert on(url, go) == ["one"]


@pytest.mark.parametrize("problem", [ValueError, asyncio.CancelledError])
def test_of_a_short_write_that_fails_nothing_is_left_and_the_next_one_succeeds(
    url: URL, problem: type[BaseException]
) -> None:
    def broken(connection: Connection) -> None:
        adding("half")(connection)
        raise problem

    async def go(database: Database) -> None:
        await database.write(adding("before"), is_short=True)
        with pytest.raises(problem):
            await database.write(broken, is_short=True)
        await database.write(adding("later"), is_short=True)

    on(url, go)
    assert keys(url) == ["before", "later"]


def test_simultaneous_short_and_long_writes_are_all_saved(url: URL) -> None:
    async def go(database: Database) -> None:
        writes = (database.write(adding(f"{n:03}"), is_short=n % 3 > 0) for n in range(150))
        await asyncio.gather(*writes)

    on(url, go)
    assert keys(url) == [f"{n:03}" for n in range(150)]


def test_a_short_write_does_not_hold_the_loop_while_somebody_else_has_the_file(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    async def go(database: Database) -> bool:
        with taken(tmp_path / "ink.db"):
            writing = asyncio.create_task(database.write(adding("one"), is_short=True))
            await asyncio.sleep(0.05)
            was_waiting = not writing.done()
        await writing
        return was_waiting

    assert on(url, go)
    assert keys(url) == ["one"]


def test_short_writes_are_made_in_the_loops_own_thread_and_long_ones_are_not(tmp_path: Path) -> None:
    async def go() -> list[bool]:
        backend = SqliteBackend(URL.create("sqlite", database=str(tmp_path / "ink.db")))
        loops = threading.get_ident()
        found = [
            await backend.write(lambda _connection: threading.get_ident() == loops, is_short=is_short)
            for is_short in (True, False)
        ]
        await backend.close()
        return found

    assert asyncio.run(go()) == [True, False]


def test_the_log_of_many_short_writes_stays_small(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    async def go(database: Database) -> None:
        for number in range(1_500):
            await database.write(adding(str(number), "x" * 4_000), is_short=True)

    async def size(database: Database) -> int:
        await go(database)
        return (tmp_path / "ink.db-wal").stat().st_size

    assert on(url, size) < 8_000_000


def test_a_missing_file_is_reported_by_a_short_write_too(tmp_path: Path) -> None:
    async def go() -> None:
        database = Database(URL.create("sqlite", database=str(tmp_path / "none" / "ink.db")))
        with pytest.raises(StoreUnavailable):
            await database.write(lambda connection: connection.execute(text("SELECT 1")).close(), is_short=True)
        await database.close()

    asyncio.run(go())


def test_a_connection_that_breaks_in_the_middle_is_not_used_again(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    def breaking(connection: Connection) -> None:
        adding("half")(connection)
        driver: Any = connection.connection.dbapi_connection
        driver.close()
        adding("other half")(connection)

    async def go(database: Database) -> None:
        with pytest.raises(StoreUnavailable):
            await database.write(breaking, is_short=True)
        await database.write(adding("later"), is_short=True)

    on(url, go)
    assert keys(url) == ["later"]


def test_loops_in_several_threads_may_share_a_database(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    async def go(database: Database) -> None:
        async def some(name: str) -> None:
            for number in range(60):
                await database.write(adding(f"{name}{number:02}"), is_short=number % 4 > 0)

        await asyncio.gather(*(asyncio.to_thread(asyncio.run, some(name)) for name in "abcd"))

    on(url, go)
    assert keys(url) == [f"{name}{number:02}" for name in "abcd" for number in range(60)]


def test_a_database_that_was_closed_takes_nothing_and_says_so(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    async def go() -> None:
        database = Database(url)
        await database.open()
        await database.write(adding("one"), is_short=True)
        await database.close()
        for asked in (
            database.write(adding("short"), is_short=True),
            database.write(adding("long")),
            database.read(lambda connection: connection.execute(steps.select()).all()),
        ):
            with pytest.raises(StoreUnavailable, match="the database was closed"):
                await asked
        await database.close()

    asyncio.run(go())
    assert keys(url) == ["one"]
    assert not (tmp_path / "ink.db-wal").exists()


_MENDING = """
import fcntl, sys, time
with open(sys.argv[1], "r+b") as index:
    fcntl.lockf(index, fcntl.LOCK_EX, 1, 120)  # who writes
    fcntl.lockf(index, fcntl.LOCK_EX, 1, 122)  # who mends
    index.write(bytes(136))
    index.flush()
    print("mending", flush=True)
    sys.stdin.read()
"""
"""Replaces another process that rebuilds the index of the WAL after a crash."""


def test_a_short_write_waits_in_the_thread_while_another_process_recovers_the_log(tmp_path: Path) -> None:
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    async def go(database: Database) -> bool:
        await database.write(adding("before"), is_short=True)
        command = [sys.executable, "-c", _MENDING, str(tmp_path / "ink.db-shm")]
        pipe = asyncio.subprocess.PIPE
        other = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert other.stdout is not None
        await other.stdout.readline()
        writing = asyncio.create_task(database.write(adding("one"), is_short=True))
        await asyncio.sleep(0.05)
        was_waiting = not writing.done()
        await other.communicate(b"")
        await writing
        return was_waiting

    assert on(url, go)
    assert keys(url) == ["before", "one"]
