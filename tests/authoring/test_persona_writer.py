"""Personas written by a model: exactly as many as wanted, with names of their own, or none at all."""

import pytest

from inkwright import ScriptedModel
from inkwright.authoring.persona_writer import generate_personas
from inkwright.errors import InvalidOption, NeverParsed
from inkwright.llm.brain import Brain
from inkwright.llm.models import Abilities
from inkwright.projects.persona_editing import add_persona, list_personas
from inkwright.projects.personas import PersonaFields
from inkwright.projects.workspace import ProjectWorkspace
from tests.projects.test_workspace import in_memory
from tests.server.routes.test_personas import written


def test_a_wrong_number_and_a_taken_name_go_back_to_the_model() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await workspace.add("意图分析", "给护士看")
        await add_persona(workspace, PersonaFields(name="甲"))
        model = ScriptedModel([written("乙"), written("甲", "乙"), written("乙", "丙")])
        made = await generate_personas(Brain(model), workspace, 2)
        assert [each.name for each in made] == ["乙", "丙"]
        assert "给护士看" in model.calls[0].messages[-1]["content"]

    in_memory(work)


def test_a_reply_that_stays_wrong_adds_nobody() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        with pytest.raises(NeverParsed):
            await generate_personas(Brain(ScriptedModel([written("乙", "乙")] * 3)), workspace, 2, "nurses")
        assert await list_personas(workspace) == []

    in_memory(work)


def test_a_weak_model_and_an_empty_project_are_refused_before_any_call() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        weak = ScriptedModel([], abilities=Abilities(is_weak=True))
        for model, wishes in ((weak, "nurses"), (ScriptedModel([]), " ")):
            with pytest.raises(InvalidOption):
                await generate_personas(Brain(model), workspace, 1, wishes)

    in_memory(work)
