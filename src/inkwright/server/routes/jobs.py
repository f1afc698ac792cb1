"""Jobs over HTTP: work in steps that survives the end of its process; its progress, its cost, and how to stop it."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import Field

from inkwright.runtime.records import Job, JobStatus
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.wire import Cursor, Limit, Page, WireModel, offset_of

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
MaxDollars = Annotated[
    float | None, Field(default=None, gt=0, allow_inf_nan=False, description="The cost at which it is paused.")
]

router = APIRouter(prefix="/api/jobs", tags=["jobs"], responses={401: {"model": Problem}})


class NewJob(WireModel):
    """A job to begin."""

    kind: str = Field(max_length=64, examples=["batch"])
    arguments: dict[str, Any] = Field(examples=[{"messages": ["A quiz on rivers", "A quiz on volcanoes"]}])
    title: str = Field(default="", max_length=200)
    max_dollars: MaxDollars


class ResumedJob(WireModel):
    """How a job continues."""

    max_dollars: MaxDollars


UNCHANGED: Final = ResumedJob.model_validate({})
"""A job that continues as it was, for a request without a body."""


class JobItem(WireModel):
    """A job."""

    id: str
    kind: str
    title: str
    status: JobStatus = Field(description="A job that is paused or has failed can be resumed.")
    done: int = Field(description="How many of its parts are finished.")
    total: int = Field(description="How many parts it has; 0 until that is known.")
    message: str = Field(description="What it works on.")
    calls: int = Field(description="How many calls to models it has made.")
    tokens: int
    dollars: float = Field(description="The known cost so far.")
    max_dollars: float | None = Field(description="The cost at which it is paused; null for no limit.")
    problem_code: str | None = Field(description="Why it has stopped, for programs.")
    problem: str | None = Field(description="Why it has stopped.")
    result: Any = Field(description="What it returned, when it is finished.")
    arguments: dict[str, Any] = Field(description="What it was begun with.", examples=[{"messages": ["A quiz"]}])
    created_at: str
    changed_at: str

    @classmethod
    def of(cls, job: Job) -> "JobItem":
        """Return the item of a job."""
        return cls(
            id=job.id,
            kind=job.kind,
            title=job.title,
            status=job.status,
            done=job.done,
            total=job.total,
            message=job.message,
            calls=job.usage.calls,
            tokens=job.usage.tokens,
            dollars=job.usage.dollars,
            max_dollars=job.max_dollars,
            problem_code=job.problem.code if job.problem else None,
            problem=job.problem.message if job.problem else None,
            result=job.result,
            arguments=dict(job.arguments),
            created_at=job.created_at,
            changed_at=job.changed_at,
        )


@router.post("", status_code=201)
async def begin_job(body: NewJob, inkwright: InkwrightWithRoom, language: RequestLanguage) -> JobItem:
    """Begin a job. It continues when the service is restarted, after its last finished step."""
    job = await inkwright.begin_job(
        body.kind, body.arguments, title=body.title, max_dollars=body.max_dollars, language=language
    )
    return JobItem.of(job)


@router.get("")
async def list_jobs(
    inkwright: OwnersInkwright,
    kind: Annotated[str | None, Query(max_length=64, description="Only jobs of this kind.")] = None,
    results: Annotated[bool, Query(description="Whether finished jobs have their results.")] = True,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[JobItem]:
    """List the jobs, the newest first."""
    start = offset_of(cursor)
    jobs = await inkwright.jobs()
    found = await jobs.of(inkwright.owner, limit=limit + 1, offset=start, kind=kind, results=results)
    items = [JobItem.of(job) for job in found[:limit]]
    return Page[JobItem](items=items, next=str(start + limit) if len(found) > limit else None)


@router.get("/{job_id}", responses=_NOT_FOUND)
async def get_job(job_id: str, inkwright: OwnersInkwright) -> JobItem:
    """Return a job."""
    return JobItem.of(await (await inkwright.jobs()).get(job_id, owner=inkwright.owner))


@router.post("/{job_id}/pause", responses=_NOT_FOUND)
async def pause_job(job_id: str, inkwright: OwnersInkwright) -> JobItem:
    """Let a job finish the steps that run, and begin no more."""
    return JobItem.of(await (await inkwright.jobs()).pause(job_id, owner=inkwright.owner))


@router.post("/{job_id}/resume", responses=_NOT_FOUND)
async def resume_job(job_id: str, inkwright: InkwrightWithRoom, body: ResumedJob = UNCHANGED) -> JobItem:
    """Continue a job after its last finished step."""
    await inkwright.run_jobs()
    jobs = await inkwright.jobs()
    return JobItem.of(await jobs.resume(job_id, owner=inkwright.owner, max_dollars=body.max_dollars))


@router.post("/{job_id}/cancel", responses=_NOT_FOUND)
async def cancel_job(job_id: str, inkwright: OwnersInkwright) -> JobItem:
    """Stop a job at once; a step that runs is given up."""
    return JobItem.of(await (await inkwright.jobs()).cancel(job_id, owner=inkwright.owner))
