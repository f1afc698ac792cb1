"""The attempts to get one accepted reply: what is asked, checked, counted and logged, and the events on the way."""

import asyncio
import contextlib
import copy
import dataclasses
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.clock import Clock
from inkwright.errors import Attempt, InvalidOption, ModelError, NeverAnswered, NeverParsed
from inkwright.i18n import Language, language_of, text
from inkwright.llm.call_log import Call, CallLog
from inkwright.llm.models import CallPiece, Message, Model, Reply, Request, StartedOver, TextPiece, Usage
from inkwright.parsing import Parsed, Rejected


@dataclass(frozen=True, slots=True)
class AttemptStarted:
    """The model is asked for the `number`-th time; `way` names how, `about` the piece where it is asked for one."""

    number: int
    way: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A reply came and was not accepted; `feedback` says why, in words for the model."""

    number: int
    reply: str
    feedback: str


@dataclass(frozen=True, slots=True)
class AttemptAccepted:
    """A reply came and was accepted."""

    number: int
    way: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The thought is done, and this is its value. It is always the last event."""

    value: Any


ThoughtEvent = AttemptStarted | TextPiece | CallPiece | StartedOver | AttemptRefused | AttemptAccepted | Thought
ThoughtListener = Callable[[ThoughtEvent], None]


def ignore_event(_: ThoughtEvent) -> None:
    """For callers that want the value alone."""


async def stream_events(run: Callable[[ThoughtListener], Awaitable[Any]]) -> AsyncIterator[ThoughtEvent]:
    """The events of a thought as they happen, its value last. Leaving the loop early cancels the thought."""
    events: asyncio.Queue[ThoughtEvent | None] = asyncio.Queue()
    task = asyncio.ensure_future(run(events.put_nowait))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        yield Thought(task.result())
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


WAYS: Final = ("ask", "retry", "reason", "constrain", "repair", "decode", "tools", "transport")
"""How a model may be asked; `transport` is a call that another one made good."""

ReplyCheck = Callable[[str], Awaitable[Parsed[Any] | Rejected]]


@dataclass
class WayTally:
    """How often each way was taken, and how often it worked."""

    taken: Counter[str] = field(default_factory=Counter)
    worked: Counter[str] = field(default_factory=Counter)

    def count(self, way: str, worked: bool) -> None:
        """One more call."""
        self.taken[way] += 1
        self.worked[way] += worked


@dataclass
class RetrySession:
    """One thought: who is asked, for what, what was tried and what it has cost so far."""

    model: Model
    purpose: str
    messages: list[dict[str, Any]]
    call_log: CallLog
    clock: Clock
    tally: WayTally
    tell: ThoughtListener
    keep_attempts: int = 2
    about: str = ""
    attempts: list[Attempt] = field(default_factory=list)
    spent: Usage = field(default_factory=Usage)
    number: int = 0

    @property
    def language(self) -> Language:
        """The language of what was asked."""
        return language_of(str([message.get("content") for message in self.messages]))

    async def attempt(self, request: Request, judge: ReplyCheck, way: str) -> Parsed[Any] | Rejected:
        """Ask once. A refused reply is kept among the attempts; an error of the model is raised as it is."""
        self.number += 1
        self.tell(AttemptStarted(self.number, way, self.about))
        start = self.clock.elapsed()
        try:
            reply = await self.model.reply(_copy_request(request), self.tell)
        except ModelError as error:
            self.tally.count(way, worked=False)
            self._record(request, Reply(""), start, way=way, error=error.code)
            raise
        self.spent += reply.usage
        result = await self._judged(reply, judge)
        self._settle(request, reply, result, start, way)
        return result

    async def _judged(self, reply: Reply, judge: ReplyCheck) -> Parsed[Any] | Rejected:
        """An empty reply is its own case: no parser needs to be asked."""
        if not reply.text.strip():
            return Rejected("empty", text(self.language, "feedback.think.empty"))
        return await judge(reply.text)

    def _settle(self, request: Request, reply: Reply, result: Parsed[Any] | Rejected, start: float, way: str) -> None:
        self.tally.count(way, worked=isinstance(result, Parsed))
        if isinstance(result, Parsed):
            self._record(request, reply, start, way=way)
            self.tell(AttemptAccepted(self.number, way))
        else:
            self._record(request, reply, start, way=way, feedback=result.feedback)
            self.refuse(reply.text, result)

    def refuse(self, reply: str, rejected: Rejected) -> None:
        """Keep a refused attempt, and tell it."""
        self.attempts.append(Attempt(reply, rejected.feedback, rejected.example))
        self.tell(AttemptRefused(self.number, reply, rejected.feedback))

    def _record(self, request: Request, reply: Reply, start: float, **how: Any) -> None:
        seconds = self.clock.elapsed() - start
        name = reply.model or self.model.name
        self.call_log.record(Call(self.purpose, name, request.messages, reply.text, reply.usage, seconds, **how))

    def retold(self) -> list[dict[str, Any]]:
        """What was asked, then the last attempts as turns. Examples are for capable models: weak ones copy them."""
        turns = list(self.messages)
        for attempt in self.attempts[-self.keep_attempts :]:
            advice = attempt.feedback
            if attempt.example and not self.model.abilities.is_weak:
                advice = f"{advice}\n\n{attempt.example}"
            turns.append({"role": "assistant", "content": attempt.reply})
            turns.append({"role": "user", "content": advice})
        return turns

    @contextlib.contextmanager
    def part(self, messages: list[dict[str, Any]], about: str) -> Iterator["RetrySession"]:
        """A question within the thought: it starts without attempts; what it tries and spends counts for the whole."""
        inner = dataclasses.replace(self, messages=messages, about=about, attempts=[], spent=Usage())
        try:
            yield inner
        finally:
            self.attempts += inner.attempts
            self.spent += inner.spent
            self.number = inner.number

    def gave_up(self) -> NeverAnswered | NeverParsed:
        """The error that carries every attempt."""
        attempts, count = tuple(self.attempts), len(self.attempts)
        if not any(attempt.reply.strip() for attempt in attempts):
            return NeverAnswered(attempts=attempts, count=count, usage=self.spent)
        return NeverParsed(attempts=attempts, count=count, usage=self.spent, parser=self.purpose)


def copy_messages(prompt: str | Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation as a copy of our own."""
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    if not prompt:
        raise InvalidOption(option="prompt", value=prompt, allowed="Give a text, or at least one message.")
    return [dict(copy.deepcopy(message)) for message in prompt]


def _copy_request(request: Request) -> Request:
    """What the model gets: it may do with the messages what it likes."""
    return dataclasses.replace(request, messages=copy.deepcopy(list(request.messages)))
