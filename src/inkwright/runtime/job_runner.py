"""Runs jobs in this process: takes them from their queues, and takes over those of processes that have died."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from dbos import DBOS, error

from inkwright.agent.job_kinds import JobRun
from inkwright.agent.school_turns import names_kept
from inkwright.agent.services import TurnServices
from inkwright.clock import Clock
from inkwright.errors import InkwrightError, StoreError
from inkwright.i18n import error_text, text
from inkwright.ids import Ids
from inkwright.llm.call_log import call_listeners, calls_heard_by
from inkwright.processes import is_gone, is_working
from inkwright.runtime.job_monitor import TOO_EXPENSIVE, JobMonitor
from inkwright.runtime.job_reports import JobReport, job_listeners
from inkwright.runtime.job_steps import JobSteps
from inkwright.runtime.job_store import VERSION, WORKFLOW, JobStore
from inkwright.runtime.kinds import all_job_kinds
from inkwright.runtime.records import Job
from inkwright.runtime.workflow_store import APPLICATION, JsonValues, in_thread, workflow_url
from inkwright.store.database import Database
from inkwright.store.job_workers import StoredJobWorkers

JOBS_AT_ONCE: Final = 4
"""Of each kind, in one process."""
JOBS_OF_OWNER: Final = 2
"""Of each kind and owner, in all processes; so the many jobs of one owner do not delay the others."""

_BEAT_SECONDS: Final = 2.0
_CANCEL_AGAIN_SECONDS: Final = 0.5
_SILENT_SECONDS: Final = 10.0
"""A process that has not counted on for so long is taken for dead. It is asked for no clock: each process measures."""
_BUSY_SECONDS: Final = 120.0
"""The same for a process of this machine that is seen to run: the machine is busy."""

_MAX_RECOVERIES: Final = 20
_POLL_SECONDS: Final = 1.0
"""How often each queue is read. Each kind has one: read five times as often, they use a tenth of a core when idle."""
_LOGGER: Final = logging.getLogger("inkwright.runtime")
_running: "list[JobRunner]" = []
"""The runner of this process: DBOS allows one."""


class JobRunner:
    """Runs jobs from `open` to `close`."""

    def __init__(
        self,
        store: JobStore,
        database: Database,
        services: Callable[[], Awaitable[TurnServices]],
        *,
        ids: Ids,
        clock: Clock,
    ) -> None:
        self._store = store
        self._database = database
        self._services = services
        self._clock = clock
        self._workers = StoredJobWorkers(database)
        self._id = ids.new("worker")
        self._beats = 0
        self._heard: dict[str, tuple[int, float]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._begun: dict[str, float] = {}
        # DBOS runs each job in a context of its own.
        self._listeners = job_listeners()
        self._call_listeners = call_listeners()
        self._living: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start running jobs. Jobs that a process left when it ended continue."""
        if _running:
            raise RuntimeError("this process runs jobs already")
        with contextlib.ExitStack() as unopened:
            _running.append(self)
            unopened.callback(_running.remove, self)
            client = await self._store.client()
            # Before a job runs here, so that no other process takes it over.
            await self._beat()
            kinds = list(all_job_kinds())
            for kind in kinds:
                await in_thread(
                    client.register_queue,
                    kind,
                    worker_concurrency=JOBS_AT_ONCE,
                    partition_concurrency=JOBS_OF_OWNER,
                    polling_interval_sec=_POLL_SECONDS,
                    on_conflict="always_update",
                )
            self._launch(kinds)
            unopened.pop_all()
        self._living = asyncio.create_task(self._live())

    def _launch(self, kinds: list[str]) -> None:
        """Launch DBOS in this event loop, in which the jobs then run."""
        DBOS(
            config={
                "name": APPLICATION,
                "system_database_url": workflow_url(self._database),
                "executor_id": self._id,
                "application_version": VERSION,
                "serializer": JsonValues(),
                "log_level": "CRITICAL",
                "run_migrations": False,
                "notification_listener_polling_interval_sec": _POLL_SECONDS,
            }
        )
        DBOS.listen_queues(kinds)
        DBOS.launch()

    async def close(self) -> None:
        """Stop running jobs. Running ones stop where they are; another process, or the next one, continues them."""
        if self not in _running:
            return
        if self._living is not None:
            self._living.cancel()
        while running := list(self._tasks):
            for task in running:
                task.cancel()
            # The engine may swallow a cancellation while it waits for another process: it is cancelled again.
            await asyncio.wait(running, timeout=_CANCEL_AGAIN_SECONDS)
        with contextlib.suppress(StoreError):
            await self._workers.remove(self._id)
        await asyncio.to_thread(DBOS.destroy)
        # DBOS has given the loop a pool of threads that is closed now.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        _running.remove(self)

    # --- life and death ---------------------------------------------------------------------------------

    async def _live(self) -> None:
        while True:
            try:
                await self._beat()
                await self._take_over()
            except Exception as problem:  # noqa: BLE001 - the database may be back at the next beat
                _LOGGER.warning("jobs: %s", type(problem).__name__)
            await asyncio.sleep(_BEAT_SECONDS)

    async def _beat(self) -> None:
        self._beats += 1
        await self._workers.beat(self._id, self._beats)

    async def _take_over(self) -> None:
        """Put the jobs of dead processes back into their queues. If several do so, one has an effect."""
        client = await self._store.client()
        pending = await in_thread(
            client.list_workflows, status="PENDING", name=WORKFLOW, load_input=False, load_output=False
        )
        holders = {each.executor_id for each in pending if each.executor_id}
        known = await self._workers.all()
        alive = {worker for worker, (place, beats) in known.items() if self._is_alive(worker, place, beats)}
        if left := sorted(holders - alive):
            _LOGGER.info("jobs: taking over those of %s", ", ".join(left))
            await in_thread(DBOS._recover_pending_workflows, left)  # noqa: SLF001 - the only way that is safe for several
        for worker in known.keys() - alive:
            await self._workers.remove(worker)

    def _is_alive(self, worker: str, place: str, beats: int) -> bool:
        now = self._clock.elapsed()
        before, since = self._heard.get(worker, (-1, now))
        if beats != before:
            self._heard[worker] = (beats, now)
            since = now
        patience = _BUSY_SECONDS if is_working(place) else _SILENT_SECONDS
        return worker == self._id or (not is_gone(place) and now - since < patience)

    # --- a job ------------------------------------------------------------------------------------------

    async def run(self, kind_name: str, arguments: dict[str, Any]) -> Any:
        """Run a job in its workflow, from its beginning; the steps that are done are not done again."""
        task = asyncio.current_task()
        assert task is not None, "a job runs in a task"  # noqa: S101
        # Until DBOS is done with it too: what still waits must not outlive `close`.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await self._run(kind_name, arguments)

    async def _run(self, kind_name: str, arguments: dict[str, Any]) -> Any:
        client = await self._store.client()
        job = await self._store.get(str(DBOS.workflow_id), owner=DBOS.authenticated_user or "")
        recorded = await in_thread(client.list_workflow_steps, job.id)
        steps = JobSteps(recorded, lambda: monitor.before_step())
        monitor = JobMonitor(self._store, job, lambda: steps.stop("paused"))
        kind = all_job_kinds()[kind_name]
        self._begun[job.id] = time.monotonic()
        outside = [each for each in self._call_listeners if each not in call_listeners()]
        with calls_heard_by(*outside, monitor.hear_call):
            try:
                services = await self._services()
                async with monitor.watching(), names_kept(services, job.owner):
                    run = JobRun(
                        id=job.id,
                        owner=job.owner,
                        arguments=kind.input.model_validate(arguments),
                        steps=steps,
                        progress=monitor.report,
                        services=services,
                    )
                    result = await kind.run(run)
                await monitor.save()
                self._report(job, "finished")
                return result
            except asyncio.CancelledError:
                if steps.stopping is None:
                    raise
                await self._stop(job, steps, monitor, _pause_reason(job, monitor))
            except error.DBOSException:
                raise  # cancelled, or taken over by another process
            except InkwrightError as problem:
                what, todo = error_text(job.language, problem)
                await self._stop(job, steps, monitor, _failure(problem.code, f"{what} {todo}".strip()))
            except Exception:
                _LOGGER.exception("job %s", job.id)
                await self._stop(job, steps, monitor, _failure("internal", text(job.language, "jobs.internal")))
        return None

    async def _stop(self, job: Job, steps: JobSteps, monitor: JobMonitor, stopped: dict[str, str]) -> None:
        """End the workflow so that it can be resumed; steps that run are finished first."""
        steps.stop("failed")
        await steps.finished()
        await monitor.save()
        await self._store.stop(job.id, stopped)
        self._report(job, stopped["as"], stopped.get("code"))

    def _report(self, job: Job, status: str, code: str | None = None) -> None:
        seconds = time.monotonic() - self._begun.pop(job.id, time.monotonic())
        for tell in self._listeners:
            tell(JobReport(job.id, job.kind, status, seconds, code))


def _pause_reason(job: Job, monitor: JobMonitor) -> dict[str, str]:
    if not monitor.is_too_expensive:
        return {"as": "paused"}
    return {"as": "paused", "code": TOO_EXPENSIVE, "message": text(job.language, "jobs.too_expensive")}


def _failure(code: str, message: str) -> dict[str, str]:
    return {"as": "failed", "code": code, "message": message}


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=_MAX_RECOVERIES)
async def _job(kind: str, arguments: dict[str, Any]) -> Any:
    return await _running[0].run(kind, arguments)
