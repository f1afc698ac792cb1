"""The registered payloads of `Data` events, and the functions that make these events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import Ask
from inkwright.conversation.events import Data
from inkwright.conversation.shapes import CamelShape, Shape
from inkwright.conversation.turns import RouterResult
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

WIRE_PREFIX: Final = "data-"


@dataclass(frozen=True, slots=True)
class PayloadKind:
    """One kind of data. `proves_artifact`: its events announce verified artifacts, and nothing else. `is_transient`:
    clients show them while they arrive, and do not keep them.
    """

    name: str
    shape: type[BaseModel]
    proves_artifact: bool
    is_transient: bool = False

    @property
    def wire_name(self) -> str:
        """The name that clients see."""
        return WIRE_PREFIX + self.name


PAYLOADS: Final[dict[str, PayloadKind]] = {}


def register_payload(
    name: str, shape: type[BaseModel], *, proves_artifact: bool = False, is_transient: bool = False
) -> PayloadKind:
    """Add a kind of data. A name can be taken once."""
    if name in PAYLOADS:
        raise InvalidOption(option="name", value=name, allowed=Reason("reason.usecases.payload_exists"))
    PAYLOADS[name] = PayloadKind(name, shape, proves_artifact, is_transient)
    return PAYLOADS[name]


def is_transient(name: str) -> bool:
    """Whether clients show data of this kind while it arrives, and do not keep it."""
    return name in PAYLOADS and PAYLOADS[name].is_transient


def data_event(kind: PayloadKind, payload: BaseModel, id: str | None = None) -> Data:  # noqa: A002
    """Return an event of a kind that proves nothing. Kinds that prove an artifact need `artifact_event`."""
    if kind.proves_artifact:
        raise InvalidOption(option="kind", value=kind.name, allowed=Reason("reason.usecases.needs_verified"))
    return _make_event(kind, payload, id)


def artifact_event(kind: PayloadKind, payload: BaseModel, artifact: Verified) -> Data:
    """Return the announcement of an artifact. It needs a `Verified`, and only the vault makes those."""
    return _make_event(kind, payload, artifact.id)


def proposal_event(kind: PayloadKind, payload: BaseModel, ask: Ask) -> Data:
    """Return the event that shows a question to the person. Its evidence is the stored ask."""
    return _make_event(kind, payload, ask.id)


def artifact_event_types() -> frozenset[str]:
    """Return the wire names of every kind that proves an artifact."""
    return frozenset(kind.wire_name for kind in PAYLOADS.values() if kind.proves_artifact)


def _make_event(kind: PayloadKind, payload: BaseModel, id: str | None) -> Data:  # noqa: A002
    if not isinstance(payload, kind.shape):
        raise InvalidOption(
            option="payload",
            value=type(payload).__name__,
            allowed=Reason("reason.usecases.payload_shape", shape=kind.shape.__name__),
        )
    return Data(name=kind.name, payload=payload.model_dump(mode="json", by_alias=True), id=id)


ActionKind = Literal["chat", "artifact", "clarify", "refuse", "build"]


class Action(Shape):
    """What clients may show while there is nothing else: the path, the mode, the intent and the tier."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True, populate_by_name=True)

    action: ActionKind = Field(
        description="The action: answer in words, make something, ask first, refuse, or point to Build."
    )
    mode: str = Field(description="What the route expects: answer, artifact or clarify.")
    intent: str = Field(description="The intent of the message.")
    model_tier: str = Field(description="Which model works: fast, standard, strong or vision.")


ACTION: Final = register_payload("action", Action)


def action_event(doing: ActionKind, route: RouterResult) -> Data:
    """Return the event that reports the route."""
    fields = Action(action=doing, mode=route.expected_mode, intent=route.intent, model_tier=route.model_tier)
    return data_event(ACTION, fields)


