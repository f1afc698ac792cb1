"""Suggestions are adopted once, only where the text still has their passage, and only in their project."""

import pytest

from inkwright.errors import EditConflict, NotFound
from inkwright.evaluation.adoption import adopt_suggestion, find_evaluation, remove_evaluation
from inkwright.projects.workspace import ProjectWorkspace
from tests.evaluation.reviewers import Reviewers, model_of
from tests.evaluation.test_pipeline import RIVER, judge
from tests.projects.test_workspace import in_memory


def test_a_text_that_has_changed_keeps_its_suggestion_only_if_the_passage_is_there() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        block = (await workspace.add("A", RIVER)).block_id
        found = await judge(workspace, model_of(Reviewers()), roles=("editor",))
        await workspace.write(block, f"{RIVER}\n\n新的一段。\n", based_on=1)
        proposal = await adopt_suggestion(workspace, found, 1)
        assert proposal.based_on == 2
        second = await judge(workspace, model_of(Reviewers()), source="two", roles=("editor",))
        await workspace.write(block, "别的文字。", based_on=2)
        with pytest.raises(EditConflict):
            await adopt_suggestion(workspace, second, 1)

    in_memory(work)


def test_what_is_not_there_is_not_found() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        await workspace.add("A", RIVER)
        found = await judge(workspace, model_of(Reviewers()), roles=("editor",))
        for number in (0, 2, -1):
            with pytest.raises(NotFound):
                await adopt_suggestion(workspace, found, number)
        await remove_evaluation(workspace, found.id)
        with pytest.raises(NotFound):
            await find_evaluation(workspace, found.id)

    in_memory(work)
