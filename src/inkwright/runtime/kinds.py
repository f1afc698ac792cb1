"""All kinds of jobs: a new pipeline is one more line here."""

from inkwright.agent.job_kinds import REGISTERED_JOB_KINDS, JobKind, register_job_kind
from inkwright.papers.job import PAPER
from inkwright.research.pipeline import RESEARCH
from inkwright.usecases.batches import BATCH


def all_job_kinds() -> dict[str, JobKind]:
    """Return every kind by its name, also those of extensions."""
    for kind in (BATCH, PAPER, RESEARCH):
        register_job_kind(kind)
    return dict(REGISTERED_JOB_KINDS)
