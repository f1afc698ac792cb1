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
from inkwright.i18n import Language, text
from inkwright.llm.fallback import Chain
from inkwright.llm.models import (
    Abilities,
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

SCRIPTED_NAME: Final = "scripted"
_ARTIFACT_ID: Final = re.compile(r"art_[0-9a-f]{32}")
_ARGUMENT_PIECE: Final = 4
_TEXT_PIECE: Final = 60
_MAX_NOTE_LENGTH: Final = 240

NoteListener = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long it takes before a reply, and between two pieces of it."""

    thinks: float = 0
    speaks: float = 0

    async def think(self) -> None:
        """What passes before a reply."""
        await asyncio.sleep(self.thinks)

    async def speak(self) -> None:
        """What passes between two pieces."""
        await asyncio.sleep(self.speaks)

    async def rest(self, seconds: float) -> None:
        """What passes before somebody is asked again."""
        await asyncio.sleep(min(seconds, self.thinks))


READABLE_PACE: Final = Pace(0.9, 0.035)
"""So that a person can follow."""

FAST_PACE: Final = Pace(0.05)
"""At once. What was said before is on the screen, all the same, before a note on what comes next is."""


def models_for_turn(
    turn: ScriptedTurn, language: Language, note: NoteListener, pace: Pace
) -> Callable[[Tier | None], Model]:
    """The models of a turn by their tiers: the fast one routes, any other one acts, and that of no tier writes."""
    ended = text(language, "example.script_over")
    router = ScriptedModel(lambda _: turn.route.model_dump_json(exclude_defaults=True), name=SCRIPTED_NAME)
    agent = _RoleScript(turn.does, ScriptedReply(answer=ended), note)
    writer = _RoleScript(turn.writes, ScriptedReply(says=ended), note)

    def chain(said: ScriptedModel) -> Chain:
        return Chain([PacedModel(said, pace)], sleep=pace.rest)

    parts = {"fast": chain(router), None: chain(ScriptedModel(writer.line, name=SCRIPTED_NAME))}
    acting = chain(ScriptedModel(agent.line, name=SCRIPTED_NAME))
    return lambda tier: parts.get(tier, acting)


@dataclass(slots=True)
class _RoleScript:
    """The replies of one role. What is not in the script is answered by `over`; an answer in words is the last one,
    and is said again to who asks again.
    """

    replies: Sequence[ScriptedReply]
    over: ScriptedReply
    note: NoteListener
    used: set[int] = field(default_factory=set)

    def line(self, request: Request) -> ScriptedOutput | BaseException:
        """The first reply that was not given yet and that is meant for this request."""
        told = str(request.messages[-1].get("content", ""))
        for at, reply in enumerate(self.replies):
            if at not in self.used and reply.asked in told:
                self.used.add(at)
                if reply.answer:
                    self.replies, self.over = (), reply
                return self._said(reply, request, told)
        return self._said(self.over, request, told)

    def _said(self, reply: ScriptedReply, request: Request, told: str) -> ScriptedOutput | BaseException:
        if reply.note:
            self.note(reply.note.replace("{told}", _shorten(told)))
        if reply.fails == "busy":
            return ModelBusy(model=SCRIPTED_NAME, problem="429 Too Many Requests", retry_after=0.5)
        if reply.fails == "cut":
            return Stream([reply.says], ReplyCut(model=SCRIPTED_NAME, problem="the connection ended"))
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
    """The ids of all that tools have made in this turn, as they told the model."""
    told = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
    return [
        each["id"] for said in told if "verified_artifacts" in said for each in json.loads(said)["verified_artifacts"]
    ]


def _shorten(told: str) -> str:
    line = " ".join(told.split())
    return line if len(line) <= _MAX_NOTE_LENGTH else f"{line[:_MAX_NOTE_LENGTH]}…"


class PacedModel:
    """A model whose replies come in small pieces: what is for the person to read in smaller ones."""

    def __init__(self, inner: Model, pace: Pace) -> None:
        self._inner = inner
        self._pace = pace

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self._inner.name

    @property
    def abilities(self) -> Abilities:
        """Those of the model inside."""
        return self._inner.abilities

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        await self._pace.think()
        heard: list[Piece] = []
        try:
            return await self._inner.reply(request, heard.append)
        finally:
            for piece in heard:
                await self._tell(piece, hear)

    async def _tell(self, piece: Piece, hear: PieceListener) -> None:
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
