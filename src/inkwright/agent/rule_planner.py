"""Plan tool calls by rule where the model is too small or out of reach, and ask the person before it tries."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, Final

from inkwright.agent.intents import Deliverable, count_in, document_kind, page_kind, question_types
from inkwright.agent.services import TurnServices
from inkwright.agent.tool_offer import ToolOffer
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.slides.load import deck_from_markdown
from inkwright.artifacts.text import one_line
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.protocols import Attachments
from inkwright.conversation.turns import RouterResult
from inkwright.errors import ModelUnavailable, PlanFailed
from inkwright.grounding.read import read_material
from inkwright.grounding.source import Material, Source
from inkwright.grounding.summary.outline import is_outline
from inkwright.i18n import Language, language_of, text
from inkwright.llm.models import Abilities, CallPiece, Model, PieceListener, Reply, Request, ToolCall, ignore_piece
from inkwright.llm.providers import Tier


async def load_sources(attachments: Attachments, conversation_id: str, *, owner: str) -> tuple[Source, ...]:
    """The name and the text of each file that the person put into the conversation."""
    return tuple(
        [
            Source(each.name, await attachments.read(conversation_id, each.name, owner=owner) or "")
            for each in await attachments.of(conversation_id, owner=owner)
        ]
    )


TOO_SMALL_QUESTION: Final = "too_small"
TRY_ANYWAY: Final = "try"
_OTHER_WAYS: Final = ("file", "model")


def too_small_ask(model: str, language: Language) -> AskDraft:
    """The question whether it shall be tried."""
    options = tuple(
        AskOption(label=text(language, f"too_small.{value}"), value=value) for value in (*_OTHER_WAYS, TRY_ANYWAY)
    )
    question = AskQuestion(
        id=TOO_SMALL_QUESTION,
        question=text(language, "too_small.question"),
        options=options,
        recommended=_OTHER_WAYS[0],
        allow_freeform=False,
    )
    title = text(language, "too_small.title", model=model)
    return AskDraft(kind="clarification", title=title, questions=(question,))


def too_small_answer(agreed: Sequence[AnsweredAsk]) -> str | None:
    """What the person said to it; None where they were not asked. A question that was left is answered by neither."""
    for each in agreed:
        if any(question.id == TOO_SMALL_QUESTION for question in each.ask.questions):
            return next((given.value for given in each.answer.answers if given.id == TOO_SMALL_QUESTION), "") or ""
    return None


def other_ways_text(language: Language) -> str:
    """What a person who does not want it tried can do."""
    return text(language, "too_small.how")


RULE_MODEL_NAME: Final = "rule"
DEFAULT_QUESTIONS: Final = 5
_DELIVERABLE_OF_TOOL: Final[dict[str, Deliverable]] = {
    "generate_quiz_questions": "quiz",
    "generate_pptx": "slides",
    "generate_docx": "doc",
    "render_pdf": "pdf",
    "make_study_page": "page",
}
_MAX_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call of a tool."""

    tool: str
    thing: Deliverable
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class MakeRequest:
    """What is wanted, and the files it is to be made of. Without files the model has to write, if it is told to."""

    message: str
    sources: tuple[Source, ...] = ()

    @property
    def note(self) -> str:
        """All files as one text."""
        return "\n\n".join(source.text for source in self.sources)

    @cached_property
    def material(self) -> Material:
        """The files, taken apart."""
        return read_material(self.sources)

    @property
    def title(self) -> str:
        """The title of the files, or the words of the request."""
        if not self.sources:
            return one_line(self.message)[:_MAX_TITLE]
        return (self.material.title or PurePosixPath(self.sources[0].name).stem)[:_MAX_TITLE]


def planned_tools(route: RouterResult) -> tuple[str, ...]:
    """Those of a route's tools that a rule can call."""
    return tuple(tool for tool in route.candidate_tools if tool in _DELIVERABLE_OF_TOOL)


def can_plan(route: RouterResult | None) -> bool:
    """Whether a rule can make what a route leads to."""
    return route is not None and route.expected_mode == "artifact" and bool(planned_tools(route))


def plan_calls(tools: Sequence[str], wish: MakeRequest) -> list[PlannedCall]:
    """A call of each of these tools, in their order."""
    return [
        PlannedCall(tool, _DELIVERABLE_OF_TOOL[tool], _ARGUMENTS_FOR[_DELIVERABLE_OF_TOOL[tool]](wish))
        for tool in dict.fromkeys(tools)
    ]


class NoModel:
    """Stands where a model would, and says so when it is asked."""

    name: Final = RULE_MODEL_NAME
    abilities: Final = Abilities(is_weak=True)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """There is nobody."""
        del request, hear
        raise ModelUnavailable(model=RULE_MODEL_NAME, problem="no model takes part")


