"""The model interface: requests, replies, streamed pieces, tools, usage and abilities."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

Message = Mapping[str, Any]
"""One message, as chat services write them: `{"role": "user", "content": "…"}`; the content may be of several parts.

An assistant's message may hold `tool_calls`; a message of the role `tool` answers the call named by `tool_call_id`.
"""

Finish = Literal["stop", "length", "calls"]

MAX_TOKENS: Final = 2**31 - 1
"""More than any model reads or writes, and what a database holds in a column of whole numbers."""

MAX_DOLLARS: Final = 1e9


def clamp_tokens(value: object) -> int:
    """A number of tokens as somebody said it: the nearest that can be; 0 where it is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return 0
    return int(min(max(value, 0), MAX_TOKENS))


def clamp_amount(value: object, most: float) -> float | None:
    """An amount as somebody said it, from 0 to the most that can be; None where it is no number, or has no end."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(min(max(value, 0), most)) if -math.inf < value < math.inf else None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were read and written, and their price; `dollars` is None where nobody knows it.

    A server may say anything: a count that cannot be is the nearest that can, and a price without end is not known.
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
    """Something that the model may call. `parameters` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model wants. `arguments` is JSON as the model wrote it, and not yet believed."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model.

    `schema` asks for a reply that is JSON of this schema, `tools` offers tools, `must_call` names the one that has
    to be called now; `may_think` is False where a model shall answer without long thoughts first. A model does with
    them what it can; whoever asks checks the reply in any case.
    """

    messages: Sequence[Message]
    temperature: float | None = None
    max_tokens: int | None = None
    schema: Mapping[str, Any] | None = None
    tools: Sequence[Tool] = ()
    must_call: str | None = None
    seed: int | None = None
    may_think: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, and what it cost. Nothing in it is believed before a parser accepts it.

    `model` names who answered: of a chain, the member.
    """

    text: str
    usage: Usage = Usage()
    calls: tuple[ToolCall, ...] = ()
    finish: Finish = "stop"
    model: str = ""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """More of the reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class CallPiece:
    """More of the tool call number `index`; `name` is whole from its first piece on."""

    index: int
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class StartedOver:
    """What was heard of this reply so far counts no more: `model` begins it anew, and `reason` says why."""

    model: str
    reason: str


Piece = TextPiece | CallPiece | StartedOver
PieceListener = Callable[[Piece], None]


def ignore_piece(_: Piece) -> None:
    """For callers that want the whole reply alone."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model can really do. A weak model copies examples and loses long threads; it is asked otherwise."""

    can_call_tools: bool = True
    can_follow_schema: bool = True
    can_stream: bool = True
    can_see: bool = False
    is_weak: bool = False
    is_english_only: bool = False
    context_tokens: int | None = None


class Model(Protocol):
    """A model that can be asked."""

    @property
    def name(self) -> str:
        """How people call it, such as `openai:gpt-5`."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do."""
        ...

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Answer. Pieces are told to `hear` as they come; the whole reply is returned.

        Failures of the transport and refusals are raised as `ModelError`s; they are not replies.
        """
        ...
