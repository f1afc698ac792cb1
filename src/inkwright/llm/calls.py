"""The record of every call of a model: what for, what was said, what it cost. Who keeps it is decided above."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from inkwright.llm.models import Message, Usage


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `way` says how it was asked; `feedback` is what the parser answered, None where it accepted.

    `error` is the code of the error where no reply came.
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
