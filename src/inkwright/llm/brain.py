"""`Brain`: asks a model until a parser is satisfied, in a copy of the conversation."""

import copy
from collections.abc import Sequence
from typing import Any, Final

from inkwright.clock import Clock, SystemClock
from inkwright.errors import Attempt, InvalidOption, NeverParsed
from inkwright.i18n import language_of, text
from inkwright.llm.calls import Call, CallLog, NoCallLog
from inkwright.llm.models import Message, Model, Reply, Usage
from inkwright.llm.parsers import Parser, call_parser, check_options, name_of
from inkwright.parsing import Parsed, Rejected

_RESERVED: Final = frozenset({"self", "prompt", "parser", "max_retries"})


class Brain:
    """Asks one model. `usage` sums every attempt of every thought.

    A retry shows the model the original messages, then its last attempts (`keep_attempts` of them, so that the
    context stays bounded), each followed by what was wrong. Examples are shown to capable models only: weak ones
    copy them.
    """

    def __init__(
        self,
        model: Model,
        *,
        call_log: CallLog | None = None,
        clock: Clock | None = None,
        keep_attempts: int = 2,
        shows_examples: bool = True,
    ) -> None:
        if keep_attempts < 1:
            raise InvalidOption(option="keep_attempts", value=keep_attempts, allowed="Keep at least one.")
        self.model = model
        self.usage = Usage()
        self._call_log = call_log or NoCallLog()
        self._clock = clock or SystemClock()
        self._keep_attempts = keep_attempts
        self._shows_examples = shows_examples

    async def think_with_retry(
        self, prompt: str | Sequence[Message], parser: Parser, max_retries: int = 3, **parser_kwargs: Any
    ) -> Any:
        """The content that the parser found in a reply of the model.

        `max_retries=N` is at most N calls in all. The caller's messages are not touched. When no reply is accepted,
        NeverParsed carries every attempt; an error of the transport is raised as it is, at once.
        """
        if max_retries < 1:
            raise InvalidOption(option="max_retries", value=max_retries, allowed="It counts all calls: at least 1.")
        check_options(parser, parser_kwargs, _RESERVED)
        asked = _messages(prompt)
        attempts: list[Attempt] = []
        spent = Usage()
        for _ in range(max_retries):
            reply, result = await self._attempt(asked, attempts, parser, parser_kwargs)
            spent += reply.usage
            if isinstance(result, Parsed):
                return result.value
            attempts.append(Attempt(reply.text, result.feedback, result.example))
        raise NeverParsed(attempts=tuple(attempts), count=len(attempts), usage=spent, parser=name_of(parser))

    async def _attempt(
        self, asked: list[dict[str, Any]], attempts: list[Attempt], parser: Parser, options: dict[str, Any]
    ) -> tuple[Reply, Parsed[Any] | Rejected]:
        messages = [*asked, *self._retold(attempts)]
        start = self._clock.elapsed()
        reply = await self.model.reply(copy.deepcopy(messages))
        seconds = self._clock.elapsed() - start
        self.usage += reply.usage
        result = await self._judged(asked, reply, parser, options)
        feedback = result.feedback if isinstance(result, Rejected) else None
        self._call_log.record(
            Call(name_of(parser), self.model.name, messages, reply.text, reply.usage, seconds, feedback)
        )
        return reply, result

    async def _judged(
        self, asked: list[dict[str, Any]], reply: Reply, parser: Parser, options: dict[str, Any]
    ) -> Parsed[Any] | Rejected:
        """An empty reply is its own case: no parser needs to be asked."""
        if not reply.text.strip():
            return Rejected("empty", text(language_of(str(asked)), "feedback.think.empty"))
        return await call_parser(parser, reply.text, options)

    def _retold(self, attempts: list[Attempt]) -> list[dict[str, Any]]:
        """The last attempts as turns of the conversation."""
        turns: list[dict[str, Any]] = []
        for attempt in attempts[-self._keep_attempts :]:
            advice = attempt.feedback
            if attempt.example and self._shows_examples:
                advice = f"{advice}\n\n{attempt.example}"
            turns.append({"role": "assistant", "content": attempt.reply})
            turns.append({"role": "user", "content": advice})
        return turns


def _messages(prompt: str | Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation as a copy of our own."""
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    return [dict(copy.deepcopy(message)) for message in prompt]
