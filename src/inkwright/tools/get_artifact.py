"""`get_artifact`: the content of an artifact as text."""

import asyncio

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.vault import Verified
from inkwright.errors import NotFound
from inkwright.tools.excerpts import excerpt


class GetArtifact(BaseModel):
    """Which artifact, and which part of it."""

    model_config = ConfigDict(extra="forbid")

    artifact_id: str = Field(
        min_length=1, max_length=255, description="The id, such as art_…, or the name of the file."
    )
    start: int = Field(default=0, ge=0, description="The character to begin with: next_start of the part before.")


async def get_artifact(wanted: GetArtifact, context: ToolContext) -> Evidence:
    """Return its source if that is stored, because it says more than the file; else the text of the file."""
    made = await context.vault.get(wanted.artifact_id, owner=context.owner)
    if made is None:
        raise NotFound(what_kind="artifact", id=wanted.artifact_id)
    name, content = await _readable_file(made, context)
    written = await asyncio.to_thread(extract_text, name, content, context.language)
    known = {"id": made.id, "name": made.name, "kind": made.kind, "title": made.title, "version": made.version}
    return Evidence(facts={**known, "read_from": name, **excerpt(written, wanted.start)})


async def _readable_file(made: Verified, context: ToolContext) -> tuple[str, bytes]:
    for name in (SOURCE_NAME, made.name):
        content = await context.read(made.id, name)
        if content is not None:
            return name, content
    raise NotFound(what_kind="file", id=made.name)


TOOL = register_tool(
    AgentTool(
        "get_artifact",
        "Read what is in something that was made before: its text as Markdown, 12,000 characters at a time. Where "
        "next_start is not null there is more: call again with start=next_start. For a file of another conversation, "
        "give the name that the person wrote; they are asked whether you may read it.",
        GetArtifact,
        get_artifact,
        is_base=True,
    )
)
