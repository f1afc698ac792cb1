"""Every earlier revision of the database is upgraded with all of its data."""

import asyncio
import itertools
import os
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, inspect, make_url
from sqlalchemy.engine import URL, Engine

from inkwright.errors import StoreTooOld, StoreUnavailable
from inkwright.store.database import Database
from inkwright.store.migrations import upgrades
from inkwright.store.migrations.upgrades import SQLITE_SCHEMA, ensure_upgraded, known_revisions, newest_revision
from inkwright.store.tables import METADATA
from inkwright.usecases.database import DatabaseHealth, check_database, upgrade_database
from inkwright.usecases.store import open_store
from tests.store.snapshots import CONTENT, OWNER, content_of, dump_of, migrated_schema, read, thaw
from tests.store.turn_writer import settings_of

FORMS = sorted(known_revisions())


@pytest.fixture
def url(empty_url: URL) -> URL:
    """A database without tables."""
    return empty_url


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
    assert frozen == {"sqlite": True, "postgresql": True}, "run: python -m tests.store.snapshots"


def test_a_new_database_is_what_all_migrations_make(tmp_path: Path) -> None:
    script = SQLITE_SCHEMA.read_text(encoding="utf-8")
    assert script == migrated_schema(tmp_path), "run: python -m tests.store.snapshots"
    new, first = tmp_path / "new.db", tmp_path / "first" / "inkwright.db"
    ensure_upgraded(make_url(f"sqlite:///{new}"), "here")
    assert _parts(new) == _parts(first)


def _parts(file: Path) -> set[tuple[str, ...]]:
    """Each table, index and trigger, and the content of the table of revisions."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            *connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"),
            *connection.execute("SELECT version_num FROM alembic_version"),
        }


@pytest.mark.parametrize("form", FORMS)
def test_a_database_of_each_form_keeps_all_that_was_in_it_and_gets_the_tables_of_the_program(
    form: str, url: URL, tmp_path: Path
) -> None:
    thaw(form, url, tmp_path)
    assert opened(url, tmp_path) == content_of(form)
    health = asyncio.run(check_database(settings_of(tmp_path, url.render_as_string(hide_password=False))))
    assert health == DatabaseHealth(Database(url).place, newest_revision(), (), 0)
    assert _columns(url) == {name: {column.name for column in table.columns} for name, table in METADATA.tables.items()}
    if url.get_backend_name() == "sqlite":
        _assert_copied_before(url, form)


def _columns(url: URL) -> dict[str, set[str]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        inspector = inspect(connection)
        found = {name: {column["name"] for column in inspector.get_columns(name)} for name in METADATA.tables}
    engine.dispose()
    return found


def _assert_copied_before(url: URL, form: str) -> None:
    """Before an upgrade, and only then, the whole database was copied next to it."""
    copy = Path(f"{url.database}.before-{newest_revision()}")
    if form == newest_revision():
        assert not copy.exists()
        return
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(form,)]
        counted = connection.execute("SELECT COUNT(*) FROM messages WHERE conversation_id = 'conv_1'")
        assert counted.fetchall() == [(len(CONTENT["messages"]),)]


@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
def test_an_upgrade_on_request_makes_the_same_copy_and_it_is_its_owners_alone(url: URL, tmp_path: Path) -> None:
    thaw("0001", url, tmp_path)
    upgrade_database(settings_of(tmp_path, url.render_as_string(hide_password=False)))
    copy = Path(f"{url.database}.before-{newest_revision()}")
    assert oct(copy.stat().st_mode & 0o777) == "0o600"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    assert opened(url, tmp_path) == content_of("0001")


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


def is_killed_at(statement: int, url: URL) -> bool:
    """Let another process upgrade the database, and kill it before it asks for this one of its statements."""
    child = os.fork()
    if child == 0:
        counted = itertools.count(1)

        def kill(*_: object) -> None:
            if next(counted) == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(Engine, "before_cursor_execute", kill)
        try:
            ensure_upgraded(url, "here")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("form", ["none", "0001", "0003"])
def test_who_is_killed_in_the_middle_of_an_upgrade_leaves_what_was_there_before(
    form: str, url: URL, tmp_path: Path
) -> None:
    if form == "none":
        Path(str(url.database)).parent.mkdir()
    else:
        thaw(form, url, tmp_path)
    for statement in itertools.count(2, 4 if form == "none" else 12):
        if not is_killed_at(statement, url):
            break
        with closing(sqlite3.connect(str(url.database))) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            assert tables == set() if form == "none" else "alembic_version" in tables
    assert statement > 10
    found = opened(url, tmp_path)
    assert form == "none" or found == content_of(form)


@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("form", ["none", "0001"])
def test_a_disk_that_is_full_in_the_middle_of_an_upgrade_does_no_harm(form: str, url: URL, tmp_path: Path) -> None:
    if form != "none":
        thaw(form, url, tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    refused = 0
    for size in range(8_192, 400_000, 40_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            opened(url, tmp_path)
        except StoreUnavailable:
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused > 0
    found = opened(url, tmp_path)
    assert form == "none" or found == content_of(form)


def test_the_forms_that_are_known_are_those_to_which_the_steps_lead() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(upgrades.__file__).parent))
    steps = ScriptDirectory.from_config(config)
    assert known_revisions() == {step.revision for step in steps.walk_revisions()}
    assert newest_revision() == steps.get_current_head()
