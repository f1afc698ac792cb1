"""What a tool of the school has at hand in a test."""

import asyncio
from dataclasses import replace
from typing import Any

from inkwright import Brain, ScriptedModel
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.clock import SystemClock
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.turns import TurnState
from inkwright.ids import TimedIds
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_school import MemorySchools
from inkwright.testing.memory_vault import MemoryVault
from tests.school.test_answers import SCHOOL


def school_context(**changes: Any) -> ToolContext:
    """A context with a small school."""
    context = ToolContext(
        turn=TurnState(id="turn_2", conversation_id="conv_1", owner="me", message=""),
        call_id="c1",
        language="en",
        vault=MemoryVault({}, ids=TimedIds(), clock=SystemClock()),
        attachments=MemoryAttachments(),
        brain=Brain(ScriptedModel([])),
        progress=lambda _: None,
        show=lambda _: None,
        school=SCHOOL,
        schools=MemorySchools(),
    )
    return replace(context, **changes)


def called(tool: AgentTool, context: ToolContext | None = None, **arguments: Any) -> Evidence | AskDraft:
    """What a call returns."""
    done = asyncio.run(_work(tool, context or school_context(), arguments))
    assert isinstance(done, Evidence | AskDraft)
    return done


async def _work(tool: AgentTool, context: ToolContext, arguments: dict[str, Any]) -> Any:
    return await tool.work(tool.input.model_validate(arguments), context)


def facts(tool: AgentTool, **arguments: Any) -> dict[str, Any]:
    """The facts that a call returns."""
    done = called(tool, **arguments)
    assert isinstance(done, Evidence)
    return done.facts
