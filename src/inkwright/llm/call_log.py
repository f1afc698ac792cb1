"""The log of model calls with their purpose, messages, reply and cost, and a model that logs every call."""

import contextlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Protocol

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError
from inkwright.llm.models import Abilities, Message, Model, PieceListener, Reply, Request, Usage, ignore_piece

_CONVERSATION: Final[ContextVar[str | None]] = ContextVar("conversation_of_calls", default=None)


@contextlib.contextmanager
def calls_in_conversation(conversation_id: str) -> Iterator[None]:
    """Assign every call made inside to this conversation; it is deleted together with the conversation."""
    token = _CONVERSATION.set(conversation_id)
    try:
        yield
    finally:
        _CONVERSATION.reset(token)


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `way` is the method used; `feedback` is the answer of the parser, None if it accepted the reply.

    `error` is the code of the error if no reply came. `conversation_id` is None for calls outside conversations.
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
        """Whether the reply was accepted."""
        return self.feedback is None and self.error is None


class CallLog(Protocol):
    """Stores calls."""

    def record(self, call: Call) -> None:
        """Store one call."""
        ...


class MemoryCallLog:
    """Stores the calls in a list."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def record(self, call: Call) -> None:
        self.calls.append(call)


class NoCallLog:
    """Discards every call."""

    def record(self, call: Call) -> None:
        """Discard the call."""


class LoggedModel:
    """A model that logs every call, including the tool calls of its replies."""

    def __init__(self, model: Model, call_log: CallLog, purpose: str, *, clock: Clock | None = None) -> None:
        self._model = model
        self._call_log = call_log
        self._purpose = purpose
        self._clock = clock or SystemClock()

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """The abilities of the wrapped model."""
        return self._model.abilities

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        start = self._clock.elapsed()
        try:
            reply = await self._model.reply(request, hear)
        except ModelError as error:
            self._record(request, Reply(""), start, error.code)
            raise
        self._record(request, reply, start, None)
        return reply

    def _record(self, request: Request, reply: Reply, start: float, error: str | None) -> None:
        written = reply.text + "".join(f"\n{call.name} {call.arguments}" for call in reply.calls)
        usage = reply.usage if error is None else Usage()
        seconds = self._clock.elapsed() - start
        name = reply.model or self.name
        self._call_log.record(
            Call(self._purpose, name, request.messages, written.strip(), usage, seconds, way="tools", error=error)
        )
