"""The envelope of a model that cannot call tools: what may stand in it, and the few coercions that lose nothing."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from inkwright.parsing.outlines import MAX_DEPTH

Text = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]

Line = Annotated[str, StringConstraints(pattern=r"^[^\r\n]*\S[^\r\n]*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Option(_Strict):
    """One answer to choose."""

    label: Text
    value: Text


class Question(_Strict):
    """One question. Options are needed unless a free answer is allowed."""

    id: Text
    question: Text
    options: list[Option] = []
    recommended: Text | None = None
    allow_freeform: bool = False
    placeholder: Text | None = None

    @model_validator(mode="after")
    def _can_be_answered(self) -> "Question":
        values = [option.value for option in self.options]
        if not values and not self.allow_freeform:
            raise PydanticCustomError("options", "options are needed unless allow_freeform is true")
        if len(set(values)) != len(values):
            raise PydanticCustomError("options", "option values must differ from each other")
        if self.recommended is not None and self.recommended not in values and not self.allow_freeform:
            raise PydanticCustomError("recommended", "recommended must be the value of one of the options, or null")
        return self


class Clarification(_Strict):
    """Questions to the person."""

    response_type: Literal["clarification"]
    title: Text
    preface: Text | None = None
    questions: Annotated[list[Question], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_unique_ids(self) -> "Clarification":
        ids = [question.id for question in self.questions]
        if len(set(ids)) != len(ids):
            raise PydanticCustomError("ids", "the ids of the questions must differ from each other")
        return self


class OutlineNode(_Strict):
    """A node of an outline given as a tree. It must fit on a line: an id without spaces, and a title."""

    id: Annotated[str, StringConstraints(pattern=r"^\S+$")]
    title: Line
    children: list["OutlineNode"] = []


class OutlineLevel(_Strict):
    """A line of an outline given as headings."""

    level: Annotated[int, Field(ge=1, le=MAX_DEPTH)]
    title: Line


class OutlineEdit(_Strict):
    """An outline for the person to review: as lines, as one text, or as a tree."""

    response_type: Literal["outline_edit"]
    title: Text
    preface: Text | None = None
    outline_lines: list[str] | None = None
    outline_text: str | None = None
    outline: list[OutlineNode] | list[OutlineLevel] | None = None

    @model_validator(mode="after")
    def _has_one_outline(self) -> "OutlineEdit":
        given = [self.outline_lines, self.outline_text, self.outline]
        if sum(bool(form) for form in given) != 1:
            raise PydanticCustomError(
                "outline", "exactly one of outline_lines, outline_text and outline must hold the outline"
            )
        return self


class Normal(_Strict):
    """An ordinary answer."""

    response_type: Literal["normal"]
    title: str | None = None
    content: Text


class Failure(_Strict):
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


def coerced(payload: dict[str, Any], log: Callable[[str], None]) -> dict[str, Any]:
    """The payload with the lossless coercions made, each told to `log`; what they do not cover stays as it is."""
    payload = dict(payload)
    if "response_type" not in payload and payload.get("type") in MODELS:
        payload["response_type"] = payload.pop("type")
        log("type → response_type")
    for name in ("questions", "outline", "outline_lines"):
        if name in payload and payload[name] in (None, []) and payload.get("response_type") not in _OWNERS[name]:
            del payload[name]
            log(f"empty {name} dropped")
    for name in ("content", "outline_text"):
        if (
            payload.get(name) in (None, "")
            and name in payload
            and payload.get("response_type") in ("clarification", "outline_edit")
        ):
            del payload[name]
            log(f"empty {name} dropped")
    if isinstance(payload.get("questions"), list):
        payload["questions"] = [
            _question(question, f"questions[{index}]", log) for index, question in enumerate(payload["questions"])
        ]
    return payload


_OWNERS: Final = {
    "questions": ("clarification",),
    "outline": ("outline_edit",),
    "outline_lines": ("outline_edit",),
}


def _question(question: Any, place: str, log: Callable[[str], None]) -> Any:
    if not isinstance(question, dict):
        return question
    question = dict(question)
    if isinstance(question.get("id"), int) and not isinstance(question["id"], bool):
        question["id"] = str(question["id"])
        log(f"{place}.id: number → text")
    for other in ("prompt", "header"):
        if "question" not in question and isinstance(question.get(other), str):
            question["question"] = question.pop(other)
            log(f"{place}.{other} → question")
    if isinstance(question.get("options"), list):
        question["options"] = [
            _option(option, f"{place}.options[{index}]", log) for index, option in enumerate(question["options"])
        ]
    return _recommended(question, place, log)


def _option(option: Any, place: str, log: Callable[[str], None]) -> Any:
    if isinstance(option, str):
        log(f"{place}: text → label and value")
        return {"label": option, "value": option}
    return option


def _recommended(question: dict[str, Any], place: str, log: Callable[[str], None]) -> dict[str, Any]:
    """`recommended` given as the index or the label of an option becomes that option's value."""
    recommended, options = question.get("recommended"), question.get("options")
    if not isinstance(options, list) or not all(isinstance(option, dict) for option in options):
        return question
    if isinstance(recommended, int) and not isinstance(recommended, bool) and 0 <= recommended < len(options):
        question["recommended"] = options[recommended].get("value")
        log(f"{place}.recommended: index → value")
    elif isinstance(recommended, str) and recommended not in [option.get("value") for option in options]:
        labelled = [option.get("value") for option in options if option.get("label") == recommended]
        if len(labelled) == 1:
            question["recommended"] = labelled[0]
            log(f"{place}.recommended: label → value")
    return question
