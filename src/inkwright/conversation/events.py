"""Everything that a turn says while it runs: a closed core, and registered data."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from inkwright.conversation.asks import Ask
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.shapes import Versioned


class TurnStarted(Versioned):
    """A turn begins, or goes on after an answer."""

    kind: Literal["turn_started"] = "turn_started"
    turn_id: str


class TextGrew(Versioned):
    """More of a text to the person."""

    kind: Literal["text_grew"] = "text_grew"
    text_id: str
    text: str


class TextRetracted(Versioned):
    """A text that was shown and then refused: it counts no more."""

    kind: Literal["text_retracted"] = "text_retracted"
    text_id: str


class TextEnded(Versioned):
    """A text is complete."""

    kind: Literal["text_ended"] = "text_ended"
    text_id: str


class ToolStarted(Versioned):
    """A tool was called."""

    kind: Literal["tool_started"] = "tool_started"
    call_id: str
    tool: str


class ToolProgressed(Versioned):
    """A tool says how far it is."""

    kind: Literal["tool_progressed"] = "tool_progressed"
    call_id: str
    tool: str
    message: str


class ToolFinished(Versioned):
    """A tool did its work."""

    kind: Literal["tool_finished"] = "tool_finished"
    call_id: str
    tool: str
    seconds: float


class ToolFailed(Versioned):
    """A tool did not do its work; the model is told the same problem."""

    kind: Literal["tool_failed"] = "tool_failed"
    call_id: str
    tool: str
    problem: str
    seconds: float


class AskOpened(Versioned):
    """The person is asked."""

    kind: Literal["ask_opened"] = "ask_opened"
    ask: Ask


class Warned(Versioned):
    """Something is not as it should be, and the turn goes on."""

    kind: Literal["warned"] = "warned"
    code: str
    message: str


class ErrorHappened(Versioned):
    """Something went wrong that the outcome will tell of."""

    kind: Literal["error_happened"] = "error_happened"
    code: str
    message: str


class Data(Versioned):
    """Something of a registered kind: `name` says which, `payload` is in its shape, `id` names the thing."""

    kind: Literal["data"] = "data"
    name: str
    payload: dict[str, Any]
    id: str | None = None


class TurnFinished(Versioned):
    """The turn is over, or waits for the person. It is the last event of every run."""

    kind: Literal["turn_finished"] = "turn_finished"
    outcome: Outcome


Event = Annotated[
    TurnStarted
    | TextGrew
    | TextRetracted
    | TextEnded
    | ToolStarted
    | ToolProgressed
    | ToolFinished
    | ToolFailed
    | AskOpened
    | Warned
    | ErrorHappened
    | Data
    | TurnFinished,
    Field(discriminator="kind"),
]
EVENTS: Final[TypeAdapter[Event]] = TypeAdapter(Event)
