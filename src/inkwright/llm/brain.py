"""`Brain`: asks a model until a parser accepts the reply, in a copy of the conversation."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, overload

from inkwright.clock import Clock, SystemClock
from inkwright.errors import BrokenParser, InkwrightError, InvalidOption
from inkwright.llm.attempts import (
    RetrySession,
    ThoughtEvent,
    ThoughtListener,
    WayTally,
    copy_messages,
    ignore_event,
    stream_events,
)
from inkwright.llm.call_log import CallLog, NoCallLog
from inkwright.llm.models import Message, Model, Request, Usage
from inkwright.llm.structured_output import ValueCheck, ValueGoal, decide_value, think_value
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.schemas import Schema

Parser = Callable[..., Mapping[str, Any] | Awaitable[Mapping[str, Any]]]


def parser_name(parser: Parser) -> str:
    """What to call a parser in messages and logs."""
    return getattr(parser, "__qualname__", None) or type(parser).__qualname__


def check_parser_options(parser: Parser, options: Mapping[str, Any], reserved: frozenset[str]) -> None:
    """Refuse options that the parser does not take, and parameters of the parser that the engine would swallow."""
    parameters = inspect.signature(parser).parameters
    for name in parameters.keys() & reserved:
        problem = f"The engine has an option of that name; rename it in {parser_name(parser)}."
        raise InvalidOption(option=name, value=parser_name(parser), allowed=problem)
    try:
        inspect.signature(parser).bind("", **options)
    except TypeError as problem:
        raise InvalidOption(
            option="parser_kwargs", value=dict(options), allowed=f"{parser_name(parser)}: {problem}."
        ) from problem


async def call_parser(parser: Parser, reply: str, options: Mapping[str, Any]) -> Parsed[Any] | Rejected:
    """What a parser says of a reply. A parser that raises or breaks the contract is a mistake of its author.

    Errors of Inkwright pass as they are: a wrong schema is a wrong schema.
    """
    try:
        answer = parser(reply, **options)
        if inspect.isawaitable(answer):
            answer = await answer
    except InkwrightError:
        raise
    except Exception as problem:
        raise BrokenParser(
            parser=parser_name(parser), problem=f"it raised {type(problem).__name__}: {problem}"
        ) from problem
    return _parser_result(parser, answer)


def _parser_result(parser: Parser, answer: Any) -> Parsed[Any] | Rejected:
    match answer:
        case {"status": "success", "content": content}:
            return Parsed(content, partial=bool(answer.get("partial")))
        case {"status": "error", "feedback": str(feedback)} if feedback.strip():
            return Rejected(str(answer.get("reason", "")), feedback, str(answer.get("example", "")))
    shown = f"it returned {answer!r}"[:200]
    raise BrokenParser(parser=parser_name(parser), problem=shown)


T = TypeVar("T")

_RESERVED: Final = frozenset({"self", "prompt", "parser", "max_retries"})


class Brain:
    """Asks one model. `usage` sums every call of every thought; `tally` counts how often each way worked.

    A retry shows the model the original messages, then its last attempts (`keep_attempts` of them, so that the
    context stays bounded), each followed by what was wrong. Examples are shown to capable models only: weak ones
    copy them.
    """

    def __init__(
        self, model: Model, *, call_log: CallLog | None = None, clock: Clock | None = None, keep_attempts: int = 2
    ) -> None:
        if keep_attempts < 1:
            raise InvalidOption(option="keep_attempts", value=keep_attempts, allowed="Keep at least one.")
        self.model = model
        self.usage = Usage()
        self.tally = WayTally()
        self._call_log = call_log or NoCallLog()
        self._clock = clock or SystemClock()
        self._keep_attempts = keep_attempts

    async def think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> Any:
        """The content that the parser found in a reply of the model.

        `max_retries=N` is at most N calls in all. The caller's messages are not touched. When no reply is accepted,
        NeverParsed carries every attempt (NeverAnswered, if all were empty); an error of the model is raised as it
        is, at once.
        """
        return await self._until_parsed(prompt, parser, max_retries, parser_kwargs, ignore_event)

    def stream_think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> AsyncIterator[ThoughtEvent]:
        """The same, told as it happens: attempts, pieces, refusals, and the content in a `Thought` at the end."""
        return stream_events(lambda tell: self._until_parsed(prompt, parser, max_retries, parser_kwargs, tell))

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
        """A value of the schema: an instance of a pydantic model, or what a type or a JSON schema describes.

        The prompt says what is wanted, not in which form: that is seen to, in the way that suits the model. `check`
        gets the value and returns what is wrong with it, or None. `max_retries=N` is at most N calls; where a weak
        model gives the value in pieces, for each piece. Errors as those of `think_with_retry`.
        """
        return await self._until_fitting(prompt, ValueGoal(Schema(schema), check), max_retries, ignore_event)

    async def decide(
        self, prompt: str | Sequence[Message], schema: type[T], *, check: ValueCheck | None = None, max_retries: int = 2
    ) -> T:
        """A small value at once: no thoughts first, temperature 0, held to the schema where the model can."""
        check_max_calls(max_retries)
        goal = ValueGoal(Schema(schema), check)
        asking = self._asking(prompt, goal.schema.name, ignore_event)
        try:
            decided: T = await decide_value(asking, goal, max_retries)
        finally:
            self.usage += asking.spent
        return decided

    def stream_think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: ValueCheck | None = None, max_retries: int = 3
    ) -> AsyncIterator[ThoughtEvent]:
        """The same, told as it happens, and the value in a `Thought` at the end."""
        return stream_events(lambda tell: self.think_told(tell, prompt, schema, check=check, max_retries=max_retries))

    async def think_told(
        self,
        tell: ThoughtListener,
        prompt: str | Sequence[Message],
        schema: Any,
        *,
        check: ValueCheck | None = None,
        max_retries: int = 3,
    ) -> Any:
        """Like `think`; every event is told to `tell` as it happens."""
        return await self._until_fitting(prompt, ValueGoal(Schema(schema), check), max_retries, tell)

    async def _until_fitting(
        self, prompt: str | Sequence[Message], goal: ValueGoal, max_retries: int, tell: ThoughtListener
    ) -> Any:
        check_max_calls(max_retries)
        asking = self._asking(prompt, goal.schema.name, tell)
        try:
            return await think_value(asking, goal, max_retries)
        finally:
            self.usage += asking.spent

    async def _until_parsed(
        self,
        prompt: str | Sequence[Message],
        parser: Parser,
        max_retries: int,
        parser_kwargs: dict[str, Any],
        tell: ThoughtListener,
    ) -> Any:
        check_max_calls(max_retries)
        check_parser_options(parser, parser_kwargs, _RESERVED)
        asking = self._asking(prompt, parser_name(parser), tell)

        async def judge(reply: str) -> Parsed[Any] | Rejected:
            return await call_parser(parser, reply, parser_kwargs)

        try:
            for _ in range(max_retries):
                result = await asking.attempt(Request(asking.retold()), judge, "ask" if not asking.number else "retry")
                if isinstance(result, Parsed):
                    return result.value
            raise asking.gave_up()
        finally:
            self.usage += asking.spent

    def _asking(self, prompt: str | Sequence[Message], purpose: str, tell: ThoughtListener) -> RetrySession:
        return RetrySession(
            self.model,
            purpose,
            copy_messages(prompt),
            self._call_log,
            self._clock,
            self.tally,
            tell,
            self._keep_attempts,
        )


def check_max_calls(max_retries: int) -> None:
    """Refuse a number of calls that is none."""
    if max_retries < 1:
        raise InvalidOption(option="max_retries", value=max_retries, allowed="It counts all calls: at least 1.")
