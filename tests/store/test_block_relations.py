"""Relations of stored blocks: dependencies without cycles, texts that are out of date, and places in the tree."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy.engine import URL, Connection

from inkwright.clock import SystemClock
from inkwright.errors import InvalidOption, NotFound
from inkwright.projects.blocks import ContentBlock, NewText
from inkwright.projects.records import Project
from inkwright.store.block_relations import count_blocks, load_parents, mark_stale, reorder_siblings, save_dependencies
from inkwright.store.block_rows import load_blocks
from inkwright.store.blocks import StoredBlocks
from inkwright.store.database import Database
from inkwright.store.projects import StoredProjects
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, tzinfo=UTC)


def block(number: int, parent: str | None = None, project: str = "proj_1") -> ContentBlock:
    depth = 0 if parent is None else 1
    return ContentBlock(f"block_{number}", project, "me", parent, f"B{number}", number, 1, 2, AT, AT, depth)


def with_blocks(url: URL, test: Callable[[Connection], None]) -> None:
    """Test in a transaction on two projects: three blocks, one of them below another; and one block."""

    async def go(database: Database) -> None:
        projects, blocks = StoredProjects(database, SystemClock()), StoredBlocks(database)
        for project in (Project("proj_1", "me", "Rain", AT), Project("proj_2", "me", "Snow", AT)):
            await projects.add(project)
        for each in (block(1), block(2), block(3, "block_2"), block(4, project="proj_2")):
            await blocks.add(each, NewText("雨。", 0))
        await database.write(test)

    on(url, go)


def test_a_cycle_and_a_block_of_another_project_are_refused_and_named(url: URL) -> None:
    def test(connection: Connection) -> None:
        save_dependencies(connection, block(2), ["block_1"])
        with pytest.raises(InvalidOption, match="B1"):
            save_dependencies(connection, block(1), ["block_2"])
        with pytest.raises(NotFound, match="block_4"):
            save_dependencies(connection, block(1), ["block_4"])

    with_blocks(url, test)


def test_a_change_makes_all_blocks_stale_that_depend_on_it_also_through_others(url: URL) -> None:
    def test(connection: Connection) -> None:
        assert mark_stale(connection, block(1)) == ()
        save_dependencies(connection, block(2), ["block_1"])
        save_dependencies(connection, block(3, "block_2"), ["block_2"])
        assert mark_stale(connection, block(1)) == ("block_2", "block_3")
        stale = [each.id for each in load_blocks(connection, "proj_1", "me") if each.needs_regeneration]
        assert stale == ["block_2", "block_3"]

    with_blocks(url, test)


def test_siblings_are_counted_and_numbered_again_and_an_index_outside_means_an_end(url: URL) -> None:
    def test(connection: Connection) -> None:
        assert load_parents(connection, "proj_1") == {"block_1": None, "block_2": None, "block_3": "block_2"}
        assert count_blocks(connection, block(1)) == (3, 2)
        for index, expected in ((0, [1, 2]), (99, [2, 1]), (-5, [1, 2])):
            reorder_siblings(connection, replace(block(1)), None, index)
            places = {each.id: each.order_index for each in load_blocks(connection, "proj_1", "me")}
            assert [places["block_1"], places["block_2"]] == expected

    with_blocks(url, test)
