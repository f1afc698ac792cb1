"""Templates: all blocks with their prompts and dependencies, or none."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.presets import BlockTemplate, TemplateBlock
from inkwright.projects.templates import apply_template
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import Store
from tests.each import each
from tests.usecases.note_stores import in_store

COURSE = BlockTemplate(
    (
        TemplateBlock("目标", prompt="写目标", auto_generate=True),
        TemplateBlock(
            "课程",
            "group",
            depends_on=("目标",),
            children=(TemplateBlock("第一课"), TemplateBlock("第二课", depends_on=("第一课",))),
        ),
    ),
    phase="内涵设计",
)


def test_a_template_makes_its_blocks_with_prompts_and_dependencies(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        workspace = store.workspace((await open_project(store, "P", owner="ann"))[0])
        assert len(await apply_template(workspace, COURSE)) == 4
        tree = await workspace.tree()
        assert tree.paths() == ["目标", "课程", "课程/第一课", "课程/第二课"]
        goal, last = tree.at("目标"), tree.at("课程/第二课")
        assert goal is not None
        assert last is not None
        assert (goal.prompt, tree.phase(last)) == ("写目标", "design_inner")
        assert [tree.get(id_) for id_ in tree.graph().needed_by(last.id)] == [tree.at("课程/第一课"), goal]
        with pytest.raises(InvalidOption, match="already exists"):
            await apply_template(workspace, COURSE)

    in_store(tmp_path, work)


@each(
    ("blocks", "told"),
    [
        ([TemplateBlock("A"), TemplateBlock("a")], "already exists"),
        ([TemplateBlock("A/B")], "one line"),
        ([TemplateBlock("A", depends_on=("B",))], "same template: A"),
        ([TemplateBlock("A", depends_on=("B",)), TemplateBlock("B", depends_on=("A",))], "wait for each other"),
        ([TemplateBlock("A", "group", children=(TemplateBlock("B", depends_on=("A",)),))], "wait for each other"),
    ],
)
def test_a_template_that_cannot_be_applied_adds_nothing(
    tmp_path: Path, blocks: Sequence[TemplateBlock], told: str
) -> None:
    async def work(store: Store) -> None:
        workspace = store.workspace((await open_project(store, "P", owner="ann"))[0])
        with pytest.raises(InvalidOption, match=told):
            await apply_template(workspace, BlockTemplate(tuple(blocks)))
        assert len(await workspace.tree()) == 0

    in_store(tmp_path, work)
