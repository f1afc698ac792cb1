"""Jobs survive: kill -9 at any point, pauses, cost caps and failures; what is done is not done again."""

import asyncio
import contextlib
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from sqlalchemy.engine import URL

from inkwright.agent.job_kinds import REGISTERED_JOB_KINDS, JobKind, JobRun, register_job_kind
from inkwright.agent.services import TurnServices
from inkwright.clock import SystemClock
from inkwright.ids import TimedIds
from inkwright.llm.pseudonyms import pseudonyms_in_use
from inkwright.processes import process_place
from inkwright.runtime.job_runner import JOBS_OF_OWNER, JobRunner
from inkwright.runtime.job_store import JobStore
from inkwright.school.records import Pupil, SchoolData, SchoolImport
from inkwright.store.database import Database
from tests.programs import run_module
from tests.runtime.frozen_jobs import FOLDER, thaw
from tests.runtime.job_program import OWNER, Counting, CountInput, no_services
from tests.store.databases import PostgresServer


class Anything(BaseModel):
    model_config = {"extra": "allow"}


@contextlib.asynccontextmanager
async def opened(
    url: URL,
    *kinds: JobKind,
    is_running: bool = True,
    services: Callable[[], Awaitable[TurnServices]] = no_services,
) -> AsyncIterator[tuple[JobStore, JobRunner]]:
    """The jobs of a database, and a runner in this process."""
    for kind in kinds:
        REGISTERED_JOB_KINDS.pop(kind.name, None)
        register_job_kind(kind)
    database = Database(url)
    await database.open()
    store = JobStore(database, TimedIds())
    runner = JobRunner(store, database, services, ids=TimedIds(), clock=SystemClock())
    if is_running:
        await runner.open()
    try:
        yield store, runner
    finally:
        await runner.close()
        await store.close()
        await database.close()
        for kind in kinds:
            REGISTERED_JOB_KINDS.pop(kind.name, None)


def kind_of(run: Callable[[JobRun], Awaitable[Any]], name: str = "test") -> JobKind:
    return JobKind(name=name, input=Anything, run=run)


def counting(home: Path) -> JobKind:
    return JobKind(name="count", input=CountInput, run=Counting(home).run)


def done(home: Path) -> list[str]:
    file = home / "done.txt"
    return file.read_text().split() if file.exists() else []


def run_program(home: Path, url: URL, *fatal: str) -> int:
    """Run a process until it ends; return its exit code."""
    shown = url.render_as_string(hide_password=False)
    return run_module("tests.runtime.job_program", home, shown, *fatal).returncode


async def begin_count(url: URL, home: Path) -> str:
    async with opened(url, counting(home), is_running=False) as (store, _):
        return (await store.begin("count", {"branches": ["a", "b", "c"], "steps": 3}, owner=OWNER)).id


EVERY_KEY = [f"{branch}{number}" for branch in "abc" for number in range(3)]


def survives(url: URL, home: Path, *deaths: tuple[str, str]) -> None:
    job_id = asyncio.run(begin_count(url, home))
    for death in deaths:
        assert run_program(home, url, *death) == -signal.SIGKILL
    assert run_program(home, url) == 0

    async def look() -> None:
        async with opened(url, counting(home), is_running=False) as (store, _):
            job = await store.get(job_id, owner=OWNER)
            assert (job.status, job.done, job.result) == (
                "finished",
                3,
                [EVERY_KEY[0:3], EVERY_KEY[3:6], EVERY_KEY[6:]],
            )

    asyncio.run(look())
    twice = len(done(home)) - len(EVERY_KEY)
    assert sorted(set(done(home))) == EVERY_KEY
    # What is stored is not done again; what was not stored yet may be: one step of each branch, for each death.
    assert twice <= 3 * len(deaths)
    stored = {key for key, moment in deaths if moment == "later"}
    assert all(done(home).count(key) == 1 for key in stored)


def test_a_killed_job_continues_by_itself_and_repeats_no_stored_step(tmp_path: Path, file_url: URL) -> None:
    survives(file_url, tmp_path, ("b1", "later"))


