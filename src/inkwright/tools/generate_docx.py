"""`generate_docx`: a Word document from Markdown, or from sections that are written one by one."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage
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


class GenerateDocx(BaseModel):
    """A Word document: its text, or the sections to write."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: DocumentTitle
    content: Markdown | None = Field(default=None, description=MARKDOWN_TEXT)
    format: DocumentKind = Field(default="plain", description="The design of the document.")
    language: DocumentLanguage | None = Field(default=None, description="The language of its labels and typography.")
    sections: Sections | None = None
    from_files: FromFiles | None = None
    brief: Brief = ""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if sum(each is not None for each in (self.content, self.sections, self.from_files)) != 1:
            raise ValueError("give exactly one of content, sections and from_files")
        return self


async def generate_docx(given: GenerateDocx, context: ToolContext) -> Evidence | Flawed:
    """Make the document, and store its source with it."""
    order = DocumentRequest("docx", given.title, given.format, given.language)
    return await make_document(
        context,
        order,
        DocumentContent(
            content=given.content, sections=given.sections or (), brief=given.brief, from_files=given.from_files
        ),
    )


def plan_docx(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule."""
    return plan_document(request, "content", lambda kind: {"format": kind})


TOOL = register_tool(
    AgentTool(
        "generate_docx",
        "Make a Word document (.docx): a plain text, a lesson plan, a worksheet, a report or a letter. Give its "
        "`content` in Markdown, or `sections` with their points, which are then written for you.",
        GenerateDocx,
        generate_docx,
        makes_artifacts=True,
        read=without_nulls,
        plan=plan_docx,
        example='{"title": "Rivers", "content": "## Where they begin\\n\\nSprings."}',
    )
)
