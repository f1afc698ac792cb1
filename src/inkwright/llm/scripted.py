"""`ScriptedModel`: a model that says what a script says. It is public, so that users test as we do."""

import asyncio
import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from inkwright.llm.models import Message, Reply, Usage

Line = str | Reply | BaseException | Callable[[Sequence[Message]], "str | Reply"]


@dataclass(frozen=True, slots=True)
class ReceivedCall:
    """One call as the model received it; the messages are a copy."""

    messages: list[dict[str, Any]]
    temperature: float | None
    max_tokens: int | None


class ScriptedModel:
    """Gives the lines of a script one after another; `.calls` holds what it received.

    A line is a text, a `Reply`, an exception to raise, or a function of the messages. A script that is used up
    is a mistake of the test and raises AssertionError.
    """

    def __init__(self, script: Iterable[Line], *, name: str = "scripted", delay: float = 0) -> None:
        self.name = name
        self.calls: list[ReceivedCall] = []
        self._lines = iter(list(script))
        self._delay = delay

    async def reply(
        self, messages: Sequence[Message], *, temperature: float | None = None, max_tokens: int | None = None
    ) -> Reply:
        self.calls.append(ReceivedCall([dict(copy.deepcopy(message)) for message in messages], temperature, max_tokens))
        await asyncio.sleep(self._delay)
        line = next(self._lines, None)
        if line is None:
            raise AssertionError(f"the script of {self.name} is used up after {len(self.calls) - 1} calls")
        if isinstance(line, BaseException):
            raise line
        said = line(messages) if callable(line) else line
        return said if isinstance(said, Reply) else Reply(said, Usage(_words(messages), len(said.split())))


def _words(messages: Sequence[Message]) -> int:
    """A count that stands for tokens: words of all messages."""
    return sum(len(str(message.get("content", "")).split()) for message in messages)
