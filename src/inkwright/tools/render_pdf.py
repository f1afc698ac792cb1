"""`render_pdf`: a PDF from Markdown or HTML, or from sections that are written one by one."""

import asyncio
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.markdown_reader import markdown_from_html
from inkwright.artifacts.documents.source import MAX_BODY, DocumentKind, DocumentLanguage
from inkwright.authoring.document_writer import DocumentRequest
from inkwright.tools.author_contexts import without_nulls
from inkwright.tools.document_generation import (
    MARKDOWN_TEXT,
    Brief,
    DocumentContent,
    DocumentTitle,
    FromFiles,
    Markdown,
    Sections,
    make_document,
    plan_document,
)

CssTemplate = Literal["default", "worksheet", "report"]
_KINDS: Final[dict[CssTemplate, DocumentKind]] = {"default": "plain", "worksheet": "worksheet", "report": "report"}


class RenderPdf(BaseModel):
    """A PDF: its text in one of three forms."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: DocumentTitle
    markdown: Markdown | None = Field(default=None, description=MARKDOWN_TEXT)
    html_content: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_BODY,
        pattern=r"\S",
        description="The text in HTML. What it says is set in our own design; scripts and styles are dropped.",
    )
    css_template: CssTemplate = Field(default="default", description="The design of the document.")
    language: DocumentLanguage | None = Field(default=None, description="The language of its labels and typography.")
    sections: Sections | None = None
    from_files: FromFiles | None = None
    brief: Brief = ""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if sum(each is not None for each in (self.markdown, self.html_content, self.sections, self.from_files)) != 1:
            raise ValueError("give exactly one of markdown, html_content, sections and from_files")
        return self


async def render_pdf(given: RenderPdf, context: ToolContext) -> Evidence | Flawed:
    """Make the document, and store its source with it."""
    content = given.markdown
    if given.html_content is not None:
        content = await asyncio.to_thread(markdown_from_html, given.html_content)
    order = DocumentRequest("pdf", given.title, _KINDS[given.css_template], given.language)
    return await make_document(
        context,
        order,
        DocumentContent(content=content, sections=given.sections or (), brief=given.brief, from_files=given.from_files),
    )


def plan_pdf(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule."""
    return plan_document(request, "markdown", lambda kind: {"css_template": kind if kind in _KINDS else "default"})


TOOL = register_tool(
    AgentTool(
        "render_pdf",
        "Make a PDF. Give its text as `markdown` or `html_content`, or give `sections` with their points, which are "
        "then written for you.",
        RenderPdf,
        render_pdf,
        makes_artifacts=True,
        read=without_nulls,
        plan=plan_pdf,
        example='{"title": "Rivers", "markdown": "## Where they begin\\n\\nSprings."}',
    )
)
