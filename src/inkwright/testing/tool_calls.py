"""Call one tool with every store in memory, without a turn around it."""

import asyncio
from collections.abc import Mapping
from typing import Any

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.turns import TurnState
from inkwright.i18n import language_of
from inkwright.ids import TimedIds
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model
from inkwright.llm.scripted import ScriptedModel
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_vault import MemoryVault


def call_tool(
    tool: AgentTool, arguments: Mapping[str, Any], *, message: str = "", model: Model | None = None
) -> Evidence | Flawed | AskDraft:
    """Validate the arguments, run the tool, and return its result. `message` is that of the person."""
    turn = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message=message)
    context = ToolContext(
        turn=turn,
        call_id="call_1",
        language=language_of(message),
        vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()),
        attachments=MemoryAttachments(),
        brain=Brain(model or ScriptedModel([])),
        progress=lambda _: None,
        show=lambda _: None,
    )
    return asyncio.run(_work(tool, arguments, context))


async def _work(tool: AgentTool, arguments: Mapping[str, Any], context: ToolContext) -> Evidence | Flawed | AskDraft:
    given = tool.read(dict(arguments), tool.name) if tool.read else arguments
    return await tool.work(tool.input.model_validate(given), context)
