"""What is kept of a turn so that it can go on: in a second run, after an answer, in another process."""

from typing import Literal

from inkwright.conversation.outcomes import ArtifactRef, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.conversation.shapes import Shape, Versioned


class LedgerEntry(Shape):
    """What a tool really made in a turn: the evidence for the final result."""

    artifact: ArtifactRef
    tool: str
    call_id: str


class TurnState(Versioned):
    """A turn as it stands. `engine_messages` is the engine's own JSON; nobody above the agent reads it.

    `called_tools` and `emitted_events` are those of all runs of this turn. `message_id` is that of the person's
    message; `tokens` is what the turn weighs in a history, where the provider has counted.
    """

    id: str
    conversation_id: str
    owner: str
    message: str
    message_id: str = ""
    route: RouterResult
    status: Literal["running", "waiting", "finished"] = "running"
    engine_messages: str = ""
    engine_version: str = ""
    called_tools: tuple[str, ...] = ()
    emitted_events: tuple[str, ...] = ()
    extra_runs: int = 0
    ask_id: str | None = None
    tokens: int | None = None
    outcome: Outcome | None = None
