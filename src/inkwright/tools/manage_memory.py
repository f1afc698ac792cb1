"""`manage_memory`: remember what the person says about themselves, forget it, or list what is remembered."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeRef
from inkwright.evaluation.quotes import folded, quote_problem
from inkwright.projects.creator_facts import MAX_FACT
from inkwright.tools.block_targets import read_names, rejected, workspace_of

MemoryAction = Literal["remember", "forget", "list"]
_ACTIONS: Final = {"add": "remember", "save": "remember", "delete": "forget", "remove": "forget"}


class ManageMemory(BaseModel):
    """What to do with which fact."""

    model_config = ConfigDict(extra="forbid")

    action: MemoryAction = Field(description="What to do.")
    fact: str = Field(default="", max_length=2 * MAX_FACT, description="The fact, in one short line.")
    quote: str = Field(
        default="", max_length=2 * MAX_FACT, description="For remember: the words of the person's message that say it."
    )


async def manage_memory(given: ManageMemory, context: ToolContext) -> Evidence:
    """Remember only what the person has said in this turn: texts of blocks and files put nothing into the memory."""
    memory = workspace_of(context).memory
    if given.action == "list":
        return Evidence(facts={"facts": [each.text for each in await memory.all()]})
    if given.action == "forget":
        gone = await memory.forget(given.fact)
        return Evidence(changes=(ChangeRef(id=gone.id, name=gone.text, action="removed"),))
    answers = (each.answer.chosen for each in context.answered)
    said = folded("\n".join([context.turn.message, *answers]))
    if quote_problem(said, given.quote) is not None:
        raise rejected(context, "memory.unsaid")
    fact = await memory.remember(given.fact, given.quote)
    return Evidence(changes=(ChangeRef(id=fact.id, name=fact.text, action="added"),))


def _read(arguments: dict[str, Any], called: str) -> dict[str, Any]:
    given = read_names({"text": "fact", "content": "fact", "said": "quote"})(arguments, called)
    action = str(given.get("action", "")).strip().casefold()
    return {**given, "action": _ACTIONS.get(action, action)}


TOOL = register_tool(
    AgentTool(
        "manage_memory",
        "Remember a short fact that the person says about themselves or their wishes for all their work, with their "
        "exact words as the quote; forget one when they ask; or list what is remembered.",
        ManageMemory,
        manage_memory,
        agents=("content",),
        aliases=("remember",),
        changes=lambda given: given.fact or "memory",
        read=_read,
        example='{"action": "remember", "fact": "只写短句", "quote": "我只写短句"}',
    )
)
