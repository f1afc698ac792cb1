"""`envelope_parser`: typed requests to the user (questions, outlines) in the text of models without tool calls."""

import re
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from inkwright.parsing.coercions import coerce_request
from inkwright.parsing.fences import is_only_fences
from inkwright.parsing.json_candidates import find_candidates
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.outlines import tree_from_lines
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.schemas import SchemaProblem, format_path
from inkwright.parsing.thinking import without_thinking

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
    recommended: ShortText | None = None
    placeholder: ShortText | None = None

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


MAX_PREAMBLE: Final = 2_048
_TAG = re.compile(r"^[ \t*]*\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\][ \t*]*$", re.MULTILINE)
_STATUS = re.compile(r"(?:\A|\n)[ \t`*]*\[\[DOGENT_STATUS:NEEDS_CLARIFICATION\]\][ \t`*]*\Z")
_LOOKS_LIKE_ENVELOPE = re.compile(
    r"[\"'“]?response_type[\"'”]?\s*[:：]\s*[\"'“]?(?:clarification|outline_edit|normal|error)\b"
)
_MAY_BE_ENVELOPE = re.compile(r"response_type|type[\\\"'”]*\s*[:：]")
_PAYLOADS: Final = frozenset({"questions", "outline_lines", "outline_text", "outline"})
_AFTER_VALUE: Final = "`~ \t\r\n;"

_TYPE_OF_FIELD: Final = {"questions": "clarification", "outline": "outline_edit", "outline_lines": "outline_edit"}


def envelope_parser(raw_reply: str | None) -> ParserResult:
    """Return the envelope of a reply as a dict with `response_type` and the fields of that type.

    Plain text is `{"response_type": "normal", "content": text}`. A clarification has `title`, `preface`, `questions`;
    an outline edit has `title`, `preface`, `outline_lines` and `outline` (the tree, if the lines form one).
    `coercions` lists the coercions that were made.
    """
    return result_dict(read_envelope(raw_reply or ""))


def read_envelope(reply: str) -> Parsed[dict[str, Any]] | Rejected:
    """Return the envelope, or the problem with a broken one. Other text is an ordinary answer."""
    text = _without_thinking(reply)
    if not text:
        return reject(reply, "empty", "envelope.empty", example=envelope_example("normal"))
    return find_envelope(reply) or Parsed({"response_type": "normal", "content": text, "coercions": []})


def find_envelope(reply: str) -> Parsed[dict[str, Any]] | Rejected | None:
    """Return the envelope, or the problem with a broken one; None for other text."""
    text = _without_thinking(reply)
    tag = _TAG.search(text, 0, MAX_PREAMBLE)
    if tag and (tag.start() == 0 or _ends_reply(text[tag.end() :])):
        return _parse_tagged(reply, text[tag.end() :], tag)
    status = _STATUS.search(text)
    if status:
        return _question_from_prose(reply, text[: status.start()].strip())
    return _parse_payload(reply, text, None) if _is_bare_envelope(text) else None


def _without_thinking(reply: str) -> str:
    return without_thinking(reply.lstrip("\ufeff")).strip()


def _parse_tagged(reply: str, after_tag: str, tag: re.Match[str]) -> Parsed[dict[str, Any]] | Rejected:
    kind = tag[1].lower()
    if is_only_fences(after_tag):
        return reject(reply, "truncated", "envelope.no_json", tag=tag[0].strip(), example=envelope_example(kind))
    return _parse_payload(reply, after_tag, kind)


def _ends_reply(text: str) -> bool:
    """Whether the text ends with an object, complete or cut off."""
    found = find_candidates(text)
    if not found:
        return is_only_fences(text)
    last = found[-1]
    return last.state != "complete" or not text[last.start + last.length :].strip(_AFTER_VALUE)


def _is_bare_envelope(text: str) -> bool:
    """Whether the reply is an object with a `response_type`; a preamble and a fence are allowed."""
    if not _MAY_BE_ENVELOPE.search(text):
        return False
    whole = parse_strict(text)
    if whole is not None:
        return _is_envelope(_decode_string(whole.value) if isinstance(whole.value, str) else whole.value)
    found = find_candidates(text)
    if not found or found[-1].start > MAX_PREAMBLE or not _ends_reply(text):
        return False
    last = found[-1]
    return _is_envelope(last.value) if last.value is not None else bool(_LOOKS_LIKE_ENVELOPE.search(text, last.start))


def _is_envelope(value: Any) -> bool:
    """Whether a value, possibly cut off, has the type of an envelope."""
    if not isinstance(value, dict):
        return False
    name = value.get("response_type") or (value.get("type") if value.keys() & _PAYLOADS else None)
    return isinstance(name, str) and bool(name) and any(kind.startswith(name) for kind in MODELS)


def _parse_payload(reply: str, text: str, kind: str | None) -> Parsed[dict[str, Any]] | Rejected:
    found = parse_json_reply(text, None).result
    if isinstance(found, Rejected):
        example = envelope_example(kind or "clarification")
        return reject(reply, found.reason, "envelope.broken", problem=found.feedback, example=example)
    if not isinstance(found.value, dict):
        return reject(reply, "schema", "envelope.not_object", example=envelope_example(kind or "clarification"))
    was_text = text.strip().startswith('"')
    return _validate(reply, found.value, kind, ["JSON text → object"] if was_text else [])


def _decode_string(value: str) -> Any:
    inner = parse_json_reply(value, None).result
    return inner.value if isinstance(inner, Parsed) else value


def _validate(reply: str, value: dict[str, Any], kind: str | None, log: list[str]) -> Parsed[dict[str, Any]] | Rejected:
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
    empty = [name for name, owner in _TYPE_OF_FIELD.items() if payload.get(name, ...) in (None, []) and kind != owner]
    if kind in ("clarification", "outline_edit"):
        empty += [name for name in ("content", "outline_text") if payload.get(name, ...) in (None, "")]
    log += [f"empty {name} dropped" for name in empty]
    return {name: value for name, value in payload.items() if name not in empty}


def _was_tree(value: dict[str, Any]) -> bool:
    outline = value.get("outline")
    return bool(outline) and isinstance(outline, list) and "id" in outline[0]


def _schema_rejection(reply: str, name: Any, error: ValidationError) -> Rejected:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    problems = [SchemaProblem(format_path(item["loc"]), item["msg"]) for item in found[:8]]
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=envelope_example(name))


def _question_from_prose(reply: str, prose: str) -> Parsed[dict[str, Any]] | Rejected:
    """Convert the old status tag: the text becomes one question with a free answer."""
    if not prose:
        return reject(reply, "missing", "envelope.no_question", example=envelope_example("clarification"))
    payload = {
        "response_type": "clarification",
        "title": prose.split("\n", 1)[0][:80],
        "questions": [{"id": "q1", "question": prose, "allow_freeform": True}],
    }
    return _validate(reply, payload, None, ["status tag → question"])
