"""Blocks by their paths: saved once, a late text refused, a version restored."""

import pytest

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.projects.block_paths import require_block, restore_version, save_block
from inkwright.projects.workspace import ProjectWorkspace
from tests.projects.test_workspace import in_memory


def test_a_text_is_saved_under_a_path_unless_it_is_late() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await save_block(workspace, "A", "one")
        saved = await save_block(workspace, "a/B", "two")
        assert (saved.path, saved.done) == ("A/B", "made")
        assert (await save_block(workspace, "A/b", "two", based_on=1)).done == "same"
        assert (await save_block(workspace, "A/B", "three", based_on=1)).block.version == 2
        with pytest.raises(EditConflict):
            await save_block(workspace, "A/B", "late", based_on=1)
        assert (await restore_version(workspace, saved.block.id, 1)).done == "changed"
        assert (await restore_version(workspace, saved.block.id, 1)).done == "same"
        with pytest.raises(NotFound):
            await save_block(workspace, "C/B", "x")
        await save_block(workspace, "C", "x")
        await save_block(workspace, "C/B", "x")
        with pytest.raises(InvalidOption, match="A/B, C/B"):
            require_block(await workspace.tree(), "b")

    in_memory(work)
