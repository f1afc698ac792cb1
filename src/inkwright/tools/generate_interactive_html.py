"""`generate_interactive_html`: a simple interactive page in one step."""

import asyncio
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.webpages.html_parser import split_document
from inkwright.artifacts.webpages.page_parts import MAX_PART, PageParts
from inkwright.authoring.page_writer import fix_page, page_name
from inkwright.conversation.payloads import page_ready_event
from inkwright.i18n import language_of
from inkwright.tools.author_contexts import author_context, page_result, without_nulls


class GenerateInteractiveHtml(BaseModel):
    """A page that is written already."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    html: str = Field(
        min_length=1, max_length=MAX_PART, pattern=r"\S", description="The page, its style and script inside."
    )
    title: str = Field(min_length=1, max_length=200, pattern=r"\S", description="The title of the page.")
    description: str = Field(default="", max_length=1_000, description="What it is for.")
    preferred_height: int = Field(default=600, ge=120, le=4_000, description="The height of its frame in pixels.")
    language: Literal["en", "zh", "zh-Hant"] | None = Field(default=None, description="The language of its texts.")


async def generate_interactive_html(given: GenerateInteractiveHtml, context: ToolContext) -> Evidence | Flawed:
    """Split the page into its three parts, assemble them in the standard frame, check and fix them."""
    language = given.language or language_of(given.title + given.description)
    author = await author_context(context, language)
    split = await asyncio.to_thread(split_document, given.html)
    parts = PageParts.model_validate(
        {
            "title": given.title,
            "description": given.description,
            "language": language,
            "html": split.body,
            "css": split.css,
            "js": split.js,
            "preferredHeight": given.preferred_height,
        }
    )
    return page_result(*await fix_page(author, parts, page_name(given.title)))


TOOL = register_tool(
    AgentTool(
        "generate_interactive_html",
        "Make a simple interactive page (.html) that you write yourself, in one go: markup with its style and script "
        "inside. It must stand alone: no network, no forms, no links. Formulas in $…$ are set by KaTeX, and `Chart` is "
        "Chart.js; other libraries are not there.",
        GenerateInteractiveHtml,
        generate_interactive_html,
        makes_artifacts=True,
        announce=page_ready_event,
        read=without_nulls,
    )
)
