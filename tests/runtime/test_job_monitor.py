"""A job's usage is counted against its cost cap, and its progress is stored when there is news."""

import asyncio
from typing import Any, cast

from sqlalchemy.engine import URL

from inkwright.agent.job_kinds import JobRun
from inkwright.llm.call_log import LoggedModel, NoCallLog
from inkwright.llm.models import Abilities, Reply, Request, Usage
from inkwright.runtime.job_monitor import JobMonitor
from inkwright.runtime.job_store import JobStore
from inkwright.runtime.records import Job, JobUsage
from tests.each import each
from tests.runtime.job_program import OWNER
from tests.runtime.test_job_runner import kind_of, opened


class PricedModel:
    """A model whose replies cost half a dollar each."""

    name = "priced"
    abilities = Abilities()

    async def reply(self, request: Request, hear: Any = None) -> Reply:
        return Reply("ok", Usage(3, 4, 0.5))


def test_a_job_that_reaches_its_cost_cap_is_paused_and_counts_what_it_used(file_url: URL) -> None:
    model = LoggedModel(PricedModel(), NoCallLog())

    async def run(job: JobRun) -> Any:
        async def work() -> str:
            return (await model.reply(Request([{"role": "user", "content": "hi"}]))).text

        return [await job.steps.once(str(number), work) for number in range(4)]

    async def go() -> None:
        async with opened(file_url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER, max_dollars=1.0)
            paused = await store.wait(job.id, owner=OWNER)
            assert paused.problem is not None
            assert (paused.status, paused.problem.code) == ("paused", "too_expensive")
            assert (paused.usage.calls, paused.usage.tokens, paused.usage.dollars) == (2, 14, 1.0)
            await store.resume(job.id, owner=OWNER, max_dollars=9.0)
            ended = await store.wait(job.id, owner=OWNER)
            assert (ended.status, ended.usage.calls, ended.usage.dollars) == ("finished", 4, 2.0)

    asyncio.run(go())


class Notes:
    """Implements what a monitor uses of `JobStore`."""

    def __init__(self) -> None:
        self.noted = list[dict[str, Any]]()

    async def note(self, _job_id: str, attributes: dict[str, Any]) -> None:
        self.noted.append(attributes)


def monitor_of(notes: Notes, **fields: Any) -> JobMonitor:
    given = {"id": "job_1", "owner": OWNER, "kind": "test", "title": "", "status": "running", "arguments": {}}
    return JobMonitor(cast("JobStore", notes), Job(**{**given, **fields}), lambda: None)


def test_progress_is_stored_once_and_its_message_is_bounded() -> None:
    async def go() -> list[dict[str, Any]]:
        notes = Notes()
        monitor = monitor_of(notes)
        monitor.report(1, 3, "雨" * 1_000)
        await monitor.save()
        await monitor.save()
        return notes.noted

    (noted,) = asyncio.run(go())
    assert noted["progress"] == {"done": 1, "total": 3, "message": "雨" * 300}
    assert noted["usage"] == {"calls": 0, "tokens": 0, "dollars": 0.0}


@each("cap, used, expected", [(None, 9.0, False), (1.0, 0.99, False), (1.0, 1.0, True), (0.0, 0.0, True)])
def test_a_job_is_too_expensive_once_it_reaches_its_cap(cap: float | None, used: float, expected: bool) -> None:
    assert monitor_of(Notes(), max_dollars=cap, usage=JobUsage(dollars=used)).is_too_expensive is expected


def test_a_request_to_pause_from_before_the_start_is_seen_at_once() -> None:
    wanted = list[str]()

    async def go() -> None:
        job = Job(id="job_1", owner=OWNER, kind="test", title="", status="pausing", arguments={})
        async with JobMonitor(cast("JobStore", Notes()), job, lambda: wanted.append("pause")).watching():
            assert wanted == ["pause"]

    asyncio.run(go())
