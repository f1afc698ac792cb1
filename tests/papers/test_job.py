"""Tests of a paper as a job: stages are steps, and its folder keeps what is done."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inkwright.agent.job_kinds import JobRun
from inkwright.agent.rule_planner import NoModel
from inkwright.errors import NotFound
from inkwright.llm.models import Model
from inkwright.papers.job import PaperInput, run_paper
from inkwright.papers.pipeline import STAGES
from inkwright.testing import MemorySteps, memory_services
from tests.papers.test_pipeline import Writer, new_session
from tests.papers.test_rule_choice import NOTES


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def job_of(home: Path, paper_id: str, model: Model, *, owner: str = "local") -> tuple[JobRun, list[Any]]:
    reports: list[Any] = []
    services = replace(memory_services(model), home=home)
    run = JobRun(
        id="job_1",
        owner=owner,
        arguments=PaperInput(paper_id=paper_id),
        steps=MemorySteps(),
        progress=lambda done, total, message="": reports.append((done, total, message)),
        services=services,
    )
    return run, reports


def test_a_paper_is_written_as_a_job_that_reports_its_stages(tmp_path: Path) -> None:
    session = new_session(tmp_path, NOTES["en"])
    job, reports = job_of(tmp_path, session.id, NoModel())
    result = asyncio.run(run_paper(job))
    assert (result["paper_id"], result["compiled"], result["problems"]) == (session.id, False, [])
    assert [message for _, _, message in reports] == [*STAGES, ""]
    assert reports[-1][:2] == (len(STAGES), len(STAGES))


def test_another_job_continues_with_what_the_folder_has(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    writer = Writer()
    asyncio.run(run_paper(job_of(tmp_path, session.id, writer.model)[0]))
    before = len(writer.model.calls)
    asyncio.run(run_paper(job_of(tmp_path, session.id, writer.model)[0]))
    assert len(writer.model.calls) == before


def test_the_paper_of_another_owner_does_not_exist(tmp_path: Path) -> None:
    session = new_session(tmp_path, NOTES["en"])
    with pytest.raises(NotFound):
        asyncio.run(run_paper(job_of(tmp_path, session.id, NoModel(), owner="someone")[0]))
