"""`ScriptedModel`: a model that replies from a script. It is public, so that users can test with it too."""

import asyncio
import copy
import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Message,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    ToolCall,
    Usage,
    ignore_piece,
)


@dataclass(frozen=True, slots=True)
class Stream:
    """A reply that comes in these pieces; `then` is what cuts it off, if anything does."""

    pieces: Sequence[str]
    then: BaseException | None = None


ScriptedOutput = str | Reply | ToolCall | Sequence[ToolCall] | Stream
ScriptLine = ScriptedOutput | BaseException | Callable[[Request], "ScriptedOutput | BaseException"]


class ScriptedModel:
    """Gives the lines of a script one after another; `.calls` holds the requests it received.

    A line is a text, a `Reply`, one or more `ToolCall`s, a `Stream`, an exception to raise, or a function from the
    request to any of these. A function instead of a script answers every request. `delay` passes before each reply
    and between the pieces of a stream. A script that is used up is a mistake of the test and raises AssertionError.
    """

    def __init__(
        self,
        script: Iterable[ScriptLine] | Callable[[Request], ScriptedOutput | BaseException],
        *,
        name: str = "scripted",
        delay: float = 0,
        abilities: Abilities | None = None,
    ) -> None:
        self.name = name
        self.abilities = abilities or Abilities()
        self.calls: list[Request] = []
        self._function = script if callable(script) else None
        self._lines = iter([] if callable(script) else list(script))
        self._delay = delay

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        received = dataclasses.replace(request, messages=copy.deepcopy(list(request.messages)))
        self.calls.append(received)
        line = self._function or next(self._lines, None)
        if line is None:
            raise AssertionError(f"the script of {self.name} is used up after {len(self.calls) - 1} calls")
        await asyncio.sleep(self._delay)
        said = line(copy.deepcopy(received)) if callable(line) else line
        if isinstance(said, BaseException):
            raise said
        return await self._tell(said, received, hear)

    async def _tell(self, said: ScriptedOutput, request: Request, hear: PieceListener) -> Reply:
        if isinstance(said, Stream):
            for piece in said.pieces:
                hear(TextPiece(piece))
                await asyncio.sleep(self._delay)
            if said.then is not None:
                raise said.then
        reply = self._reply(said, request)
        if reply.text and not isinstance(said, Stream):
            hear(TextPiece(reply.text))
        for index, call in enumerate(reply.calls):
            hear(CallPiece(index, call.name, call.arguments))
        return reply

    def _reply(self, said: ScriptedOutput, request: Request) -> Reply:
        if isinstance(said, Reply):
            return dataclasses.replace(said, model=said.model or self.name)
        if isinstance(said, str | Stream):
            written = said if isinstance(said, str) else "".join(said.pieces)
            return Reply(written, Usage(_word_count(request.messages), len(written.split())), model=self.name)
        calls = (said,) if isinstance(said, ToolCall) else tuple(said)
        spent = Usage(_word_count(request.messages), sum(len(call.arguments.split()) for call in calls))
        return Reply("", spent, calls, "calls", self.name)


def _word_count(messages: Sequence[Message]) -> int:
    """A count that stands for tokens: words of all messages."""
    return sum(len(str(message.get("content", "")).split()) for message in messages)
