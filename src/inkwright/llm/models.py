"""The model interface: requests, replies, streamed pieces, tools, usage and abilities."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

Message = Mapping[str, Any]
"""A chat message: `{"role": "user", "content": "…"}`. The content may be a list of parts.

A message of the assistant may have `tool_calls`; a message with the role `tool` answers the call in `tool_call_id`.
"""

Finish = Literal["stop", "length", "calls"]

Purpose = Literal["chat", "step", "route", "judge", "answer", "tool", "summary", "write", "think", "probe", "other"]
"""What a call is for: an answer in a chat, a step of the agent, the route of a message, the check of a claim, reading
the person's answer to a question, the work of a tool, a summary, a file of `write`, a value of `think`, or the test of
a model. `other` is a call of a program that does not say.
"""

VerdictKind = Literal["accepted", "refused", "failed", "cancelled", "unknown"]
"""What became of a call: the reply was used; it was refused by a parser or a check; no complete reply came; the call or
the work that read the reply was cancelled; the reply was not judged.
"""

MAX_TOKENS: Final = 2**31 - 1
"""More than any model reads or writes, and the largest value of an integer column."""

MAX_DOLLARS: Final = 1e9


def clamp_tokens(value: object) -> int:
    """Return the nearest possible number of tokens; 0 if the value is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return 0
    return int(min(max(value, 0), MAX_TOKENS))


def clamp_amount(value: object, limit: float) -> float | None:
    """Return the amount, limited to 0 … `limit`; None if the value is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(min(max(value, 0), limit)) if -math.inf < value < math.inf else None


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of a call, and their price; `dollars` is None if the price is unknown.

    Servers may report anything: impossible counts become the nearest possible ones, and an infinite price is unknown.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    dollars: float | None = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "prompt_tokens", clamp_tokens(self.prompt_tokens))
        object.__setattr__(self, "completion_tokens", clamp_tokens(self.completion_tokens))
        object.__setattr__(self, "dollars", clamp_amount(self.dollars, MAX_DOLLARS))

    def __add__(self, other: "Usage") -> "Usage":
        known = self.dollars is not None and other.dollars is not None
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            (self.dollars or 0) + (other.dollars or 0) if known else None,
        )


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may call. `parameters` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call requested by the model. `arguments` is JSON as the model wrote it, not yet validated."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model.

    `schema` asks for JSON of this schema, `tools` offers tools, `must_call` names the tool that must be called now;
    `may_think=False` asks for an answer without long reasoning. A model supports these as far as it can, so the
    caller checks the reply in any case. `purpose`, `subject` and `way` are for the log of calls: what the call is for,
    the name of the value or file that is asked for, and the method of asking.
    """

    messages: Sequence[Message]
    temperature: float | None = None
    max_tokens: int | None = None
    schema: Mapping[str, Any] | None = None
    tools: Sequence[Tool] = ()
    must_call: str | None = None
    seed: int | None = None
    may_think: bool = True
    purpose: Purpose = "other"
    subject: str = ""
    way: str = ""


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """What became of a call. `reason` says why it was refused, or is the code of the error with which it failed."""

    kind: VerdictKind = "unknown"
    reason: str = ""


VerdictListener = Callable[[CallVerdict], None]


def ignore_verdict(_: CallVerdict) -> None:
    """Listener of replies to calls that are not logged."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a model and its usage. It is not trusted until a parser accepts it.

    `model` is the model that answered; in a chain, the member. Whoever reads the reply reports once what became of it,
    with `accept` or `refuse`; later reports are ignored.
    """

    text: str
    usage: Usage = Usage()
    calls: tuple[ToolCall, ...] = ()
    finish: Finish = "stop"
    model: str = ""
    on_verdict: VerdictListener = field(default=ignore_verdict, compare=False, repr=False)

    def accept(self, remark: str = "") -> None:
        """Report that the reply was used; `remark` says what was changed in it."""
        self.on_verdict(CallVerdict("accepted", remark))

    def refuse(self, reason: str) -> None:
        """Report that a parser or a check refused the reply."""
        self.on_verdict(CallVerdict("refused", reason))


@dataclass(frozen=True, slots=True)
class TextPiece:
    """More of the reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningPiece:
    """More of what the model writes for itself before its reply. It is shown apart, and is no part of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class CallPiece:
    """More of tool call number `index`. The first piece already has the complete `name`."""

    index: int
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class StartedOver:
    """Discard all pieces of this reply so far: `model` starts it again, for this `reason`."""

    model: str
    reason: str


Piece = TextPiece | ReasoningPiece | CallPiece | StartedOver
PieceListener = Callable[[Piece], None]


def ignore_piece(_: Piece) -> None:
    """Listener for callers that need only the complete reply."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model can do. A weak model copies examples and loses track of long prompts, so it is asked differently."""

    can_call_tools: bool = True
    can_follow_schema: bool = True
    can_stream: bool = True
    can_see: bool = False
    is_weak: bool = False
    is_english_only: bool = False
    leaves_machine: bool = False
    """Whether requests are sent to another machine, or to a provider."""
    context_tokens: int | None = None


class Model(Protocol):
    """A model that answers requests."""

    @property
    def name(self) -> str:
        """Its name, such as `openai:gpt-5`."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do."""
        ...

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Answer a request. `hear` is called with each piece as it arrives; the complete reply is returned.

        Failures of the transport and refusals are raised as `ModelError`.
        """
        ...
