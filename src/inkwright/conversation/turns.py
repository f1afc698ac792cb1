"""What is kept of a turn so that it can go on: in a second run, after an answer, in another process."""

from typing import Any, Literal, Self

from inkwright.conversation.asks import Agreed, OpenAsk
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import ArtifactRef, Asked, Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.conversation.shapes import Shape, Versioned


class LedgerEntry(Shape):
    """What a tool really made in a turn: the evidence for the final result."""

    artifact: ArtifactRef
    tool: str
    call_id: str


class Spent(Shape):
    """What a turn has taken so far, over all its runs. Waiting for the person does not count."""

    steps: int = 0
    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0
    seconds: float = 0.0


class TurnState(Versioned):
    """A turn as it stands. `engine_messages` is the engine's own JSON; nobody above the agent reads it.

    `route` is None until the turn is routed. `called_tools` and `emitted_events` are those of all runs of this turn.
    `asks` are the requests that it waits for, `agreed` those that were answered. While it runs, `held_until` says
    how long its process is believed to live (seconds of the clock). `withdraws` is the question that the message
    did not answer, and which is closed by it. `message_id` is that of the person's message;
    `tokens` is what the turn weighs in a history, where the provider has counted.
    """

    id: str
    conversation_id: str
    owner: str
    message: str
    message_id: str = ""
    route: RouterResult | None = None
    status: Literal["running", "waiting", "finished"] = "running"
    engine_messages: str = ""
    engine_version: str = ""
    called_tools: tuple[str, ...] = ()
    emitted_events: tuple[str, ...] = ()
    extra_runs: int = 0
    ask_id: str | None = None
    asks: tuple[OpenAsk, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    spent: Spent = Spent()
    held_until: float = 0.0
    withdraws: str | None = None
    tokens: int | None = None
    outcome: Outcome | None = None

    def said(self, id_: str, words: str) -> Message:
        """A message of the person's in this turn."""
        return self._message(id=id_, role="user", text=words)

    def replied(self, id_: str, outcome: Outcome) -> Message:
        """What the person is told at its end, with what was made."""
        made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
        ids = tuple(artifact.id for artifact in made)
        return self._message(id=id_, role="assistant", text=outcome.message, artifact_ids=ids)

    def ended(self, outcome: Outcome) -> Self:
        """The turn with its outcome. One that asks waits."""
        ask_id = outcome.ask_id if isinstance(outcome, Asked) else None
        status = "waiting" if isinstance(outcome, Asked) else "finished"
        return self.model_copy(update={"status": status, "outcome": outcome, "ask_id": ask_id})

    def _message(self, **said: Any) -> Message:
        return Message(conversation_id=self.conversation_id, owner=self.owner, **said)
