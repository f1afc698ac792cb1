"""Backups of both databases: whole, brought back after any damage, and refused where they are not whole."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import ProgramMissing, StoreInUse, StoreTooNew, StoreUnavailable, UnusableBackup
from inkwright.usecases.backups import SQLITE_COPY, BackupResult, back_up, restore_backup
from inkwright.usecases.database import BACKUP_LIST, DUMP_FILE, check_database, write_backup_list
from inkwright.usecases.store import ARTIFACTS_FOLDER, open_store
from tests.store.databases import PostgresServer
from tests.store.durability import Line, losses
from tests.store.snapshots import CONTENT, EDITED, MESSAGES, read
from tests.store.turn_writer import run_turns, settings_of
from tests.usecases.store_copies import (
    LATER,
    address,
    damage,
    found,
    on_postgres,
    on_sqlite,
    run_sql,
    say_later,
    with_content,
)

KILLED_AT = """
import os, sys
from pathlib import Path
from inkwright.usecases.backups import restore_backup
from tests.store.turn_writer import settings_of

left = 0

def look(event, _arguments):
    global left
    if event in ("os.rename", "os.link", "os.remove", "sqlite3.connect"):
        left -= 1
        if left == 0:
            os._exit(9)

settings = settings_of(Path(sys.argv[1]), sys.argv[2])
sys.addaudithook(look)
for line in sys.stdin:
    left = int(line)
    child = os.fork()
    if child == 0:
        restore_backup(settings, Path(sys.argv[3]))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Restores a backup and dies before the given number of changes to files or databases.

