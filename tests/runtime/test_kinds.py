"""The kinds of jobs that this version can run."""

from inkwright.runtime.kinds import all_job_kinds
from inkwright.usecases.batches import BATCH


def test_every_kind_is_found_by_its_name() -> None:
    kinds = all_job_kinds()
    assert kinds["batch"] is BATCH
    assert {name: kind.name for name, kind in kinds.items()} == {name: name for name in kinds}