@pytest.mark.parametrize("frozen", sorted(FOLDER.glob("*.sql")), ids=lambda path: path.stem)
def test_a_job_that_an_earlier_version_left_continues_after_its_stored_steps(
    tmp_path: Path, file_url: URL, frozen: Path
) -> None:
    before = thaw(frozen, tmp_path)
    assert run_program(tmp_path, file_url) == 0

    async def look() -> None:
        async with opened(file_url, counting(tmp_path), is_running=False) as (store, _):
            (job,) = await store.of(OWNER)
            assert (job.status, job.done) == ("finished", 3)

    asyncio.run(look())
    after = done(tmp_path)[len(before) :]
    assert sorted({*before, *after}) == EVERY_KEY
    # The process was killed after it had stored `b1`; of the other branches, the last step may not have been stored.
    assert "b1" not in after
    assert len(before) + len(after) <= len(EVERY_KEY) + 2


@pytest.mark.soak
@pytest.mark.parametrize("moment", ["before", "after", "later"])
@pytest.mark.parametrize("key", EVERY_KEY)
def test_a_job_survives_a_kill_at_every_step_boundary(tmp_path: Path, url: URL, key: str, moment: str) -> None:
    survives(url, tmp_path, (key, moment))


def test_another_process_on_the_same_postgres_takes_over_the_job_of_one_that_died(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.new_database()

    async def go() -> None:
        job_id = await begin_count(url, tmp_path)
        assert await asyncio.to_thread(run_program, tmp_path, url, "a1", "before") == -signal.SIGKILL
        async with opened(url, counting(tmp_path)) as (store, _):
            assert (await store.wait(job_id, owner=OWNER)).status == "finished"

    asyncio.run(go())
    assert sorted(set(done(tmp_path))) == EVERY_KEY


def test_a_process_that_is_stopped_loses_its_job_and_can_store_no_more_steps(url: URL) -> None:
    """A process that counts on no more is taken for dead, although it is there."""
    reached, released = asyncio.Event(), asyncio.Event()

    async def run(job: JobRun) -> Any:
        async def work() -> str:
            reached.set()
            await released.wait()
            return "first"

        return await job.steps.once("slow", work)

    async def go() -> None:
        async with opened(url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER)
            await reached.wait()
            client = await store.client()
            # What another process does when it takes the job over: the row has another holder.
            await asyncio.to_thread(client.resume_workflow, job.id, queue_name="elsewhere")
            released.set()
            while (await store.get(job.id, owner=OWNER)).status == "running":  # noqa: ASYNC110 - in the database
                await asyncio.sleep(0.01)
            assert await asyncio.to_thread(client.list_workflow_steps, job.id) == []

    asyncio.run(go())


def test_a_job_that_swallows_its_cancellation_does_not_hold_up_the_end(url: URL) -> None:
    begun = asyncio.Event()

    async def run(_job: JobRun) -> Any:
        begun.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def go() -> None:
        async with opened(url, kind_of(run)) as (store, _):
            await store.begin("test", {}, owner=OWNER)
            await begun.wait()
        left = {task.get_name() for task in asyncio.all_tasks() - {asyncio.current_task()}}
        assert left == set()

    asyncio.run(go())


def test_a_paused_job_finishes_its_step_and_continues_after_it(url: URL) -> None:
    begun, go_on, works = asyncio.Event(), asyncio.Event(), list[str]()

    async def run(job: JobRun) -> Any:
        async def work(name: str) -> str:
            begun.set()
            await go_on.wait()
            works.append(name)
            return name

        return [await job.steps.once(name, partial(work, name)) for name in "xyz"]

    async def go() -> None:
        async with opened(url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER, title="Three letters")
            await begun.wait()
            assert (await store.pause(job.id, owner=OWNER)).status == "pausing"
            go_on.set()
            paused = await store.wait(job.id, owner=OWNER)
            assert (paused.status, paused.title, works) == ("paused", "Three letters", ["x"])
            await store.resume(job.id, owner=OWNER)
            ended = await store.wait(job.id, owner=OWNER)
            assert (ended.status, ended.result, works) == ("finished", ["x", "y", "z"], ["x", "y", "z"])

    asyncio.run(go())


def test_a_cancelled_job_stops_in_its_step(file_url: URL) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def run(job: JobRun) -> Any:
        async def work() -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        return await job.steps.once("for ever", work)

    async def go() -> None:
        async with opened(file_url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER)
            await begun.wait()
            assert (await store.cancel(job.id, owner=OWNER)).status == "cancelled"
            await ended.wait()
            assert (await store.get(job.id, owner=OWNER)).status == "cancelled"

    asyncio.run(go())


def test_nobody_waits_behind_the_many_jobs_of_another(url: URL) -> None:
    running, has_begun, free = list[str](), asyncio.Event(), asyncio.Event()

    async def run(job: JobRun) -> Any:
        async def work() -> None:
            running.append(job.owner)
            if job.owner == "one":
                has_begun.set()
            await free.wait()

        await job.steps.once("one", work)

    async def go() -> None:
        async with opened(url, kind_of(run)) as (store, _):
            many = [await store.begin("test", {}, owner="many") for _ in range(5)]
            one = await store.begin("test", {}, owner="one")
            await has_begun.wait()
            assert running.count("many") <= JOBS_OF_OWNER
            free.set()
            assert {(await store.wait(job.id, owner=job.owner)).status for job in (*many, one)} == {"finished"}

    asyncio.run(go())


def test_a_process_that_ends_leaves_its_jobs_to_the_next_one(url: URL) -> None:
    begun, works = asyncio.Event(), list[str]()

    async def run(job: JobRun) -> Any:
        async def work() -> str:
            works.append("begun")
            begun.set()
            if len(works) == 1:
                await asyncio.Event().wait()
            return "done"

        return await job.steps.once("one", work)

    async def go() -> None:
        async with opened(url, kind_of(run)) as (store, _):
            job = await store.begin("test", {}, owner=OWNER)
            await begun.wait()
        async with opened(url, kind_of(run)) as (store, _):
            assert (await store.wait(job.id, owner=OWNER)).result == "done"

    asyncio.run(go())


def test_a_process_that_is_gone_is_noticed_at_once_and_one_elsewhere_when_it_is_silent(file_url: URL) -> None:
    async def go() -> None:
        async with opened(file_url, is_running=False) as (_, runner):
            assert runner._is_alive("worker_far", "elsewhere pid:[1] 7 9", 1)
            assert not runner._is_alive("worker_gone", _place_of_a_dead_process(), 1)
            runner._heard["worker_far"] = (1, SystemClock().elapsed() - 60)
            assert not runner._is_alive("worker_far", "elsewhere pid:[1] 7 9", 1)
            assert runner._is_alive("worker_far", "elsewhere pid:[1] 7 9", 2)

    asyncio.run(go())


def _place_of_a_dead_process() -> str:
    child = subprocess.Popen(["sleep", "60"])
    place = process_place(child.pid)
    child.kill()
    child.wait()
    return place


def test_a_job_keeps_the_names_of_its_owners_pupils(file_url: URL) -> None:
    async def hide(_: JobRun) -> str:
        names = pseudonyms_in_use()
        return names.hide("Amy Chan was here.") if names else ""

    async def with_pupils() -> TurnServices:
        services = await no_services()
        assert services.schools is not None
        data = SchoolData(pupils=(Pupil("1001", "Amy Chan", ("1A",)),))
        await services.schools.add(SchoolImport("import_1", OWNER, "a.csv", SystemClock().now()), data)
        return services

    async def go() -> None:
        async with opened(file_url, kind_of(hide), services=with_pupils) as (store, _):
            mine = await store.begin("test", {}, owner=OWNER)
            other = await store.begin("test", {}, owner="another")
            done = [await store.wait(each.id, owner=each.owner) for each in (mine, other)]
        assert "Amy" not in str(done[0].result)
        assert str(done[0].result).startswith("Pupil_")
        assert done[1].result == ""

    asyncio.run(go())
