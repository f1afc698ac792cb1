"""What is known about a job, read from its workflow."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from inkwright.i18n import Language, language_of

if TYPE_CHECKING:
    from dbos import WorkflowStatus

JobStatus = Literal["waiting", "running", "pausing", "paused", "cancelled", "failed", "finished"]
StopReason = Literal["paused", "cancelled", "failed"]

_STATUS: Final[Mapping[str, JobStatus]] = {
    "ENQUEUED": "waiting",
    "DELAYED": "waiting",
    "PENDING": "running",
    "SUCCESS": "finished",
    "ERROR": "failed",
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": "failed",
}


@dataclass(frozen=True, slots=True)
class JobUsage:
    """What the model calls of a job have used so far. An unknown price counts as zero."""

    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0


@dataclass(frozen=True, slots=True)
class JobProblem:
    """Why a job has stopped."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job. `done` of `total` parts are finished; `total` is 0 until that is known.

    A job that is `paused` or `failed` can be resumed: it continues after its last finished step. `max_dollars` is its
    cost cap; a job that reaches it is paused. `result` is what a finished one returned.
    """

    id: str
    owner: str
    kind: str
    title: str
    status: JobStatus
    arguments: Mapping[str, Any]
    done: int = 0
    total: int = 0
    message: str = ""
    usage: JobUsage = JobUsage()
    max_dollars: float | None = None
    result: Any = None
    problem: JobProblem | None = None
    language: Language = "en"
    created_at: str = ""
    changed_at: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing happens any more unless somebody resumes it."""
        return self.status not in ("waiting", "running", "pausing")


def job_from_workflow(workflow: "WorkflowStatus") -> Job:
    """Return the job of a workflow."""
    known = workflow.attributes or {}
    stopped = known.get("stopped") or {}
    progress = known.get("progress") or {}
    kind, arguments = _input_of(workflow)
    return Job(
        id=workflow.workflow_id,
        owner=workflow.authenticated_user or "",
        kind=kind,
        title=known.get("title") or "",
        status=_status_of(workflow, known),
        arguments=arguments,
        done=progress.get("done", 0),
        total=progress.get("total", 0),
        message=progress.get("message", ""),
        usage=JobUsage(**(known.get("usage") or {})),
        max_dollars=known.get("max_dollars"),
        result=workflow.output if workflow.status == "SUCCESS" else None,
        problem=JobProblem(stopped["code"], stopped["message"]) if stopped.get("code") else _crash_of(workflow),
        language=known.get("language") or language_of(known.get("title") or ""),
        created_at=_moment(workflow.created_at),
        changed_at=_moment(workflow.updated_at),
    )


def _status_of(workflow: "WorkflowStatus", known: Mapping[str, Any]) -> JobStatus:
    status = _STATUS.get(workflow.status)
    if status is None:
        as_what: JobStatus = (known.get("stopped") or {}).get("as", "cancelled")
        return as_what
    return "pausing" if status == "running" and known.get("wanted") == "pause" else status


def _crash_of(workflow: "WorkflowStatus") -> JobProblem | None:
    return JobProblem("crashed", "") if workflow.status == "MAX_RECOVERY_ATTEMPTS_EXCEEDED" else None


def _input_of(workflow: "WorkflowStatus") -> tuple[str, Mapping[str, Any]]:
    given = workflow.input["args"] if workflow.input else ("", {})
    return given[0], given[1]


def _moment(milliseconds: int | None) -> str:
    return datetime.fromtimestamp((milliseconds or 0) / 1000, UTC).isoformat()
