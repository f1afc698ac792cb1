"""All kinds of jobs: a new pipeline is one more line here."""

from inkwright.agent.job_kinds import REGISTERED_JOB_KINDS, JobKind, register_job_kind
from inkwright.apps.jobs import APP_BATCH, APP_COMPILE, APP_RUN
from inkwright.evaluation.pipeline import EVALUATION
from inkwright.papers.job import PAPER
from inkwright.research.pipeline import RESEARCH
from inkwright.usecases.batches import BATCH
from inkwright.usecases.project_runs import PROJECT_RUN


def all_job_kinds() -> dict[str, JobKind]:
    """Return every kind by its name, also those of extensions."""
    for kind in (BATCH, EVALUATION, PAPER, PROJECT_RUN, RESEARCH, APP_COMPILE, APP_RUN, APP_BATCH):
        register_job_kind(kind)
    return dict(REGISTERED_JOB_KINDS)
