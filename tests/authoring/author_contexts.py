"""Workbenches and contexts of tools for tests: a real vault with real checks, and a model that says what it is told."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from inkwright import ScriptedModel
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.documents.source import DocumentLanguage
from inkwright.artifacts.verification import CHECKERS
from inkwright.authoring.context import AuthorContext
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, AskDraft
from inkwright.conversation.events import Data
from inkwright.conversation.turns import TurnState
from inkwright.grounding.source import Source
from inkwright.i18n import Language
from inkwright.ids import TimedIds
from inkwright.llm.brain import Brain
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptLine
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_vault import MemoryVault

OWNER = "me"
T = TypeVar("T")
Script = Sequence[ScriptLine] | Callable[[Request], Any]


@dataclass
class Room:
    """All that a tool or an author has around it, and what it told."""

    script: Script = ()
    language: Language = "en"
    told: list[str] = field(default_factory=list)
    shown: list[Data] = field(default_factory=list)
    vault: MemoryVault = field(default_factory=lambda: MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))
    attachments: MemoryAttachments = field(default_factory=MemoryAttachments)
    home: Path | None = None

    def __post_init__(self) -> None:
        self.model = ScriptedModel(self.script)

    def bench(self, writes: DocumentLanguage = "en", sources: Sequence[Source] = ()) -> AuthorContext:
        """An author's workbench."""
        return AuthorContext(self.context(), writes, tuple(sources))

    def context(self, *agreed: AnsweredAsk, turn: str = "turn_1", owner: str = OWNER) -> ToolContext:
        """What a tool is given."""
        return ToolContext(
            turn=TurnState(id=turn, conversation_id="conv_1", owner=owner, message="", agreed=agreed),
            call_id="call_1",
            language=self.language,
            vault=self.vault,
            attachments=self.attachments,
            brain=Brain(self.model),
            progress=self.told.append,
            show=self.shown.append,
            home=self.home,
        )

    def call(
        self, tool: AgentTool, context: ToolContext | None = None, **arguments: Any
    ) -> Evidence | Flawed | AskDraft:
        """Call a tool as the boundary does."""
        given = tool.input.model_validate(tool.read(arguments, tool.name) if tool.read else arguments)
        return run(tool.work(given, context or self.context()))

    def made(self, tool: AgentTool, context: ToolContext | None = None, **arguments: Any) -> Evidence:
        """Call a tool that is to succeed."""
        done = self.call(tool, context, **arguments)
        assert isinstance(done, Evidence), done
        return done

    def refused(self, tool: AgentTool, context: ToolContext | None = None, **arguments: Any) -> list[str]:
        """Call a tool that is to refuse: its findings as the model reads them."""
        done = self.call(tool, context, **arguments)
        assert isinstance(done, Flawed), done
        return [each.summary(self.language) for each in done.findings]

    def read(self, artifact_id: str, name: str | None = None) -> bytes:
        """A file of an artifact."""
        return run(self.vault.read(artifact_id, owner=OWNER, name=name)) or b""

    def prompts(self) -> list[str]:
        """What the model was asked, the last message of each call."""
        return [str(call.messages[-1]["content"]) for call in self.model.calls]


def run(work: Awaitable[T]) -> T:
    """The result of something that is awaited."""

    async def wait() -> T:
        return await work

    return asyncio.run(wait())


def said(value: object) -> str:
    """A reply of a model that holds this value."""
    return f"```json\n{json.dumps(value, ensure_ascii=False)}\n```"


def agreed(lines: Sequence[str], status: str = "adopted", edited: Sequence[str] = ()) -> AnsweredAsk:
    """An outline that was shown to the person, and what they said."""
    ask = Ask(kind="outline_edit", title="Rain", outline_lines=tuple(lines), id="ask_1", turn_id="turn_1", owner=OWNER)
    return AnsweredAsk(ask=ask, answer=Answer.model_validate({"status": status, "outline_lines": tuple(edited)}))
