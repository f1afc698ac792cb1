"""Test what a model can do with a few short questions, and remember the result."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError, UnwritableOutput
from inkwright.i18n import Reason, error_text
from inkwright.llm.local import LocalModel
from inkwright.llm.model_names import ModelName
from inkwright.llm.models import Abilities, Model, Piece, Reply, Request, StartedOver, TextPiece, Tool, Usage
from inkwright.llm.providers import Tier
from inkwright.parsing.schemas import Schema, SchemaMatch
from inkwright.usecases.doctor import Diagnosis
from inkwright.usecases.models import ModelOpener, list_models

CheckKind = Literal["reply", "streaming", "schema", "tools", "result"]

_MAX_TOKENS: Final = 64
_MAX_RESULT_TOKENS: Final = 160
_MAX_THINKING_TOKENS: Final = 2_000
_MIN_PIECES: Final = 2

_PLAIN_PROMPT: Final = "Count from one to six in words, with commas between them. Write nothing else."
_CITY_PROMPT: Final = 'Which city is the capital of France? Answer with JSON such as {"city": "…", "letters": 5}.'
_CITY_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 40}, "letters": {"type": "integer"}},
    "required": ["city", "letters"],
    "additionalProperties": False,
}
_WEATHER_PROMPT: Final = "What is the weather in Paris for the next 2 days? Call the tool."
_WEATHER_TOOL: Final = Tool(
    "get_weather",
    "The weather of a city for some days.",
    {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 40}, "days": {"type": "integer"}},
        "required": ["city", "days"],
        "additionalProperties": False,
    },
)
_RESULT_PROMPT: Final = (
    'You made the slides "intro" (id a1). Report it as JSON with status, a short message, and the artifacts.'
)
_RESULT_SCHEMA: Final[dict[str, Any]] = {
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
class ModelCheck:
    """One test; `problem` says why it failed."""

    kind: CheckKind
    worked: bool
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    problem: Reason | str = ""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a model could do. `error` is why it could not be asked at all."""

    model: str
    checks: tuple[ModelCheck, ...]
    error: ModelError | None = None

    @property
    def is_well(self) -> bool:
        """Whether it answers; everything else is optional."""
        return self.worked("reply")

    @property
    def seconds(self) -> float:
        """The duration of all tests."""
        return sum(check.seconds for check in self.checks)

    @property
    def usage(self) -> Usage:
        """The usage of all tests."""
        return sum((check.usage for check in self.checks), Usage())

    def worked(self, kind: CheckKind) -> bool:
        """Whether a test passed."""
        return any(check.worked for check in self.checks if check.kind == kind)

    def abilities(self, before: Abilities) -> Abilities:
        """Return the known abilities, corrected by the tests."""
        if not self.is_well:
            return before
        return replace(
            before,
            can_stream=self.worked("streaming"),
            can_follow_schema=self.worked("schema"),
            can_call_tools=self.worked("tools"),
        )


async def probe_model(model: Model, *, clock: Clock | None = None) -> ProbeResult:
    """Ask for a plain reply, a value, a call and a nested value. Failures are in the checks, never raised.

    A model that is unreachable or refuses access is asked only once.
    """
    asking = _Prober(model, clock or SystemClock())
    plain = await asking.check("reply", Request(_user_message(_PLAIN_PROMPT), 0, _MAX_TOKENS), _text_problem)
    if not plain.worked:
        return ProbeResult(model.name, (plain,), asking.error)
    pieces = asking.pieces
    streams = pieces >= _MIN_PIECES
    streaming = ModelCheck("streaming", streams, problem="" if streams else Reason("reason.usecases.not_streamed"))
    schema = await asking.check(
        "schema", Request(_user_message(_CITY_PROMPT), 0, _MAX_TOKENS, _CITY_SCHEMA), _schema_problem(_CITY_SCHEMA)
    )
    called = Request(
        _user_message(_WEATHER_PROMPT), 0, _MAX_TOKENS, tools=(_WEATHER_TOOL,), must_call=_WEATHER_TOOL.name
    )
    tools = await asking.check("tools", called, _call_problem)
    nested = Request(_user_message(_RESULT_PROMPT), 0, _MAX_RESULT_TOKENS, _RESULT_SCHEMA)
    result = await asking.check("result", nested, _schema_problem(_RESULT_SCHEMA))
    return ProbeResult(model.name, (plain, streaming, schema, tools, result))


