"""`inkwright project evaluate`: a weak model is refused; what is stored is listed, shown, compared and adopted."""

import asyncio
import json
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption, NotFound
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.commands.test_project import kept, run, run_json, shell_of
from tests.evaluation.reviewers import Reviewers, model_of
from tests.evaluation.test_pipeline import judge


def evaluated(folder: Path, source: str, score: int) -> str:
    """An evaluation of the project, stored beforehand."""

    async def go() -> str:
        async with open_store(shell_of(folder, "").settings) as store:
            project = await require_project(store.projects, "Rain", owner=LOCAL_OWNER)
            model = model_of(Reviewers((), None, editor=score))
            return (await judge(store.workspace(project), model, source=source, roles=("editor",))).id

    return asyncio.run(go())


def test_evaluations_are_listed_shown_compared_adopted_and_deleted(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="The rain falls.")
    assert "No evaluations yet" in run(tmp_path, "evaluations", "Rain")[1]
    first, second = evaluated(tmp_path, "one", 4), evaluated(tmp_path, "two", 9)
    listed = run_json(tmp_path, "evaluations", "Rain")["evaluations"]
    assert [(each["id"], each["score"], each["stale"]) for each in listed] == [(second, 9.0, []), (first, 4.0, [])]
    said = run(tmp_path, "evaluation", "Rain", second[-8:])[1]
    assert "Evaluated 1 block: 9.0/10." in said
    assert "“The rain falls.”" in said
    assert "9.0  Structure" in said
    assert "4.0 → 9.0" in run(tmp_path, "evaluation", "Rain", second, "--compare", first)[1]
    proposal = run_json(tmp_path, "evaluation", "Rain", first, "--adopt", "1")["proposal"]
    run(tmp_path, "proposals", "Rain", proposal, "--accept")
    assert run(tmp_path, "block", "Rain", "A")[1] == "The rain falls.!\n"
    assert "changed since: A" in run(tmp_path, "evaluation", "Rain", first)[1]
    assert json.loads(run(tmp_path, "evaluation", "Rain", first, "--json")[1])["stale"] != []
    run(tmp_path, "evaluation", "Rain", first, "--delete")
    for wrong in (first, "x", ""):
        with pytest.raises(NotFound):
            run(tmp_path, "evaluation", "Rain", wrong)


def test_a_weak_model_cannot_evaluate_and_says_so(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="The rain falls.")
    with pytest.raises(InvalidOption, match="capable model"):
        run(tmp_path, "evaluate", "Rain", "--model", "rule")
