"""Every row is read as the program would, and unreadable ones are named."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.ids import TimedIds
from inkwright.store import tables
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.integrity import _READERS, UnreadableRow, digests_in_body, digests_in_rows, find_unreadable_rows
from inkwright.store.tokens import StoredTokens
from tests.store.opened import message, run_on

DIGEST = "a" * 64


def test_digests_are_read_from_bodies_and_unreadable_artifacts_are_named() -> None:
    good = json.dumps({"digests": {"a.txt": DIGEST}})
    rows = [("art_1", good), ("art_2", "{"), ("art_3", json.dumps({"digests": {"a.txt": "../etc"}}))]
    assert digests_in_rows(rows) == ({DIGEST}, {"art_2", "art_3"})


@pytest.mark.parametrize("body", [None, "[]", '{"digests": []}', '{"digests": {"a": 1}}'])
def test_a_body_without_digests_is_an_error(body: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        digests_in_body(body)


def test_a_sound_database_has_no_unreadable_rows(url: URL) -> None:
    assert run_on(url, find_unreadable_rows) == []


def test_an_unreadable_row_is_named_with_its_problem_in_one_line(url: URL) -> None:
    async def go(database: Database) -> list[UnreadableRow]:
        await StoredConversations(database, SystemClock()).add_message(message(1, "rain"))
        damage = update(tables.messages).values(body="{")
        await database.write(lambda connection: connection.execute(damage).close())
        return await find_unreadable_rows(database)

    (row,) = run_on(url, go)
    assert (row.table, row.id) == ("messages", "msg_1")
    assert "\n" not in str(row.problem)


@pytest.mark.parametrize("damage", [{"created_at": "rain"}, {"expires_at": "rain"}, {"digest": "雨"}, {"digest": ""}])
def test_a_damaged_token_is_named_and_sound_ones_are_not(url: URL, damage: dict[str, str]) -> None:
    async def go(database: Database) -> tuple[str, list[UnreadableRow]]:
        stored = StoredTokens(database, TimedIds(), SystemClock())
        await stored.new("me", "a script")
        session, _ = await stored.new("me", "a browser", lifetime=timedelta(days=1), is_session=True)
        assert await find_unreadable_rows(database) == []
        spoil = update(tables.tokens).where(tables.tokens.c.id == session.id).values(damage)
        await database.write(lambda connection: connection.execute(spoil).close())
        return session.id, await find_unreadable_rows(database)

    token_id, found = run_on(url, go)
    assert [(row.table, row.id) for row in found] == [("tokens", token_id)]


def test_rows_are_checked_in_every_table() -> None:
    assert set(_READERS) == set(tables.METADATA.sorted_tables)
