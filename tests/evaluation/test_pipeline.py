"""An evaluation: roles side by side, failures named, finished roles kept, and everything it was asked for respected."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from inkwright.errors import InvalidOption, ModelBusy
from inkwright.evaluation.adoption import adopt_suggestion, find_evaluation, list_evaluations, stale_blocks
from inkwright.evaluation.pipeline import EvaluationInput, EvaluationTask, check_request, evaluate
from inkwright.llm.brain import Brain
from inkwright.llm.models import Abilities
from inkwright.projects.editing import decide_proposal
from inkwright.projects.evaluations import DIMENSIONS, Evaluation
from inkwright.projects.persona_editing import add_persona
from inkwright.projects.personas import PersonaFields
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.testing import MemorySteps, ScriptedModel
from tests.clocks import JumpingLoop
from tests.evaluation.reviewers import Reviewers, model_of
from tests.projects.test_workspace import in_memory

RIVER = "河流很长，从雪山流到大海。"


async def judge(
    workspace: ProjectWorkspace,
    model: ScriptedModel,
    steps: MemorySteps | None = None,
    source: str = "job_1",
    **given: Any,
) -> Evaluation:
    brain = Brain(model)
    task = EvaluationTask(
        workspace=workspace,
        brain=brain,
        diagnosing=brain,
        steps=steps or MemorySteps(),
        progress=lambda _done, _total, _message="": None,
        given=EvaluationInput(project_id=workspace.project_id, **given),
        source=source,
    )
    return await evaluate(task)


async def filled(workspace: ProjectWorkspace) -> None:
    await workspace.add("A", RIVER)
    await workspace.add("B", "Rain falls on the hills.")
    await add_persona(workspace, PersonaFields(name="李娜"))
    await add_persona(workspace, PersonaFields(name="Ann"))


def test_five_roles_judge_and_the_overall_score_is_computed() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        reviewers = Reviewers(coach=5, editor=6, expert=7, consumer=8, seller=9)
        found = await judge(workspace, model_of(reviewers))
        assert {each.role: each.score for each in found.roles} == {
            "coach": 5.0,
            "editor": 6.0,
            "expert": 7.0,
            "consumer": 8.0,
            "seller": 9.0,
        }
        assert (found.score, found.diagnosis and found.diagnosis.actions) == (7.0, ("Go on.",))
        assert {each.role: tuple(one.dimension for one in each.dimensions) for each in found.roles} == dict(DIMENSIONS)
        assert Counter(reviewers.asked) == Counter(
            {"line": 40, "coach": 1, "editor": 1, "expert": 1, "consumer": 2, "seller": 2, "diagnosis": 1}
        )
        seller = found.roles[-1]
        phases = [line.phase for line in seller.dialogues[0].lines]
        assert phases[::2] == ["opening", "discovery", "matching", "objections", "closing"]
        assert [each.persona for each in seller.dialogues] == ["李娜", "Ann"]
        assert await find_evaluation(workspace, found.id) == found

    in_memory(work)


def test_fields_dimensions_and_roles_are_respected() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        model = model_of(Reviewers())
        found = await judge(workspace, model, fields=("B",), dimensions=("结构", "expert:depth", "coach"))
        assert [each.path for each in found.targets] == ["B"]
        assert [(each.role, len(each.dimensions)) for each in found.roles] == [
            ("coach", 4),
            ("editor", 1),
            ("expert", 1),
        ]
        assert all(RIVER not in str(request.messages) for request in model.calls)
        only = await judge(workspace, model, source="job_2", roles=("编辑",))
        assert [each.role for each in only.roles] == ["editor"]

    in_memory(work)


def test_a_failed_role_is_named_and_the_others_count() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        found = await judge(workspace, model_of(Reviewers(("expert", "line", "diagnosis"), coach=4, editor=7)))
        assert [(each.role, each.status) for each in found.roles] == [
            ("coach", "finished"),
            ("editor", "finished"),
            ("expert", "failed"),
            ("consumer", "failed"),
            ("seller", "failed"),
        ]
        assert (found.score, found.diagnosis) == (5.5, None)
        assert all(each.problem for each in found.roles[2:])
        assert found.diagnosis_problem

    in_memory(work)


def test_no_role_finished_is_an_honest_failure_and_nothing_is_stored() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        with pytest.raises(ModelBusy):
            await judge(workspace, model_of(Reviewers(("editor",))), roles=("editor",))
        assert await list_evaluations(workspace) == []

    in_memory(work)


def test_a_role_that_insists_on_a_false_quote_fails() -> None:
    def lie(role: str, report: dict[str, Any]) -> dict[str, Any]:
        if role == "editor":
            report["dimensions"][0]["quotes"][0]["quote"] = "河流很短，从雪山流到大海。"
        if role == "coach":
            report["dimensions"][0]["reason"] = "它说“河流从来不长”。"
        return report

    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        reviewers = Reviewers(change=lie)
        found = await judge(workspace, model_of(reviewers), roles=("coach", "editor", "expert"))
        assert [each.status for each in found.roles] == ["failed", "failed", "finished"]
        assert Counter(reviewers.asked)["editor"] == 3

    in_memory(work)


def test_what_is_finished_is_not_done_again_after_an_interruption() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        steps, first = MemorySteps(), Reviewers()

        def dies(request: Any) -> Any:
            return RuntimeError("killed") if len(first.asked) == 20 else first(request)

        with pytest.raises(RuntimeError):
            await judge(workspace, ScriptedModel(dies), steps)
        await workspace.write((await workspace.line(["A"]))[0].id, "Changed.", based_on=1)
        second = Reviewers()
        found = await judge(workspace, ScriptedModel(second), steps)
        assert len(first.asked) + len(second.asked) < 60
        assert not {"coach", "editor", "expert"} & set(second.asked)
        assert found.targets[0].text_version == 1
        assert await judge(workspace, ScriptedModel([]), steps) == found
        assert len(await list_evaluations(workspace)) == 1

    in_memory(work)


def test_changed_texts_show_and_suggestions_become_proposals_once() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await filled(workspace)
        found = await judge(workspace, model_of(Reviewers()), roles=("editor",), fields=("A",))
        assert await stale_blocks(workspace, found) == ()
        proposal = await adopt_suggestion(workspace, found, 1)
        found = await find_evaluation(workspace, found.id)
        assert (await adopt_suggestion(workspace, found, 1)).id == proposal.id == found.suggestions[0].proposal_id
        await decide_proposal(workspace, proposal.id, "accepted")
        block = (await workspace.line(["A"]))[0]
        assert (await workspace.read(block.id)).text == f"{RIVER}!"
        assert await stale_blocks(workspace, found) == (block.id,)

    in_memory(work)


def test_what_cannot_succeed_is_refused_before_any_call() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        strong = Brain(ScriptedModel([]))
        weak = Brain(ScriptedModel([], abilities=Abilities(is_weak=True)))
        await workspace.add("Empty", "")

        async def refused(brain: Brain, **given: Any) -> None:
            with pytest.raises(InvalidOption):
                await check_request(workspace, brain, EvaluationInput(project_id=workspace.project_id, **given))

        await refused(strong)
        await refused(strong, fields=("Empty",))
        await workspace.add("A", RIVER)
        await refused(weak)
        await refused(strong, fields=("Empty",))
        await refused(strong, dimensions=("beauty",))
        await refused(strong, roles=("pirate",))
        await refused(strong, roles=("coach",), dimensions=("depth",))
        await refused(strong, roles=("seller",))
        await check_request(workspace, strong, EvaluationInput(project_id=workspace.project_id))

    in_memory(work)


def test_twenty_blocks_take_at_most_three_times_the_longest_chain_of_calls() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        for number in range(20):
            lines = "\n".join(f"Rain falls on hill {number}, day {day}." for day in range(40))
            await workspace.add(f"Block {number}", lines)
        for name in ("A", "B"):
            await add_persona(workspace, PersonaFields(name=name))
        # Five turns of two lines, a report, and the diagnosis: one call after the other.
        chain = 12.0
        began = asyncio.get_running_loop().time()
        found = await judge(workspace, model_of(Reviewers(), delay=1))
        taken = asyncio.get_running_loop().time() - began
        assert [each.status for each in found.roles] == ["finished"] * 5
        assert len(found.targets) == 20
        assert chain <= taken <= 3 * chain

    in_memory(work, JumpingLoop)
