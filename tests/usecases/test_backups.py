"""Backups: a published folder is complete, a lost file does not prevent a backup, and problems name their location."""

import asyncio
import fcntl
import json
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, StoreError, UnusableBackup, UnwritableOutput
from inkwright.settings import Settings
from inkwright.usecases.backups import LOST_LIST, SQLITE_COPY, BackupResult, RestoredDatabase, back_up, restore_backup
from inkwright.usecases.database import check_database, upgrade_database
from inkwright.usecases.store import ARTIFACTS_FOLDER
from tests.store.databases import PostgresServer
from tests.store.snapshots import CONTENT, DIGESTS, MESSAGES
from tests.store.turn_writer import settings_of
from tests.usecases.store_copies import (
    LATER,
    address,
    damage,
    found,
    modes,
    on_postgres,
    on_sqlite,
    run_sql,
    say_later,
    with_content,
)


def filled_folder(place: Path) -> None:
    place.mkdir()
    (place / "theirs").touch()


INSTEAD: dict[str, Callable[[Path], object]] = {
    "a link to itself": lambda place: place.symlink_to(place.name),
    "a link to nowhere": lambda place: place.symlink_to("nowhere"),
    "a folder": filled_folder,
    "a pipe": os.mkfifo,
    "other words": lambda place: place.write_bytes(b"other"),
}


@on_sqlite
@pytest.mark.parametrize("instead", INSTEAD)
def test_whatever_happened_to_one_file_the_others_are_saved(url: URL, tmp_path: Path, instead: str) -> None:
    settings = with_content(url, tmp_path / "home")
    lost = DIGESTS["beside.txt"]
    place = tmp_path / "home" / ARTIFACTS_FOLDER / lost[:2] / lost[2:4] / lost
    place.unlink()
    INSTEAD[instead](place)
    assert asyncio.run(back_up(settings, tmp_path / "copy")) == BackupResult(tmp_path / "copy", 1)
    other = settings_of(tmp_path / "other")
    restore_backup(other, tmp_path / "copy")
    assert len(asyncio.run(check_database(other)).problems) == 1
    restored = [path.name for path in (tmp_path / "other" / ARTIFACTS_FOLDER).rglob("*") if path.is_file()]
    assert restored == [DIGESTS["雨.txt"]]


