"""A paper as a job: its stages are steps, and its folder keeps what each has made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.job_kinds import JobKind, JobRun
from inkwright.conversation.protocols import Steps
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.papers.pipeline import PaperRun, total_usage, write_paper
from inkwright.papers.sessions import PaperSession, PaperSessions


class PaperInput(BaseModel):
    """Which paper is written: one whose folder has its sources."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    paper_id: Annotated[str, Field(pattern=r"^paper_[0-9a-f]{1,64}$")]


async def run_paper(job: JobRun) -> dict[str, Any]:
    """Write every stage of the paper that is not finished, and return what it has."""
    services = job.services
    if services.home is None:
        raise NotFound(what_kind=Reason("paper.word"), id=job.arguments.paper_id)
    session = PaperSessions(services.home, job.owner, services.ids).get(job.arguments.paper_id)

    def report(stage: str, number: int, total: int) -> None:
        job.progress(number - 1, total, stage)

    records = await write_paper(session, _JobStages(job.steps, session), PaperRun(services.model, report))
    job.progress(len(records), len(records))
    pdf = records["pdf"]
    problems = records["paper"]["problems"]
    return {"paper_id": session.id, "compiled": pdf["compiled"], "problems": problems, "usage": total_usage(records)}


PAPER: Final = JobKind(name="paper", input=PaperInput, run=run_paper)


@dataclass(frozen=True, slots=True)
class _JobStages:
    """The stages as steps of a job. Their records stay in the folder, so that another job can continue the paper."""

    steps: Steps
    session: PaperSession

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        async def done() -> bool:
            await self.session.once(key, work)
            return True

        await self.steps.once(key, done)
        return await self.session.once(key, work)
