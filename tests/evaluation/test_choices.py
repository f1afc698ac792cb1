"""Roles, dimensions and blocks by any of their names; groups mean what is below them."""

import pytest

from inkwright.errors import InvalidOption, NotFound
from inkwright.evaluation.choices import choose_dimensions, choose_targets
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.evaluations import DIMENSIONS
from inkwright.projects.workspace import ProjectWorkspace
from tests.projects.test_workspace import in_memory


def test_nothing_named_means_everything_and_names_may_be_in_any_language() -> None:
    assert choose_dimensions((), ()) == dict(DIMENSIONS)
    assert choose_dimensions(("编辑", "SELLER"), ()) == {each: DIMENSIONS[each] for each in ("editor", "seller")}
    wanted = choose_dimensions((), ("Need match", "销售：转化", "strategy-alignment"))
    assert wanted == {
        "coach": ("strategy_alignment",),
        "consumer": ("need_match",),
        "seller": ("need_match", "conversion"),
    }
    for roles, dimensions in ((("king",), ()), ((), ("beauty",)), ((), ("editor:depth",)), (("coach",), ("depth",))):
        with pytest.raises(InvalidOption):
            choose_dimensions(roles, dimensions)


def test_groups_mean_the_texts_below_them_and_structured_blocks_only_if_they_are_named() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        group = (await workspace.add("G", settings=BlockSettings(block_type="group"))).block_id
        await workspace.add("A", "Rain falls.", parent_id=group)
        await workspace.add("Empty", "", parent_id=group)
        await workspace.add("Data", '{"a": 1}', settings=BlockSettings(content_kind="json"))
        assert [each.target.path for each in await choose_targets(workspace, ())] == ["G/A"]
        assert [each.target.path for each in await choose_targets(workspace, ("G", "A"))] == ["G/A"]
        (data,) = await choose_targets(workspace, ("Data",))
        assert data.is_structured
        with pytest.raises(InvalidOption):
            await choose_targets(workspace, ("A", "Empty"))
        with pytest.raises((InvalidOption, NotFound)):
            await choose_targets(workspace, ("Nowhere",))

    in_memory(work)
