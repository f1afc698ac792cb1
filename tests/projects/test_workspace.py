"""The workspace of a project: what every tool, page and command may do, over the in-memory stores."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.ids import TimedIds
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.records import Project
from inkwright.projects.tree import BlockAmbiguous, BlockFound, BlockMissing
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.testing import MemoryProjects
from inkwright.testing.memory_services import project_stores_in_memory
from tests.clocks import FixedClock

AT = datetime(2026, 1, 2, tzinfo=UTC)


def in_memory(
    work: Callable[[ProjectWorkspace], Awaitable[None]],
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
) -> None:
    async def go() -> None:
        projects = MemoryProjects()
        stores = project_stores_in_memory(projects)
        await projects.add(Project("proj_1", "ann", "Rain", AT))
        await projects.add(Project("proj_2", "ann", "Snow", AT))
        await work(ProjectWorkspace("proj_1", stores, owner="ann", ids=TimedIds(), clock=FixedClock()))

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(go())


def test_a_block_is_found_by_name_path_or_id_or_candidates_are_named() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        first = (await workspace.add("第一章")).block_id
        second = (await workspace.add("第二章")).block_id
        for parent in (first, second):
            await workspace.add("引言", parent_id=parent)
        assert await workspace.find("第一章") == BlockFound(await workspace.block(first))
        assert await workspace.find(f"id:{first}") == BlockFound(await workspace.block(first))
        assert await workspace.find("引言") == BlockAmbiguous("引言", ("第一章/引言", "第二章/引言"))
        assert await workspace.find("第三章") == BlockMissing("第三章", ("第二章", "第一章"))

    in_memory(work)


def test_a_text_that_needs_review_is_in_progress_until_a_person_completes_it() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        block = (await workspace.add("A", settings=BlockSettings(need_review=True))).block_id
        assert (await workspace.block(block)).status == "pending"
        await workspace.write(block, "Text.", based_on=1, author="agent")
        assert (await workspace.block(block)).status == "in_progress"
        await workspace.set_status(block, "completed")
        assert (await workspace.block(block)).status == "completed"
        await workspace.write(block, " ", based_on=2)
        assert (await workspace.block(block)).status == "pending"

    in_memory(work)


def test_structured_content_is_safe_from_plain_text_and_an_old_base_is_refused() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        block = (await workspace.add("A", '{"a": 1}', settings=BlockSettings(content_kind="json"))).block_id
        with pytest.raises(InvalidOption, match="structured"):
            await workspace.write(block, "plain", based_on=1)
        await workspace.write(block, "[]", based_on=1)
        with pytest.raises(EditConflict):
            await workspace.write(block, "{}", based_on=1)
        with pytest.raises(InvalidOption, match="structured"):
            await workspace.add("B", "plain", settings=BlockSettings(content_kind="outline"))

    in_memory(work)


def test_a_removed_subtree_comes_back_and_blocks_of_other_projects_are_not_there() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        group = (await workspace.add("G")).block_id
        below = (await workspace.add("A", "a", parent_id=group)).block_id
        assert await workspace.remove(group) == 2
        with pytest.raises(NotFound):
            await workspace.read(below)
        await workspace.restore(group)
        assert (await workspace.read(below)).text == "a"
        other = ProjectWorkspace("proj_2", workspace.stores, owner="ann", ids=TimedIds(), clock=FixedClock())
        for attempt in (
            other.read(below),
            other.write(below, "b", based_on=1),
            other.update(below, {"prompt": "x"}),
            other.remove(below),
            other.move(below, None),
            other.rename(below, "B"),
            other.versions(below),
        ):
            with pytest.raises(NotFound):
                await attempt

    in_memory(work)


def test_phases_advance_by_name_or_to_the_next() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        assert (await workspace.advance()).current_phase == "research"
        project = await workspace.advance("评估", author="agent")
        assert [each.status for each in project.phases][:2] == ["completed", "completed"]
        with pytest.raises(InvalidOption, match="last phase"):
            await workspace.advance()
        assert [each.subject for each in await workspace.feed()] == ["research", "evaluate"]

    in_memory(work)


def test_unknown_settings_and_settings_that_are_too_long_are_refused() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        block = (await workspace.add("A")).block_id
        with pytest.raises(InvalidOption, match="settings of a block are"):
            await workspace.update(block, {"colour": "red"})
        with pytest.raises(InvalidOption, match="20,000 characters"):
            await workspace.update(block, {"prompt": "x" * 20_001})
        with pytest.raises(InvalidOption, match="The phases are"):
            await workspace.update(block, {"phase": "printing"})
        await workspace.update(block, {"phase": "评估"})
        assert (await workspace.block(block)).phase == "evaluate"

    in_memory(work)
