"""The index of blocks is read once in 30 seconds, and dropped at once after a change."""

import asyncio

from inkwright.projects.field_index import INDEX_SECONDS, build_field_index, invalidate_field_index_cache
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace
from tests.tools.project_chats import PROJECT, ProjectChat


class Ticking:
    """A clock that is moved by hand."""

    seconds = 0.0

    def elapsed(self) -> float:
        return self.seconds


class Counting(ProjectWorkspace):
    """Counts how often the blocks are read."""

    reads = 0

    async def tree(self) -> BlockTree:
        self.reads += 1
        return await super().tree()


def test_several_calls_read_the_blocks_once_until_time_passes_or_something_changes() -> None:
    chat, clock = ProjectChat([], {"第一章": "海"}), Ticking()
    counting = chat.workspace
    counting.__class__ = Counting
    assert isinstance(counting, Counting)

    async def go() -> list[int]:
        counts = []
        for step in ("", "", "drop", "wait", ""):
            if step == "drop":
                invalidate_field_index_cache(PROJECT.id)
            if step == "wait":
                clock.seconds += INDEX_SECONDS
            index = await build_field_index(counting, clock)  # type: ignore[arg-type]
            assert [block.name for block in index.blocks] == ["第一章"]
            counts.append(counting.reads)
        return counts

    assert asyncio.run(go()) == [1, 1, 2, 3, 3]
    invalidate_field_index_cache(PROJECT.id)


def test_a_block_has_a_digest_as_soon_as_it_has_a_text() -> None:
    chat = ProjectChat([], {"第一章": "# 标题\n\n海  很大，\n船很小。"})

    async def go() -> list[str]:
        index = await build_field_index(chat.workspace, Ticking())  # type: ignore[arg-type]
        return [block.digest for block in index.blocks]

    assert chat.run(go()) == ["海 很大，"]
    chat.run(chat.workspace.write(chat.block("第一章").id, "岸。", based_on=1))
    invalidate_field_index_cache(PROJECT.id)
    assert chat.run(go()) == ["岸。"]
    invalidate_field_index_cache(PROJECT.id)
