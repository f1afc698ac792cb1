"""`undo_change`: take back the last change of the project."""

from pydantic import BaseModel, ConfigDict

from inkwright.agent.request_wording import wants_undo
from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.projects.undoing import undo_last
from inkwright.tools.block_targets import AGENT, asks_which_block, changed, require_agreement, workspace_of


class UndoChange(BaseModel):
    """Nothing: it is always the last change that still counts."""

    model_config = ConfigDict(extra="forbid")


async def undo_change(_given: UndoChange, context: ToolContext) -> Evidence:
    """Write the texts again that the last message has changed, restore what it removed, and remove what it added."""
    if not wants_undo(context.turn.message):
        require_agreement(context, "undo", "content.may_undo")
    done = await undo_last(workspace_of(context), AGENT)
    return changed(context, [(each.action, each.change) for each in done])


TOOL = register_tool(
    AgentTool(
        "undo_change",
        "Take back the last change of the project: texts get back what they were, removed blocks are there again. "
        "Called again, it takes back the change before.",
        UndoChange,
        asks_which_block(undo_change),
        agents=("content",),
        aliases=("undo", "revert_change"),
        changes=lambda _given: "",
        example="{}",
    )
)
