"""`query_field`: what is known about a block, in short."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.tools.block_targets import (
    FIELD_ALIASES,
    MAX_NAME_LENGTH,
    asks_which_block,
    find_block,
    read_names,
    workspace_of,
)

_BEGINNING = 200


class QueryField(BaseModel):
    """Which block."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH, description="The name or path of the block.")


async def query_field(given: QueryField, context: ToolContext) -> Evidence:
    """Return the state of a block, how its text begins, and what it still needs."""
    workspace = workspace_of(context)
    block = await find_block(context, given.field_name)
    tree, read = await workspace.tree(), await workspace.read(block.id)
    missing = await workspace.missing_for(block.id)
    facts = {
        "name": block.name,
        "path": tree.path(block),
        "status": tree.status(block),
        "version": block.version,
        "characters": block.characters,
        "beginning": read.text[:_BEGINNING],
        "needs_review": block.need_review,
        "is_out_of_date": block.needs_regeneration,
        "prompt": block.prompt[:_BEGINNING],
        "below": [each.name for each in tree.children(block.id)][:50],
        "depends_on": [tree.path(each) for id_ in block.depends_on if (each := tree.get(id_))],
        "missing_blocks": list(missing.blocks),
        "unanswered_questions": list(missing.questions),
    }
    return Evidence(facts={key: value for key, value in facts.items() if value not in ("", [], False)})


TOOL = register_tool(
    AgentTool(
        "query_field",
        "Look up one block of the project in short: its state, how it begins, what it depends on and what it lacks. "
        "Use read_field for the full text.",
        QueryField,
        asks_which_block(query_field),
        agents=("content",),
        aliases=("get_field",),
        read=read_names(FIELD_ALIASES),
        example='{"field_name": "第一章"}',
    )
)