class _Prober:
    """The questions to one model. `pieces` counts those of the last reply; `error` is the last error."""

    def __init__(self, model: Model, clock: Clock) -> None:
        self._model = model
        self._clock = clock
        self.pieces = 0
        self.error: ModelError | None = None

    async def check(self, kind: CheckKind, request: Request, problem_of: Callable[[Reply], Reason | str]) -> ModelCheck:
        """Ask, and check the reply."""
        start, spent = self._clock.elapsed(), Usage()
        try:
            request = replace(request, purpose="probe", subject=kind)
            reply, problem = await self._judged_reply(request, problem_of)
            spent = reply.usage
            if problem and reply.finish == "length":
                # A model that thinks first may reach the limit before it answers.
                longer = replace(request, max_tokens=_MAX_THINKING_TOKENS)
                reply, problem = await self._judged_reply(longer, problem_of)
                spent += reply.usage
        except ModelError as error:
            self.error = error
            problem = error_text("en", error)[0]
        return ModelCheck(kind, not problem, self._clock.elapsed() - start, spent, problem)

    async def _judged_reply(
        self, request: Request, problem_of: Callable[[Reply], Reason | str]
    ) -> tuple[Reply, Reason | str]:
        """Return a reply and the problem with it; the log of calls gets the same verdict."""
        self.pieces = 0
        reply = await self._model.reply(request, self._count)
        problem = problem_of(reply)
        if problem:
            reply.refuse(str(problem))
        else:
            reply.accept()
        return reply, problem

    def _count(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self.pieces = 0
        elif isinstance(piece, TextPiece):
            self.pieces += 1


def _user_message(question: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": question}]


def _text_problem(reply: Reply) -> Reason | str:
    return "" if reply.text.strip() else Reason("reason.usecases.empty_reply")


def _schema_problem(schema: dict[str, Any]) -> Callable[[Reply], Reason | str]:
    """Return a check for a reply that should be JSON of this schema, and nothing else."""
    return lambda reply: _schema_mismatch(reply.text, schema)


def _call_problem(reply: Reply) -> Reason | str:
    call = next((call for call in reply.calls if call.name == _WEATHER_TOOL.name), None)
    if call is None:
        return Reason("reason.usecases.no_call")
    return _schema_mismatch(call.arguments, dict(_WEATHER_TOOL.parameters))


def _schema_mismatch(written: str, schema: dict[str, Any]) -> Reason | str:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return Reason("reason.usecases.not_json", written=repr(written.strip()[:60]))
    checked = Schema(schema).check(value)
    if isinstance(checked, SchemaMatch):
        return ""
    return "; ".join(f"{problem.path}: {problem.message}" if problem.path else problem.message for problem in checked)


def try_model(
    opening: ModelOpener, name: ModelName, *, tier: Tier = "standard", clock: Clock | None = None
) -> ProbeResult:
    """Ask the model directly, without retries and fallbacks: failures should be visible."""
    clock = clock or SystemClock()
    try:
        name = opening.completed(name, tier)
        model = opening.bare(name, Abilities())
    except ModelError as error:
        return ProbeResult(str(name), (ModelCheck("reply", False, problem=error_text("en", error)[0]),), error)
    found = _run_probe(model, opening.logged(model), clock)
    if found.is_well:
        # If it cannot be stored, the result is still valid.
        with contextlib.suppress(UnwritableOutput):
            opening.memory.remember(name, found.abilities(opening.memory.abilities(name)), clock.now())
    return found


def _run_probe(model: Model, logged: Model, clock: Clock) -> ProbeResult:
    try:
        return asyncio.run(probe_model(logged, clock=clock))
    finally:
        if isinstance(model, LocalModel):
            model.close()


def diagnose_models(opening: ModelOpener) -> list[Diagnosis]:
    """Return a row for each model in use; each is asked a few short questions."""
    return [_model_row(try_model(opening, name)) for name in list_models(opening).names]


def _model_row(probe: ProbeResult) -> Diagnosis:
    able = ", ".join(check.kind for check in probe.checks if check.worked)
    problem = next((check.problem for check in probe.checks if check.problem), "")
    found = able if probe.is_well else str(problem)
    return Diagnosis("model", probe.is_well, found, f"inkwright models test {probe.model}", name=probe.model)
