"""`list_artifacts`: the artifacts of this conversation and its project, newest first."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool

_MAX_LISTED: Final = 50


class ListArtifacts(BaseModel):
    """How much of the list is wanted."""

    model_config = ConfigDict(extra="forbid")

    limit: int = Field(default=20, ge=1, le=_MAX_LISTED, description="How many, newest first.")


async def list_artifacts(listing: ListArtifacts, context: ToolContext) -> Evidence:
    """List the artifacts that the turn can reach without a question to the person."""
    found = await context.vault.latest(
        owner=context.owner, limit=listing.limit, conversation_id=context.conversation_id
    )
    listed = [
        {"id": each.id, "name": each.name, "kind": each.kind, "title": each.title, "version": each.version}
        for each in found
    ]
    return Evidence(facts={"artifacts": listed})


TOOL = register_tool(
    AgentTool(
        "list_artifacts",
        "List what was made in this conversation and its project, newest first: id, name, kind, title, version.",
        ListArtifacts,
        list_artifacts,
        is_base=True,
    )
)
