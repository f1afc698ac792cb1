"""The status of a job is read from its workflow and its notes."""

from types import SimpleNamespace
from typing import Any

from inkwright.runtime.records import Job, job_from_workflow
from tests.each import each


def job_of(status: str, attributes: dict[str, Any] | None = None) -> Job:
    workflow: Any = SimpleNamespace(
        workflow_id="job_1",
        status=status,
        authenticated_user="me",
        attributes=attributes,
        input={"args": ["batch", {"messages": ["Hi"]}], "kwargs": {}},
        output="done",
        created_at=1_000,
        updated_at=None,
    )
    return job_from_workflow(workflow)


@each(
    "status, attributes, shown",
    [
        ("ENQUEUED", None, "waiting"),
        ("PENDING", {}, "running"),
        ("PENDING", {"wanted": "pause"}, "pausing"),
        ("CANCELLED", {"stopped": {"as": "paused"}}, "paused"),
        ("CANCELLED", {"stopped": {"as": "failed", "code": "x", "message": "y"}}, "failed"),
        ("CANCELLED", {}, "cancelled"),
        ("SUCCESS", {"wanted": "pause"}, "finished"),
        ("MAX_RECOVERY_ATTEMPTS_EXCEEDED", {}, "failed"),
    ],
)
def test_the_status_says_what_a_person_can_do(status: str, attributes: dict[str, Any] | None, shown: str) -> None:
    assert job_of(status, attributes).status == shown


def test_a_job_tells_its_kind_arguments_usage_and_why_it_stopped() -> None:
    job = job_of("SUCCESS", {"title": "Two", "usage": {"calls": 2, "tokens": 9, "dollars": 0.5}})
    assert (job.kind, job.arguments, job.title, job.result) == ("batch", {"messages": ["Hi"]}, "Two", "done")
    assert (job.usage.dollars, job.created_at, job.is_over) == (0.5, "1970-01-01T00:00:01+00:00", True)
    crashed = job_of("MAX_RECOVERY_ATTEMPTS_EXCEEDED").problem
    assert crashed is not None
    assert crashed.code == "crashed"
