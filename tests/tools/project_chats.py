"""A project with blocks, everything in memory, and a conversation in it."""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer
from inkwright.conversation.events import Event
from inkwright.conversation.turns import Outcome
from inkwright.llm.scripted import ScriptLine
from inkwright.projects.blocks import BlockSettings, ContentBlock
from inkwright.projects.field_index import invalidate_field_index_cache
from inkwright.projects.records import Project
from inkwright.projects.tree import BlockFound
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.testing import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message

T = TypeVar("T")
OWNER = "me"
CONVERSATION = "conv_1"
PROJECT = Project("proj_1", OWNER, "航海课", datetime(2026, 1, 1, tzinfo=UTC))


def call(name: str, id_: str = "", /, **arguments: Any) -> ToolCall:
    """A call of a tool."""
    return ToolCall(id_ or f"{name}_1", name, json.dumps(arguments, ensure_ascii=False))


class ProjectChat:
    """A conversation in a project. `texts` are its blocks at the top, by name; it is not in the intent phase unless
    told.
    """

    def __init__(
        self,
        script: Sequence[ScriptLine] | ScriptedModel,
        texts: dict[str, str] | None = None,
        phase: str = "produce_inner",
    ) -> None:
        invalidate_field_index_cache(PROJECT.id)
        self.events: list[Event] = []
        self.model = script if isinstance(script, ScriptedModel) else ScriptedModel(script)
        self.services: TurnServices = memory_services(
            self.model, list(all_tools().values()), show=lambda _number, event: self.events.append(event)
        )
        self.run(self._begin(texts or {}, phase))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something."""
        return asyncio.run(work)

    @property
    def workspace(self) -> ProjectWorkspace:
        """The project."""
        assert self.services.open_workspace is not None
        return self.services.open_workspace(PROJECT, "zh")

    async def _begin(self, texts: dict[str, str], phase: str) -> None:
        assert self.services.projects is not None
        await self.services.projects.add(PROJECT)
        await self.services.projects.place(CONVERSATION, PROJECT.id, owner=OWNER)
        for name, content in texts.items():
            await self.workspace.add(name, content)
        if phase != "intent":
            await self.workspace.advance(phase)

    def add(self, name: str, content: str = "", parent: str | None = None, **settings: Any) -> str:
        """Add a block; return its id."""
        parent_id = self.block(parent).id if parent else None
        added = self.workspace.add(name, content, parent_id=parent_id, settings=BlockSettings(**settings))
        return self.run(added).block_id

    def say(self, message: str) -> Outcome:
        """Send a message; return the outcome of its turn."""
        return self.run(send_message(self.services, message, owner=OWNER, conversation_id=CONVERSATION))

    def answer(self, ask_id: str, answer: Answer) -> Outcome:
        """Answer a question."""
        return self.run(answer_ask(self.services, ask_id, answer, owner=OWNER))

    def block(self, name: str) -> ContentBlock:
        """The block of this name."""
        found = self.run(self.workspace.find(name))
        assert isinstance(found, BlockFound), found
        return found.block

    def text(self, name: str) -> str:
        """The text of a block."""
        return self.run(self.workspace.read(self.block(name).id)).text

    def names(self) -> list[str]:
        """The paths of all blocks."""
        return self.run(self.workspace.tree()).paths()


def changes(outcome: Outcome) -> list[tuple[str, str, int | None]]:
    """What the receipt says was changed."""
    return [(each.action, each.name, each.version) for each in outcome.receipt.changes]
