"""The events of a turn: a closed core, and registered data."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from inkwright.conversation.asks import Ask
from inkwright.conversation.shapes import Versioned
from inkwright.conversation.turns import Outcome


class TurnStarted(Versioned):
    """A turn starts, or continues after an answer or in another process."""

    kind: Literal["turn_started"] = "turn_started"
    turn_id: str = Field(description="The turn.")
    conversation_id: str = Field(default="", description="The conversation.")


class TextAppended(Versioned):
    """More of a text to the person."""

    kind: Literal["text_grew"] = "text_grew"
    text_id: str = Field(description="The text; pieces of one text have the same.")
    text: str = Field(description="What is added to the end.")


class TextRetracted(Versioned):
    """A text that was shown and then refused: it no longer counts."""

    kind: Literal["text_retracted"] = "text_retracted"
    text_id: str = Field(description="The text to remove.")


class TextEnded(Versioned):
    """A text is complete."""

    kind: Literal["text_ended"] = "text_ended"
    text_id: str = Field(description="The text as it is now.")


class ReasoningAppended(Versioned):
    """More of what the model writes for itself before it replies. It is shown folded, and nothing checks it."""

    kind: Literal["reasoning_grew"] = "reasoning_grew"
    reasoning_id: str = Field(description="The reasoning; pieces of one have the same.")
    text: str = Field(description="What is added to the end.")


class ReasoningEnded(Versioned):
    """The model has begun its reply, or calls a tool."""

    kind: Literal["reasoning_ended"] = "reasoning_ended"
    reasoning_id: str = Field(description="The reasoning that is complete.")


class ToolStarted(Versioned):
    """A tool was called."""

    kind: Literal["tool_started"] = "tool_started"
    call_id: str = Field(description="The tool call; all events of one call have the same.")
    tool: str = Field(description="The name of the tool.")
    started_at: float | None = Field(default=None, description="When, in seconds since 1970 in UTC.")


class ToolProgressed(Versioned):
    """A tool reports how far it is."""

    kind: Literal["tool_progressed"] = "tool_progressed"
    call_id: str = Field(description="The tool call; all events of one call have the same.")
    tool: str = Field(description="The name of the tool.")
    message: str = Field(description="The progress, for the person.")


class ToolFinished(Versioned):
    """A tool finished its work."""

    kind: Literal["tool_finished"] = "tool_finished"
    call_id: str = Field(description="The tool call; all events of one call have the same.")
    tool: str = Field(description="The name of the tool.")
    seconds: float = Field(description="How long the call took.")
    call: str = Field(default="", description="The call of a tool that only reads, with the start of its arguments.")


class ToolFailed(Versioned):
    """A tool failed; the model gets the same problem."""

    kind: Literal["tool_failed"] = "tool_failed"
    call_id: str = Field(description="The tool call; all events of one call have the same.")
    tool: str = Field(description="The name of the tool.")
    problem: str = Field(description="What was wrong, and how to fix it.")
    seconds: float = Field(description="How long the call took.")
    reason: str = Field(default="", description="What was wrong, for the person, if it is known.")


class AskOpened(Versioned):
    """The person is asked."""

    kind: Literal["ask_opened"] = "ask_opened"
    ask: Ask = Field(description="The request, as it is stored.")


class Warned(Versioned):
    """Something is not as expected, and the turn continues."""

    kind: Literal["warned"] = "warned"
    code: str = Field(description="A code for programs.")
    message: str = Field(description="The message to the person.")


class ErrorHappened(Versioned):
    """An error that the outcome will report."""

    kind: Literal["error_happened"] = "error_happened"
    code: str = Field(description="A code for programs.")
    message: str = Field(description="The message to the person.")


class Data(Versioned):
    """Data of a registered kind: `name` is the kind, `payload` has its shape, `id` identifies the item."""

    kind: Literal["data"] = "data"
    name: str = Field(description="Which kind: one of those under Data below.")
    payload: dict[str, Any] = Field(description="In the shape of its kind.")
    id: str | None = Field(default=None, description="The item it is about: an artifact or an ask.")


class TurnFinished(Versioned):
    """The turn is over, or waits for the person. It is the last event of every run."""

    kind: Literal["turn_finished"] = "turn_finished"
    outcome: Outcome = Field(description="How it ended.")


Event = Annotated[
    TurnStarted
    | TextAppended
    | TextRetracted
    | TextEnded
    | ReasoningAppended
    | ReasoningEnded
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
