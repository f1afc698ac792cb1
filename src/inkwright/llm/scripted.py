"""`ScriptedModel`: a model that replies from a script, public so that users can test with it too."""

import asyncio
import copy
import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Message,
    PieceListener,
    ReasoningPiece,
    Reply,
    Request,
    TextPiece,
    ToolCall,
    Usage,
    ignore_piece,
)


@dataclass(frozen=True, slots=True)
class Stream:
    """A reply in these pieces, after a reasoning in pieces. `then` is the error that cuts it off, if any."""

    pieces: Sequence[str]
    then: BaseException | None = None
    reasoning: Sequence[str] = ()


NOTHING_FALSE: Final = '{"statements": []}'
"""The reply of a judge that finds nothing to check in the words of an ending."""

ScriptedOutput = str | Reply | ToolCall | Sequence[ToolCall] | Stream | None
ScriptLine = ScriptedOutput | BaseException | Callable[[Request], "ScriptedOutput | BaseException"]


_USED_UP: Final = Stream(())
_FALSE_CONTROL: Final = re.compile(r"^\[(\d+)\] .*Kestrel 7301", re.MULTILINE)


class ScriptedModel:
    """Replies with the lines of a script, one after another; `.calls` has the requests it received.

    A line is a text, a `Reply`, one or more `ToolCall`s, a `Stream`, None for an empty reply, an exception to raise, or
    a function from the request to any of these. A function instead of a script answers every request. `delay` is the
    time in seconds before each reply and between the pieces of a stream. A request after the last line raises
    AssertionError.

    A request to judge the words of an ending takes no line: `judge` answers it, by default that nothing is false;
    `.judged` has these requests. The last sentences of each are false ones, by which a judge shows that it reads; they
    are named for you, unless `names_control` is False.
    """

    def __init__(
        self,
        script: Iterable[ScriptLine] | Callable[[Request], ScriptedOutput | BaseException],
        *,
        name: str = "scripted",
        delay: float = 0,
        abilities: Abilities | None = None,
        judge: Callable[[Request], ScriptedOutput | BaseException] = lambda _request: NOTHING_FALSE,
        names_control: bool = True,
    ) -> None:
        self.name = name
        self.abilities = abilities or Abilities()
        self.calls: list[Request] = []
        self.judged: list[Request] = []
        self._judge = judge
        self._names_control = names_control
        self._function = script if callable(script) else None
        self._lines = iter([] if callable(script) else list(script))
        self._delay = delay

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        received = dataclasses.replace(request, messages=copy.deepcopy(list(request.messages)))
        line = self._next_line(received)
        await asyncio.sleep(self._delay)
        output = line(copy.deepcopy(received)) if callable(line) else line
        if isinstance(output, BaseException):
            raise output
        if received.purpose == "judge" and self._names_control and isinstance(output, str):
            output = with_control(output, str(received.messages[-1].get("content")))
        return await self._send(output, received, hear)

    def _next_line(self, received: Request) -> ScriptLine:
        if received.purpose == "judge":
            self.judged.append(received)
            return self._judge
        self.calls.append(received)
        line = self._function or next(self._lines, _USED_UP)
        if line is _USED_UP:
            raise AssertionError(f"the script of {self.name} is used up after {len(self.calls) - 1} calls")
        return line

    async def _send(self, output: ScriptedOutput, request: Request, hear: PieceListener) -> Reply:
        if isinstance(output, Stream):
            for piece in output.reasoning:
                hear(ReasoningPiece(piece))
                await asyncio.sleep(self._delay)
            for piece in output.pieces:
                hear(TextPiece(piece))
                await asyncio.sleep(self._delay)
            if output.then is not None:
                raise output.then
        reply = self._reply(output, request)
        if reply.text and not isinstance(output, Stream):
            hear(TextPiece(reply.text))
        for index, call in enumerate(reply.calls):
            hear(CallPiece(index, call.name, call.arguments))
        return reply

    def _reply(self, output: ScriptedOutput, request: Request) -> Reply:
        if isinstance(output, Reply):
            return dataclasses.replace(output, model=output.model or self.name)
        if output is None or isinstance(output, str | Stream):
            written = "".join(output.pieces) if isinstance(output, Stream) else output or ""
            return Reply(written, Usage(_word_count(request.messages), len(written.split())), model=self.name)
        calls = (output,) if isinstance(output, ToolCall) else tuple(output)
        usage = Usage(_word_count(request.messages), sum(len(call.arguments.split()) for call in calls))
        return Reply("", usage, calls, "calls", self.name)


def with_control(reply: str, prompt: str) -> str:
    """Return the reply of a judge with the false controls of its prompt named, if it names sentences at all."""
    try:
        found = json.loads(reply)["statements"]
    except (ValueError, KeyError, TypeError):
        return reply
    if not isinstance(found, list):
        return reply
    controls = [{"sentence": int(number), "proof": []} for number in _FALSE_CONTROL.findall(prompt)]
    return json.dumps({"statements": [*found, *controls]})


def _word_count(messages: Sequence[Message]) -> int:
    """Return the number of words in all messages, as a substitute for tokens."""
    return sum(len(str(message.get("content", "")).split()) for message in messages)
