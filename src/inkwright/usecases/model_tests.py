"""Test what a model can do with a few short questions, and remember the result."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError, UnwritableOutput
from inkwright.i18n import Reason, error_text
from inkwright.llm.local import LocalModel
from inkwright.llm.model_names import ModelName, chain_text
from inkwright.llm.models import Abilities, Model, Piece, Reply, Request, StartedOver, TextPiece, Tool, Usage
from inkwright.llm.providers import Tier, expected_abilities
from inkwright.parsing.schemas import Schema, SchemaMatch
from inkwright.parsing.thinking import without_thinking
from inkwright.usecases.doctor import Diagnosis
from inkwright.usecases.model_overview import list_models, model_in_use
from inkwright.usecases.models import ModelOpener

CheckKind = Literal["reply", "streaming", "schema", "tools", "result", "instructions", "chinese"]

_MAX_TOKENS: Final = 64
_MAX_RESULT_TOKENS: Final = 160
_MAX_THINKING_TOKENS: Final = 2_000
_MIN_PIECES: Final = 2
_MAX_ANSWER: Final = 200

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

_INSTRUCTIONS: Final = (
    (
        "Write the words red, green and blue in reverse order, separated by commas. Write nothing else.",
        r"blue, ?green, ?red\W*",
    ),
    (
        "Mina put the box in the kitchen. Then Paul carried it to the attic. Where is the box now? Answer"
        " with one word.",
        r"(?:in )?(?:the )?attic\W*",
    ),
    (
        "Text: The bridge was opened in 1932 and is 503 metres long.\nQuestion: Who designed the bridge?\n"
        "Answer from the text in one or two words. If the text does not say it, answer only: unknown",
        r"unknown\W*",
    ),
)
"""Questions that a model answers only if it reads them, and patterns of right answers. The last one tempts"
" it to invent."""
_CHINESE: Final = (
    ("中国的首都是哪座城市？只回答城市名。", r"北京市?\W*"),
    ("小明有三个苹果，又买了两个。他现在有几个苹果？只回答数字。", r"(?:5|五)个?(?:苹果)?\W*"),
)


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
            is_weak=before.is_weak and not self.worked("instructions"),
            is_english_only=before.is_english_only or self._failed("chinese"),
        )

    def _failed(self, kind: CheckKind) -> bool:
        return any(not check.worked for check in self.checks if check.kind == kind)


async def probe_model(model: Model, *, clock: Clock | None = None, is_small: bool = False) -> ProbeResult:
    """Ask for a plain reply, a value, a call and a nested value. Failures are in the checks, never raised.

    A model that is unreachable or refuses access is asked only once. A small model is also asked whether it follows
    instructions, and whether it knows Chinese.
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
    checks = [plain, streaming, schema, tools, result]
    if is_small:
        checks.append(await asking.check_answers("instructions", _INSTRUCTIONS))
        checks.append(await asking.check_answers("chinese", _CHINESE))
    return ProbeResult(model.name, tuple(checks))


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
            if problem and reply.finish == "length" and not _has_rambled(request, reply):
                # A model that thinks first may reach the limit before it answers.
                longer = replace(request, max_tokens=_MAX_THINKING_TOKENS)
                reply, problem = await self._judged_reply(longer, problem_of)
                spent += reply.usage
        except ModelError as error:
            self.error = error
            problem = error_text("en", error)[0]
        return ModelCheck(kind, not problem, self._clock.elapsed() - start, spent, problem)

    async def check_answers(self, kind: CheckKind, questions: Sequence[tuple[str, str]]) -> ModelCheck:
        """Ask questions until one is answered wrong; the check worked if none is."""
        seconds, spent = 0.0, Usage()
        for question, pattern in questions:
            request = Request(_user_message(question), 0, _MAX_TOKENS, may_think=False)
            answered = await self.check(kind, request, _answer_problem(pattern))
            seconds, spent = seconds + answered.seconds, spent + answered.usage
            if not answered.worked:
                return replace(answered, seconds=seconds, usage=spent)
        return ModelCheck(kind, True, seconds, spent)

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


def _has_rambled(request: Request, reply: Reply) -> bool:
    """Whether a short answer was asked for, and the model has written so much else that more room does not help."""
    return request.schema is None and not request.tools and bool(without_thinking(reply.text).strip())


def _user_message(question: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": question}]


def _text_problem(reply: Reply) -> Reason | str:
    return "" if reply.text.strip() else Reason("reason.usecases.empty_reply")


def _answer_problem(pattern: str) -> Callable[[Reply], Reason | str]:
    """Return a check for a reply that should be the right answer, and nothing else."""

    def problem_of(reply: Reply) -> Reason | str:
        written = reply.text.strip()
        is_right = re.fullmatch(pattern, written[:_MAX_ANSWER], re.IGNORECASE)
        return "" if is_right else Reason("reason.usecases.wrong_answer", written=repr(written[:60]))

    return problem_of


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
    found = _run_probe(model, opening.logged(model), clock, is_small=expected_abilities(name).is_weak)
    if found.is_well:
        # If it cannot be stored, the result is still valid.
        with contextlib.suppress(UnwritableOutput):
            opening.memory.remember(name, found.abilities(expected_abilities(name)), clock.now())
    return found


def _run_probe(model: Model, logged: Model, clock: Clock, *, is_small: bool) -> ProbeResult:
    try:
        return asyncio.run(probe_model(logged, clock=clock, is_small=is_small))
    finally:
        if isinstance(model, LocalModel):
            model.close()


def diagnose_choice(opening: ModelOpener) -> Diagnosis:
    """Return a row for the model in use: which one it is and why, and whether it can write and answer."""
    row = model_in_use(opening)
    is_capable = bool(row.members) and not row.members[0].abilities.is_weak
    found = f"{chain_text(row.choice.names)} ({opening.why(row.choice)})" if row.choice else "—"
    return Diagnosis("in_use", is_capable, found, "inkwright models install")


def diagnose_models(opening: ModelOpener) -> list[Diagnosis]:
    """Return a row for each model in use; each is asked a few short questions."""
    return [_model_row(try_model(opening, name)) for name in list_models(opening).names]


def _model_row(probe: ProbeResult) -> Diagnosis:
    able = ", ".join(check.kind for check in probe.checks if check.worked)
    problem = next((check.problem for check in probe.checks if check.problem), "")
    found = able if probe.is_well else str(problem)
    return Diagnosis("model", probe.is_well, found, f"inkwright models test {probe.model}", name=probe.model)
