"""The desk of a turn: who is asked, what may be used, who keeps what, and how far it may go."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from inkwright.agent.tools import AgentTool
from inkwright.agent.voice import Show
from inkwright.artifacts.vault import ArtifactVault
from inkwright.clock import Clock
from inkwright.conversation.protocols import Asks, Conversations, Journal, Ledger, Steps
from inkwright.ids import Ids
from inkwright.llm.models import Model


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a run may go before it is an honest failure."""

    model_calls: int = 25
    ending_retries: int = 3
    tool_retries: int = 2
    seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that a turn needs and does not own."""

    model: Model
    tools: Sequence[AgentTool]
    vault: ArtifactVault
    journal: Journal
    ledger: Ledger
    asks: Asks
    steps: Steps
    conversations: Conversations
    ids: Ids
    clock: Clock
    show: Show
    limits: Limits = field(default_factory=Limits)
