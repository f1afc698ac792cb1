"""Every form that the database ever had is brought to the newest, with all that was in it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import URL

from inkwright.errors import StoreTooOld
from inkwright.store.database import Database
from inkwright.store.migrations.upgrades import known_forms, newest
from inkwright.store.tables import METADATA
from inkwright.usecases.maintain_database import Health, check_database, upgrade_database
from inkwright.usecases.open_store import open_store
from tests.store.frozen import CONTENT, OWNER, content_of, dump_of, read, thaw
from tests.store.turn_writer import settings_of

FORMS = sorted(known_forms())


def opened(url: URL, home: Path) -> dict[str, Any]:
    """What is found by a program that opens the database; Postgres is upgraded on request."""
    settings = settings_of(home, url.render_as_string(hide_password=False))

    async def look() -> dict[str, Any]:
        async with open_store(settings) as store:
            return await read(store)

    try:
        return asyncio.run(look())
    except StoreTooOld:
        assert url.get_backend_name() == "postgresql"
        upgrade_database(settings)
        return asyncio.run(look())


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_frozen_on_both_databases(form: str) -> None:
    frozen = {backend: dump_of(form, backend).exists() for backend in ("sqlite", "postgresql")}
    assert frozen == {"sqlite": True, "postgresql": True}, "run: python -m tests.store.frozen"


@pytest.mark.parametrize("form", FORMS)
def test_a_database_of_each_form_keeps_all_that_was_in_it(form: str, url: URL, tmp_path: Path) -> None:
    thaw(form, url, tmp_path)
    assert opened(url, tmp_path) == content_of(form)
    health = asyncio.run(check_database(settings_of(tmp_path, url.render_as_string(hide_password=False))))
    assert health == Health(Database(url).place, newest(), (), 0)


@pytest.mark.parametrize("form", FORMS)
def test_a_database_of_each_form_gets_the_tables_of_the_program(form: str, url: URL, tmp_path: Path) -> None:
    thaw(form, url, tmp_path)
    opened(url, tmp_path)
    engine = create_engine(url)
    with engine.connect() as connection:
        inspector = inspect(connection)
        found = {name: {column["name"] for column in inspector.get_columns(name)} for name in METADATA.tables}
    engine.dispose()
    assert found == {name: {column.name for column in table.columns} for name, table in METADATA.tables.items()}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_before_an_upgrade_the_whole_database_is_copied_beside_it(form: str, url: URL, tmp_path: Path) -> None:
    thaw(form, url, tmp_path)
    opened(url, tmp_path)
    copy = Path(f"{url.database}.before-{newest()}")
    if form == newest():
        assert not copy.exists()
        return
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(form,)]
        counted = connection.execute("SELECT COUNT(*) FROM messages WHERE conversation_id = 'conv_1'")
        assert counted.fetchall() == [(len(CONTENT["messages"]),)]


def test_turns_of_an_older_form_know_the_messages_that_they_began_with(url: URL, tmp_path: Path) -> None:
    thaw("0002", url, tmp_path)
    opened(url, tmp_path)

    async def edit() -> list[list[str]]:
        async with open_store(settings_of(tmp_path, url.render_as_string(hide_password=False))) as store:
            await store.conversations.replace_from("conv_1", "msg_3", owner=OWNER)
            turns = await store.conversations.turns("conv_1", owner=OWNER)
            return [[turn.id for turn in turns], sorted(await store.conversations.replaced("conv_1", owner=OWNER))]

    # The second turn has no message of its own there; the third began with the one that is replaced.
    assert asyncio.run(edit()) == [["turn_1", "turn_2"], ["msg_3", "turn_3"]]
