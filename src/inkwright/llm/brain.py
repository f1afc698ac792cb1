"""`Brain`: asks a model until a parser accepts the reply. The caller's messages are not changed."""

import inspect
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar, overload

from inkwright.clock import Clock
from inkwright.errors import BrokenParser, InkwrightError, InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.attempts import (
    ATTEMPT_CHARACTERS,
    RetrySession,
    ThoughtEvent,
    ThoughtListener,
    WayTally,
    copy_messages,
    ignore_event,
    stream_events,
)
from inkwright.llm.call_log import CallLog, LoggedModel
from inkwright.llm.models import Message, Model, Purpose, Request, Usage
from inkwright.llm.structured_output import ValueCheck, ValueGoal, decide_value, think_value
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.schemas import Schema

Parser = Callable[..., Mapping[str, Any] | Awaitable[Mapping[str, Any]]]


def parser_name(parser: Parser) -> str:
    """Return the name of a parser for messages and logs."""
    return getattr(parser, "__qualname__", None) or type(parser).__qualname__


def check_parser_options(parser: Parser, options: Mapping[str, Any], reserved: frozenset[str]) -> None:
    """Reject options that the parser does not accept, and parameters of it that clash with those of the engine."""
    if not callable(parser):
        raise InvalidOption(option="parser", value=parser, allowed=Reason("reason.llm.parser"))
    parameters = inspect.signature(parser).parameters
    for name in parameters.keys() & reserved:
        allowed = Reason("reason.llm.parser_option", parser=parser_name(parser))
        raise InvalidOption(option=name, value=parser_name(parser), allowed=allowed)
    try:
        inspect.signature(parser).bind("", **options)
    except TypeError as problem:
        allowed = Reason("reason.llm.parser_options", parser=parser_name(parser), problem=problem)
        raise InvalidOption(option="parser_kwargs", value=dict(options), allowed=allowed) from problem


async def call_parser(parser: Parser, reply: str, options: Mapping[str, Any]) -> Parsed[Any] | Rejected:
    """Return the result of a parser. One that raises or breaks the contract is a bug in the parser: BrokenParser.

    Errors of Inkwright, such as an invalid schema, pass through unchanged.
    """
    try:
        answer = parser(reply, **options)
        if inspect.isawaitable(answer):
            answer = await answer
    except InkwrightError:
        raise
    except Exception as problem:
        reason = Reason("reason.llm.parser_raised", kind=type(problem).__name__, problem=problem)
        raise BrokenParser(parser=parser_name(parser), problem=reason) from problem
    return _parser_result(parser, answer)


def _parser_result(parser: Parser, answer: Any) -> Parsed[Any] | Rejected:
    match answer:
        case {"status": "success", "content": content}:
            return Parsed(content, partial=bool(answer.get("partial")))
        case {"status": "error", "feedback": str(feedback)} if feedback.strip():
            return Rejected(str(answer.get("reason") or ""), feedback, str(answer.get("example") or ""))
    reason = Reason("reason.llm.parser_returned", value=repr(answer)[:_MAX_SHOWN])
    raise BrokenParser(parser=parser_name(parser), problem=reason)


T = TypeVar("T")

_MAX_SHOWN: Final = 190
_MIN_ATTEMPT_CHARACTERS: Final = 200
_MAX_TEMPERATURE: Final = 2
_RESERVED: Final = frozenset({"self", "prompt", "parser", "max_retries", "temperature", "max_tokens"})


