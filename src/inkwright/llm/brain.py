"""`Brain`: asks a model until a parser accepts the reply. The caller's messages are not changed."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, overload

from inkwright.clock import Clock
from inkwright.errors import BrokenParser, InkwrightError, InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.attempts import (
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
            return Rejected(str(answer.get("reason", "")), feedback, str(answer.get("example", "")))
    reason = Reason("reason.llm.parser_returned", value=repr(answer)[:_MAX_SHOWN])
    raise BrokenParser(parser=parser_name(parser), problem=reason)


T = TypeVar("T")

_MAX_SHOWN: Final = 190
_RESERVED: Final = frozenset({"self", "prompt", "parser", "max_retries"})


class Brain:
    """Asks one model. `usage` is the sum of all calls; `tally` counts how often each method worked.

    A retry sends the original messages, then the last attempts (`keep_attempts` of them, so that the context stays
    bounded), each followed by the feedback. Only capable models get examples: weak ones copy them. `purpose` is what
    its calls are for, in the log; `call_log` logs them here, for a model that does not log its calls itself.
    """

    def __init__(
        self,
        model: Model,
        *,
        purpose: Purpose = "other",
        call_log: CallLog | None = None,
        clock: Clock | None = None,
        keep_attempts: int = 2,
    ) -> None:
        if keep_attempts < 1:
            raise InvalidOption(option="keep_attempts", value=keep_attempts, allowed=Reason("reason.llm.keep_attempts"))
        self.model = model if call_log is None else LoggedModel(model, call_log, clock=clock)
        self.usage = Usage()
        self.tally = WayTally()
        self._purpose = purpose
        self._keep_attempts = keep_attempts

    async def think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> Any:
        """Return the content that the parser found in a reply of the model.

        `max_retries=N` means at most N calls in total. The caller's messages are not changed. If no reply is accepted,
        NeverParsed carries every attempt (NeverAnswered, if all replies were empty). An error of the model is raised
        at once, unchanged.
        """
        return await self._think_parsed(prompt, parser, max_retries, parser_kwargs, ignore_event)

    def stream_think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> AsyncIterator[ThoughtEvent]:
        """Like `think_with_retry`, as a stream of events; the last one is a `Thought` with the content."""
        return stream_events(lambda on_event: self._think_parsed(prompt, parser, max_retries, parser_kwargs, on_event))

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

    async def _think_parsed(
        self,
        prompt: str | Sequence[Message],
        parser: Parser,
        max_retries: int,
        parser_kwargs: dict[str, Any],
        on_event: ThoughtListener,
    ) -> Any:
        check_max_calls(max_retries)
        check_parser_options(parser, parser_kwargs, _RESERVED)
        session = self._session(prompt, parser_name(parser), on_event)

        async def check_reply(reply: str) -> Parsed[Any] | Rejected:
            return await call_parser(parser, reply, parser_kwargs)

        try:
            for _ in range(max_retries):
                result = await session.attempt(
                    Request(session.messages_with_attempts()), check_reply, "ask" if not session.number else "retry"
                )
                if isinstance(result, Parsed):
                    return result.value
            raise session.give_up_error()
        finally:
            self.usage += session.spent

    def _session(self, prompt: str | Sequence[Message], subject: str, on_event: ThoughtListener) -> RetrySession:
        messages = copy_messages(prompt)
        return RetrySession(self.model, self._purpose, subject, messages, self.tally, on_event, self._keep_attempts)


def check_max_calls(max_retries: int) -> None:
    """Reject a number of calls below 1."""
    if max_retries < 1:
        raise InvalidOption(option="max_retries", value=max_retries, allowed=Reason("reason.llm.max_calls"))