@on_sqlite
def test_what_lies_among_the_files_and_is_none_of_them_is_not_copied(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    files = tmp_path / "home" / ARTIFACTS_FOLDER
    os.mkfifo(files / "pipe")
    (files / "link").symlink_to("nowhere")
    (files / "loop").symlink_to("loop")
    assert asyncio.run(back_up(settings, tmp_path / "copy")) == BackupResult(tmp_path / "copy", 0)
    copied = [path.name for path in (tmp_path / "copy" / ARTIFACTS_FOLDER).rglob("*") if not path.is_dir()]
    assert sorted(copied) == sorted(DIGESTS.values())


@pytest.mark.parametrize("body", ["{}", "nonsense", '{"digests": {"a": "../../x"}}'])
def test_an_artifact_that_cannot_be_read_is_told_and_keeps_nobody_from_saving_all_else(
    url: URL, tmp_path: Path, body: str
) -> None:
    settings = with_content(url, tmp_path / "home")
    escaped = body.replace(":", r"\:")
    run_sql(url, f"UPDATE artifacts SET body = '{escaped}' WHERE id = 'art_1'")
    assert asyncio.run(back_up(settings, tmp_path / "copy")) == BackupResult(tmp_path / "copy", 0, 1)
    assert json.loads((tmp_path / "copy" / LOST_LIST).read_text()) == ["art_1"]
    damage(url, tmp_path / "home")
    restore_backup(settings, tmp_path / "copy")
    (problem,) = asyncio.run(check_database(settings)).problems
    assert str(problem).startswith("in the table artifacts, art_1 cannot be read: ")


def test_a_row_that_cannot_be_read_is_reported_by_a_check(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    nonsense = r"x'0011'" if url.get_backend_name() == "sqlite" else r"'\\x0011'\:\:bytea"
    run_sql(
        url,
        f"UPDATE turns SET state = {nonsense} WHERE id = 'turn_1'",
        "UPDATE turns SET state = NULL WHERE id = 'turn_2'",
        "UPDATE messages SET body = '[]' WHERE id = 'msg_1'",
        "UPDATE asks SET body = 'nonsense'",
        f"UPDATE attachments SET text = {nonsense}",
    )
    told = [str(problem).split(" cannot be read: ")[0] for problem in asyncio.run(check_database(settings)).problems]
    expected = ["messages, msg_1", "turns, turn_1", "turns, turn_2", "asks, ask_1"]
    assert told[:4] == [f"in the table {each}" for each in expected]
    assert all(each.startswith("in the table attachments, ") for each in told[4:])
    assert len(told) > 4
    asyncio.run(back_up(settings, tmp_path / "copy"))


@on_sqlite
def test_a_text_that_is_none_is_told_and_the_other_tables_are_read(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    run_sql(url, "UPDATE messages SET text = CAST(x'ff' AS TEXT)", "UPDATE asks SET body = 'nonsense'")
    told = [str(problem).split(" cannot be read: ")[0] for problem in asyncio.run(check_database(settings)).problems]
    assert "the rest of the table messages" in told
    assert "in the table asks, ask_1" in told


def test_a_check_says_whether_a_file_is_gone_or_changed(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    gone, changed = (
        tmp_path / "home" / ARTIFACTS_FOLDER / each[:2] / each[2:4] / each
        for each in (DIGESTS["雨.txt"], DIGESTS["beside.txt"])
    )
    gone.unlink()
    changed.write_bytes(b"other")
    assert tuple(map(str, asyncio.run(check_database(settings)).problems)) == (
        "the file 雨.txt of art_1 (雨): it is missing",
        "the file beside.txt of art_1 (雨): it was changed",
    )


def limited(size: int) -> Callable[[], None]:
    """No file may grow beyond this size until what is given back is called."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_backup_that_fails_leaves_nothing_and_the_next_one_goes_into_the_same_folder(
    url: URL, tmp_path: Path
) -> None:
    settings = with_content(url, tmp_path / "home")
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "copy", tmp_path / "empty"):
        give_back = limited(10_000)
        try:
            with pytest.raises((UnwritableOutput, StoreError)):
                asyncio.run(back_up(settings, folder))
        finally:
            give_back()
    assert {path.name for path in tmp_path.iterdir()} - {"store"} == {"home", "empty"}
    assert [*(tmp_path / "empty").iterdir()] == []
    for folder in (tmp_path / "copy", tmp_path / "empty"):
        asyncio.run(back_up(settings, folder))
        restore_backup(settings, folder)
        assert found(settings) == CONTENT


@on_sqlite
def test_what_a_killed_backup_left_is_removed_by_the_next_one(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    for left in (tmp_path / ".copy.part", tmp_path / "empty" / ".part"):
        (left / ARTIFACTS_FOLDER).mkdir(parents=True)
        (left / ARTIFACTS_FOLDER / "half").write_text("half")
        (left / "half").write_text("half")
    for folder in (tmp_path / "copy", tmp_path / "empty"):
        asyncio.run(back_up(settings, folder))
    assert not [path for path in tmp_path.rglob("*") if path.name in ("half", ".part", ".copy.part")]


@on_sqlite
def test_two_backups_are_not_written_into_one_folder_at_once(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    (tmp_path / ".copy.part").mkdir()
    (tmp_path / ".copy.part" / "half").write_text("half")
    other = os.open(tmp_path / ".copy.part", os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    with pytest.raises(UnwritableOutput, match="another backup is being written there"):
        asyncio.run(back_up(settings, tmp_path / "copy"))
    assert (tmp_path / ".copy.part" / "half").exists()
    os.close(other)
    asyncio.run(back_up(settings, tmp_path / "copy"))


@on_sqlite
def test_a_damaged_database_is_reported_as_such_and_there_is_no_backup(url: URL, tmp_path: Path) -> None:
    settings = with_content(url, tmp_path / "home")
    with closing(sqlite3.connect(str(url.database))) as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'journal'"
        (page,) = connection.execute(asked).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with Path(str(url.database)).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(range(256)) * (size // 256))
    with pytest.raises(StoreError, match=r"The data in .*ink\.db cannot be used: it is damaged"):
        asyncio.run(back_up(settings, tmp_path / "copy"))
    assert {path.name for path in tmp_path.iterdir()} == {"home", "store"}


@on_sqlite
def test_a_backup_goes_neither_into_what_is_backed_up_nor_around_it(url: URL, tmp_path: Path) -> None:
    new = settings_of(tmp_path / "above" / "home")
    for folder in ("above", "above/home", "above/home/artifacts", "above/home/artifacts/copy"):
        with pytest.raises(InvalidOption, match="inside the data to back up"):
            asyncio.run(back_up(new, tmp_path / folder))
    assert [*tmp_path.iterdir()] == []
    settings = with_content(url, tmp_path / "home")
    (tmp_path / "link").symlink_to("home")
    for folder in ("home", "link", "store"):
        with pytest.raises(InvalidOption, match="inside the data to back up"):
            asyncio.run(back_up(settings, tmp_path / folder))
    asyncio.run(back_up(settings, tmp_path / "home" / "copy"))
    restore_backup(settings, tmp_path / "home" / "copy")
    assert found(settings) == CONTENT


def has_later(database: Path) -> bool:
    """Whether something was said after the backup, in this file."""
    with closing(sqlite3.connect(database)) as connection:
        return bool(connection.execute("SELECT 1 FROM messages WHERE id = 'msg_later'").fetchall())


def with_a_copy(url: URL, folder: Path) -> Settings:
    """A home folder with more messages than its backup."""
    settings = with_content(url, folder / "home")
    asyncio.run(back_up(settings, folder / "copy"))
    say_later(settings)
    return settings


@on_sqlite
def test_a_link_to_a_database_that_was_set_aside_stays_one_and_nothing_is_lost(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    database = Path(str(url.database))
    aside = database.with_name(f"{database.name}.replaced-1")
    database.rename(aside)
    database.symlink_to(aside.name)
    restored = restore_backup(settings, tmp_path / "copy")
    assert restored.aside == f"{aside}.replaced-1"
    assert has_later(Path(restored.aside))
    assert database.readlink() == Path(aside.name)
    assert found(settings) == CONTENT


@on_sqlite
def test_a_link_to_a_database_elsewhere_stays_one_and_what_was_there_is_beside_the_real_one(
    url: URL, tmp_path: Path
) -> None:
    settings = with_a_copy(url, tmp_path)
    database, real = Path(str(url.database)), tmp_path / "real" / "ink.db"
    real.parent.mkdir()
    database.rename(real)
    database.symlink_to(Path("..") / "real" / "ink.db")
    restored = restore_backup(settings, tmp_path / "copy")
    assert restored.aside == f"{real}.replaced-1"
    assert has_later(Path(restored.aside))
    assert database.is_symlink()
    assert found(settings) == CONTENT


@on_sqlite
def test_a_link_that_has_the_next_name_is_left_alone(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    link = Path(f"{url.database}.replaced-1")
    link.symlink_to(Path(str(url.database)).name)
    assert restore_backup(settings, tmp_path / "copy").aside == f"{url.database}.replaced-2"
    assert link.is_symlink()


@on_sqlite
def test_what_was_set_aside_is_restored_the_same_way(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    first = restore_backup(settings, tmp_path / "copy").aside
    assert first == f"{url.database}.replaced-1"
    assert restore_backup(settings, Path(first)) == RestoredDatabase(Path(first), f"{url.database}.replaced-2")
    assert found(settings)["messages"] == [*MESSAGES, LATER]
    assert has_later(Path(first))


@on_sqlite
def test_files_that_are_lost_are_counted_when_a_database_alone_is_brought_back(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    aside = restore_backup(settings, tmp_path / "copy").aside
    shutil.rmtree(tmp_path / "home" / ARTIFACTS_FOLDER)
    assert aside is not None
    assert restore_backup(settings, Path(aside)).lost == 2


@on_sqlite
def test_a_database_of_another_home_brings_the_files_that_lie_beside_it(url: URL, tmp_path: Path) -> None:
    settings_old = settings_of(tmp_path / "home")
    with_content(url.set(database=str(tmp_path / "home" / "inkwright.db")), tmp_path / "home")
    asyncio.run(back_up(settings_old, tmp_path / "copy"))
    aside = restore_backup(settings_old, tmp_path / "copy").aside
    assert aside is not None
    for number, source in enumerate((Path(aside), tmp_path / "home" / SQLITE_COPY)):
        settings = settings_of(tmp_path / f"new {number}")
        assert restore_backup(settings, source) == RestoredDatabase(source, None)
        assert found(settings) == CONTENT


@on_sqlite
def test_a_database_is_not_restored_into_its_own_place(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    (tmp_path / "link.db").symlink_to(str(url.database))
    for source in (Path(str(url.database)), tmp_path / "link.db"):
        with pytest.raises(InvalidOption, match="the database itself"):
            restore_backup(settings, source)
    assert found(settings)["messages"] == [*MESSAGES, LATER]


def test_where_nothing_was_there_nothing_is_set_aside(url: URL, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with_a_copy(url, tmp_path)
    other = url.set(database=str(tmp_path / "other" / "ink.db"))
    if url.get_backend_name() == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        other = server.new_database()
    assert restore_backup(settings_of(tmp_path / "new" / "home", address(other)), tmp_path / "copy").aside is None


@on_postgres
def test_the_schema_in_which_is_what_was_there_is_reported(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    assert restore_backup(settings, tmp_path / "copy") == RestoredDatabase(
        tmp_path / "copy", "replaced_1", is_schema=True
    )
    assert restore_backup(settings, tmp_path / "copy").aside == "replaced_2"
    assert run_sql(url, "SELECT count(*) FROM replaced_1.messages WHERE id = 'msg_later'") == [(1,)]


def test_all_that_holds_what_people_said_is_its_owners_alone(url: URL, tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        settings = with_a_copy(url, tmp_path)
        restore_backup(settings, tmp_path / "copy")
        database = url.set(database=str(tmp_path / "new" / "store" / "ink.db"))
        if url.get_backend_name() == "sqlite":
            upgrade_database(settings_of(tmp_path / "newest", address(database)))
            found_modes = modes(tmp_path / "copy", Path(str(url.database)), tmp_path / "new")
        else:
            found_modes = modes(tmp_path / "copy", tmp_path / "home" / ARTIFACTS_FOLDER)
    finally:
        os.umask(before)
    assert set(found_modes.values()) == {"0o600", "0o700"}


@pytest.mark.parametrize("written", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused_and_leaves_nothing_anywhere(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = settings_of(tmp_path / "home", written)
    with pytest.raises(InvalidOption, match="in memory"):
        restore_backup(settings, tmp_path / "copy")
    with pytest.raises(InvalidOption, match="in memory"):
        asyncio.run(back_up(settings, tmp_path / "copy"))
    with pytest.raises(InvalidOption, match="in memory"):
        asyncio.run(check_database(settings))
    with pytest.raises(InvalidOption, match="in memory"):
        upgrade_database(settings)
    assert [*tmp_path.iterdir()] == []


def test_a_backup_of_the_other_database_is_reported_as_such(
    url: URL, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with_a_copy(url, tmp_path)
    if url.get_backend_name() == "sqlite":
        server: PostgresServer = request.getfixturevalue("postgres")
        other = settings_of(tmp_path / "other", address(server.new_database()))
        told = "an SQLite backup, and the database in the settings is Postgres"
    else:
        other = settings_of(tmp_path / "other")
        told = "a Postgres backup, and the database in the settings is SQLite"
    with pytest.raises(UnusableBackup, match=told):
        restore_backup(other, tmp_path / "copy")
