"""`read_attachment`: the text of a file attached to this conversation."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.library_sources import document_texts
from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.turns import UsedSource
from inkwright.errors import NotFound
from inkwright.tools.excerpts import EXCERPT_LENGTH, excerpt


class ReadAttachment(BaseModel):
    """Which file, and which part of it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=255, description="The name, as list_attachments gives it.")
    start: int = Field(default=0, ge=0, description="The character to begin with: next_start of the part before.")
    length: int = Field(default=EXCERPT_LENGTH, ge=1, le=EXCERPT_LENGTH, description="How many characters.")


async def read_attachment(part: ReadAttachment, context: ToolContext) -> Evidence:
    """Return a part of its text."""
    written = await context.attachments.read(context.conversation_id, part.name, owner=context.owner)
    if written is None:
        return await _read_document(part, context)
    facts = {"name": part.name, **excerpt(written, part.start, part.length)}
    return Evidence(facts=facts, sources=(UsedSource(name=part.name, reason="read"),))


async def _read_document(part: ReadAttachment, context: ToolContext) -> Evidence:
    """Return a part of a document of the library that the turn uses."""
    source = next((each for each in context.turn.sources or () if each.is_document and each.name == part.name), None)
    if source is None or context.library is None:
        raise NotFound(what_kind="attachment", id=part.name)
    pages = await document_texts(source, context.turn, context.library.documents)
    written = "\n\n".join(f"[{page.name}]\n{page.text}" for page in pages)
    return Evidence(facts={"name": part.name, **excerpt(written, part.start, part.length)}, sources=(source,))


TOOL = register_tool(
    AgentTool(
        "read_attachment",
        "Read a file that the person put into this conversation, up to 12,000 characters at a time. Where next_start "
        "is not null there is more: call again with start=next_start.",
        ReadAttachment,
        read_attachment,
        is_base=True,
    )
)
