"""The models of an example: router, agent and writer, each replying from the script."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.agent.endings import ENDINGS
from inkwright.errors import ModelBusy, ReplyCut
from inkwright.examples.script import ARTIFACT_PLACEHOLDER, ScriptedReply, ScriptedTurn
from inkwright.i18n import Language, Reason, text
from inkwright.llm.fallback import Chain
from inkwright.llm.models import (
    CallPiece,
    Model,
    Piece,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    ToolCall,
    ignore_piece,
)
from inkwright.llm.providers import Tier
from inkwright.llm.scripted import ScriptedModel, ScriptedOutput, Stream
from inkwright.llm.wrapped_models import WrappedModel

SCRIPTED_NAME: Final = "scripted"
_ARTIFACT_ID: Final = re.compile(r"art_[0-9a-f]{32}")
_ARGUMENT_PIECE: Final = 4
_TEXT_PIECE: Final = 60
_MAX_NOTE_LENGTH: Final = 240

NoteListener = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds before a reply, and between two pieces of it."""

    thinks: float = 0
    speaks: float = 0

    async def think(self) -> None:
        """Wait before a reply."""
        await asyncio.sleep(self.thinks)

    async def speak(self) -> None:
        """Wait between two pieces."""
        await asyncio.sleep(self.speaks)

    async def rest(self, seconds: float) -> None:
        """Wait before a retry."""
        await asyncio.sleep(min(seconds, self.thinks))


READABLE_PACE: Final = Pace(0.9, 0.035)
"""Slow enough for a person to follow."""

FAST_PACE: Final = Pace(0.05)
"""Almost no delay: just enough that earlier output is on the screen before the next note."""


def models_for_turn(
    turn: ScriptedTurn, language: Language, note: NoteListener, pace: Pace
) -> Callable[[Tier | None], Model]:
    """Return the model of each tier for a turn: `fast` is the router, None the writer, all others the agent."""
    over_text = text(language, "example.script_over")
    router = ScriptedModel(lambda _: turn.route.model_dump_json(exclude_defaults=True), name=SCRIPTED_NAME)
    agent = _RoleScript(turn.does, ScriptedReply(answer=over_text), note)
    writer = _RoleScript(turn.writes, ScriptedReply(says=over_text), note)

    def chain(scripted: ScriptedModel) -> Chain:
        return Chain([PacedModel(scripted, pace)], sleep=pace.rest)

    models = {"fast": chain(router), None: chain(ScriptedModel(writer.line, name=SCRIPTED_NAME))}
    agent_model = chain(ScriptedModel(agent.line, name=SCRIPTED_NAME))
    return lambda tier: models.get(tier, agent_model)


class RoleModel:
    """One model that replies for the agent, whose requests offer tools, and for the writer, whatever tier is asked."""

    def __init__(
        self, does: Sequence[ScriptedReply], writes: Sequence[ScriptedReply], language: Language, note: NoteListener
    ) -> None:
        over_text = text(language, "example.script_over")
        self._counts = len(does) + len(writes)
        self._agent = _RoleScript(does, ScriptedReply(answer=over_text), note)
        self._writer = _RoleScript(writes, ScriptedReply(says=over_text), note)
        self.model = ScriptedModel(self._line, name=SCRIPTED_NAME)

    @property
    def unused(self) -> int:
        """How many replies of the script were not asked for."""
        return self._counts - len(self._agent.used) - len(self._writer.used)

    def _line(self, request: Request) -> ScriptedOutput | BaseException:
        return (self._agent if request.tools else self._writer).line(request)


@dataclass(slots=True)
class _RoleScript:
    """The replies of one role. After the script, or for unexpected requests, `over` is the reply.

    A reply with an `answer` ends the script: it is repeated for every further request.
    """

    replies: Sequence[ScriptedReply]
    over: ScriptedReply
    note: NoteListener
    used: set[int] = field(default_factory=set)

    def line(self, request: Request) -> ScriptedOutput | BaseException:
        """Return the first unused reply that matches this request."""
        last_message = str(request.messages[-1].get("content", ""))
        for index, reply in enumerate(self.replies):
            if index not in self.used and reply.asked in last_message:
                self.used.add(index)
                if reply.answer:
                    self.replies, self.over = (), reply
                return self._output(reply, request, last_message)
        return self._output(self.over, request, last_message)

    def _output(self, reply: ScriptedReply, request: Request, last_message: str) -> ScriptedOutput | BaseException:
        if reply.note:
            self.note(reply.note.replace("{told}", _shorten(last_message)))
        if reply.fails == "busy":
            return ModelBusy(model=SCRIPTED_NAME, problem="429 Too Many Requests", retry_after=0.5)
        if reply.fails == "cut":
            return Stream([reply.says], ReplyCut(model=SCRIPTED_NAME, problem=Reason("reason.llm.connection_ended")))
        if reply.value is not None:
            return json.dumps(reply.value, ensure_ascii=False, indent=1)
        if reply.says:
            return reply.says
        return _tool_calls(reply, request)


def _tool_calls(reply: ScriptedReply, request: Request) -> list[ToolCall]:
    if reply.deliver:
        made = _artifact_ids(request)
        return [_tool_call(1, "deliver", {"message": reply.deliver, "artifacts": made})]
    if reply.answer:
        return [_tool_call(1, "answer", {"message": reply.answer})]
    known = _ARTIFACT_ID.findall(str(request.messages))
    calls = []
    for number, each in enumerate(reply.calls, 1):
        call = _tool_call(number, each.tool, each.arguments)
        written = call.arguments.replace(ARTIFACT_PLACEHOLDER, known[-1]) if known else call.arguments
        calls.append(ToolCall(call.id, call.name, written))
    return calls


def _tool_call(number: int, tool: str, arguments: object) -> ToolCall:
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(f"call_{number}_{tool}", tool, written)


def _artifact_ids(request: Request) -> list[str]:
    """Return the ids of the artifacts that tools reported to the model in this turn."""
    last_message = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
    return [
        each["id"]
        for scripted in last_message
        if "verified_artifacts" in scripted
        for each in json.loads(scripted)["verified_artifacts"]
    ]


def _shorten(last_message: str) -> str:
    line = " ".join(last_message.split())
    return line if len(line) <= _MAX_NOTE_LENGTH else f"{line[:_MAX_NOTE_LENGTH]}…"


class PacedModel(WrappedModel):
    """A model whose replies arrive in small pieces, and text for the user in even smaller ones."""

    def __init__(self, model: Model, pace: Pace) -> None:
        super().__init__(model)
        self._pace = pace

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        await self._pace.think()
        pieces: list[Piece] = []
        try:
            return await self._model.reply(request, pieces.append)
        finally:
            for piece in pieces:
                await self._send(piece, hear)

    async def _send(self, piece: Piece, hear: PieceListener) -> None:
        if isinstance(piece, TextPiece):
            for words in _pieces(piece.text, _TEXT_PIECE):
                hear(TextPiece(words))
                await self._pace.speak()
        elif isinstance(piece, CallPiece) and piece.name in ENDINGS:
            for words in _pieces(piece.arguments, _ARGUMENT_PIECE):
                hear(CallPiece(piece.index, piece.name, words))
                await self._pace.speak()
        else:
            hear(piece)


def _pieces(written: str, size: int) -> list[str]:
    return [written[start : start + size] for start in range(0, len(written), size)]
