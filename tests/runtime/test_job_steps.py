"""The steps of a job are done once; a failure is not kept."""

import asyncio
from functools import partial
from typing import Any

from sqlalchemy.engine import URL

from inkwright.agent.job_kinds import JobRun
from inkwright.errors import ModelUnavailable
from tests.runtime.job_program import OWNER
from tests.runtime.test_job_runner import kind_of, opened


def test_a_failed_job_tells_why_and_continues_after_its_last_step_when_it_is_resumed(file_url: URL) -> None:
    works = list[str]()

    async def run(job: JobRun) -> Any:
        async def work(name: str) -> str:
            works.append(name)
            if works == ["a", "b"]:
                raise ModelUnavailable(model="m", problem="away")
            return name

        return [await job.steps.once(name, partial(work, name)) for name in "ab"]

    async def go() -> None:
        async with opened(file_url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER)
            failed = await store.wait(job.id, owner=OWNER)
            assert failed.problem is not None
            assert (failed.status, failed.problem.code) == ("failed", "model_unavailable")
            await store.resume(job.id, owner=OWNER)
            ended = await store.wait(job.id, owner=OWNER)
            assert (ended.status, ended.problem, ended.result, works) == ("finished", None, ["a", "b"], ["a", "b", "b"])

    asyncio.run(go())


def test_a_key_names_one_step_and_its_result_is_json(file_url: URL) -> None:
    works = list[str]()
    problems = list[str]()

    async def run(job: JobRun) -> Any:
        async def work() -> Any:
            works.append("done")
            return {"numbers": (1, 2)}

        async def unsuitable() -> Any:
            return {1, 2}

        for key in ("", "k" * 201):
            try:
                await job.steps.once(key, work)
            except ValueError as problem:
                problems.append(str(problem))
        try:
            await job.steps.once("set", unsuitable)
        except TypeError as problem:
            problems.append(str(problem))
        return await asyncio.gather(*(job.steps.once("same", work) for _ in range(3)))

    async def go() -> None:
        async with opened(file_url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER)
            ended = await store.wait(job.id, owner=OWNER)
            assert ended.result == [{"numbers": [1, 2]}] * 3

    asyncio.run(go())
    assert works == ["done"]
    assert len(problems) == 3