A child process does so for each number that it reads, and its exit code is printed: starting costs more than the rest.
"""


def test_a_backup_brings_everything_back_after_damage_and_the_program_continues(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    damage(url, tmp_path / "home")
    restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT
    say_later(settings)
    assert found(settings)["messages"] == [*MESSAGES, LATER]


def test_a_backup_is_restored_into_a_new_database_and_a_new_home(
    url: URL, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    asyncio.run(back_up(with_content(url, tmp_path / "home"), tmp_path / "copy"))
    other = url.set(database=str(tmp_path / "other" / "ink.db"))
    if url.get_backend_name() == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        other = server.new_database()
    settings = settings_of(tmp_path / "other", address(other))
    restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT


def test_a_backup_that_is_made_while_the_program_continues_is_whole(url: URL, tmp_path: Path) -> None:
    home, lines = tmp_path / "home", list[Line]()
    settings = settings_of(home, address(url))

    async def go() -> list[Line]:
        async with open_store(settings) as store:
            say: Callable[..., None] = lambda *line: lines.append(line)  # noqa: E731
            await run_turns(store, home, say, ["make 1"])
            before = [*lines]
            await asyncio.gather(
                run_turns(store, home, say, ["make 2", "make 3", "talk 4", "make 5"]),
                back_up(settings, tmp_path / "copy"),
            )
            return before

    before = asyncio.run(go())
    restore_backup(settings, tmp_path / "copy")
    assert losses(home, [line for line in before if line[1] != "call"], address(url)) == []


@on_postgres
def test_what_is_there_now_is_set_aside_in_a_schema_and_other_tables_stay(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    run_sql(url, "CREATE TABLE theirs (x integer)", "INSERT INTO theirs VALUES (7)")
    for _ in range(2):
        say_later(settings)
        restore_backup(settings, tmp_path / "copy")
        assert found(settings) == CONTENT
    for aside in ("replaced_1", "replaced_2"):
        assert run_sql(url, f"SELECT COUNT(*) FROM {aside}.messages") == [(len(MESSAGES) + len(EDITED) + 1,)]
    assert run_sql(url, "SELECT x FROM theirs") == [(7,)]


def cut_dump(folder: Path) -> None:
    (folder / DUMP_FILE).write_bytes((folder / DUMP_FILE).read_bytes()[:-100])


def without_list(folder: Path) -> None:
    (folder / BACKUP_LIST).unlink()


def without_dump(folder: Path) -> None:
    (folder / DUMP_FILE).unlink()


def with_odd_list(folder: Path) -> None:
    (folder / BACKUP_LIST).write_text('{"form": 1}')


def without_files(folder: Path) -> None:
    shutil.rmtree(folder / ARTIFACTS_FOLDER)


@on_postgres
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (cut_dump, "damaged"),
        (without_list, r"backup\.json is missing"),
        (without_dump, r"inkwright\.sql is missing"),
        (with_odd_list, "not a backup of this program"),
        (without_files, "missing or damaged files: 2"),
    ],
)
def test_a_dump_that_is_not_whole_is_refused_before_anything_is_moved(
    url: URL, tmp_path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    spoil(tmp_path / "copy")
    with pytest.raises(UnusableBackup, match=told):
        restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT


@on_postgres
def test_a_dump_of_a_newer_program_is_refused(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    listed = json.loads((tmp_path / "copy" / BACKUP_LIST).read_text())
    (tmp_path / "copy" / BACKUP_LIST).write_text(json.dumps({**listed, "form": "9999"}))
    with pytest.raises(StoreTooNew, match="9999"):
        restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT


@on_postgres
def test_a_dump_that_fails_in_the_middle_changes_nothing(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    with (tmp_path / "copy" / DUMP_FILE).open("a") as dump:
        dump.write("SELECT 1 / 0;\n")
    listed = json.loads((tmp_path / "copy" / BACKUP_LIST).read_text())
    write_backup_list(tmp_path / "copy", listed["files"])
    with pytest.raises(StoreUnavailable, match="division by zero"):
        restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT
    assert run_sql(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'") == []


@on_postgres
def test_without_the_programs_of_the_server_the_next_step_is_reported(
    url: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ProgramMissing, match=r"needs psql, .* apt-get install postgresql-client"):
        restore_backup(settings, tmp_path / "copy")
    with pytest.raises(ProgramMissing, match=r"needs pg_dump, .* apt-get install postgresql-client"):
        asyncio.run(back_up(settings, tmp_path / "other"))
    assert found(settings) == CONTENT


@on_postgres
def test_a_password_reaches_the_programs_and_no_message(url: URL, tmp_path: Path) -> None:
    ((hba,),) = run_sql(url, "SHOW hba_file")
    rules = Path(hba).read_text()
    Path(hba).write_text(f"local all guarded scram-sha-256\n{rules}")
    try:
        run_sql(url, "SELECT pg_reload_conf()")
        run_sql(url, "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'open sesame'")
        guarded = url.set(username="guarded", password="open sesame")
        settings = with_content(guarded, tmp_path / "home")
        asyncio.run(back_up(settings, tmp_path / "copy"))
        restore_backup(settings, tmp_path / "copy")
        assert found(settings) == CONTENT
        run_sql(url, "ALTER ROLE guarded PASSWORD 'another'")
        with pytest.raises(StoreUnavailable) as caught:
            restore_backup(settings, tmp_path / "copy")
        assert "sesame" not in str(caught.value)
    finally:
        Path(hba).write_text(rules)
        run_sql(url, "SELECT pg_reload_conf()")


@on_sqlite
def test_what_was_damaged_is_set_aside_too(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    damage(url, tmp_path / "home")
    restore_backup(settings, tmp_path / "copy")
    assert Path(f"{url.database}.replaced-1").read_bytes() == b"nonsense" * 4096
    with closing(sqlite3.connect(str(url.database))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@on_sqlite
def test_whenever_the_program_dies_while_a_backup_is_restored_there_is_the_old_or_the_new(
    url: URL, tmp_path: Path
) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    say_later(settings)
    words = [sys.executable, "-c", KILLED_AT, str(tmp_path / "home"), address(url), str(tmp_path / "copy")]
    deaths = 0
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as dying:
        assert dying.stdin is not None
        assert dying.stdout is not None
        while dying.stdin.write(f"{deaths + 1}\n") and dying.stdout.readline() == "9\n":
            assert found(settings)["messages"] in ([*MESSAGES, LATER], [*MESSAGES])
            deaths += 1
        dying.stdin.close()
    assert deaths > 5
    assert found(settings) == CONTENT
    with closing(sqlite3.connect(f"{url.database}.replaced-1")) as aside:
        assert aside.execute("SELECT count(*) FROM messages WHERE id = 'msg_later'").fetchone() == (1,)


@on_sqlite
def test_a_backup_is_not_restored_while_another_program_has_the_database_open(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")

    async def go() -> None:
        await back_up(settings, tmp_path / "copy")
        async with open_store(settings) as store:
            await read(store)
            with pytest.raises(StoreInUse):
                await asyncio.to_thread(restore_backup, settings, tmp_path / "copy")
            await store.conversations.add_message(LATER)

    asyncio.run(go())
    assert found(settings)["messages"] == [*MESSAGES, LATER]
    restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT


def test_a_file_that_is_lost_keeps_nobody_from_saving_the_others(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    lost, *_ = sorted(path for path in (tmp_path / "home" / ARTIFACTS_FOLDER).rglob("*") if path.is_file())
    content = lost.read_bytes()
    lost.unlink()
    assert asyncio.run(back_up(settings, tmp_path / "copy")) == BackupResult(tmp_path / "copy", 1)
    damage(url, tmp_path / "home")
    restore_backup(settings, tmp_path / "copy")
    assert len(asyncio.run(check_database(settings)).problems) == 1
    lost.parent.mkdir(parents=True, exist_ok=True)
    lost.write_bytes(content)
    assert found(settings) == CONTENT


@on_sqlite
@pytest.mark.parametrize("body", ["[1]", "{}", '{"digests": 7}', '{"digests": {"a": "../../x"}}', "nonsense"])
def test_a_copy_whose_records_cannot_be_read_is_refused_before_anything_is_moved(
    url: URL, tmp_path: Path, body: str
) -> None:
    settings = with_content(url, tmp_path / "home")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    with closing(sqlite3.connect(tmp_path / "copy" / SQLITE_COPY)) as connection, connection:
        connection.execute("UPDATE artifacts SET body = ?", (body,))
    with pytest.raises(UnusableBackup):
        restore_backup(settings, tmp_path / "copy")
    assert found(settings) == CONTENT


@on_sqlite
def test_a_backup_is_only_read_and_nothing_is_left_beside_it(url: URL, tmp_path: Path) -> None:
    settings, copy = with_content(url, tmp_path / "home"), tmp_path / "copy"
    asyncio.run(back_up(settings, copy))
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    # SQLite makes files beside a database that it opens; where it cannot, it does not open it.
    (copy / f"{SQLITE_COPY}-shm").mkdir()
    restore_backup(settings, copy)
    (copy / f"{SQLITE_COPY}-shm").rmdir()
    after = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    assert after == before
    assert found(settings) == CONTENT


@on_sqlite
def test_a_file_that_is_only_being_written_is_not_in_the_backup(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    (tmp_path / "home" / ARTIFACTS_FOLDER / ".half.part").symlink_to(tmp_path / "gone")
    asyncio.run(back_up(settings, tmp_path / "copy"))
    assert not list((tmp_path / "copy").rglob("*.part"))
