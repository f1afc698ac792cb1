"""The auto-runs of projects among the jobs: begin one, and find the latest of a project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from inkwright.errors import JobRunning
from inkwright.i18n import Language
from inkwright.projects.records import Project
from inkwright.usecases.project_runs import KIND

if TYPE_CHECKING:
    from inkwright.runtime.job_store import JobStore
    from inkwright.runtime.records import Job

_SEARCHED: Final = 200
"""Among so many of the latest jobs of an owner, runs are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """What to generate: blocks by their ids, or everything that is ready; or everything that is stale."""

    only: Sequence[str] = ()
    stale_only: bool = False
    at_once: int = 4
    max_dollars: float | None = None
    language: Language = "en"


async def begin_run(jobs: "JobStore", project: Project, request: RunRequest) -> "Job":
    """Store an auto-run of a project as a job; JobRunning if another one runs."""
    for job in await _runs(jobs, project):
        if not job.is_over:
            raise JobRunning(id=job.id)
    arguments = {
        "project_id": project.id,
        "only": list(request.only),
        "stale_only": request.stale_only,
        "at_once": request.at_once,
        "language": request.language,
    }
    return await jobs.begin(
        KIND,
        arguments,
        owner=project.owner,
        title=project.name,
        max_dollars=request.max_dollars,
        language=request.language,
    )


async def latest_run(jobs: "JobStore", project: Project) -> "Job | None":
    """Return the latest auto-run of a project."""
    return next(iter(await _runs(jobs, project)), None)


async def _runs(jobs: "JobStore", project: Project) -> "list[Job]":
    known = await jobs.of(project.owner, limit=_SEARCHED)
    return [job for job in known if job.kind == KIND and job.arguments.get("project_id") == project.id]
