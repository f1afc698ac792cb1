"""Ask a model a few tiny questions, to see what it can really do."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError
from inkwright.llm.models import Abilities, Model, Piece, Reply, Request, StartedOver, TextPiece, Tool, Usage
from inkwright.parsing.schemas import Fit, Schema

Kind = Literal["reply", "streaming", "schema", "tools", "result"]

_ROOM: Final = 64
_ROOM_FOR_A_RESULT: Final = 160
_ROOM_TO_THINK: Final = 2_000
_SEVERAL: Final = 2

_PLAIN: Final = "Count from one to six in words, with commas between them. Write nothing else."
_ABOUT_A_CITY: Final = 'Which city is the capital of France? Answer with JSON such as {"city": "…", "letters": 5}.'
_CITY: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 40}, "letters": {"type": "integer"}},
    "required": ["city", "letters"],
    "additionalProperties": False,
}
_ABOUT_THE_WEATHER: Final = "What is the weather in Paris for the next 2 days? Call the tool."
_WEATHER: Final = Tool(
    "get_weather",
    "The weather of a city for some days.",
    {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 40}, "days": {"type": "integer"}},
        "required": ["city", "days"],
        "additionalProperties": False,
    },
)
_ABOUT_A_RESULT: Final = (
    'You made the slides "intro" (id a1). Report it as JSON with status, a short message, and the artifacts.'
)
_RESULT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "status": {"enum": ["answer_ready", "artifact_ready", "clarify_needed"]},
        "message": {"type": "string", "maxLength": 120},
        "artifacts": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string", "maxLength": 20}, "kind": {"enum": ["slides", "document"]}},
                "required": ["id", "kind"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["status", "message", "artifacts"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried; `problem` says why it did not work."""

    kind: Kind
    worked: bool
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a model could do when it was asked. `error` is why it could not be asked at all."""

    model: str
    checks: tuple[Check, ...]
    error: ModelError | None = None

    @property
    def is_well(self) -> bool:
        """Whether it answers; all else can be done without."""
        return self.worked("reply")

    @property
    def seconds(self) -> float:
        """How long all of it took."""
        return sum(check.seconds for check in self.checks)

    @property
    def usage(self) -> Usage:
        """What all of it cost."""
        return sum((check.usage for check in self.checks), Usage())

    def worked(self, kind: Kind) -> bool:
        """Whether one thing worked."""
        return any(check.worked for check in self.checks if check.kind == kind)

    def abilities(self, before: Abilities) -> Abilities:
        """What was known before, corrected by what was seen."""
        if not self.is_well:
            return before
        return replace(
            before,
            can_stream=self.worked("streaming"),
            can_follow_schema=self.worked("schema"),
            can_call_tools=self.worked("tools"),
        )


async def probe(model: Model, *, clock: Clock | None = None) -> Probe:
    """Ask for a plain reply, a value, a call and a nested value. What fails is told in the checks, never raised.

    A model that cannot be reached or does not let us in is asked once alone.
    """
    asking = _Asking(model, clock or SystemClock())
    plain = await asking.check("reply", Request(_said(_PLAIN), 0, _ROOM), _no_text)
    if not plain.worked:
        return Probe(model.name, (plain,), asking.error)
    pieces = asking.pieces
    streams = pieces >= _SEVERAL
    streaming = Check("streaming", streams, problem="" if streams else f"the reply came in {pieces} piece")
    schema = await asking.check("schema", Request(_said(_ABOUT_A_CITY), 0, _ROOM, _CITY), _unlike(_CITY))
    called = Request(_said(_ABOUT_THE_WEATHER), 0, _ROOM, tools=(_WEATHER,), must_call=_WEATHER.name)
    tools = await asking.check("tools", called, _no_call)
    nested = Request(_said(_ABOUT_A_RESULT), 0, _ROOM_FOR_A_RESULT, _RESULT)
    result = await asking.check("result", nested, _unlike(_RESULT))
    return Probe(model.name, (plain, streaming, schema, tools, result))


class _Asking:
    """The questions to one model. `pieces` counts those of the last reply; `error` is the last one raised."""

    def __init__(self, model: Model, clock: Clock) -> None:
        self._model = model
        self._clock = clock
        self.pieces = 0
        self.error: ModelError | None = None

    async def check(self, kind: Kind, request: Request, problem_of: Callable[[Reply], str]) -> Check:
        """Ask, and look at the reply."""
        start, spent = self._clock.elapsed(), Usage()
        try:
            reply = await self._reply(request)
            spent = reply.usage
            problem = problem_of(reply)
            if problem and reply.finish == "length":
                # A model that thinks first has used up its room before it said anything.
                reply = await self._reply(replace(request, max_tokens=_ROOM_TO_THINK))
                spent += reply.usage
                problem = problem_of(reply)
        except ModelError as error:
            self.error = error
            problem = error.what.format(**error.fields)
        return Check(kind, not problem, self._clock.elapsed() - start, spent, problem)

    async def _reply(self, request: Request) -> Reply:
        self.pieces = 0
        return await self._model.reply(request, self._count)

    def _count(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self.pieces = 0
        elif isinstance(piece, TextPiece):
            self.pieces += 1


def _said(question: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": question}]


def _no_text(reply: Reply) -> str:
    return "" if reply.text.strip() else "the reply is empty"


def _unlike(schema: dict[str, Any]) -> Callable[[Reply], str]:
    """What is wrong with a reply that should be JSON of this schema, and nothing but JSON."""
    return lambda reply: _misfit(reply.text, schema)


def _no_call(reply: Reply) -> str:
    call = next((call for call in reply.calls if call.name == _WEATHER.name), None)
    if call is None:
        return "it did not call the tool"
    return _misfit(call.arguments, dict(_WEATHER.parameters))


def _misfit(written: str, schema: dict[str, Any]) -> str:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return f"not JSON: {written.strip()[:60]!r}"
    checked = Schema(schema).check(value)
    if isinstance(checked, Fit):
        return ""
    return "; ".join(f"{problem.path}: {problem.message}" if problem.path else problem.message for problem in checked)
