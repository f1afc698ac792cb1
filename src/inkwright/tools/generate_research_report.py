"""`generate_research_report`: a document about a topic from the web and the person's documents, with checked
citations.
"""

import asyncio
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.vault import Verified
from inkwright.i18n import language_of
from inkwright.research.briefing import ResearchRequest, research_briefing
from inkwright.tools.block_targets import read_names
from inkwright.tools.long_work import shown_work
from inkwright.tools.run_research import research_facts, show_research_sources

_MAX_TITLE: Final = 300


class GenerateResearchReport(BaseModel):
    """What to research."""

    model_config = ConfigDict(extra="forbid")

    topic: str = Field(min_length=1, max_length=500, pattern=r"\S", description="The question or the topic.")


async def generate_research_report(given: GenerateResearchReport, context: ToolContext) -> Evidence | Flawed:
    """Search, read, write and check; the report becomes a document. Without sources there is none."""
    request = ResearchRequest(given.topic, "generic", context.owner, language_of(given.topic))
    with shown_work(context, "research", given.topic):
        found = await research_briefing(context.brain, context.places, request, context.progress)
    show_research_sources(context, given.topic, found)
    title = " ".join(given.topic.split())[:_MAX_TITLE]
    body = found.markdown.split("\n", 1)[1].lstrip()
    spec = DocumentSpec(kind="report", title=title, language=request.language, body=body)
    saved = await context.save(await asyncio.to_thread(build_document, spec, "docx"))
    if not isinstance(saved, Verified):
        return Flawed(saved)
    facts: dict[str, Any] = research_facts(found, context)
    return Evidence((saved,), facts)


TOOL = register_tool(
    AgentTool(
        "generate_research_report",
        "Research a topic in the web and the person's documents, and make a report (.docx) in which every statement "
        "has a checked citation. Use it if the person asks for research or for a report with sources. If nothing is "
        "found, say so; never write such a report from memory.",
        GenerateResearchReport,
        generate_research_report,
        makes_artifacts=True,
        read=read_names({"query": "topic", "question": "topic", "title": "topic"}),
        example='{"topic": "Floods of the Velda river"}',
    )
)
