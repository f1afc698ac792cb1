"""The record of every call of a model: what for, what was said, what it cost. Who keeps it is decided above."""

import contextlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Protocol

from inkwright.llm.models import Message, Usage

_CONVERSATION: Final[ContextVar[str | None]] = ContextVar("conversation_of_calls", default=None)


@contextlib.contextmanager
def calls_of(conversation_id: str) -> Iterator[None]:
    """Every call that is made inside belongs to this conversation, and is forgotten with it."""
    token = _CONVERSATION.set(conversation_id)
    try:
        yield
    finally:
        _CONVERSATION.reset(token)


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `way` says how it was asked; `feedback` is what the parser answered, None where it accepted.

    `error` is the code of the error where no reply came. `conversation_id` is None where it belongs to none.
    """

    purpose: str
    model: str
    messages: Sequence[Message]
    reply: str
    usage: Usage
    seconds: float
    feedback: str | None = None
    way: str = ""
    error: str | None = None
    conversation_id: str | None = field(default_factory=_CONVERSATION.get)

    @property
    def worked(self) -> bool:
        """Whether it gave what was asked for."""
        return self.feedback is None and self.error is None


class CallLog(Protocol):
    """Where calls are written down."""

    def record(self, call: Call) -> None:
        """Keep one call."""
        ...


class MemoryCallLog:
    """Keeps the calls in a list."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def record(self, call: Call) -> None:
        self.calls.append(call)


class NoCallLog:
    """Keeps nothing: the off switch."""

    def record(self, call: Call) -> None:
        """Forget it."""