class RulePlanner:
    """Stands where a model stands: it calls one tool after the other and delivers what they made, and every other
    question is answered by the model itself. So the turn, its proof and its events are the same with and without one.
    `remark` is said with the delivery.
    """

    def __init__(self, model: Model, steps: Sequence[PlannedCall], language: Language, remark: str = "") -> None:
        self.name = model.name
        self.abilities = Abilities(is_weak=True, context_tokens=model.abilities.context_tokens)
        self._model = model
        self._steps = [*steps]
        self._language = language
        self._remark = remark
        self._at = 0
        self._made: list[str] = []
        self._told: list[str] = []

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """The next call, or the delivery. Where nothing could be made: PlanFailed, with the reasons."""
        if not request.tools:
            return await self._model.reply(request, hear)
        if self._at:
            self._take(self._steps[self._at - 1].thing, request.messages[-1])
        call = self._next()
        hear(CallPiece(0, call.name, call.arguments))
        return Reply("", calls=(call,), finish="calls", model=self.name)

    def _next(self) -> ToolCall:
        if self._at < len(self._steps):
            step = self._steps[self._at]
            self._at += 1
            return ToolCall(f"step_{self._at}", step.tool, _arguments_json(step.arguments))
        if not self._made:
            raise PlanFailed(problem=" ".join(self._told).rstrip(" .。"))
        message = "\n\n".join(filter(None, [*self._told, self._remark]))
        return ToolCall("delivery", "deliver", _arguments_json({"message": message, "artifacts": self._made}))

    def _take(self, thing: Deliverable, message: Mapping[str, Any]) -> None:
        """Keep what the last call made, or why it made nothing."""
        told = str(message.get("content"))
        try:
            facts = json.loads(told)
            made = [artifact["id"] for artifact in facts["verified_artifacts"]]
        except (ValueError, KeyError, TypeError):
            self._told.append(one_line(told))
            return
        self._made += made
        self._told.append(str(facts.get("message") or text(self._language, f"make.by_rule.{thing}")))


def _quiz_arguments(wish: MakeRequest) -> dict[str, Any]:
    count = count_in(wish.message, "quiz") or DEFAULT_QUESTIONS
    said = {"topic": wish.message[:1_000], "count": count, "types": [*question_types(wish.message)]}
    if wish.sources:
        return {**said, "title": wish.title, "language": wish.material.language, "from_files": True}
    return {**said, "title": wish.title, "language": language_of(wish.message)}


def _deck_arguments(wish: MakeRequest) -> dict[str, Any]:
    if not wish.sources:
        return {"title": wish.title, "brief": wish.message[:8_000]}
    if is_outline(wish.material):
        # The note comes without files: pictures that it names stay words.
        return deck_from_markdown(wish.note, files=()).model_dump(mode="json", exclude_none=True)
    count = count_in(wish.message, "slides")
    asked = {"slide_count": count} if count else {}
    return {"title": wish.title, "brief": wish.message[:8_000], "from_files": True, **asked}


def _document_arguments(wish: MakeRequest, content: str, design: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    if not wish.sources:
        sections = [{"heading": wish.title}]
        return {"title": wish.title, "sections": sections, "brief": wish.message[:8_000], **design("plain")}
    sort = document_kind(wish.message)
    if sort is not None:
        design_of = design("worksheet" if sort == "worksheet" else "plain")
        return {"title": wish.title, "from_files": sort, "language": wish.material.language, **design_of}
    spec = read_document(wish.note)
    return {"title": spec.title, content: wish.note, **design(spec.kind)}


def _docx_arguments(wish: MakeRequest) -> dict[str, Any]:
    return _document_arguments(wish, "content", lambda kind: {"format": kind})


def _pdf_arguments(wish: MakeRequest) -> dict[str, Any]:
    return _document_arguments(
        wish, "markdown", lambda kind: {"css_template": kind if kind in ("worksheet", "report") else "default"}
    )


def _page_arguments(wish: MakeRequest) -> dict[str, Any]:
    said = {"title": wish.title, "kind": page_kind(wish.message), "topic": wish.message[:1_000]}
    return {**said, "from_files": True} if wish.sources else said


_ARGUMENTS_FOR: Final[dict[Deliverable, Callable[[MakeRequest], dict[str, Any]]]] = {
    "quiz": _quiz_arguments,
    "slides": _deck_arguments,
    "doc": _docx_arguments,
    "pdf": _pdf_arguments,
    "page": _page_arguments,
}


def _arguments_json(arguments: Mapping[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False)


@dataclass
class TurnModels:
    """The models of a turn. `stand_in` takes the place of all of them, once they cannot be reached."""

    services: TurnServices
    stand_in: Model | None = None

    @property
    def model(self) -> Model:
        """The one that tools think with."""
        return self.stand_in or self.services.model

    def model_of(self, tier: Tier) -> Model:
        """The one of a tier."""
        return self.stand_in or self.services.model_of(tier)

    async def on(self, offer: ToolOffer, message: str, sources: Callable[[], Awaitable[tuple[Source, ...]]]) -> Model:
        """The one that works on a path. Where it is too weak to plan, a rule plans, if there is one for the tools."""
        model = self.model_of(offer.route.model_tier)
        if not can_plan(offer.route) or not model.abilities.is_weak:
            return model
        wish = MakeRequest(message, await sources())
        steps = await asyncio.to_thread(plan_calls, planned_tools(offer.route), wish)
        language = language_of(message)
        # Without files it was told to try: what it wrote is not to be trusted because it has the right form.
        remark = "" if wish.sources else text(language, "too_small.written", model=model.name)
        return RulePlanner(model, steps, language, remark)
