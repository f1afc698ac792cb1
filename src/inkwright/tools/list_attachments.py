"""`list_attachments`: the files attached to this conversation."""

from pydantic import BaseModel, ConfigDict

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool


class ListAttachments(BaseModel):
    """There is nothing to choose."""

    model_config = ConfigDict(extra="forbid")


async def list_attachments(_: ListAttachments, context: ToolContext) -> Evidence:
    """List them by their names."""
    found = await context.attachments.of(context.conversation_id, owner=context.owner)
    return Evidence(facts={"attachments": [{"name": each.name, "characters": each.characters} for each in found]})


TOOL = register_tool(
    AgentTool(
        "list_attachments",
        "List the files that the person put into this conversation: the name of each, and how long its text is.",
        ListAttachments,
        list_attachments,
        is_base=True,
    )
)
