"""The types of a structured message (questions, an outline, an answer, an error), and their validation."""

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_serializer,
)
from pydantic_core import PydanticCustomError

from inkwright.parsing.coercions import coerce_request
from inkwright.parsing.outlines import tree_from_lines
from inkwright.parsing.results import Parsed, Rejected, reject
from inkwright.parsing.schemas import SchemaProblem, format_path

MAX_QUESTIONS: Final = 10
MAX_OPTIONS: Final = 12
MAX_LINES: Final = 500

RequestKind = Literal["clarification", "outline_edit"]


def _not_blank(text: str) -> str:
    # Not a pattern in the schema, because some decoders do not support patterns.
    if not text.strip():
        raise PydanticCustomError("blank", "must not be blank")
    return text


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise PydanticCustomError("line", "must be one line; give each line as an item of its own")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_not_blank)]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_not_blank)]
LongText = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_not_blank)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=2_000), AfterValidator(_not_blank)]
OutlineLine = Annotated[str, StringConstraints(max_length=500), AfterValidator(_one_line)]


class StrictModel(BaseModel):
    """Accepts only values of the declared types, and no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Option(StrictModel):
    """One answer option."""

    label: ShortText
    value: ShortText
    description: LongText | None = None


class Question(StrictModel):
    """One question. Options are required unless a free answer is allowed."""

    id: Name
    question: Prose
    allow_freeform: bool = False
    options: list[Option] = Field(default=[], max_length=MAX_OPTIONS, validate_default=True)
    multi_select: bool = False
    recommended: ShortText | None = None
    placeholder: ShortText | None = None

    @model_serializer(mode="wrap")
    def _without_defaults(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out `multi_select` where one option is chosen, as in most questions."""
        dumped: dict[str, Any] = dump(self)
        if not self.multi_select:
            dumped.pop("multi_select", None)
        return dumped

    @field_validator("options")
    @classmethod
    def _can_be_answered(cls, options: list[Option], info: ValidationInfo) -> list[Option]:
        if not options and info.data.get("allow_freeform") is False:
            raise PydanticCustomError("options", "options are needed unless allow_freeform is true")
        values = [option.value for option in options]
        if len(set(values)) != len(values):
            raise PydanticCustomError("options", "option values must differ from each other")
        return options

    @field_validator("recommended")
    @classmethod
    def _is_offered(cls, recommended: str | None, info: ValidationInfo) -> str | None:
        options = info.data.get("options")
        is_free = info.data.get("allow_freeform", True)
        if recommended is None or options is None or is_free:
            return recommended
        if recommended not in [option.value for option in options]:
            raise PydanticCustomError("recommended", "recommended must be the value of one of the options, or null")
        return recommended


def _check_unique_ids(questions: list[Question]) -> list[Question]:
    ids = [question.id for question in questions]
    if len(set(ids)) != len(ids):
        raise PydanticCustomError("ids", "the ids of the questions must differ from each other")
    return questions


def _check_not_blank(lines: list[str]) -> list[str]:
    if lines and not any(line.strip() for line in lines):
        raise PydanticCustomError("outline", "at least one line must not be blank")
    return lines


Questions = Annotated[list[Question], Field(max_length=MAX_QUESTIONS), AfterValidator(_check_unique_ids)]
OutlineLines = Annotated[list[OutlineLine], Field(max_length=MAX_LINES), AfterValidator(_check_not_blank)]


class Clarification(StrictModel):
    """Questions to the user."""

    response_type: Literal["clarification"]
    title: ShortText
    preface: Prose | None = None
    questions: Annotated[Questions, Field(min_length=1)]


class OutlineEdit(StrictModel):
    """An outline for the user to review."""

    response_type: Literal["outline_edit"]
    title: ShortText
    preface: Prose | None = None
    outline_lines: Annotated[OutlineLines, Field(min_length=1)]


class NormalReply(StrictModel):
    """An ordinary answer."""

    response_type: Literal["normal"]
    title: str | None = None
    content: Annotated[str, StringConstraints(min_length=1), AfterValidator(_not_blank)]


class FormatFailure(StrictModel):
    """The model reports that it could not follow the format."""

    response_type: Literal["error"]
    reason: str | None = None
    title: str | None = None
    content: str | None = None


