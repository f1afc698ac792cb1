"""`generate_paper`: a LaTeX paper from the person's notes, stage by stage, and its PDF where TeX is installed."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.agent.turn_sources import load_sources
from inkwright.artifacts.drafts import MAX_TITLE, Draft
from inkwright.artifacts.vault import Verified
from inkwright.clock import SystemClock
from inkwright.errors import NotFound, SourcesLacking
from inkwright.grounding.source import Source
from inkwright.i18n import Reason, text
from inkwright.ids import TimedIds
from inkwright.papers.assembly import paper_title
from inkwright.papers.pipeline import PaperRun, StageListener, write_paper
from inkwright.papers.sessions import PaperSession, PaperSessions
from inkwright.papers.sources import PaperSource
from inkwright.parsing.filenames import safe_filename
from inkwright.tools.author_contexts import without_nulls
from inkwright.tools.long_work import WorkListener, shown_work

_AS_THEY_ARE: Final = frozenset({".md", ".txt", ".tex", ".bib"})
_MAX_NAME: Final = 60


class GeneratePaper(BaseModel):
    """How the paper is set. What it says comes from the notes of the person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    template: Literal["article", "ieee", "acm", "thesis"] = Field(default="article", description="The class.")
    has_outline: bool = Field(default=False, description="Whether the notes already have the outline of the paper.")


async def generate_paper(given: GeneratePaper, context: ToolContext) -> Evidence | Flawed:
    """Write every stage that is not finished; let the vault check the .tex and the PDF."""
    sources = await _paper_sources(context)
    session = await asyncio.to_thread(_session_for, context, given, sources)
    is_finished = False
    try:
        with shown_work(context, "paper", str(session.settings["title"]), paper_id=session.id) as tell:
            records = await write_paper(session, session, PaperRun(context.brain.model, _stage_reporter(context, tell)))
        is_finished = True
    finally:
        if not is_finished:
            context.progress(text(context.language, "paper.kept", id=session.id))
    return await _checked(context, session, records)


async def _paper_sources(context: ToolContext) -> list[PaperSource]:
    """Return the sources of the turn. Their texts were read when they were attached, whatever file they came from."""
    documents = context.library.documents if context.library else None
    found = await load_sources(context.turn, context.attachments, context.vault, documents)
    sources = [_paper_source(each) for each in found if each.text.strip()]
    if not sources:
        raise SourcesLacking(option="sources", value=0, allowed=Reason("paper.no_sources"))
    return sources


def _paper_source(source: Source) -> PaperSource:
    is_text = PurePath(source.name).suffix.lower() in _AS_THEY_ARE
    return PaperSource(source.name if is_text else f"{source.name}.txt", source.text.encode())


def _session_for(context: ToolContext, given: GeneratePaper, sources: Sequence[PaperSource]) -> PaperSession:
    """Return the folder of this paper. The same call in the same turn, also after a crash, continues in its folder."""
    if context.home is None:
        raise NotFound(what_kind=Reason("paper.word"), id=context.turn_id)
    papers = PaperSessions(context.home, context.owner, TimedIds())
    said = repr((context.turn_id, given, [(each.name, each.content) for each in sources]))
    call = sha256(said.encode()).hexdigest()
    for session in papers.all():
        if session.settings.get("call") == call:
            return session
    settings = {"title": sources[0].name.removesuffix(".txt"), **given.model_dump(), "call": call}
    return papers.create(sources, settings, SystemClock().now())


def _stage_reporter(context: ToolContext, tell: WorkListener) -> StageListener:
    def report(stage: str, number: int, total: int) -> None:
        tell(stage, number - 1, total)
        name = text(context.language, f"paper.stage.{stage}")
        context.progress(text(context.language, "paper.stage", number=number, total=total, stage=name))

    return report


async def _checked(context: ToolContext, session: PaperSession, records: dict[str, Any]) -> Evidence | Flawed:
    content = await asyncio.to_thread(session.generated)
    tex = content["paper.tex"]
    title = paper_title(tex.decode()) or str(session.settings["title"])
    stem = safe_filename(title)[:_MAX_NAME].rstrip(" .") or "paper"
    made: list[Verified] = []
    for kind in ("tex", "pdf") if records["pdf"]["compiled"] else ("tex",):
        name = f"{stem}.{kind}"
        saved = await context.save(Draft(kind, name, title[:MAX_TITLE], {name: content[f"paper.{kind}"]}))
        if not isinstance(saved, Verified):
            return Flawed(saved)
        made.append(saved)
    return Evidence(tuple(made), _facts(context, session, records))


def _facts(context: ToolContext, session: PaperSession, records: dict[str, Any]) -> dict[str, Any]:
    pdf = records["pdf"]
    facts = {
        "paper_id": session.id,
        "compiled": pdf["compiled"],
        "not_compiled_because": pdf.get("reason", ""),
        "problems": records["paper"]["problems"],
        "unread": records["sources"]["unread"],
        "skipped": {stage: record["reason"] for stage, record in records.items() if record.get("skipped")},
    }
    if context.brain.model.abilities.is_weak:
        facts["message"] = text(context.language, "paper.quoted_ready")
    return facts


def plan_paper(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule."""
    del request
    return {}


TOOL = register_tool(
    AgentTool(
        "generate_paper",
        "Write a scientific paper in LaTeX from the person's attached notes or documents: overview, framework, "
        "checklist, sections, the whole paper, and its PDF where TeX is installed. It takes minutes. Needs notes.",
        GeneratePaper,
        generate_paper,
        makes_artifacts=True,
        read=without_nulls,
        plan=plan_paper,
        example="{}",
    )
)
