"""What a tool has at hand in a test: everything in memory."""

import asyncio
from collections.abc import Mapping
from typing import Any

from inkwright import Brain, ScriptedModel
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.clock import SystemClock
from inkwright.conversation.turns import TurnState
from inkwright.ids import TimedIds
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_vault import MemoryVault


class Keepers:
    """A vault that takes notes, and attached files."""

    def __init__(self) -> None:
        self.vault = MemoryVault({"note": lambda *_: []}, ids=TimedIds(), clock=SystemClock())
        self.attachments = MemoryAttachments()

    def keep(self, files: Mapping[str, bytes], owner: str = "me") -> Verified:
        """An artifact of these files, the first of which is the main one."""
        name = next(iter(files))
        made = asyncio.run(
            self.vault.keep(Draft("note", name, f"Title of {name}", files), owner=owner, turn_id="turn_1")
        )
        assert isinstance(made, Verified)
        return made

    def attach(self, name: str, text: str, owner: str = "me", conversation: str = "conv_1") -> None:
        """A file of a conversation."""
        asyncio.run(self.attachments.add(conversation, name, text, owner=owner))

    def facts(self, tool: AgentTool, arguments: dict[str, Any], owner: str = "me") -> dict[str, Any]:
        """The facts that a tool tells."""
        context = ToolContext(
            turn=TurnState(id="turn_2", conversation_id="conv_1", owner=owner, message=""),
            call_id="c1",
            language="en",
            vault=self.vault,
            attachments=self.attachments,
            brain=Brain(ScriptedModel([])),
            progress=lambda _: None,
            show=lambda _: None,
        )
        done = asyncio.run(_done(tool, arguments, context))
        assert isinstance(done, Evidence)
        assert done.artifacts == ()
        return done.facts


async def _done(tool: AgentTool, arguments: dict[str, Any], context: ToolContext) -> Any:
    return await tool.work(tool.input.model_validate(arguments), context)
