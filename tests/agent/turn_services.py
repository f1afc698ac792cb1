"""The services of a turn for tests: everything in memory, and a small tool that makes notes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from inkwright import ScriptedModel
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.tools import REGISTERED_TOOLS, AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.clock import SystemClock
from inkwright.conversation.events import Event
from inkwright.conversation.turns import Outcome, Receipt, RouterResult
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.testing.memory_conversations import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from inkwright.testing.memory_vault import MemoryVault
from inkwright.usecases.turns import send_message

ROUTE = RouterResult(intent="content_create", confidence=1, expected_mode="artifact", candidate_tools=("make_note",))
OWNER = "me"
CHECKED = Receipt(words="checked")
"""The receipt of a turn in which only words were exchanged, and a judge found nothing false in them."""


class Note(BaseModel):
    """What the tool takes."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1)
    body: str


async def make_note(note: Note, context: ToolContext) -> Evidence | Flawed:
    """A note; a body that says so breaks the tool."""
    context.progress("writing")
    if note.body == "break":
        raise OSError("disk full")
    if note.body == "wait":
        await asyncio.sleep(30)
    draft = Draft("note", "note.txt", note.title, {"note.txt": note.body.encode() or b"-"})
    kept = await context.save(draft)
    return Evidence((kept,), {"letters": len(note.body)}) if isinstance(kept, Verified) else Flawed(kept)


def check_note(draft: Draft) -> list[Finding]:
    """A note of one dash is empty."""
    if draft.main == b"-":
        return [finding("literal", Location(path="body"), what="It is empty.", mend="Write something.")]
    return []


NOTE_TOOL = REGISTERED_TOOLS.get("make_note") or register_tool(
    AgentTool("make_note", "Makes a note.", Note, make_note, makes_artifacts=True)
)


@dataclass
class Stores:
    """Everything that is kept."""

    journal: MemoryJournal = field(default_factory=MemoryJournal)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    asks: MemoryAsks = field(default_factory=MemoryAsks)
    steps: MemorySteps = field(default_factory=MemorySteps)
    conversations: MemoryConversations = field(default_factory=MemoryConversations)
    attachments: MemoryAttachments = field(default_factory=MemoryAttachments)
    vault: MemoryVault = field(
        default_factory=lambda: MemoryVault({"note": check_note}, ids=TimedIds(), clock=SystemClock())
    )
    shown: list[Event] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def turn_services(
        self, model: Model, limits: TurnLimits | None = None, tools: Sequence[AgentTool] = (NOTE_TOOL,)
    ) -> TurnServices:
        """The services of a turn with these stores."""
        return TurnServices(
            model=model,
            tools=tools,
            vault=self.vault,
            journal=self.journal,
            ledger=self.ledger,
            asks=self.asks,
            steps=self.steps,
            conversations=self.conversations,
            attachments=self.attachments,
            ids=TimedIds(),
            clock=SystemClock(),
            show=self._show,
            limits=limits or TurnLimits(),
        )

    def _show(self, _: int, event: Event) -> None:
        self.shown.append(event)
        self.news.set()

    async def seen(self, kind: str) -> None:
        """Wait until an event of this kind was shown."""
        while kind not in self.kinds():
            self.news.clear()
            await self.news.wait()

    def snapshot(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {name: getattr(self, name).snapshot() for name in KEPT}

    def restore(self, kept: dict[str, Any]) -> None:
        """What a snapshot holds."""
        for name in KEPT:
            getattr(self, name).restore(kept[name])

    def kinds(self) -> list[str]:
        """What was shown, by its kinds; of data its name."""
        return [getattr(event, "name", None) or event.kind for event in self.shown]


KEPT = ("journal", "ledger", "asks", "steps", "conversations", "attachments", "vault")


def run(model: ScriptedModel, stores: Stores | None = None, limits: TurnLimits | None = None) -> tuple[Outcome, Stores]:
    """One message, to its outcome."""
    stores = stores or Stores()
    return asyncio.run(send_message(stores.turn_services(model, limits), "Make a note.", ROUTE, owner=OWNER)), stores
