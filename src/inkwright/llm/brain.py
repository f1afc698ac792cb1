"""`Brain`: asks a model until a parser is satisfied, in a copy of the conversation."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, TypeVar, overload

from inkwright.clock import Clock, SystemClock
from inkwright.errors import InvalidOption
from inkwright.llm.asking import Asking, Tally, copied_messages
from inkwright.llm.attempts import Tell, ThoughtEvent, events_of, untold
from inkwright.llm.calls import CallLog, NoCallLog
from inkwright.llm.decoding import Check, Goal
from inkwright.llm.models import Message, Model, Request, Usage
from inkwright.llm.parsers import Parser, call_parser, check_options, name_of
from inkwright.llm.schema_thinking import decide_value, think_value
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.schemas import Schema

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
        self.tally = Tally()
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
        return await self._until_parsed(prompt, parser, max_retries, parser_kwargs, untold)

    def stream_think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> AsyncIterator[ThoughtEvent]:
        """The same, told as it happens: attempts, pieces, refusals, and the content in a `Thought` at the end."""
        return events_of(lambda tell: self._until_parsed(prompt, parser, max_retries, parser_kwargs, tell))

    @overload
    async def think(
        self, prompt: str | Sequence[Message], schema: type[T], *, check: Check | None = None, max_retries: int = 3
    ) -> T: ...
    @overload
    async def think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: Check | None = None, max_retries: int = 3
    ) -> Any: ...
    async def think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: Check | None = None, max_retries: int = 3
    ) -> Any:
        """A value of the schema: an instance of a pydantic model, or what a type or a JSON schema describes.

        The prompt says what is wanted, not in which form: that is seen to, in the way that suits the model. `check`
        gets the value and returns what is wrong with it, or None. `max_retries=N` is at most N calls; where a weak
        model gives the value in pieces, for each piece. Errors as those of `think_with_retry`.
        """
        return await self._until_fitting(prompt, Goal(Schema(schema), check), max_retries, untold)

    async def decide(
        self, prompt: str | Sequence[Message], schema: type[T], *, check: Check | None = None, max_retries: int = 2
    ) -> T:
        """A small value at once: no thoughts first, temperature 0, held to the schema where the model can."""
        check_calls(max_retries)
        goal = Goal(Schema(schema), check)
        asking = self._asking(prompt, goal.schema.name, untold)
        try:
            decided: T = await decide_value(asking, goal, max_retries)
        finally:
            self.usage += asking.spent
        return decided

    def stream_think(
        self, prompt: str | Sequence[Message], schema: Any, *, check: Check | None = None, max_retries: int = 3
    ) -> AsyncIterator[ThoughtEvent]:
        """The same, told as it happens, and the value in a `Thought` at the end."""
        return events_of(lambda tell: self.think_told(tell, prompt, schema, check=check, max_retries=max_retries))

    async def think_told(
        self,
        tell: Tell,
        prompt: str | Sequence[Message],
        schema: Any,
        *,
        check: Check | None = None,
        max_retries: int = 3,
    ) -> Any:
        """Like `think`; every event is told to `tell` as it happens."""
        return await self._until_fitting(prompt, Goal(Schema(schema), check), max_retries, tell)

    async def _until_fitting(self, prompt: str | Sequence[Message], goal: Goal, max_retries: int, tell: Tell) -> Any:
        check_calls(max_retries)
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
        tell: Tell,
    ) -> Any:
        check_calls(max_retries)
        check_options(parser, parser_kwargs, _RESERVED)
        asking = self._asking(prompt, name_of(parser), tell)

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

    def _asking(self, prompt: str | Sequence[Message], purpose: str, tell: Tell) -> Asking:
        return Asking(
            self.model,
            purpose,
            copied_messages(prompt),
            self._call_log,
            self._clock,
            self.tally,
            tell,
            self._keep_attempts,
        )


def check_calls(max_retries: int) -> None:
    """Refuse a number of calls that is none."""
    if max_retries < 1:
        raise InvalidOption(option="max_retries", value=max_retries, allowed="It counts all calls: at least 1.")
