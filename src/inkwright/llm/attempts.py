"""Retries until a reply is accepted: each attempt is sent, checked and counted, and reported as events."""

import asyncio
import contextlib
import copy
import dataclasses
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.errors import (
    Attempt,
    InkwrightError,
    InvalidOption,
    ModelError,
    NeverAnswered,
    NeverParsed,
    ReplyMalformed,
)
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.models import (
    CallPiece,
    CallVerdict,
    Message,
    Model,
    Purpose,
    ReasoningPiece,
    Reply,
    Request,
    StartedOver,
    TextPiece,
    Usage,
)
from inkwright.parsing import Parsed, Rejected


@dataclass(frozen=True, slots=True)
class AttemptStarted:
    """An attempt starts. `way` is the method used; `about` names the piece, where only a piece is requested."""

    number: int
    way: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A reply was rejected; `feedback` explains to the model why."""

    number: int
    reply: str
    feedback: str


@dataclass(frozen=True, slots=True)
class AttemptAccepted:
    """A reply was accepted."""

    number: int
    way: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The final value. It is always the last event."""

    value: Any


ThoughtEvent = (
    AttemptStarted | TextPiece | ReasoningPiece | CallPiece | StartedOver | AttemptRefused | AttemptAccepted | Thought
)
ThoughtListener = Callable[[ThoughtEvent], None]


def ignore_event(_: ThoughtEvent) -> None:
    """Listener for callers that need only the value."""


async def stream_events(run: Callable[[ThoughtListener], Awaitable[Any]]) -> AsyncIterator[ThoughtEvent]:
    """Yield the events as they happen, and the value last. Leaving the loop early cancels the work."""
    events: asyncio.Queue[ThoughtEvent | None] = asyncio.Queue()
    task = asyncio.ensure_future(run(events.put_nowait))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        yield Thought(task.result())
    finally:
        task.cancel()
        # Also the error of a task whose events nobody waits for is taken, so that it is not reported as lost.
        await asyncio.gather(task, return_exceptions=True)


WAYS: Final = ("ask", "retry", "reason", "constrain", "repair", "decode", "tools", "transport")
"""The methods of asking a model. Earlier versions logged failed calls as `transport`."""

ReplyCheck = Callable[[str], Awaitable[Parsed[Any] | Rejected]]


@dataclass
class WayTally:
    """How often each method was used, and how often it worked."""

    taken: Counter[str] = field(default_factory=Counter)
    worked: Counter[str] = field(default_factory=Counter)

    def count(self, way: str, worked: bool) -> None:
        """Count one call."""
        self.taken[way] += 1
        self.worked[way] += worked


_WHOLE_WAYS: Final = ("ask", "retry", "constrain")
"""The methods whose reply must not be cut: the others ask for reasoning, or for a piece of a fixed length."""
_CUT_CHARACTERS: Final = 8
ATTEMPT_CHARACTERS: Final = 12_000
"""The size of the earlier attempts in a retry, all together. The original messages are always complete."""


