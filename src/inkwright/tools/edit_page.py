"""`edit_page`: rewrite one part of an interactive page; "make it blue" changes the styles and nothing else."""

import asyncio
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.findings import Location, finding
from inkwright.artifacts.webpages.assemble import disassemble_page
from inkwright.artifacts.webpages.page_parts import MAX_PART, PageParts, PartName
from inkwright.authoring.page_writer import fix_page, rewrite_part
from inkwright.conversation.payloads import page_ready_event
from inkwright.tools.author_contexts import (
    author_context,
    owned_artifact,
    page_result,
    without_nulls,
    wrong_kind_finding,
)


class EditPage(BaseModel):
    """Which part, and what becomes of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    artifact_id: str = Field(min_length=1, max_length=80, description="The id of the page.")
    part: PartName = Field(description="css for how it looks, js for what it does, html for what stands in it.")
    content: str | None = Field(default=None, max_length=MAX_PART, description="The whole new part.")
    instruction: str | None = Field(default=None, max_length=4_000, description="What is wanted; it is then written.")

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if (self.content is None) == (self.instruction is None):
            raise ValueError("give either content or instruction")
        return self


async def edit_page(given: EditPage, context: ToolContext) -> Evidence | Flawed:
    """Make the next version of the page; other parts stay byte for byte the same."""
    artifact = await owned_artifact(context, given.artifact_id)
    context = context.editing(artifact)
    if artifact.kind != "html":
        return Flawed((wrong_kind_finding(artifact, "edit_pptx / edit_document / edit_quiz"),))
    content = await context.read(artifact.id) or b""
    parts = await asyncio.to_thread(disassemble_page, content.decode("utf-8", "replace"))
    if parts is None:
        return Flawed((finding("edit.foreign_page", Location(path="artifact_id")),))
    author = await author_context(context, parts.language)
    if given.instruction is not None:
        author.need_a_writer()
        changed = await rewrite_part(author, parts, given.part, given.instruction)
    else:
        changed = PageParts.model_validate({**parts.model_dump(), given.part: given.content})
    return page_result(*await fix_page(author, changed, artifact.name))


TOOL = register_tool(
    AgentTool(
        "edit_page",
        "Change one part of an interactive page that was made before: css (how it looks), js (what it does) or html "
        "(what stands in it). The other parts stay as they are. Give the whole `content`, or say in `instruction` what "
        "is wanted. The result is a new version of the page.",
        EditPage,
        edit_page,
        makes_artifacts=True,
        announce=page_ready_event,
        read=without_nulls,
        example='{"artifact_id": "art_…", "part": "css", "instruction": "make it blue"}',
    )
)
