"""Stores with everything in them, to be copied, damaged and brought back."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from inkwright.conversation.turns import Message
from inkwright.settings import Settings
from inkwright.usecases.database import check_database
from inkwright.usecases.store import ARTIFACTS_FOLDER, open_store
from tests.store.snapshots import OWNER, fill, read
from tests.store.turn_writer import settings_of

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
on_postgres = pytest.mark.parametrize("url", ["postgres"], indirect=True)
LATER = Message(id="msg_later", conversation_id="conv_1", owner=OWNER, role="user", text="Later.")


def address(url: URL) -> str:
    return url.render_as_string(hide_password=False)


def with_content(url: URL, home: Path) -> Settings:
    """A home in which everything was kept once."""
    settings = settings_of(home, address(url))

    async def go() -> None:
        async with open_store(settings) as store:
            await fill(store, home)

    asyncio.run(go())
    return settings


def found(settings: Settings) -> dict[str, Any]:
    """What is there, through the stores, after a look at its health."""

    async def go() -> dict[str, Any]:
        assert (await check_database(settings)).problems == ()
        async with open_store(settings) as store:
            return await read(store)

    return asyncio.run(go())


def say_later(settings: Settings) -> None:
    async def go() -> None:
        async with open_store(settings) as store:
            await store.conversations.add_message(LATER)

    asyncio.run(go())


def run_sql(url: URL, *statements: str) -> list[Any]:
    """What the last statement finds, if it finds anything."""
    engine = create_engine(url)
    with engine.begin() as connection:
        results = [connection.execute(text(statement)) for statement in statements]
        rows = [tuple(row) for row in results[-1]] if results[-1].returns_rows else []
    engine.dispose()
    return rows


def damage(url: URL, home: Path) -> None:
    """Destroy the database and the files."""
    if url.get_backend_name() == "sqlite":
        Path(str(url.database)).write_bytes(b"nonsense" * 4096)
    else:
        run_sql(url, "DROP TABLE messages CASCADE", "DELETE FROM journal", "UPDATE turns SET state = NULL")
    shutil.rmtree(home / ARTIFACTS_FOLDER)


def modes(*places: Path) -> dict[str, str]:
    """Who may do what with files and folders, and with all that is in them."""
    found = [path for place in places for path in (place, *place.rglob("*"))]
    return {str(path): oct(path.stat().st_mode & 0o777) for path in found}