EnvelopeModel = Clarification | OutlineEdit | NormalReply | FormatFailure
MODELS: Final[dict[str, type[EnvelopeModel]]] = {
    "clarification": Clarification,
    "outline_edit": OutlineEdit,
    "normal": NormalReply,
    "error": FormatFailure,
}
_EXAMPLES: Final[dict[str, str]] = {
    "clarification": '"title": "…", "questions": [{"id": "q1", "question": "…", '
    '"options": [{"label": "…", "value": "…"}]}]',
    "outline_edit": '"title": "…", "outline_lines": ["…"]',
    "normal": '"content": "…"',
}


def envelope_example(kind: Any, key: str = "response_type") -> str:
    """Return the smallest valid request of a kind as JSON, with its kind under `key`; default: an ordinary answer."""
    name = kind if kind in _EXAMPLES else "normal"
    return f'{{"{key}": "{name}", {_EXAMPLES[name]}}}'


_OWNERS: Final[dict[str, tuple[str, ...]]] = {
    "questions": ("clarification",),
    "outline": (),
    "outline_lines": ("outline_edit",),
    "content": ("normal", "error"),
    "outline_text": (),
    "preface": (),
    "reason": ("error",),
    "payload": (),
}
"""The types in which an empty field is a mistake. In others it says nothing."""


def validate_envelope(
    reply: str, value: dict[str, Any], kind: str | None, log: list[str]
) -> Parsed[dict[str, Any]] | Rejected:
    """Return a structured message as a dict, or the problem with it in the language of the reply.

    `kind` is the type that a tag requires. `log` holds the coercions so far, and gets the others.
    """
    if kind and "response_type" not in value and "type" not in value:
        value = {"response_type": kind, **value}
        log.append("tag → response_type")
    payload = _drop_empty_fields(coerce_request(value, "response_type", log.append), log)
    name = payload.get("response_type")
    model = MODELS.get(name) if isinstance(name, str) else None
    if model is None or (kind and name not in (kind, "error")):
        fields = {"wanted": kind or ", ".join(MODELS), "got": str(name)[:60]}
        return reject(reply, "schema", "envelope.type", example=envelope_example(kind), **fields)
    try:
        envelope = model.model_validate(payload)
    except ValidationError as error:
        return _schema_rejection(reply, name, error)
    if isinstance(envelope, FormatFailure):
        return reject(reply, "model_error", "envelope.model_error", reason=envelope.reason or envelope.content or "?")
    content = envelope.model_dump(exclude_none=True)
    if isinstance(envelope, OutlineEdit) and _was_tree(value):
        content["outline"] = tree_from_lines(envelope.outline_lines)
    return Parsed({**content, "coercions": log})


def _drop_empty_fields(payload: dict[str, Any], log: list[str]) -> dict[str, Any]:
    """Remove empty fields of other types: models fill in one template for all types."""
    kind = payload.get("response_type")
    empty = [
        name for name, owners in _OWNERS.items() if payload.get(name, ...) in (None, [], "", {}) and kind not in owners
    ]
    log += [f"empty {name} dropped" for name in empty]
    return {name: value for name, value in payload.items() if name not in empty}


def _was_tree(value: dict[str, Any]) -> bool:
    payload = value.get("payload")
    outline = value.get("outline") or (payload.get("outline") if isinstance(payload, dict) else None)
    return bool(outline) and isinstance(outline, list) and isinstance(outline[0], dict) and "id" in outline[0]


def _schema_rejection(reply: str, name: Any, error: ValidationError) -> Rejected:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    problems = [SchemaProblem(format_path(item["loc"]), item["msg"]) for item in found[:8]]
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=envelope_example(name))


def message_text(payload: Any) -> str:
    """Return the text of a structured message, valid or not, without its JSON: for a place where no form can open."""
    if not isinstance(payload, dict):
        return ""
    payload = coerce_request(payload, "response_type", lambda _: None)
    said = [payload.get(name) for name in ("title", "preface", "content", "reason")]
    lines = payload.get("outline_lines") or payload.get("outline_text")
    outline = "\n".join(map(str, lines)) if isinstance(lines, list) else lines
    questions = payload.get("questions")
    asked = [_question_text(item) for item in questions] if isinstance(questions, list) else []
    return "\n\n".join(item.strip() for item in (*said, *asked, outline) if isinstance(item, str) and item.strip())


def _question_text(question: Any) -> str:
    if not isinstance(question, dict):
        return question if isinstance(question, str) else ""
    options = question.get("options")
    labels = [item.get("label") or item.get("value") for item in options or () if isinstance(item, dict)]
    lines = [question.get("question"), *(f"- {label}" for label in labels if isinstance(label, str))]
    return "\n".join(line for line in lines if isinstance(line, str))
