"""A skill transforms a text that is there, with a version; nothing, structure and weak models are refused."""

import asyncio

import pytest

from inkwright import ScriptedModel
from inkwright.errors import InvalidOption, NeverParsed
from inkwright.llm.brain import Brain
from inkwright.llm.models import Abilities
from inkwright.projects.blocks import BlockChange, BlockConstraints, BlockSettings
from inkwright.projects.proposals import Proposal
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.skills.application import apply_skill, transform
from inkwright.skills.catalogue import shipped_skills
from tests.projects.test_workspace import in_memory

SKILL = shipped_skills("en")[0]


def test_the_text_is_transformed_and_keeps_a_version_with_the_name_of_the_skill() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        block = (await workspace.add("A", "The river is long.")).block_id
        model = ScriptedModel([" The river is long.\n", "", "```markdown\nA long river.\n```"])
        done = await apply_skill(Brain(model), workspace, SKILL, block)
        assert isinstance(done, BlockChange)
        assert (await workspace.read(block)).text == "A long river."
        last = (await workspace.versions(block))[-1]
        assert (last.version, last.author, last.reason) == (2, "agent", "skill: Critical analysis")

    in_memory(work)


def test_a_block_that_needs_review_gets_a_proposal() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        settings = BlockSettings(need_review=True)
        block = (await workspace.add("A", "The river is long.", settings=settings)).block_id
        done = await apply_skill(Brain(ScriptedModel(["Short."])), workspace, SKILL, block)
        assert isinstance(done, Proposal)
        assert (await workspace.read(block)).text == "The river is long."

    in_memory(work)


def test_nothing_structure_and_groups_are_refused_before_any_call() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        blocks = [
            (await workspace.add("Empty", " \n")).block_id,
            (await workspace.add("Data", "{}", settings=BlockSettings(content_kind="json"))).block_id,
            (await workspace.add("Group", settings=BlockSettings(block_type="group"))).block_id,
            (await workspace.add("Long", "x" * 60_001)).block_id,
        ]
        for block in blocks:
            with pytest.raises(InvalidOption):
                await apply_skill(Brain(ScriptedModel([])), workspace, SKILL, block)
            assert len(await workspace.versions(block)) == 1

    in_memory(work)


def test_a_weak_model_is_refused_and_one_that_changes_nothing_gives_up() -> None:
    weak = Brain(ScriptedModel([], abilities=Abilities(is_weak=True)))
    with pytest.raises(InvalidOption):
        asyncio.run(transform(weak, SKILL, "Text."))
    with pytest.raises(NeverParsed):
        asyncio.run(transform(Brain(ScriptedModel(["Text."] * 3)), SKILL, "Text."))
    limited = BlockConstraints(max_length=5)
    with pytest.raises(NeverParsed):
        asyncio.run(transform(Brain(ScriptedModel(["Too long."] * 3)), SKILL, "Text.", constraints=limited))


def test_scripts_of_a_skill_are_not_shown_to_the_model_and_placeholders_stay_text() -> None:
    skill = shipped_skills("zh")[0]
    model = ScriptedModel(["改好了"])
    asyncio.run(transform(Brain(model), skill, "{name} ``` 原文"))
    assert "{name} ``` 原文" in model.calls[0].messages[0]["content"]
