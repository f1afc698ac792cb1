"""Jobs that stop here are reported to logs, metrics and traces, and their calls to those who hear calls."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL

from inkwright.agent.job_kinds import JobRun
from inkwright.errors import NotFound
from inkwright.llm.call_log import call_listeners, calls_heard_by
from inkwright.runtime.job_reports import JobReport, jobs_heard_by
from inkwright.server.metrics import Metrics
from tests.runtime.job_program import OWNER
from tests.runtime.test_job_runner import kind_of, opened


def test_each_job_that_stops_is_reported_with_its_kind_and_the_reason(tmp_path: Path) -> None:
    told: list[JobReport] = []
    heard: list[bool] = []
    metrics = Metrics()

    def hear_call(_call: object) -> None:
        """Never called: the jobs call no model."""

    async def work(job: JobRun) -> Any:
        heard.append(hear_call in call_listeners())
        if job.arguments.model_dump():
            raise NotFound(what_kind="document", id="x")

    async def go() -> None:
        url = URL.create("sqlite", database=str(tmp_path / "inkwright.db"))
        with jobs_heard_by(told.append, metrics.hear_job), calls_heard_by(hear_call):
            async with opened(url, kind_of(work)) as (store, _):
                for arguments in ({}, {"is_missing": True}):
                    job = await store.begin("test", arguments, owner=OWNER)
                    await store.wait(job.id, owner=OWNER)

    asyncio.run(go())
    assert [(each.kind, each.status, each.code) for each in told] == [
        ("test", "finished", None),
        ("test", "failed", "not_found"),
    ]
    assert heard == [True, True]
    assert 'inkwright_jobs_total{kind="test",status="failed"} 1.0' in metrics.text(0)
