"""Begin, list, pause, resume and cancel jobs, from any process; the work itself is done by a `JobRunner`."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from dbos import DBOSClient, error
from pydantic import BaseModel, ValidationError

from inkwright.agent.job_kinds import JobKind
from inkwright.artifacts.validation import error_reason
from inkwright.errors import InvalidOption, JobRunning, NotFound
from inkwright.i18n import Language, Reason
from inkwright.ids import Ids
from inkwright.processes import is_gone
from inkwright.runtime.kinds import all_job_kinds
from inkwright.runtime.records import Job, job_from_workflow
from inkwright.runtime.workflow_store import in_thread, open_client, prepare_workflows
from inkwright.store.database import Database
from inkwright.store.job_workers import StoredJobWorkers

WORKFLOW: Final = "job"
VERSION: Final = "1"
"""One for all versions of the program: a job is continued by any that knows its kind, because steps have keys."""

_MAX_TITLE: Final = 200
_POLL_SECONDS: Final = 0.2


class JobStore:
    """The jobs of all owners. Those of another owner do not exist."""

    def __init__(self, database: Database, ids: Ids) -> None:
        self._database = database
        self._ids = ids
        self._workers = StoredJobWorkers(database)
        self._client: DBOSClient | None = None
        self._opening = asyncio.Lock()

    async def client(self) -> DBOSClient:
        """Return the client of DBOS; its tables exist from now on."""
        async with self._opening:
            if self._client is None:
                await in_thread(prepare_workflows, self._database)
                self._client = await in_thread(open_client, self._database)
        return self._client

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await in_thread(self._client.destroy)
            self._client = None

    async def begin(
        self,
        kind_name: str,
        arguments: Mapping[str, Any],
        *,
        owner: str,
        title: str = "",
        max_dollars: float | None = None,
        language: Language | None = None,
    ) -> Job:
        """Store a job; a process that runs jobs begins it, and tells problems in `language`, or that of the title.

        JobRunning if another job has its slot.
        InvalidOption if there is no such kind, or the arguments are not what it takes.
        """
        kind = _kind(kind_name)
        valid = _checked(kind, arguments)
        given, slot = valid.model_dump(mode="json"), kind.slot(valid) if kind.slot else None
        job_id = self._ids.new("job")
        attributes: dict[str, Any] = {"title": title[:_MAX_TITLE], "max_dollars": max_dollars, "language": language}
        client = await self.client()
        options = {
            "workflow_name": WORKFLOW,
            "queue_name": kind_name,
            "workflow_id": job_id,
            "app_version": VERSION,
            "queue_partition_key": owner,
            "authenticated_user": owner,
            "attributes": attributes,
            **({} if slot is None else {"deduplication_id": slot}),
        }
        try:
            await in_thread(client.enqueue, options, kind_name, given)  # type: ignore[arg-type]
        except error.DBOSQueueDeduplicatedError as problem:
            raise JobRunning(id=slot) from problem
        return await self.get(job_id, owner=owner)

    async def get(self, job_id: str, *, owner: str) -> Job:
        """Return a job."""
        client = await self.client()
        found = await in_thread(client.list_workflows, workflow_ids=[job_id], user=owner, name=WORKFLOW)
        if not found:
            raise NotFound(what_kind=Reason("jobs.word"), id=job_id)
        return job_from_workflow(found[0])

    async def of(
        self, owner: str, *, limit: int = 50, offset: int = 0, kind: str | None = None, results: bool = True
    ) -> list[Job]:
        """Return the jobs of an owner, the newest first: all, or those of a kind; without `results` they are short."""
        client = await self.client()
        found = await in_thread(
            client.list_workflows,
            user=owner,
            name=WORKFLOW,
            queue_name=kind,
            limit=limit,
            offset=offset,
            sort_desc=True,
            load_output=results,
        )
        return [job_from_workflow(each) for each in found]

    async def pause(self, job_id: str, *, owner: str) -> Job:
        """Let a job finish the steps that run, and begin no more; nothing that is done is lost."""
        job = await self.get(job_id, owner=owner)
        if job.is_over:
            return job
        await self.note(job_id, {"wanted": "pause"})
        if job.status == "waiting" or await self._is_left(job_id):
            await self.stop(job_id, {"as": "paused"})
        return await self.get(job_id, owner=owner)

    async def resume(self, job_id: str, *, owner: str, max_dollars: float | None = None) -> Job:
        """Continue a job that was paused, has failed or was cancelled; `max_dollars` is a new cost cap."""
        job = await self.get(job_id, owner=owner)
        if job.status in ("finished", "waiting", "running"):
            return job
        client = await self.client()
        cap = {} if max_dollars is None else {"max_dollars": max_dollars}
        await self.note(job_id, {"wanted": None, "stopped": None, **cap})
        if job.status != "pausing":
            await in_thread(client.resume_workflow, job_id, queue_name=job.kind)
        return await self.get(job_id, owner=owner)

    async def cancel(self, job_id: str, *, owner: str) -> Job:
        """Stop a job at once; a step that runs is given up."""
        job = await self.get(job_id, owner=owner)
        if job.status not in ("finished", "cancelled"):
            await self.stop(job_id, {"as": "cancelled"})
        return await self.get(job_id, owner=owner)

    async def wait(self, job_id: str, *, owner: str) -> Job:
        """Return a job once it is over: finished, failed, paused or cancelled."""
        job = await self.get(job_id, owner=owner)
        while not job.is_over:
            await asyncio.sleep(_POLL_SECONDS)
            job = await self.get(job_id, owner=owner)
        return job

    async def note(self, job_id: str, attributes: dict[str, Any]) -> None:
        """Store what is known about a job."""
        client = await self.client()
        await in_thread(client.update_workflow_attributes, job_id, attributes, merge=True)

    async def stop(self, job_id: str, stopped: dict[str, str]) -> None:
        """End the present run of a job, and say why."""
        client = await self.client()
        await self.note(job_id, {"stopped": stopped, "wanted": None})
        await in_thread(client.cancel_workflow, job_id)

    async def _is_left(self, job_id: str) -> bool:
        """Whether the process that ran a job is gone, so that no process would see a request."""
        client = await self.client()
        found = await in_thread(client.list_workflows, workflow_ids=[job_id], load_input=False, load_output=False)
        known = (await self._workers.all()).get(found[0].executor_id or "") if found else None
        return known is None or is_gone(known[0])


def _kind(name: str) -> JobKind:
    kinds = all_job_kinds()
    if name not in kinds:
        raise InvalidOption(option="kind", value=name[:50], allowed=", ".join(sorted(kinds)))
    return kinds[name]


def _checked(kind: JobKind, arguments: Mapping[str, Any]) -> BaseModel:
    try:
        return kind.input.model_validate(dict(arguments))
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "arguments"
        raise InvalidOption(
            option=place[:100], value=str(first["input"])[:50], allowed=error_reason(first)
        ) from problem
