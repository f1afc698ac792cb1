"""Stored evaluations behave like the reference: added once, with their feed, adopted in part, newest first."""

import asyncio
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.errors import NotFound
from inkwright.projects.evaluations import EditSuggestion, EvaluatedTarget, Evaluation
from inkwright.projects.protocols import Evaluations, Projects
from inkwright.projects.records import Project
from inkwright.store.database import Database
from inkwright.store.evaluations import StoredEvaluations
from inkwright.store.projects import StoredProjects
from inkwright.testing import MemoryEvaluations, MemoryProjects
from tests.store.test_attachments import on
from tests.store.test_blocks import AT, WHY

TARGET = EvaluatedTarget(block_id="block_1", path="A", text_version=1, characters=2, sha256="0" * 64)
SUGGESTIONS = tuple(
    EditSuggestion(number=number, role="editor", block_id="block_1", anchor="雨", replacement="雪", reason="shorter")
    for number in (1, 2)
)
FIRST = Evaluation(
    id="eval_1",
    project_id="proj_1",
    owner="me",
    created=AT,
    targets=(TARGET,),
    roles=(),
    score=7.5,
    suggestions=SUGGESTIONS,
)


def test_evaluations_are_kept_once_and_adopted_in_part(url: URL) -> None:
    async def go(projects: Projects, kept: Evaluations) -> Any:
        await projects.add(Project("proj_1", "me", "Rain", AT))
        for each in (FIRST, FIRST, FIRST.model_copy(update={"id": "eval_2", "score": 8.0})):
            await kept.add(each, WHY)
        await kept.adopt("eval_1", 2, "prop_1", owner="me")
        both = await kept.adopt("eval_1", 1, "prop_2", owner="me")
        with pytest.raises(NotFound):
            await kept.adopt("eval_1", 1, "prop_3", owner="you")
        with pytest.raises(NotFound):
            await kept.add(FIRST.model_copy(update={"id": "eval_3", "project_id": "proj_2"}), WHY)
        hidden = await kept.get("eval_1", owner="you"), await kept.of("proj_1", owner="you")
        feed = [(each.kind, each.subject) for each in await projects.feed("proj_1", 0, owner="me")]
        listed = [each.id for each in await kept.of("proj_1", owner="me")]
        removed = [await kept.remove("eval_2", owner=owner) for owner in ("you", "me", "me")]
        return both, await kept.get("eval_1", owner="me") == both, hidden, feed, listed, removed

    async def stored(database: Database) -> Any:
        return await go(StoredProjects(database, SystemClock()), StoredEvaluations(database))

    projects = MemoryProjects()
    found = on(url, stored)
    assert found == asyncio.run(go(projects, MemoryEvaluations(projects)))
    assert [each.proposal_id for each in found[0].suggestions] == ["prop_2", "prop_1"]
    assert found[1:] == (
        True,
        (None, []),
        [("evaluation_added", "eval_1"), ("evaluation_added", "eval_2")],
        ["eval_2", "eval_1"],
        [False, True, False],
    )
