"""The feed of a project in the database: numbers without gaps, bounded entries, owners kept apart."""

from datetime import UTC, datetime

import pytest
from sqlalchemy.engine import URL, Connection

from inkwright.clock import SystemClock
from inkwright.errors import NotFound
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.records import Project
from inkwright.store.database import Database
from inkwright.store.project_feed import add_entry, entries_after, entry_from, next_number
from inkwright.store.projects import StoredProjects
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)


def entry(number: int, blocks: tuple[str, ...] = ("block_1",)) -> FeedEntry:
    origin = ChangeOrigin(AT, "agent", "更短")
    return FeedEntry(number, "block_changed", origin, blocks, version=3, subject="雨", stale_ids=("block_2",))


def test_entries_come_back_in_order_as_they_were_for_their_owner(url: URL) -> None:
    def test(connection: Connection) -> None:
        first = next_number(connection, "proj_1", "me")
        add_entry(connection, "proj_1", "me", entry(first))
        second = next_number(connection, "proj_1", "me")
        many = tuple(f"block_{number}" for number in range(3_000))
        add_entry(connection, "proj_1", "me", entry(second, many))

        def found(owner: str, after: int = 0, limit: int = 9) -> list[FeedEntry]:
            rows = connection.execute(entries_after("proj_1", owner, after, limit))
            return [entry_from(row) for row in rows]

        assert found("me", limit=1) == [entry(first)]
        (bounded,) = found("me", after=first)
        assert (bounded.number, bounded.block_ids) == (first + 1, many[:2_000])
        assert found("you") == []
        with pytest.raises(NotFound):
            next_number(connection, "proj_1", "you")

    async def go(database: Database) -> None:
        await StoredProjects(database, SystemClock()).add(Project("proj_1", "me", "Rain", AT))
        await database.write(test)

    on(url, go)
