"""Planning by rule, where no model can plan: which tool is called with what follows from the request and the files."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, Final

from inkwright.agent.things import Thing
from inkwright.agent.wishes import count_in, document_sort, page_sort, question_types
from inkwright.artifacts.documents.sources import read_document
from inkwright.artifacts.slides.reading import deck_from_markdown
from inkwright.artifacts.wording import one_line
from inkwright.conversation.results import RouterResult
from inkwright.errors import ModelUnavailable, PlanFailed
from inkwright.grounding.decks import is_ready_made
from inkwright.grounding.material import Material, Source
from inkwright.grounding.reading import read_material
from inkwright.i18n import Language, language_of, text
from inkwright.llm.models import Abilities, CallPiece, Hear, Model, Reply, Request, ToolCall, unheard

RULE: Final = "rule"
QUESTIONS: Final = 5
_MAKERS: Final[dict[str, Thing]] = {
    "generate_quiz_questions": "quiz",
    "generate_pptx": "slides",
    "generate_docx": "doc",
    "render_pdf": "pdf",
    "make_study_page": "page",
}
_LONGEST_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a tool."""

    tool: str
    thing: Thing
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Wish:
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
            return one_line(self.message)[:_LONGEST_TITLE]
        return (self.material.title or PurePosixPath(self.sources[0].name).stem)[:_LONGEST_TITLE]


def planned_tools(route: RouterResult) -> tuple[str, ...]:
    """Those of a route's tools that a rule can call."""
    return tuple(tool for tool in route.candidate_tools if tool in _MAKERS)


def is_planned(route: RouterResult | None) -> bool:
    """Whether a rule can make what a route leads to."""
    return route is not None and route.expected_mode == "artifact" and bool(planned_tools(route))


def plan_steps(tools: Sequence[str], wish: Wish) -> list[Step]:
    """A call of each of these tools, in their order."""
    return [Step(tool, _MAKERS[tool], _ARGUMENTS[_MAKERS[tool]](wish)) for tool in dict.fromkeys(tools)]


class NoModel:
    """Stands where a model would, and says so when it is asked."""

    name: Final = RULE
    abilities: Final = Abilities(is_weak=True)

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        """There is nobody."""
        del request, hear
        raise ModelUnavailable(model=RULE, problem="no model takes part")


class StepPlanner:
    """Stands where a model stands: it calls one tool after the other and delivers what they made, and every other
    question is answered by the model itself. So the turn, its proof and its events are the same with and without one.
    `remark` is said with the delivery.
    """

    def __init__(self, model: Model, steps: Sequence[Step], language: Language, remark: str = "") -> None:
        self.name = model.name
        self.abilities = Abilities(is_weak=True, context_tokens=model.abilities.context_tokens)
        self._model = model
        self._steps = [*steps]
        self._language = language
        self._remark = remark
        self._at = 0
        self._made: list[str] = []
        self._told: list[str] = []

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
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
            return ToolCall(f"step_{self._at}", step.tool, _json(step.arguments))
        if not self._made:
            raise PlanFailed(problem=" ".join(self._told).rstrip(" .。"))
        message = "\n\n".join(filter(None, [*self._told, self._remark]))
        return ToolCall("delivery", "deliver", _json({"message": message, "artifacts": self._made}))

    def _take(self, thing: Thing, message: Mapping[str, Any]) -> None:
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


def _quiz(wish: Wish) -> dict[str, Any]:
    count = count_in(wish.message, "quiz") or QUESTIONS
    said = {"topic": wish.message[:1_000], "count": count, "types": [*question_types(wish.message)]}
    if wish.sources:
        return {**said, "title": wish.title, "language": wish.material.language, "from_files": True}
    return {**said, "title": wish.title, "language": language_of(wish.message)}


def _deck(wish: Wish) -> dict[str, Any]:
    if not wish.sources:
        return {"title": wish.title, "brief": wish.message[:8_000]}
    if is_ready_made(wish.material):
        # The note comes without files: pictures that it names stay words.
        return deck_from_markdown(wish.note, files=()).model_dump(mode="json", exclude_none=True)
    count = count_in(wish.message, "slides")
    asked = {"slide_count": count} if count else {}
    return {"title": wish.title, "brief": wish.message[:8_000], "from_files": True, **asked}


def _document(wish: Wish, content: str, design: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    if not wish.sources:
        sections = [{"heading": wish.title}]
        return {"title": wish.title, "sections": sections, "brief": wish.message[:8_000], **design("plain")}
    sort = document_sort(wish.message)
    if sort is not None:
        design_of = design("worksheet" if sort == "worksheet" else "plain")
        return {"title": wish.title, "from_files": sort, "language": wish.material.language, **design_of}
    spec = read_document(wish.note)
    return {"title": spec.title, content: wish.note, **design(spec.kind)}


def _word(wish: Wish) -> dict[str, Any]:
    return _document(wish, "content", lambda kind: {"format": kind})


def _pdf(wish: Wish) -> dict[str, Any]:
    return _document(
        wish, "markdown", lambda kind: {"css_template": kind if kind in ("worksheet", "report") else "default"}
    )


def _page(wish: Wish) -> dict[str, Any]:
    said = {"title": wish.title, "kind": page_sort(wish.message), "topic": wish.message[:1_000]}
    return {**said, "from_files": True} if wish.sources else said


_ARGUMENTS: Final[dict[Thing, Callable[[Wish], dict[str, Any]]]] = {
    "quiz": _quiz,
    "slides": _deck,
    "doc": _word,
    "pdf": _pdf,
    "page": _page,
}


def _json(arguments: Mapping[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False)
