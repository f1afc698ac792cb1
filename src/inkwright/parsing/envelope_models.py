"""Requests to the person as models write them: what may stand in questions, in outlines, and in the envelope."""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

MAX_QUESTIONS: Final = 10
MAX_OPTIONS: Final = 12
MAX_LINES: Final = 500

Kind = Literal["clarification", "outline_edit"]


def _not_blank(text: str) -> str:
    # A pattern would say the same, but some decoders cannot follow one.
    if not text.strip():
        raise PydanticCustomError("blank", "must not be blank")
    return text


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise PydanticCustomError("line", "must be one line; give each line as an item of its own")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_not_blank)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_not_blank)]
Details = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_not_blank)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=2_000), AfterValidator(_not_blank)]
OutlineLine = Annotated[str, StringConstraints(max_length=500), AfterValidator(_one_line)]


class Strict(BaseModel):
    """Takes values of exactly the declared types, and no field that it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Option(Strict):
    """One answer to choose."""

    label: Words
    value: Words
    description: Details | None = None


class Question(Strict):
    """One question. Options are needed unless a free answer is allowed."""

    id: Name
    question: Prose
    allow_freeform: bool = False
    options: list[Option] = Field(default=[], max_length=MAX_OPTIONS, validate_default=True)
    recommended: Words | None = None
    placeholder: Words | None = None

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


def _have_ids_of_their_own(questions: list[Question]) -> list[Question]:
    ids = [question.id for question in questions]
    if len(set(ids)) != len(ids):
        raise PydanticCustomError("ids", "the ids of the questions must differ from each other")
    return questions


def _say_something(lines: list[str]) -> list[str]:
    if lines and not any(line.strip() for line in lines):
        raise PydanticCustomError("outline", "at least one line must not be blank")
    return lines


Questions = Annotated[list[Question], Field(max_length=MAX_QUESTIONS), AfterValidator(_have_ids_of_their_own)]
OutlineLines = Annotated[list[OutlineLine], Field(max_length=MAX_LINES), AfterValidator(_say_something)]


class Clarification(Strict):
    """Questions to the person."""

    response_type: Literal["clarification"]
    title: Words
    preface: Prose | None = None
    questions: Annotated[Questions, Field(min_length=1)]


class OutlineEdit(Strict):
    """An outline for the person to review."""

    response_type: Literal["outline_edit"]
    title: Words
    preface: Prose | None = None
    outline_lines: Annotated[OutlineLines, Field(min_length=1)]


class Normal(Strict):
    """An ordinary answer."""

    response_type: Literal["normal"]
    title: str | None = None
    content: Annotated[str, StringConstraints(min_length=1), AfterValidator(_not_blank)]


class Failure(Strict):
    """The model says that it could not keep the format."""

    response_type: Literal["error"]
    reason: str | None = None
    title: str | None = None
    content: str | None = None


EnvelopeModel = Clarification | OutlineEdit | Normal | Failure
MODELS: Final[dict[str, type[EnvelopeModel]]] = {
    "clarification": Clarification,
    "outline_edit": OutlineEdit,
    "normal": Normal,
    "error": Failure,
}
_EXAMPLES: Final[dict[str, str]] = {
    "clarification": '"title": "…", "questions": [{"id": "q1", "question": "…", '
    '"options": [{"label": "…", "value": "…"}]}]',
    "outline_edit": '"title": "…", "outline_lines": ["…"]',
    "normal": '"content": "…"',
}


def example_of(kind: Any, key: str = "response_type") -> str:
    """The smallest valid request of a kind as JSON, its kind under `key`; an ordinary answer where there is none."""
    name = kind if kind in _EXAMPLES else "normal"
    return f'{{"{key}": "{name}", {_EXAMPLES[name]}}}'
