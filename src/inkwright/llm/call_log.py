"""The log of model calls: what each was for, its messages, its reply, its cost, and what became of the reply."""

import asyncio
import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Protocol

from inkwright.clock import Clock, SystemClock
from inkwright.errors import InkwrightError, ReplyCut, ReplyMalformed
from inkwright.ids import TimedIds
from inkwright.llm.attempts import checked_reply
from inkwright.llm.models import (
    CallVerdict,
    Message,
    Model,
    Piece,
    PieceListener,
    Purpose,
    Reply,
    Request,
    TextPiece,
    Usage,
    ignore_piece,
)
from inkwright.llm.wrapped_models import WrappedModel

_IDS: Final = TimedIds()
UNJUDGED: Final = CallVerdict()
"""The verdict of a reply that was not judged."""


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """Where calls come from: the conversation, its turn, and the tool that makes them. None and empty elsewhere."""

    conversation_id: str | None = None
    turn_id: str | None = None
    tool: str = ""


_ORIGIN: Final[ContextVar[CallOrigin]] = ContextVar("origin_of_calls", default=CallOrigin())  # noqa: B039 - frozen


CallListener = Callable[["Call"], None]
_LISTENERS: Final[ContextVar[tuple[CallListener, ...]]] = ContextVar("listeners_of_calls", default=())


def current_origin() -> CallOrigin:
    """Return the turn and the tool of this context."""
    return _ORIGIN.get()


def call_listeners() -> tuple[CallListener, ...]:
    """Return who listens to the calls of this context."""
    return _LISTENERS.get()


@contextlib.contextmanager
def calls_heard_by(*listeners: CallListener) -> Iterator[None]:
    """Tell these listeners of every call that is made inside, once it has ended."""
    token = _LISTENERS.set((*_LISTENERS.get(), *listeners))
    try:
        yield
    finally:
        _LISTENERS.reset(token)


@contextlib.contextmanager
def calls_in_turn(conversation_id: str, turn_id: str | None = None) -> Iterator[None]:
    """Assign every call made inside to this turn. Its texts are deleted together with the conversation."""
    with _calls_from(CallOrigin(conversation_id, turn_id)):
        yield


@contextlib.contextmanager
def calls_by_tool(name: str) -> Iterator[None]:
    """Assign every call made inside to this tool of the turn."""
    with _calls_from(dataclasses.replace(_ORIGIN.get(), tool=name)):
        yield


@contextlib.contextmanager
def _calls_from(origin: CallOrigin) -> Iterator[None]:
    token = _ORIGIN.set(origin)
    try:
        yield
    finally:
        _ORIGIN.reset(token)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: a single attempt at a single model.

    `subject` is the name of the value or file that was asked for, `way` the method of asking. `reply` is what had
    arrived if the call was cut off. The verdict is `unknown` until the reply is judged.
    """

    purpose: Purpose
    model: str
    messages: Sequence[Message]
    reply: str
    usage: Usage
    seconds: float
    subject: str = ""
    way: str = ""
    verdict: CallVerdict = UNJUDGED
    origin: CallOrigin = field(default_factory=_ORIGIN.get)
    id: str = field(default_factory=lambda: _IDS.new("call"))


class CallLog(Protocol):
    """Stores calls."""

    def record(self, call: Call) -> None:
        """Store one call."""
        ...

    def judge(self, call: Call, verdict: CallVerdict) -> None:
        """Store what became of the reply to a stored call."""
        ...


class MemoryCallLog:
    """Stores the calls in a list, with their verdicts."""

    def __init__(self) -> None:
        self._calls: dict[str, Call] = {}

    @property
    def calls(self) -> list[Call]:
        """The calls in order."""
        return list(self._calls.values())

    def record(self, call: Call) -> None:
        self._calls[call.id] = call

    def judge(self, call: Call, verdict: CallVerdict) -> None:
        self._calls[call.id] = dataclasses.replace(call, verdict=verdict)


class NoCallLog:
    """Discards every call."""

    def record(self, call: Call) -> None:
        """Discard the call."""

    def judge(self, call: Call, verdict: CallVerdict) -> None:
        """Discard the verdict."""


class LoggedModel(WrappedModel):
    """A model that logs every call, also one that fails or is cancelled. The reply carries its verdict to the log.

    It is directly around the model that answers, so that each attempt and each member of a chain is one call.
    """

    def __init__(self, model: Model, call_log: CallLog, *, clock: Clock | None = None) -> None:
        super().__init__(model)
        self._call_log = call_log
        self._clock = clock or SystemClock()

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        start = self._clock.elapsed()
        heard: list[str] = []

        def listen(piece: Piece) -> None:
            if isinstance(piece, TextPiece):
                heard.append(piece.text)
            hear(piece)

        try:
            # A model without a listener does not stream.
            answer = await self._model.reply(request, hear if hear is ignore_piece else listen)
            reply = checked_reply(answer, self.name)
        except BaseException as problem:
            partial = Reply("".join(heard), _usage_after(problem))
            self._record(request, partial, start, failure_verdict(problem))
            raise
        call = self._record(request, reply, start, UNJUDGED)
        return dataclasses.replace(reply, on_verdict=_OpenCall(self._call_log, call, reply).close)

    def _record(self, request: Request, reply: Reply, start: float, verdict: CallVerdict) -> Call:
        written = reply.text + "".join(f"\n{call.name} {call.arguments}" for call in reply.calls)
        call = Call(
            request.purpose,
            reply.model or self.name,
            request.messages,
            written.strip(),
            reply.usage,
            self._clock.elapsed() - start,
            subject=request.subject,
            way=request.way or ("tools" if request.tools else "ask"),
            verdict=verdict,
        )
        self._call_log.record(call)
        for listen in _LISTENERS.get():
            listen(call)
        return call


class _OpenCall:
    """A logged call whose reply is not judged yet. The first verdict counts."""

    def __init__(self, call_log: CallLog, call: Call, reply: Reply) -> None:
        self._call_log = call_log
        self._call = call
        self._reply = reply
        self._is_open = True

    def close(self, verdict: CallVerdict) -> None:
        """Log the verdict."""
        if self._is_open:
            self._is_open = False
            self._call_log.judge(self._call, verdict)
            self._reply.on_verdict(verdict)


def failure_verdict(problem: BaseException) -> CallVerdict:
    """Return the verdict of a call that ended with this error."""
    if isinstance(problem, asyncio.CancelledError):
        return CallVerdict("cancelled")
    return CallVerdict("failed", problem.code if isinstance(problem, InkwrightError) else type(problem).__name__)


def _usage_after(problem: BaseException) -> Usage:
    """Return the usage of a call without a reply. What a reply costs that was cut off is unknown."""
    is_cut = isinstance(problem, asyncio.CancelledError | ReplyCut | ReplyMalformed)
    return Usage(dollars=None) if is_cut else Usage()