@dataclass(frozen=True, slots=True)
class AcceptedReply:
    """A reply that the parser accepted: its raw text, and the content that the parser found."""

    text: str
    content: Any


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How often and how a model is asked; None leaves the choice to the model."""

    max_calls: int
    temperature: float | None = None
    max_tokens: int | None = None

    def check(self) -> None:
        """Reject limits that no model can follow."""
        check_max_calls(self.max_calls)
        value: object = self.temperature
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if value is not None and not (is_number and 0 <= value <= _MAX_TEMPERATURE):  # type: ignore[operator]
            raise InvalidOption(option="temperature", value=value, allowed=Reason("reason.llm.temperature"))
        limit: object = self.max_tokens
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
            raise InvalidOption(option="max_tokens", value=limit, allowed=Reason("reason.llm.max_tokens"))


class Brain:
    """Asks one model. `usage` is the sum of all calls; `tally` counts how often each method worked.

    A retry sends the original messages, always complete, then the last attempts, each followed by the feedback:
    together at most `attempt_characters`, so that the context stays bounded. Only capable models get examples: weak
    ones copy them. `purpose` is what its calls are for, in the log; `call_log` logs them here, for a model that does
    not log its calls itself.
    """

    def __init__(
        self,
        model: Model,
        *,
        purpose: Purpose = "other",
        call_log: CallLog | None = None,
        clock: Clock | None = None,
        attempt_characters: int = ATTEMPT_CHARACTERS,
    ) -> None:
        if attempt_characters < _MIN_ATTEMPT_CHARACTERS:
            allowed = Reason("reason.llm.attempt_characters", least=_MIN_ATTEMPT_CHARACTERS)
            raise InvalidOption(option="attempt_characters", value=attempt_characters, allowed=allowed)
        self.model = model if call_log is None else LoggedModel(model, call_log, clock=clock)
        self.usage = Usage()
        self.tally = WayTally()
        self._purpose = purpose
        self._attempt_characters = attempt_characters

    async def think_with_retry(
        self,
        prompt: str | Sequence[Message],
        parser: Parser,
        max_retries: int = 3,
        *,
        temperature: float | None = None,
        max_tokens: int | None = None,
        **parser_kwargs: Any,
    ) -> Any:
        """Return the content that the parser found in a reply of the model.

        `max_retries=N` means at most N calls in total, each with this temperature and at most `max_tokens` tokens. The
        caller's messages are not changed. If no reply is accepted, NeverParsed carries every attempt (NeverAnswered,
        if all replies were empty). An error of the model is raised at once, unchanged.
        """
        limits = CallLimits(max_retries, temperature, max_tokens)
        return (await self.think_reply(prompt, parser, limits, parser_kwargs)).content

    def stream_think_with_retry(
        self,
        prompt: str | Sequence[Message],
        parser: Parser,
        max_retries: int = 3,
        *,
        temperature: float | None = None,
        max_tokens: int | None = None,
        **parser_kwargs: Any,
    ) -> AsyncIterator[ThoughtEvent]:
        """Like `think_with_retry`, as a stream of events; the last one is a `Thought` with the content."""
        limits = CallLimits(max_retries, temperature, max_tokens)

        async def run(on_event: ThoughtListener) -> Any:
            return (await self.think_reply(prompt, parser, limits, parser_kwargs, on_event)).content

        return stream_events(run)

    @overload
    async def think(
        self, prompt: str | Sequence[Message], schema: type[T], *, check: ValueCheck | None = None, max_retries: int = 3
    ) -> T: ...
    @overload
    async def think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: ValueCheck | None = None, max_retries: int = 3
    ) -> Any: ...
    async def think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: ValueCheck | None = None, max_retries: int = 3
    ) -> Any:
        """Return a value of the schema: a pydantic model, a type, or a JSON schema.

        The prompt describes the content only; the format is requested in the way that suits the model. `check` gets
        the value and returns the problem with it, or None. `max_retries=N` means at most N calls; where a weak model
        gives the value in pieces, N for each piece. Errors are those of `think_with_retry`.
        """
        return await self._think(prompt, ValueGoal(Schema(schema), check), max_retries, ignore_event)

    async def decide(
        self, prompt: str | Sequence[Message], schema: type[T], *, check: ValueCheck | None = None, max_retries: int = 2
    ) -> T:
        """Return a small value quickly: no reasoning first, temperature 0, constrained by the schema where possible."""
        check_max_calls(max_retries)
        goal = ValueGoal(Schema(schema), check)
        session = self._session(prompt, goal.schema.name, ignore_event)
        try:
            decided: T = await decide_value(session, goal, max_retries)
        finally:
            self.usage += session.spent
        return decided

    def stream_think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: ValueCheck | None = None, max_retries: int = 3
    ) -> AsyncIterator[ThoughtEvent]:
        """Like `think`, as a stream of events; the last one is a `Thought` with the value."""
        return stream_events(
            lambda on_event: self.think_with_events(on_event, prompt, schema, check=check, max_retries=max_retries)
        )

    async def think_with_events(
        self,
        on_event: ThoughtListener,
        prompt: str | Sequence[Message],
        schema: Any,
        *,
        check: ValueCheck | None = None,
        max_retries: int = 3,
    ) -> Any:
        """Like `think`; `on_event` is called with every event as it happens."""
        return await self._think(prompt, ValueGoal(Schema(schema), check), max_retries, on_event)

    async def _think(
        self, prompt: str | Sequence[Message], goal: ValueGoal, max_retries: int, on_event: ThoughtListener
    ) -> Any:
        check_max_calls(max_retries)
        session = self._session(prompt, goal.schema.name, on_event)
        try:
            return await think_value(session, goal, max_retries)
        finally:
            self.usage += session.spent

    async def think_reply(
        self,
        prompt: str | Sequence[Message],
        parser: Parser,
        limits: CallLimits,
        parser_kwargs: Mapping[str, Any],
        on_event: ThoughtListener = ignore_event,
    ) -> AcceptedReply:
        """Like `think_with_retry`, with the raw text of the accepted reply."""
        limits.check()
        check_parser_options(parser, parser_kwargs, _RESERVED)
        session = self._session(prompt, parser_name(parser), on_event)

        async def check_reply(reply: str) -> Parsed[Any] | Rejected:
            return await call_parser(parser, reply, parser_kwargs)

        try:
            for number in range(limits.max_calls):
                request = Request(session.messages_with_attempts(), limits.temperature, limits.max_tokens)
                result = await session.attempt(request, check_reply, "retry" if number else "ask")
                if isinstance(result, Parsed):
                    return AcceptedReply(session.last_reply, result.value)
            raise session.give_up_error()
        finally:
            self.usage += session.spent

    def _session(self, prompt: str | Sequence[Message], subject: str, on_event: ThoughtListener) -> RetrySession:
        messages = copy_messages(prompt)
        return RetrySession(
            self.model, self._purpose, subject, messages, self.tally, on_event, self._attempt_characters
        )


def check_max_calls(max_retries: int, option: str = "max_retries") -> None:
    """Reject a number of calls that is no whole number from 1 on."""
    count: object = max_retries
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise InvalidOption(option=option, value=count, allowed=Reason("reason.llm.max_calls"))
