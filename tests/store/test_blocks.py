"""Stored blocks behave like the reference: all texts stay, subtrees are removed and restored, owners are separate."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.projects.blocks import BlockConstraints, BlockSettings, ContentBlock, NewText, TextVersion
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.phases import FIRST_PHASES
from inkwright.projects.protocols import Blocks, Projects
from inkwright.projects.records import Project
from inkwright.projects.tree import BlockTree
from inkwright.store.blocks import StoredBlocks
from inkwright.store.database import Database
from inkwright.store.projects import StoredProjects
from inkwright.testing.memory_projects import MemoryBlocks, MemoryProjects
from tests.each import each as each_of
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
LATER = AT + timedelta(days=1)
WHY = ChangeOrigin(LATER)
Test = Callable[[Blocks], Awaitable[Any]]


def block(
    number: int, name: str, parent: int | None = None, project: str = "proj_1", owner: str = "me"
) -> ContentBlock:
    parent_id = None if parent is None else f"block_{parent}"
    depth = 0 if parent is None else 1
    return ContentBlock(f"block_{number}", project, owner, parent_id, name, number, 1, len(name), AT, AT, depth)


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
        assert await kept.add(block(1, "雨"), NewText("雨", 0))
        changed = await kept.change("block_1", NewText("雨从海上来。\r\n\t$x$", 1), LATER, owner="me")
        texts = [await kept.read("block_1", owner="me", version=version) for version in (None, 1, 2, 0, 3)]
        return changed, texts, await kept.versions("block_1", owner="me"), await kept.of("proj_1", owner="me")

    newest = replace(block(1, "雨"), version=2, characters=12, changed=LATER, status="completed")
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
        added = [await kept.add(each, NewText(each.name, 0)) for each in given]
        renamed = [await kept.rename("block_7", name, WHY, owner="me") for name in ("intro", "END", "Outro")]
        return added, renamed, [each.name for each in await kept.of("proj_1", owner="me")]

    assert alike(url, go) == (
        [True, False, True, False, True, True, True],
        [False, True, True],
        ["Intro", "Intro", "Outro"],
    )


def test_a_subtree_goes_and_comes_back_with_its_texts(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        for each in (block(1, "A"), block(2, "B", 1), block(3, "C", 2), block(4, "D")):
            await kept.add(each, NewText(each.name, 0))
        first = await kept.remove("block_3", "removal_1", WHY, owner="me")
        count = await kept.remove("block_1", "removal_2", WHY, owner="me")
        left = [each.name for each in await kept.of("proj_1", owner="me")]
        gone = [each.name for each in await kept.removed("proj_1", owner="me")]
        read = await kept.read("block_2", owner="me")
        with pytest.raises(NotFound):  # what it stood below is not there
            await kept.restore("block_3", WHY, owner="me")
        with pytest.raises(NotFound):  # it went with the one above it
            await kept.restore("block_2", WHY, owner="me")
        back = [await kept.restore("block_1", WHY, owner="me"), await kept.restore("block_3", WHY, owner="me")]
        return first, count, left, gone, read, back, await kept.of("proj_1", owner="me")

    all_four = [block(1, "A"), block(2, "B", 1), replace(block(3, "C", 2), depth=2), block(4, "D")]
    assert alike(url, go) == (1, 2, ["D"], ["A", "C"], "B", [True, True], all_four)


def test_what_was_removed_leaves_its_name_free_and_does_not_come_back_over_another(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), NewText("old", 0))
        await kept.remove("block_1", "removal_1", WHY, owner="me")
        done = [await kept.add(block(2, "a"), NewText("new", 0)), await kept.restore("block_1", WHY, owner="me")]
        await kept.rename("block_2", "B", WHY, owner="me")
        return (
            done,
            await kept.restore("block_1", WHY, owner="me"),
            [each.name for each in await kept.of("proj_1", owner="me")],
        )

    assert alike(url, go) == ([True, False], True, ["A", "B"])


def test_items_of_another_owner_are_hidden(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), NewText("mine", 0))
        for attempt in (
            kept.add(block(8, "B", 1, "proj_2", "you"), NewText("below another's", 0)),
            kept.add(block(8, "B", 1, "proj_3"), NewText("below one of another project", 0)),
            kept.add(block(8, "B", None, "proj_2"), NewText("in another's project", 0)),
            kept.add(block(8, "B", None, "proj_9"), NewText("in no project", 0)),
            kept.change("block_1", NewText("stolen", 1), LATER, owner="you"),
            kept.rename("block_1", "Stolen", WHY, owner="you"),
            kept.remove("block_1", "removal_1", WHY, owner="you"),
            kept.restore("block_1", WHY, owner="you"),
            kept.restore("block_1", WHY, owner="me"),
        ):
            with pytest.raises(NotFound):
                await attempt
        empty = [
            await kept.of("proj_1", owner="you"),
            await kept.read("block_1", owner="you"),
            await kept.versions("block_1", owner="you"),
            await kept.removed("proj_1", owner="you"),
        ]
        await kept.remove("block_1", "removal_1", WHY, owner="me")
        with pytest.raises(NotFound):
            await kept.restore("block_1", WHY, owner="you")
        return empty, await kept.removed("proj_1", owner="me"), await kept.of("proj_2", owner="you")

    assert alike(url, go) == ([[], None, [], []], [block(1, "A")], [])


def test_a_block_that_was_removed_is_neither_changed_nor_renamed(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), NewText("old", 0))
        await kept.remove("block_1", "removal_1", WHY, owner="me")
        for attempt in (
            kept.change("block_1", NewText("new", 1), LATER, owner="me"),
            kept.rename("block_1", "B", WHY, owner="me"),
            kept.remove("block_1", "removal_2", WHY, owner="me"),
            kept.add(block(2, "B", 1), NewText("below what is gone", 0)),
        ):
            with pytest.raises(NotFound):
                await attempt
        return await kept.versions("block_1", owner="me")

    assert alike(url, go) == [TextVersion(1, 3, AT)]


def test_of_those_who_change_a_block_at_once_one_succeeds_and_the_others_are_refused(url: URL) -> None:
    async def go(database: Database) -> Any:
        await _prepared(StoredProjects(database, SystemClock()))
        kept = StoredBlocks(database)
        await kept.add(block(1, "A"), NewText("0", 0))
        attempts = (kept.change("block_1", NewText(str(number), 1), LATER, owner="me") for number in range(1, 9))
        outcomes = await asyncio.gather(*attempts, return_exceptions=True)
        refused = [each for each in outcomes if isinstance(each, EditConflict)]
        assert refused[0].fields == {"name": "A", "based_on": 1, "current": 2}
        return len(refused), len(await kept.versions("block_1", owner="me"))

    assert on(url, go) == (7, 2)


def test_settings_change_one_by_one_and_come_back_as_they_were(url: URL) -> None:
    settings = BlockSettings(
        block_type="group",
        content_kind="json",
        phase="intent",
        prompt="写一章",
        constraints=BlockConstraints(max_length=100, example="如下"),
        pre_questions=("给谁看？",),
        pre_answers={"给谁看？": "孩子"},
        depends_on=("block_1",),
        special_handler="outline",
        model_override="small",
        need_review=True,
        auto_generate=True,
    )

    async def go(kept: Blocks) -> Any:
        for number in (1, 2):
            await kept.add(block(number, f"B{number}"), NewText("text", 0))
        await kept.update(
            "block_2", dataclasses.asdict(settings) | {"constraints": settings.constraints}, WHY, owner="me"
        )
        await kept.update("block_2", {"prompt": "重写"}, WHY, owner="me")
        return await kept.get("block_2", owner="me"), await kept.get("block_9", owner="me")

    found, nothing = alike(url, go)
    assert (found.settings, nothing) == (replace(settings, prompt="重写"), None)


def test_a_change_marks_what_depends_on_it_and_has_a_text(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        group = replace(block(2, "Group"), depends_on=("block_1",), block_type="group")
        for each in (block(1, "A"), group, block(3, "In", 2), replace(block(4, "After"), depends_on=("block_2",))):
            await kept.add(each, NewText("text", 0))
        await kept.add(replace(block(5, "Empty"), depends_on=("block_1",), characters=0), NewText("", 0))
        await kept.change("block_1", NewText("new", 1), LATER, owner="me")
        stale = [each.id for each in await kept.of("proj_1", owner="me") if each.needs_regeneration]
        await kept.change("block_3", NewText("new", 1), LATER, owner="me")
        await kept.set_status("block_4", "completed", WHY, owner="me", digest="short")
        left = [(each.id, each.digest) for each in await kept.of("proj_1", owner="me") if each.needs_regeneration]
        return stale, left

    assert alike(url, go) == (["block_2", "block_3", "block_4"], [("block_2", "")])


@each_of(
    "act",
    [
        lambda kept: kept.update("block_1", {"depends_on": ("block_1",)}, WHY, owner="me"),
        lambda kept: kept.update("block_1", {"depends_on": ("block_4",)}, WHY, owner="me"),
        lambda kept: kept.update("block_3", {"depends_on": ("block_2",)}, WHY, owner="me"),
        lambda kept: kept.update("block_2", {"depends_on": ("block_3",)}, WHY, owner="me"),
        lambda kept: kept.move("block_4", "block_2", 0, WHY, owner="me"),
        lambda kept: kept.add(replace(block(6, "F", 2), depends_on=("block_4",)), NewText("", 0)),
    ],
)
def test_blocks_never_wait_for_each_other(url: URL, act: Callable[[Blocks], Awaitable[Any]]) -> None:
    async def go(kept: Blocks) -> Any:
        for each in (block(1, "A"), replace(block(2, "Group"), block_type="group"), block(3, "In", 2)):
            await kept.add(each, NewText("", 0))
        await kept.add(replace(block(4, "D"), depends_on=("block_2", "block_1")), NewText("", 0))
        before = await kept.of("proj_1", owner="me")
        with pytest.raises(InvalidOption, match="wait for each other"):
            await act(kept)
        assert await kept.of("proj_1", owner="me") == before

    alike(url, go)


def test_a_cycle_that_a_restored_block_would_close_is_refused(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        await kept.add(block(1, "A"), NewText("", 0))
        await kept.add(replace(block(2, "B"), depends_on=("block_1",)), NewText("", 0))
        await kept.add(replace(block(3, "C"), depends_on=("block_2",)), NewText("", 0))
        await kept.remove("block_2", "removal_1", WHY, owner="me")
        await kept.update("block_1", {"depends_on": ("block_3",)}, WHY, owner="me")
        with pytest.raises(InvalidOption, match="wait for each other"):
            await kept.restore("block_2", WHY, owner="me")

    alike(url, go)


def test_blocks_move_with_everything_below_them(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        for each in (
            block(1, "A"),
            block(2, "B"),
            block(3, "C", 2),
            replace(block(4, "D", 3), depth=2),
            block(5, "A", 2),
        ):
            await kept.add(each, NewText("", 0))
        with pytest.raises(InvalidOption, match="below itself"):
            await kept.move("block_2", "block_4", 0, WHY, owner="me")
        done = [
            await kept.move("block_1", "block_2", 0, WHY, owner="me"),
            await kept.move("block_3", None, 0, WHY, owner="me"),
            await kept.move("block_3", "block_1", 5, WHY, owner="me"),
            await kept.move("block_5", "block_2", 9, WHY, owner="me"),
        ]
        tree = BlockTree(await kept.of("proj_1", owner="me"))
        return done, [(depth, each.depth, each.name) for depth, each in tree.walk()]

    assert alike(url, go) == (
        [False, True, True, True],
        [(0, 0, "A"), (1, 1, "C"), (2, 2, "D"), (0, 0, "B"), (1, 1, "A")],
    )


def test_a_path_is_followed_as_far_as_it_exists(url: URL) -> None:
    async def go(kept: Blocks) -> Any:
        for each in (block(1, "A"), block(2, "B", 1), block(3, "B")):
            await kept.add(each, NewText(each.name, 0))
        lines = [await kept.line("proj_1", names, owner="me") for names in (["a", "b"], ["A", "x", "B"], ["b"], [])]
        return [[each.id for each in line] for line in lines], await kept.texts("proj_1", owner="me")

    assert alike(url, go) == (
        [["block_1", "block_2"], ["block_1"], ["block_3"], []],
        {"block_1": "A", "block_2": "B", "block_3": "B"},
    )


def test_every_change_is_in_the_feed_once_and_in_order(url: URL) -> None:
    async def script(projects: Projects, kept: Blocks) -> Any:
        await _prepared(projects)
        await kept.add(block(1, "A"), NewText("one", 0))
        await kept.add(replace(block(2, "B"), depends_on=("block_1",)), NewText("two", 0))
        await kept.change("block_1", NewText("new", 1, "agent", "shorter"), LATER, owner="me")
        with pytest.raises(EditConflict):
            await kept.change("block_1", NewText("late", 1), LATER, owner="me")
        await kept.update("block_2", {"prompt": "x"}, WHY, owner="me")
        await kept.rename("block_2", "a", WHY, owner="me")
        await kept.rename("block_2", "C", WHY, owner="me")
        await kept.move("block_2", "block_1", 0, WHY, owner="me")
        await kept.remove("block_1", "removal_1", WHY, owner="me")
        await kept.restore("block_1", WHY, owner="me")
        await projects.enter_phase("proj_1", "research", FIRST_PHASES, WHY, owner="me")
        await projects.choose_profile("proj_1", "profile_1", WHY, owner="me")
        return await projects.feed("proj_1", 0, owner="me"), await projects.feed("proj_1", 9, owner="me", limit=1)

    async def stored(database: Database) -> Any:
        return await script(StoredProjects(database, SystemClock()), StoredBlocks(database))

    projects = MemoryProjects()
    entries, rest = on(url, stored)
    assert (entries, rest) == asyncio.run(script(projects, MemoryBlocks(projects)))
    assert [(each.number, each.kind, each.block_ids) for each in entries] == [
        (1, "block_added", ("block_1",)),
        (2, "block_added", ("block_2",)),
        (3, "block_changed", ("block_1",)),
        (4, "block_updated", ("block_2",)),
        (5, "block_renamed", ("block_2",)),
        (6, "block_moved", ("block_2",)),
        (7, "blocks_removed", ("block_1", "block_2")),
        (8, "blocks_restored", ("block_1", "block_2")),
        (9, "phase_changed", ()),
        (10, "profile_chosen", ()),
    ]
    changed = FeedEntry(3, "block_changed", ChangeOrigin(LATER, "agent", "shorter"), ("block_1",), 2, "A", ("block_2",))
    assert (entries[2], [each.number for each in rest]) == (changed, [10])