@dataclass
class RetrySession:
    """The state of one retry loop: the model, the messages, the attempts so far and their cost.

    `subject` is the name of what is asked for. `last_reply` is the text of the last reply, complete also where only a
    part of it was checked.
    """

    model: Model
    purpose: Purpose
    subject: str
    messages: list[dict[str, Any]]
    tally: WayTally
    on_event: ThoughtListener
    attempt_characters: int = ATTEMPT_CHARACTERS
    about: str = ""
    attempts: list[Attempt] = field(default_factory=list)
    spent: Usage = field(default_factory=Usage)
    number: int = 0
    last_reply: str = ""

    @property
    def language(self) -> Language:
        """The language of the messages."""
        return language_of(str([message.get("content") for message in self.messages]))

    async def attempt(self, request: Request, check: ReplyCheck, way: str) -> Parsed[Any] | Rejected:
        """Ask once, and report to the log what became of the reply.

        A rejected reply is added to the attempts; an error of the model is raised unchanged.
        """
        self.number += 1
        self.on_event(AttemptStarted(self.number, way, self.about))
        try:
            reply = checked_reply(await self.model.reply(self._prepared(request, way), self.on_event), self.model.name)
        except ModelError:
            self.tally.count(way, worked=False)
            raise
        self.spent += reply.usage
        self.last_reply = reply.text
        result = await self._checked(reply, check, may_be_cut=way not in _WHOLE_WAYS)
        self._finish(reply, result, way)
        return result

    def _prepared(self, request: Request, way: str) -> Request:
        """Copy a request for the model, which may change its messages, and say what it is for."""
        messages = copy.deepcopy(list(request.messages))
        return dataclasses.replace(request, messages=messages, purpose=self.purpose, subject=self.subject, way=way)

    async def _checked(self, reply: Reply, check: ReplyCheck, *, may_be_cut: bool) -> Parsed[Any] | Rejected:
        """Check the reply. An empty one is rejected without calling the parser, and one that was cut after it."""
        if not reply.text.strip():
            return Rejected("empty", text(self.language, "feedback.think.empty"))
        try:
            result = await check(reply.text)
            if may_be_cut or reply.finish != "length" or not isinstance(result, Parsed):
                return result
            is_whole = await _is_whole(reply, result, check)
            return result if is_whole else Rejected("cut", text(self.language, "feedback.think.cut"))
        except InkwrightError as error:
            reply.refuse(error.code)
            raise
        except asyncio.CancelledError:
            reply.on_verdict(CallVerdict("cancelled"))
            raise

    def _finish(self, reply: Reply, result: Parsed[Any] | Rejected, way: str) -> None:
        self.tally.count(way, worked=isinstance(result, Parsed))
        if isinstance(result, Parsed):
            reply.accept()
            self.on_event(AttemptAccepted(self.number, way))
        else:
            reply.refuse(refusal_reason(result))
            self.refuse(reply.text, result)

    def refuse(self, reply: str, rejected: Rejected) -> None:
        """Add a rejected attempt, and report it."""
        self.attempts.append(Attempt(reply, rejected.feedback, rejected.example))
        self.on_event(AttemptRefused(self.number, reply, rejected.feedback))

    def messages_with_attempts(self) -> list[dict[str, Any]]:
        """Return the messages, then the last attempts as turns, as many as fit. The very last one is shortened to fit.

        Weak models get no examples: they copy them.
        """
        left = min(self.attempt_characters, self.model.abilities.context_tokens or self.attempt_characters)
        turns: list[tuple[str, str]] = []
        for attempt in reversed(self.attempts):
            advice, reply = self._advice(attempt), attempt.reply
            if not turns:
                advice = self._shorten(advice, left // 2)
                reply = self._shorten(reply, left - len(advice))
            if turns and len(reply) + len(advice) > left:
                break
            turns.append((reply, advice))
            left -= len(reply) + len(advice)
        added = [
            {"role": role, "content": content}
            for turn in reversed(turns)
            for role, content in zip(("assistant", "user"), turn, strict=True)
        ]
        return [*self.messages, *added]

    def _advice(self, attempt: Attempt) -> str:
        if attempt.example and not self.model.abilities.is_weak:
            return f"{attempt.feedback}\n\n{attempt.example}"
        return attempt.feedback

    def _shorten(self, long_text: str, limit: int) -> str:
        """Return the text, or its start and its end with a note of how much is left out between them."""
        if len(long_text) <= limit:
            return long_text
        note = text(self.language, "think.left_out", count=len(long_text) - limit)
        kept = max(0, limit - len(note))
        return f"{long_text[: kept - kept // 3]}{note}{long_text[len(long_text) - kept // 3 :]}"

    @contextlib.contextmanager
    def part(self, messages: list[dict[str, Any]], about: str) -> Iterator["RetrySession"]:
        """Ask for a part: it starts without attempts, and its attempts and cost are added to this session."""
        inner = dataclasses.replace(self, messages=messages, about=about, attempts=[], spent=Usage())
        try:
            yield inner
        finally:
            self.attempts += inner.attempts
            self.spent += inner.spent
            self.number = inner.number

    def give_up_error(self) -> NeverAnswered | NeverParsed:
        """Return the error that carries every attempt."""
        attempts, count = tuple(self.attempts), len(self.attempts)
        if not any(attempt.reply.strip() for attempt in attempts):
            return NeverAnswered(attempts=attempts, count=count, usage=self.spent)
        return NeverParsed(attempts=attempts, count=count, usage=self.spent, parser=self.subject)


def copy_messages(prompt: str | Sequence[Message]) -> list[dict[str, Any]]:
    """Return a deep copy of the conversation."""
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    if not prompt:
        raise InvalidOption(option="prompt", value=prompt, allowed=Reason("reason.llm.messages_empty"))
    return [dict(copy.deepcopy(message)) for message in prompt]


def refusal_reason(rejected: Rejected) -> str:
    """Return why a reply was rejected, for the log: the code, and what the model was told."""
    return ": ".join(filter(None, [rejected.reason, rejected.feedback]))


async def _is_whole(reply: Reply, result: Parsed[Any], check: ReplyCheck) -> bool:
    """Whether a reply that was cut at its length limit contains the whole value: its last words do not change it."""
    shorter = await check(reply.text.rstrip()[:-_CUT_CHARACTERS])
    return isinstance(shorter, Parsed) and shorter.value == result.value


def checked_reply(reply: object, model: str) -> Reply:
    """Return the reply of a model; no reply, or one without a text, is an empty one."""
    if reply is None:
        return Reply("")
    if not isinstance(reply, Reply) or not isinstance(reply.text, str | None):
        problem = Reason("reason.llm.not_a_reply", kind=type(reply).__name__)
        raise ReplyMalformed(model=model, problem=problem)
    return dataclasses.replace(reply, text=reply.text or "")
