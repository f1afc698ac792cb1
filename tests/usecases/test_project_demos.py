"""The demos of projects: every tool is really used, and the same demo ends the same twice."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from inkwright.conversation.events import Event, ToolFinished
from inkwright.errors import InvalidOption
from inkwright.evaluation.adoption import list_evaluations
from inkwright.examples.project_script import DEMO_NAMES, DemoName, load_demo
from inkwright.i18n import LANGUAGES, Language
from inkwright.projects.channel_limits import limit_problems
from inkwright.projects.evaluations import ROLES, Evaluation, mean_score
from inkwright.projects.persona_editing import list_personas
from inkwright.settings import load_settings
from inkwright.usecases.project_demos import DemoResult, begin_demo
from inkwright.usecases.store import Store, open_store

CONTENT_TOOLS = {
    *("modify_field", "generate_field_content", "query_field", "read_field", "update_field", "manage_architecture"),
    *("advance_to_phase", "run_research", "manage_persona", "run_evaluation", "generate_outline", "manage_skill"),
    *("manage_memory", "undo_change"),
}


async def played(store: Store, name: DemoName, language: Language) -> DemoResult:
    return await (await begin_demo(store, name, language, owner="me")).play(lambda _: None, lambda _n, _e: None)


async def texts_of(store: Store, result: DemoResult) -> dict[str, str]:
    workspace = store.workspace(result.project)
    tree, texts = await workspace.tree(), await workspace.texts()
    for _, block in tree.walk():
        assert not limit_problems(texts.get(block.id, ""), block.constraints)
        assert not block.needs_regeneration
        assert tree.status(block) == "completed"
    return {tree.path(block): texts.get(block.id, "") for _, block in tree.walk()}


async def evaluated(store: Store, result: DemoResult) -> Evaluation:
    """The evaluation of a demo: all roles, one persona, quotes that are in the texts; nothing is left in the memory."""
    workspace = store.workspace(result.project)
    (evaluation,) = await list_evaluations(workspace)
    texts = await workspace.texts()
    assert tuple(role.role for role in evaluation.roles) == ROLES
    for role in evaluation.roles:
        assert all(quote.quote in texts[quote.block_id] for each in role.dimensions for quote in each.quotes)
    chosen = [each.name for each in await list_personas(workspace) if each.selected]
    assert [[each.persona for each in role.dialogues] for role in evaluation.roles[-2:]] == [chosen, chosen]
    assert (len(chosen), len(await list_personas(workspace)), await workspace.memory.all()) == (1, 3, [])
    return evaluation


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tool_of_content_work_is_used_in_a_demo_and_none_fails(tmp_path: Path, language: Language) -> None:
    used: set[str] = set()

    def hear(_number: int, event: Event) -> None:
        if isinstance(event, ToolFinished):
            used.add(event.tool)

    async def go() -> None:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            await (await begin_demo(store, "course", language, owner="me")).play(lambda _: None, hear)

    asyncio.run(go())
    assert used == CONTENT_TOOLS


def test_a_demo_in_which_a_tool_fails_is_broken(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            play = await begin_demo(store, "course", "en", owner="me")
            steps = [step for step in play.demo.steps if "manage_memory" not in str(step) or "Forget" in step.message]
            demo = play.demo.model_copy(update={"steps": tuple(steps)})
            await replace(play, demo=demo).play(lambda _: None, lambda _n, _e: None)

    with pytest.raises(InvalidOption, match="No fact"):
        asyncio.run(go())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DEMO_NAMES)
def test_a_demo_ends_the_same_twice_with_every_block_complete(
    tmp_path: Path, name: DemoName, language: Language
) -> None:
    async def go() -> tuple[DemoResult, DemoResult, dict[str, str], Evaluation]:
        settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
        async with open_store(settings) as store:
            first, second = await played(store, name, language), await played(store, name, language)
            return first, second, await texts_of(store, second), await evaluated(store, second)

    first, second, texts, evaluation = asyncio.run(go())
    assert (first.digest, first.blocks, first.score) == (second.digest, second.blocks, second.score)
    assert second.score == evaluation.score == mean_score([role.score or 0 for role in evaluation.roles])
    assert first.project.name != second.project.name
    posts = next(step for step in load_demo(name, language).steps if step.channels)
    for channel, reply in zip(posts.channels, posts.writes, strict=True):
        assert next(text for path, text in texts.items() if path.endswith(f"/{channel}")) == reply.says
    assert "意图分析" in texts
