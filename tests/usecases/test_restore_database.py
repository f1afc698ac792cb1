"""What a restore does to what is there: it stays, in a place that is told, and comes back the same way."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, UnusableBackup
from inkwright.settings import Settings
from inkwright.usecases.back_up_database import back_up
from inkwright.usecases.check_backup import COPY
from inkwright.usecases.maintain_database import check_database, upgrade_database
from inkwright.usecases.open_store import FOLDER
from inkwright.usecases.restore_database import Restored, restore
from tests.store.databases import PostgresServer
from tests.store.frozen import CONTENT, MESSAGES
from tests.store.turn_writer import settings_of
from tests.usecases.store_copies import (
    LATER,
    address,
    found,
    modes,
    on_postgres,
    on_sqlite,
    run_sql,
    say_later,
    with_content,
)


def has_later(database: Path) -> bool:
    """Whether something was said after the backup, in this file."""
    with closing(sqlite3.connect(database)) as connection:
        return bool(connection.execute("SELECT 1 FROM messages WHERE id = 'msg_later'").fetchall())


def with_a_copy(url: URL, folder: Path) -> Settings:
    """A home with a backup beside it, in which more was said since."""
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
    restored = restore(settings, tmp_path / "copy")
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
    restored = restore(settings, tmp_path / "copy")
    assert restored.aside == f"{real}.replaced-1"
    assert has_later(Path(restored.aside))
    assert database.is_symlink()
    assert found(settings) == CONTENT


@on_sqlite
def test_a_link_that_has_the_next_name_is_left_alone(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    link = Path(f"{url.database}.replaced-1")
    link.symlink_to(Path(str(url.database)).name)
    assert restore(settings, tmp_path / "copy").aside == f"{url.database}.replaced-2"
    assert link.is_symlink()


@on_sqlite
def test_what_was_set_aside_is_brought_back_the_same_way(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    first = restore(settings, tmp_path / "copy").aside
    assert first == f"{url.database}.replaced-1"
    assert restore(settings, Path(first)) == Restored(Path(first), f"{url.database}.replaced-2")
    assert found(settings)["messages"] == [*MESSAGES, LATER]
    assert has_later(Path(first))


@on_sqlite
def test_files_that_are_lost_are_counted_when_a_database_alone_is_brought_back(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    aside = restore(settings, tmp_path / "copy").aside
    shutil.rmtree(tmp_path / "home" / FOLDER)
    assert aside is not None
    assert restore(settings, Path(aside)).lost == 2


@on_sqlite
def test_a_database_of_another_home_brings_the_files_that_lie_beside_it(url: URL, tmp_path: Path) -> None:
    settings_old = settings_of(tmp_path / "home")
    with_content(url.set(database=str(tmp_path / "home" / "inkwright.db")), tmp_path / "home")
    asyncio.run(back_up(settings_old, tmp_path / "copy"))
    aside = restore(settings_old, tmp_path / "copy").aside
    assert aside is not None
    for number, source in enumerate((Path(aside), tmp_path / "home" / COPY)):
        settings = settings_of(tmp_path / f"new {number}")
        assert restore(settings, source) == Restored(source, None)
        assert found(settings) == CONTENT


@on_sqlite
def test_a_database_is_not_brought_back_into_its_own_place(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    (tmp_path / "link.db").symlink_to(str(url.database))
    for source in (Path(str(url.database)), tmp_path / "link.db"):
        with pytest.raises(InvalidOption, match="the database itself"):
            restore(settings, source)
    assert found(settings)["messages"] == [*MESSAGES, LATER]


def test_where_nothing_was_there_nothing_is_set_aside(url: URL, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with_a_copy(url, tmp_path)
    other = url.set(database=str(tmp_path / "other" / "ink.db"))
    if url.get_backend_name() == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        other = server.new_database()
    assert restore(settings_of(tmp_path / "new" / "home", address(other)), tmp_path / "copy").aside is None


@on_postgres
def test_the_schema_in_which_is_what_was_there_is_told(url: URL, tmp_path: Path) -> None:
    settings = with_a_copy(url, tmp_path)
    assert restore(settings, tmp_path / "copy") == Restored(tmp_path / "copy", "replaced_1", is_schema=True)
    assert restore(settings, tmp_path / "copy").aside == "replaced_2"
    assert run_sql(url, "SELECT count(*) FROM replaced_1.messages WHERE id = 'msg_later'") == [(1,)]


def test_all_that_holds_what_people_said_is_its_owners_alone(url: URL, tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        settings = with_a_copy(url, tmp_path)
        restore(settings, tmp_path / "copy")
        database = url.set(database=str(tmp_path / "new" / "store" / "ink.db"))
        if url.get_backend_name() == "sqlite":
            upgrade_database(settings_of(tmp_path / "newest", address(database)))
            found_modes = modes(tmp_path / "copy", Path(str(url.database)), tmp_path / "new")
        else:
            found_modes = modes(tmp_path / "copy", tmp_path / "home" / FOLDER)
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
        restore(settings, tmp_path / "copy")
    with pytest.raises(InvalidOption, match="in memory"):
        asyncio.run(back_up(settings, tmp_path / "copy"))
    with pytest.raises(InvalidOption, match="in memory"):
        asyncio.run(check_database(settings))
    with pytest.raises(InvalidOption, match="in memory"):
        upgrade_database(settings)
    assert [*tmp_path.iterdir()] == []


def test_a_backup_of_the_other_database_is_told_as_such(
    url: URL, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with_a_copy(url, tmp_path)
    if url.get_backend_name() == "sqlite":
        server: PostgresServer = request.getfixturevalue("postgres")
        other = settings_of(tmp_path / "other", address(server.new_database()))
        told = "a backup of SQLite, and the database of the settings is Postgres"
    else:
        other = settings_of(tmp_path / "other")
        told = "a backup of Postgres, and the database of the settings is SQLite"
    with pytest.raises(UnusableBackup, match=told):
        restore(other, tmp_path / "copy")
