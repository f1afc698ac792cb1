"""The tables that the program uses are the tables that the migrations create."""

import asyncio

import sqlalchemy
from sqlalchemy.engine import URL, Connection

import inkwright.store.integrity  # noqa: F401 - it knows every table
from inkwright.store.database import Database
from inkwright.store.tables import METADATA


def columns(connection: Connection) -> dict[str, set[str]]:
    inspector = sqlalchemy.inspect(connection)
    # The index of the library is a table of SQLite's own, with some others behind it.
    names = {name for name in inspector.get_table_names() if not name.startswith("library_index")} - {"alembic_version"}
    return {name: {column["name"] for column in inspector.get_columns(name)} for name in names}


def test_an_opened_database_has_every_table_and_column(url: URL) -> None:
    async def go() -> dict[str, set[str]]:
        database = Database(url)
        await database.open()
        try:
            return await database.read(columns)
        finally:
            await database.close()

    expected = {table.name: {column.name for column in table.columns} for table in METADATA.sorted_tables}
    assert asyncio.run(go()) == expected


def test_every_row_has_an_owner_or_belongs_to_one_that_has() -> None:
    for table in METADATA.sorted_tables:
        owners = {key.column.table.name for key in table.foreign_keys} | ({"itself"} if "owner" in table.c else set())
        assert owners or table.name in ("steps", "job_workers", "signing_keys")