class FilePreview(Shape):
    """What a file shows."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    page_count: int = Field(description="How many pages or slides it has.")


class FileReady(Shape):
    """A file, for clients to show as a card."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    type: str = Field(description="Its kind, such as pptx, docx or pdf.")
    filename: str = Field(description="The name of its file.")
    title: str = Field(description="The title.")
    size: int = Field(description="The size of its file in bytes.")
    preview: FilePreview | None = Field(default=None, description="A preview, if one is known.")


_NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})
FILE_READY: Final = register_payload("file-ready", FileReady, proves_artifact=True)


def file_ready_event(artifact: Verified, facts: Mapping[str, Any] = _NO_FACTS) -> Data:
    """Return the announcement of a file. The number of its pages is the fact `pages` or `slides`."""
    pages = facts.get("pages", facts.get("slides"))
    card = FileReady.model_validate(
        {
            "artifactId": artifact.id,
            "type": artifact.kind,
            "filename": artifact.name,
            "title": artifact.title,
            "size": artifact.size,
            "preview": {"pageCount": pages} if isinstance(pages, int) else None,
        }
    )
    return artifact_event(FILE_READY, card, artifact)


class PptxOutlineSlide(CamelShape):
    """One planned slide."""

    title: str = Field(description="The point of the slide.")
    key_points: tuple[str, ...] = Field(description="Its points, in order.")
    section: str | None = Field(description="The part of the deck that it belongs to.")
    layout: str | None = Field(description="The layout; null if it is undecided.")


class PptxOutline(CamelShape):
    """An outline for clients to show, to adopt, edit or abandon. The `id` of the event is that of the ask."""

    title: str = Field(description="The title of the deck.")
    outline: tuple[PptxOutlineSlide, ...] = Field(description="The slides after the title slide.")
    total_slides: int = Field(description="The number of slides.")
    estimated_duration: str | None = Field(description="How long the talk takes, in words.")
    requires_confirmation: Literal[True] = Field(default=True, description="Nothing is made before the person agrees.")


PPTX_OUTLINE: Final = register_payload("pptx-outline", PptxOutline, proves_artifact=True)


class QuizQuestionMade(Shape):
    """One question, parsed and checked."""

    index: int = Field(description="Its position in the quiz, starting at 0.")
    question: dict[str, Any] = Field(description="The question, as in the file of the quiz.")
    status: Literal["made"] = Field(default="made", description="The result.")


class QuizQuestionReplaced(Shape):
    """One question that replaces another; the others are unchanged."""

    index: int = Field(description="Its position in the quiz, starting at 0.")
    question: dict[str, Any] = Field(description="The new question, as in the file of the quiz.")
    status: Literal["replaced", "inserted"] = Field(description="The result.")


class QuizComplete(Shape):
    """The quiz is stored and checked as a whole."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    filename: str = Field(description="The name of its file.")
    total: int = Field(description="How many questions it has.")
    message: str = Field(description="A note: how many were requested and are missing.")


QUIZ_QUESTION: Final = register_payload("quiz-question", QuizQuestionMade, is_transient=True)
QUIZ_REPLACE: Final = register_payload("quiz-replace", QuizQuestionReplaced)
QUIZ_COMPLETE: Final = register_payload("quiz-complete", QuizComplete, proves_artifact=True)


def question_made_event(index: int, question: dict[str, Any]) -> Data:
    """Return the event of one question."""
    return data_event(QUIZ_QUESTION, QuizQuestionMade(index=index, question=question))


def question_replaced_event(index: int, question: dict[str, Any], status: Literal["replaced", "inserted"]) -> Data:
    """Return the event of a question that replaces another, or is inserted."""
    return data_event(QUIZ_REPLACE, QuizQuestionReplaced(index=index, question=question, status=status))


def quiz_complete_event(artifact: Verified, facts: Mapping[str, Any]) -> Data:
    """Return the announcement of a quiz; `facts` has its `questions` and a `message`."""
    fields = QuizComplete.model_validate(
        {
            "artifactId": artifact.id,
            "filename": artifact.name,
            "total": facts.get("questions", 0),
            "message": facts.get("message", ""),
        }
    )
    return artifact_event(QUIZ_COMPLETE, fields, artifact)


PagePart = Literal["html", "css", "js"]


class InteractiveStarted(Shape):
    """A page is about to be written."""

    title: str = Field(description="The title.")
    description: str = Field(description="The purpose.")
    phases: tuple[str, ...] = Field(description="The parts that are written in parallel.")


class InteractiveDelta(Shape):
    """More of one part. It is final only when the page is announced."""

    content: str = Field(description="The text that was added.")


class InteractivePartDone(Shape):
    """One part is written."""


class InteractiveContent(Shape):
    """The complete page, checked."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    filename: str = Field(description="The name of its file.")
    html: str = Field(description="The HTML of its body.")
    css: str = Field(description="Its styles.")
    js: str = Field(description="Its script.")
    title: str = Field(description="The title.")
    description: str = Field(description="The purpose.")
    preferred_height: int = Field(description="The preferred height of the frame, in pixels.")


