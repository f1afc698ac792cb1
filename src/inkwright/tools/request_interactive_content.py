"""`request_interactive_content`: an interactive page from a plan, its three parts written in parallel."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.webpages.page_parts import MAX_SECTIONS, PageSection, PartName
from inkwright.authoring.page_writer import PAGE_PARTS, InteractivePageRequest, fix_page, page_name, write_page
from inkwright.conversation.payloads import page_ready_event, page_started_event, part_delta_event, part_done_event
from inkwright.i18n import language_of
from inkwright.tools.author_contexts import author_context, page_result, without_nulls

ShortText = Annotated[str, Field(max_length=2_000)]


class RequestInteractiveContent(BaseModel):
    """What the page is for, and the sections it has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(min_length=1, max_length=200, pattern=r"\S", description="The title of the page.")
    description: str = Field(default="", max_length=1_000, description="What it is for, in one or two sentences.")
    topics: list[ShortText] = Field(default=[], max_length=20, description="What it is about.")
    sections: list[PageSection] = Field(
        min_length=1, max_length=MAX_SECTIONS, description="Its sections; the id of each is a contract for all parts."
    )
    grade_level: ShortText = Field(default="", description="For which grade or age.")
    subject: ShortText = Field(default="", description="The school subject.")
    style: Literal["modern", "playful", "scientific"] = Field(default="modern", description="How it looks.")
    include_features: list[ShortText] = Field(default=[], max_length=20, description="What it can do: sliders, scores…")
    language: Literal["en", "zh", "zh-Hant"] | None = Field(default=None, description="The language of its texts.")
    preferred_height: int = Field(default=600, ge=120, le=4_000, description="The height of its frame in pixels.")


async def request_interactive_content(given: RequestInteractiveContent, context: ToolContext) -> Evidence | Flawed:
    """Write the parts while the person watches, assemble them, check and fix them."""
    language = given.language or language_of(given.title + given.description)
    author = await author_context(context, language)
    context.show(page_started_event(given.title, given.description, PAGE_PARTS))

    def grew(part: PartName, code: str) -> None:
        context.show(part_delta_event(part, code) if code else part_done_event(part))

    details = "\n".join([*given.topics, *given.include_features, given.subject, given.grade_level]).strip()
    request = InteractivePageRequest(
        title=given.title,
        description=given.description,
        sections=tuple(given.sections),
        language=language,
        style=given.style,
        details=details,
        preferred_height=given.preferred_height,
    )
    parts, saved = await fix_page(author, await write_page(author, request, grew), page_name(given.title))
    return page_result(parts, saved)


TOOL = register_tool(
    AgentTool(
        "request_interactive_content",
        "Make an interactive page (.html): a simulation, a game, an exploration. Give its sections with their ids; "
        "markup, styles and script are written for you side by side, put together and checked.",
        RequestInteractiveContent,
        request_interactive_content,
        makes_artifacts=True,
        announce=page_ready_event,
        read=without_nulls,
    )
)
