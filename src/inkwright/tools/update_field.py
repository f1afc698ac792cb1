"""`update_field`: save a given text as a block; in the intent phase, the result of the interview."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.i18n import text
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.records import MAX_CHARACTERS
from inkwright.projects.tree import BlockFound
from inkwright.tools.block_targets import (
    AGENT,
    FIELD_ALIASES,
    MAX_NAME_LENGTH,
    asks_which_block,
    changed,
    clean_name,
    find_text_block,
    read_names,
    rejected,
    require_meant,
    workspace_of,
)
from inkwright.tools.block_writing import require_research, save_text
from inkwright.tools.intent_interview import INTENT_BLOCK, is_answered, is_intent_name, lacking_parts, unsaid_parts


class UpdateField(BaseModel):
    """The block, and its text."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH, description="The name or path of the block.")
    content: str = Field(min_length=1, max_length=MAX_CHARACTERS, description="Its whole new text, in Markdown.")


async def update_field(given: UpdateField, context: ToolContext) -> Evidence:
    """Save the text as the next version, or as a proposal; the summary of the intent becomes a block of its own."""
    workspace = workspace_of(context)
    if is_intent_name(clean_name(given.field_name)):
        _require_interview(given.content, context)
        if not isinstance(await workspace.find(given.field_name), BlockFound):
            settings = BlockSettings(phase="intent")
            added = await workspace.add(INTENT_BLOCK, given.content, settings=settings, author=AGENT)
            return changed(context, [("added", added)], version=added.version)
    block = await find_text_block(context, given.field_name)
    await require_meant(context, block)
    require_research(context, block, given.content)
    return await save_text(context, block, given.content)


def _require_interview(content: str, context: ToolContext) -> None:
    """Refuse the call if the person cannot have answered three questions yet, or the summary lacks a part or has one
    that they did not speak of.
    """
    said = [*context.said_before, context.turn.message, *(each.answer.chosen for each in context.answered)]
    if not is_answered(said):
        raise rejected(context, "content.interview")
    joiner = text(context.language, "receipt.and")
    if lacking := lacking_parts(content, context.language):
        raise rejected(context, "content.intent_parts", names=joiner.join(lacking))
    if unsaid := unsaid_parts(content, said, context.language):
        raise rejected(context, "content.intent_unsaid", names=joiner.join(unsaid))


TOOL = register_tool(
    AgentTool(
        "update_field",
        "Save a complete text that the person gave or agreed to as a block: it replaces the text of the block, and the "
        "earlier version is kept. For a change of a part use modify_field.",
        UpdateField,
        asks_which_block(update_field),
        agents=("content",),
        changes=lambda given: given.field_name,
        read=read_names({**FIELD_ALIASES, "text": "content", "new_content": "content"}),
        example='{"field_name": "意图分析", "content": "…"}',
    )
)
