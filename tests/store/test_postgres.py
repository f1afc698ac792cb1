"""The Postgres backend commits a whole transaction or nothing."""

import asyncio

import pytest
import sqlalchemy
from sqlalchemy.engine import Connection

from inkwright.store.postgres import PostgresBackend
from tests.store.databases import PostgresServer


def test_a_transaction_is_committed_or_rolled_back_as_a_whole(postgres: PostgresServer) -> None:
    backend = PostgresBackend(postgres.new_database())

    def create(connection: Connection) -> int:
        connection.execute(sqlalchemy.text("CREATE TABLE notes (number INTEGER)"))
        return connection.execute(sqlalchemy.text("INSERT INTO notes VALUES (1), (2)")).rowcount

    def fail(connection: Connection) -> None:
        connection.execute(sqlalchemy.text("DELETE FROM notes"))
        raise RuntimeError("after the deletion")

    def count(connection: Connection) -> int:
        return connection.scalar(sqlalchemy.text("SELECT count(*) FROM notes")) or 0

    async def go() -> tuple[int, int]:
        inserted = await backend.write(create)
        with pytest.raises(RuntimeError):
            await backend.write(fail, is_short=True)
        left = await backend.read(count)
        await backend.close()
        return inserted, left

    assert asyncio.run(go()) == (2, 2)
