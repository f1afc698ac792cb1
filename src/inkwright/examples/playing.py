"""The models of an example: one that routes, one that acts, one that writes; each says what the script says.

Their replies come in pieces and at a pace, as those of a model do, and pass the same chain: what is cut off or too busy
is asked again there.
"""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.agent.finals import ENDINGS
from inkwright.errors import ModelBusy, ReplyCut
from inkwright.examples.shapes import MADE, ScriptedReply, ScriptedTurn
from inkwright.i18n import Language, text
from inkwright.llm.chains import Chain
from inkwright.llm.models import Abilities, CallPiece, Hear, Model, Piece, Reply, Request, TextPiece, ToolCall, unheard
from inkwright.llm.providers import Tier
from inkwright.llm.scripted import Said, ScriptedModel, Stream

NAME: Final = "scripted"
_ID: Final = re.compile(r"art_[0-9a-f]{32}")
_READ_PIECE: Final = 4
_HEARD_PIECE: Final = 60
_LONGEST_TOLD: Final = 240

Note = Callable[[str], None]


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


READABLE: Final = Pace(0.9, 0.035)
"""So that a person can follow."""

PROMPT: Final = Pace(0.05)
"""At once. What was said before is on the screen, all the same, before a note on what comes next is."""


def models_of(turn: ScriptedTurn, language: Language, note: Note, pace: Pace) -> Callable[[Tier | None], Model]:
    """The models of a turn by their tiers: the fast one routes, any other one acts, and that of no tier writes."""
    ended = text(language, "example.script_over")
    router = ScriptedModel(lambda _: turn.route.model_dump_json(exclude_defaults=True), name=NAME)
    agent = _Part(turn.does, ScriptedReply(answer=ended), note)
    writer = _Part(turn.writes, ScriptedReply(says=ended), note)

    def chain(said: ScriptedModel) -> Chain:
        return Chain([Paced(said, pace)], sleep=pace.rest)

    parts = {"fast": chain(router), None: chain(ScriptedModel(writer.line, name=NAME))}
    acting = chain(ScriptedModel(agent.line, name=NAME))
    return lambda tier: parts.get(tier, acting)


@dataclass(slots=True)
class _Part:
    """The replies of one role. What is not in the script is answered by `over`; an answer in words is the last one,
    and is said again to who asks again.
    """

    replies: Sequence[ScriptedReply]
    over: ScriptedReply
    note: Note
    used: set[int] = field(default_factory=set)

    def line(self, request: Request) -> Said | BaseException:
        """The first reply that was not given yet and that is meant for this request."""
        told = str(request.messages[-1].get("content", ""))
        for at, reply in enumerate(self.replies):
            if at not in self.used and reply.asked in told:
                self.used.add(at)
                if reply.answer:
                    self.replies, self.over = (), reply
                return self._said(reply, request, told)
        return self._said(self.over, request, told)

    def _said(self, reply: ScriptedReply, request: Request, told: str) -> Said | BaseException:
        if reply.note:
            self.note(reply.note.replace("{told}", _shortened(told)))
        if reply.fails == "busy":
            return ModelBusy(model=NAME, problem="429 Too Many Requests", retry_after=0.5)
        if reply.fails == "cut":
            return Stream([reply.says], ReplyCut(model=NAME, problem="the connection ended"))
        if reply.value is not None:
            return json.dumps(reply.value, ensure_ascii=False, indent=1)
        if reply.says:
            return reply.says
        return _calls(reply, request)


def _calls(reply: ScriptedReply, request: Request) -> list[ToolCall]:
    if reply.deliver:
        made = _made_in(request)
        return [_call(1, "deliver", {"message": reply.deliver, "artifacts": made})]
    if reply.answer:
        return [_call(1, "answer", {"message": reply.answer})]
    known = _ID.findall(str(request.messages))
    calls = []
    for number, each in enumerate(reply.calls, 1):
        call = _call(number, each.tool, each.arguments)
        written = call.arguments.replace(MADE, known[-1]) if known else call.arguments
        calls.append(ToolCall(call.id, call.name, written))
    return calls


def _call(number: int, tool: str, arguments: object) -> ToolCall:
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(f"call_{number}_{tool}", tool, written)


def _made_in(request: Request) -> list[str]:
    """The ids of all that tools have made in this turn, as they told the model."""
    told = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
    return [
        each["id"] for said in told if "verified_artifacts" in said for each in json.loads(said)["verified_artifacts"]
    ]


def _shortened(told: str) -> str:
    line = " ".join(told.split())
    return line if len(line) <= _LONGEST_TOLD else f"{line[:_LONGEST_TOLD]}…"


class Paced:
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

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        await self._pace.think()
        heard: list[Piece] = []
        try:
            return await self._inner.reply(request, heard.append)
        finally:
            for piece in heard:
                await self._tell(piece, hear)

    async def _tell(self, piece: Piece, hear: Hear) -> None:
        if isinstance(piece, TextPiece):
            for words in _pieces(piece.text, _HEARD_PIECE):
                hear(TextPiece(words))
                await self._pace.speak()
        elif isinstance(piece, CallPiece) and piece.name in ENDINGS:
            for words in _pieces(piece.arguments, _READ_PIECE):
                hear(CallPiece(piece.index, piece.name, words))
                await self._pace.speak()
        else:
            hear(piece)


def _pieces(written: str, size: int) -> list[str]:
    return [written[start : start + size] for start in range(0, len(written), size)]
