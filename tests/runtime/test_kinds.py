"""Every kind of job has a name of its own."""

import pytest

from inkwright import InvalidOption
from inkwright.agent.job_kinds import REGISTERED_JOB_KINDS, JobKind, register_job_kind
from inkwright.runtime.kinds import all_job_kinds
from inkwright.usecases.batches import BATCH, BatchInput, run_batch


def test_kinds_are_found_by_their_names_and_a_name_is_taken_once() -> None:
    assert all_job_kinds()["batch"] is BATCH
    with pytest.raises(InvalidOption):
        register_job_kind(JobKind(name="batch", input=BatchInput, run=run_batch))
    assert REGISTERED_JOB_KINDS["batch"] is BATCH
