"""The services of a turn, with every store in memory."""

from collections.abc import Mapping, Sequence

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tools import AgentTool
from inkwright.artifacts.verification import CHECKERS, Checker
from inkwright.clock import SystemClock
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
from inkwright.testing.memory_projects import MemoryProjects
from inkwright.testing.memory_school import MemorySchools
from inkwright.testing.memory_vault import MemoryVault


def memory_services(
    model: Model,
    tools: Sequence[AgentTool] = (),
    *,
    checkers: Mapping[str, Checker] = CHECKERS,
    show: ShowEvent = lambda _number, _event: None,
) -> TurnServices:
    """Return what a turn needs. `checkers` check the artifacts, by their kind; `show` gets every event."""
    ids, clock = TimedIds(), SystemClock()
    conversations, projects = MemoryConversations(), MemoryProjects()
    return TurnServices(
        model=model,
        tools=tools,
        vault=MemoryVault(checkers, ids=ids, clock=clock, conversations=conversations, projects=projects),
        journal=MemoryJournal(),
        ledger=MemoryLedger(),
        asks=MemoryAsks(),
        steps=MemorySteps(),
        conversations=conversations,
        attachments=MemoryAttachments(),
        projects=projects,
        schools=MemorySchools(),
        ids=ids,
        clock=clock,
        show=show,
    )
