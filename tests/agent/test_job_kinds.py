"""Kinds of jobs are registered once by name."""

import pytest
from pydantic import BaseModel

from inkwright.agent.job_kinds import REGISTERED_JOB_KINDS, JobKind, JobRun, register_job_kind
from inkwright.errors import InvalidOption


class NoInput(BaseModel):
    pass


async def run(job: JobRun) -> str:
    return job.id


def test_a_kind_may_be_registered_again_but_its_name_is_taken() -> None:
    kind = JobKind(name="only_here", input=NoInput, run=run)
    try:
        assert register_job_kind(kind) is register_job_kind(kind) is REGISTERED_JOB_KINDS["only_here"]
        with pytest.raises(InvalidOption, match="only_here"):
            register_job_kind(JobKind(name="only_here", input=NoInput, run=run))
        assert REGISTERED_JOB_KINDS["only_here"] is kind
    finally:
        del REGISTERED_JOB_KINDS["only_here"]
