"""The desk of a turn: who is asked, what may be used, who keeps what, and how far it may go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from inkwright.agent.tools import AgentTool
from inkwright.agent.voice import Show
from inkwright.artifacts.vault import ArtifactVault
from inkwright.clock import Clock
from inkwright.conversation.protocols import Asks, Attachments, Conversations, Journal, Ledger, Steps
from inkwright.ids import Ids
from inkwright.llm.models import Model
from inkwright.llm.providers import Tier


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a turn may go, over all its runs, before it is an honest failure.

    `model_calls` are those of the agent itself; `calls_in_all` has those of its tools too. `tools_at_once` are the
    calls of tools in one reply: the rest of them is refused, and the turn goes on.
    """

    model_calls: int = 25
    calls_in_all: int = 200
    tokens: int = 2_000_000
    dollars: float = 5.0
    seconds: float = 900.0
    ending_retries: int = 5
    tool_retries: int = 3
    tools_at_once: int = 20


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
    attachments: Attachments
    ids: Ids
    clock: Clock
    show: Show
    limits: Limits = field(default_factory=Limits)
    tiers: Callable[[Tier], Model] | None = None

    def model_of(self, tier: Tier) -> Model:
        """The model of a tier; where none are told apart, the one that is here."""
        return self.tiers(tier) if self.tiers else self.model
