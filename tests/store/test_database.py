"""The database is created, opened and upgraded; a newer one is refused, and failures are reported in sentences."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, StoreTooNew, StoreUnavailable
from inkwright.store.database import Database, database_url
from inkwright.store.migrations.upgrades import newest_revision
from inkwright.store.tables import METADATA


def opened(url: URL) -> Database:
    database = Database(url)

    async def open_and_close() -> None:
        await database.open()
        await database.close()

    asyncio.run(open_and_close())
    return database


def plain(url: URL) -> URL:
    return url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url


def test_an_empty_database_gets_every_table_and_may_be_opened_again(url: URL) -> None:
    opened(url)
    opened(url)
    engine = create_engine(plain(url))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest_revision()
        for table in METADATA.tables.values():
            connection.execute(table.select().limit(1))
    engine.dispose()


def test_a_newer_database_is_refused(url: URL) -> None:
    opened(url)
    engine = create_engine(plain(url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreTooNew, match="9999"):
        opened(url)


def test_the_tables_of_the_migrations_are_those_of_the_program(url: URL) -> None:
    opened(url)
    made, meant = create_engine(plain(url)), METADATA.tables
    with made.connect() as connection:
        inspector = inspect(connection)
        found = {name: {column["name"] for column in inspector.get_columns(name)} for name in meant}
    made.dispose()
    assert found == {name: {column.name for column in table.columns} for name, table in meant.items()}


@pytest.mark.parametrize("written", ["mysql://x/y", "::", "nonsense", "postgresql://a:b@h:xx/d"])
def test_an_invalid_database_url_is_refused(written: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption) as caught:
        database_url(written, tmp_path)
    assert "a:b" not in str(caught.value)


def test_a_password_is_in_no_message(tmp_path: Path) -> None:
    database = Database(database_url("postgresql://me:sesame@127.0.0.1:1/none", tmp_path))
    with pytest.raises(StoreUnavailable) as caught:
        asyncio.run(database.open())
    assert "sesame" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)


@pytest.mark.parametrize("name", ["q?1", "q?a=b", "p 100%25", "q#x", "雨 天"])
def test_a_home_of_any_name_holds_its_own_database(name: str, tmp_path: Path) -> None:
    opened(database_url("auto", tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / "inkwright.db").is_file()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="is not responding"):
        asyncio.run(Database(database_url("auto", tmp_path / "file")).open())


def test_a_folder_where_the_file_should_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "inkwright.db").mkdir()
    with pytest.raises(StoreUnavailable, match=r"inkwright\.db"):
        asyncio.run(Database(database_url("auto", tmp_path)).open())
