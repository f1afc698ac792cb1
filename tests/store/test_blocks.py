"""Stored blocks behave like the reference: all texts stay, subtrees are removed and restored, owners are separate."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.errors import NotFound
from inkwright.projects.protocols import Blocks, Projects
from inkwright.projects.records import Block, Project, TextVersion
from inkwright.store.blocks import StoredBlocks
from inkwright.store.database import Database
from inkwright.store.projects import StoredProjects
from inkwright.testing.memory_projects import MemoryBlocks, MemoryProjects
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
LATER = AT + timedelta(days=1)
Test = Callable[[Blocks], Awaitable[Any]]


def block(number: int, name: str, parent: int | None = None, project: str = "proj_1", owner: str = "me") -> Block:
    parent_id = None if parent is None else f"block_{parent}"
    return Block(f"block_{number}", project, owner, parent_id, name, number, 1, len(name), AT, AT)


async def _prepared(projects: Projects) -> None:
    for project in (Project("proj_1", "me", "Rain", AT), Project("proj_2", "you", "Rain", AT)):
        await projects.add(project)
    await projects.add(Project("proj_3", "me", "Snow", AT))


def alike(url: URL, test: Test) -> Any:
    """What a test finds in the store; in memory it finds the same."""

    async def stored(database: Database) -> Any:
        await _prepared(StoredProjects(database, SystemClock()))
        return await test(StoredBlocks(database))

    async def in_memory() -> Any:
        projects = MemoryProjects()
        await _prepared(projects)
        return await test(MemoryBlocks(projects))

    found = on(url, stored)
    assert found == asyncio.run(in_memory())
    return found


def test_a_block_keeps_every_text_that_it_had(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        assert await kept.add(block(1, "雨"), "雨")
        changed = await kept.change("block_1", "雨从海上来。\r\n\t$x$", LATER, owner="me")
        texts = [await kept.read("block_1", owner="me", version=version) for version in (None, 1, 2, 0, 3)]
        return changed, texts, await kept.versions("block_1", owner="me"), await kept.of("proj_1", owner="me")

    newest = replace(block(1, "雨"), version=2, characters=12, changed=LATER)
    assert alike(url, go) == (
        newest,
        ["雨从海上来。\r\n\t$x$", "雨", "雨从海上来。\r\n\t$x$", None, None],
        [TextVersion(1, 1, AT), TextVersion(2, 12, LATER)],
        [newest],
    )


def test_a_name_is_taken_once_below_each_parent(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        given = (
            block(1, "Intro"),
            block(2, "INTRO"),
            block(3, "Intro", 1),
            block(4, "intro", 1),
            block(5, "Intro", None, "proj_3"),
            block(6, "Intro", None, "proj_2", "you"),
            block(7, "End"),
        )
        added = [await kept.add(each, each.name) for each in given]
        renamed = [await kept.rename("block_7", name, owner="me") for name in ("intro", "END", "Outro")]
        return added, renamed, [each.name for each in await kept.of("proj_1", owner="me")]

    assert alike(url, go) == (
        [True, False, True, False, True, True, True],
        [False, True, True],
        ["Intro", "Intro", "Outro"],
    )


def test_a_subtree_goes_and_comes_back_with_its_texts(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        for each in (block(1, "A"), block(2, "B", 1), block(3, "C", 2), block(4, "D")):
            await kept.add(each, each.name)
        first = await kept.remove("block_3", "removal_1", owner="me")
        count = await kept.remove("block_1", "removal_2", owner="me")
        left = [each.name for each in await kept.of("proj_1", owner="me")]
        gone = [each.name for each in await kept.removed("proj_1", owner="me")]
        read = await kept.read("block_2", owner="me")
        with pytest.raises(NotFound):  # what it stood below is not there
            await kept.restore("block_3", owner="me")
        with pytest.raises(NotFound):  # it went with the one above it
            await kept.restore("block_2", owner="me")
        back = [await kept.restore("block_1", owner="me"), await kept.restore("block_3", owner="me")]
        return first, count, left, gone, read, back, await kept.of("proj_1", owner="me")

    all_four = [block(1, "A"), block(2, "B", 1), block(3, "C", 2), block(4, "D")]
    assert alike(url, go) == (1, 2, ["D"], ["A", "C"], "B", [True, True], all_four)


def test_what_was_removed_leaves_its_name_free_and_does_not_come_back_over_another(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), "old")
        await kept.remove("block_1", "removal_1", owner="me")
        done = [await kept.add(block(2, "a"), "new"), await kept.restore("block_1", owner="me")]
        await kept.rename("block_2", "B", owner="me")
        return (
            done,
            await kept.restore("block_1", owner="me"),
            [each.name for each in await kept.of("proj_1", owner="me")],
        )

    assert alike(url, go) == ([True, False], True, ["A", "B"])


def test_items_of_another_owner_are_hidden(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), "mine")
        for attempt in (
            kept.add(block(8, "B", 1, "proj_2", "you"), "below another's"),
            kept.add(block(8, "B", 1, "proj_3"), "below one of another project"),
            kept.add(block(8, "B", None, "proj_2"), "in another's project"),
            kept.add(block(8, "B", None, "proj_9"), "in no project"),
            kept.change("block_1", "stolen", LATER, owner="you"),
            kept.rename("block_1", "Stolen", owner="you"),
            kept.remove("block_1", "removal_1", owner="you"),
            kept.restore("block_1", owner="you"),
            kept.restore("block_1", owner="me"),
        ):
            with pytest.raises(NotFound):
                await attempt
        empty = [
            await kept.of("proj_1", owner="you"),
            await kept.read("block_1", owner="you"),
            await kept.versions("block_1", owner="you"),
            await kept.removed("proj_1", owner="you"),
        ]
        await kept.remove("block_1", "removal_1", owner="me")
        with pytest.raises(NotFound):
            await kept.restore("block_1", owner="you")
        return empty, await kept.removed("proj_1", owner="me"), await kept.of("proj_2", owner="you")

    assert alike(url, go) == ([[], None, [], []], [block(1, "A")], [])


def test_a_block_that_was_removed_is_neither_changed_nor_renamed(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), "old")
        await kept.remove("block_1", "removal_1", owner="me")
        for attempt in (
            kept.change("block_1", "new", LATER, owner="me"),
            kept.rename("block_1", "B", owner="me"),
            kept.remove("block_1", "removal_2", owner="me"),
            kept.add(block(2, "B", 1), "below what is gone"),
        ):
            with pytest.raises(NotFound):
                await attempt
        return await kept.versions("block_1", owner="me")

    assert alike(url, go) == [TextVersion(1, 3, AT)]


def test_who_change_a_block_at_once_lose_nothing(url: URL) -> None:
    async def go(database: Database) -> Any:
        await _prepared(StoredProjects(database, SystemClock()))
        kept = StoredBlocks(database)
        await kept.add(block(1, "A"), "0")
        await asyncio.gather(*(kept.change("block_1", str(number), LATER, owner="me") for number in range(1, 9)))
        texts = [await kept.read("block_1", owner="me", version=version) for version in range(1, 10)]
        return sorted(filter(None, texts)), (await kept.of("proj_1", owner="me"))[0].version

    assert on(url, go) == ([str(number) for number in range(9)], 9)