PAGE_STARTED: Final = register_payload("interactive-content-start", InteractiveStarted)
PAGE_CONTENT: Final = register_payload("interactive-content", InteractiveContent, proves_artifact=True)
_PART_DELTAS: Final[dict[PagePart, PayloadKind]] = {
    "html": register_payload("interactive-html-delta", InteractiveDelta, is_transient=True),
    "css": register_payload("interactive-css-delta", InteractiveDelta, is_transient=True),
    "js": register_payload("interactive-js-delta", InteractiveDelta, is_transient=True),
}
_PART_DONE: Final[dict[PagePart, PayloadKind]] = {
    "html": register_payload("interactive-html-complete", InteractivePartDone, is_transient=True),
    "css": register_payload("interactive-css-complete", InteractivePartDone, is_transient=True),
    "js": register_payload("interactive-js-complete", InteractivePartDone, is_transient=True),
}


def page_started_event(title: str, description: str, phases: tuple[str, ...]) -> Data:
    """Return the event before anything is written."""
    return data_event(PAGE_STARTED, InteractiveStarted(title=title, description=description, phases=phases))


def part_delta_event(part: PagePart, content: str) -> Data:
    """Return the event of more of a part."""
    return data_event(_PART_DELTAS[part], InteractiveDelta(content=content))


def part_done_event(part: PagePart) -> Data:
    """Return the event of a part that is written."""
    return data_event(_PART_DONE[part], InteractivePartDone())


def page_ready_event(artifact: Verified, facts: Mapping[str, Any]) -> Data:
    """Return the announcement of a page; its content is under `page` in the facts."""
    page: Mapping[str, Any] = facts["page"]
    fields = {"artifactId": artifact.id, "filename": artifact.name, **page}
    return artifact_event(PAGE_CONTENT, InteractiveContent.model_validate(fields), artifact)


class RagSource(CamelShape):
    """A passage of the person's own documents."""

    document_id: str = Field(description="The document of the library.")
    name: str = Field(description="The name of the document.")
    page: int = Field(description="The page, slide or sheet, starting at 1.")
    start: int = Field(description="The first character of the passage in its page.")
    end: int = Field(description="The character after the passage.")
    snippet: str = Field(description="The part of the passage around the words of the search.")
    highlights: tuple[tuple[int, int], ...] = Field(description="Where these words are in the snippet.")
    score: float = Field(description="How well it matches; higher is better.")


class RagSources(CamelShape):
    """What a search in the person's own documents found, for clients to show as citations."""

    query: str = Field(description="What was searched for.")
    sources: tuple[RagSource, ...] = Field(description="The passages, best first.")
    total: int = Field(description="The number of passages.")


RAG_SOURCES: Final = register_payload("rag-sources", RagSources)


def rag_sources_event(query: str, sources: Sequence[RagSource]) -> Data:
    """Return the event of a search in the library."""
    return data_event(RAG_SOURCES, RagSources(query=query, sources=tuple(sources), total=len(sources)))
