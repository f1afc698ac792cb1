"""Validation errors of a quiz as messages: the question or sheet row, and the values allowed there."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.quizzes.model import (
    MAX_QUESTIONS,
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from inkwright.artifacts.text import one_line
from inkwright.artifacts.validation import error_message, summarised_errors, validation_errors
from inkwright.i18n import Language, text

_MAX_SHOWN: Final = 60
_LISTS: Final = ("questions", "subQuestions")
_MODELS: Final[Mapping[int | str, type[BaseModel]]] = {
    kind.model_fields["question_type"].default: kind
    for kind in (SingleChoice, MultipleChoice, TrueFalse, FillInBlank, ShortAnswer, LongAnswer, Matching, Ordering,
                 Composite)
}  # fmt: skip
_VALIDATOR_MARKS: Final = ("function-before[", "list[")


class SourceLocations(Protocol):
    """Names the questions and fields of a sheet as they are found there. Numbers count from 0."""

    def question(self, numbers: tuple[int, ...], language: Language) -> str | None:
        """Return where a question is, by its number and that of its part; None if that is not known."""

    def field(self, name: str, index: int | None, language: Language) -> str:
        """Return where a field is, such as the column of an option by its index."""


def describe_errors(problem: ValidationError, language: Language, locations: SourceLocations | None = None) -> str:
    """Return the first few errors, each with its location, and how many more there are."""
    messages: dict[tuple[int | str, ...], str] = {}
    for error in validation_errors(problem):
        path = _without_types(error["loc"])
        messages.setdefault(path, _describe_error(error, path, language, locations))
    return summarised_errors(messages.values(), language)


def _without_types(path: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the path without the types that pydantic tried: `questions`, 0, `points`."""
    return tuple(
        step for step in path if isinstance(step, int) or not (step in _MODELS or step.startswith(_VALIDATOR_MARKS))
    )


def _describe_error(
    error: ErrorDetails, path: tuple[int | str, ...], language: Language, locations: SourceLocations | None
) -> str:
    reason = _error_reason(error, path, language, in_sheet=locations is not None)
    numbers, fields = _question_numbers(path)
    steps = [_question_location(numbers, language, locations)] if numbers else []
    if fields:
        steps.append(_field_location(fields, language, locations))
    location = text(language, "complaint.pause").join(steps)
    return text(language, "complaint.with_place", place=location, what=reason) if location else reason


def _error_reason(error: ErrorDetails, path: tuple[int | str, ...], language: Language, *, in_sheet: bool) -> str:
    if not path and error["type"] == "model_type":
        return text(language, "quiz.wrong.shape")
    if path == ("questions",) and error["type"] in ("missing", "too_short"):
        return text(language, "quiz.wrong.no_questions")
    if path == ("questions",) and error["type"] == "too_long":
        return text(language, "quiz.too_many", most=MAX_QUESTIONS)
    if error["type"] == "question_type":
        return _unknown_type(error["input"], language, is_part="subQuestions" in path, in_sheet=in_sheet)
    if error["type"] == "extra_forbidden" and in_sheet:
        return text(language, "quiz.wrong.not_of_type")
    return error_message(error, language, _allowed_fields(error["loc"]))


def _unknown_type(given: Any, language: Language, *, is_part: bool, in_sheet: bool) -> str:
    kind = given.get("questionType") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping):
        return text(language, "quiz.wrong.question")
    if kind == "COMPOSITE" and is_part:
        return text(language, "quiz.wrong.part")
    if kind is None:
        return text(language, "quiz.wrong.no_type")
    key = "quiz.wrong.type_in_sheet" if in_sheet else "quiz.wrong.type"
    return text(language, key, given=one_line(str(kind))[:_MAX_SHOWN])


def _allowed_fields(path: tuple[int | str, ...]) -> list[str]:
    """Return all fields of the question, or of the quiz, that the path leads to."""
    kind = next((step for step in reversed(path) if step in _MODELS), None)
    return [field.alias or name for name, field in _MODELS[kind].model_fields.items()] if kind else [*Quiz.model_fields]


def _question_numbers(path: tuple[int | str, ...]) -> tuple[tuple[int, ...], tuple[int | str, ...]]:
    """Return the numbers of the question and its part, from 0, and the rest of the path."""
    numbers: list[int] = []
    rest = path
    while len(rest) > 1 and rest[0] in _LISTS and isinstance(rest[1], int):
        numbers.append(rest[1])
        rest = rest[2:]
    return tuple(numbers), rest


def _question_location(numbers: tuple[int, ...], language: Language, locations: SourceLocations | None) -> str:
    found = locations.question(numbers, language) if locations else None
    return found or text(language, "quiz.wrong.at", number=".".join(str(number + 1) for number in numbers))


def _field_location(fields: tuple[int | str, ...], language: Language, locations: SourceLocations | None) -> str:
    name, *inner = fields
    index = next((step for step in inner if isinstance(step, int)), None)
    if locations is not None:
        return locations.field(str(name), index, language)
    shown = one_line(str(name))[:_MAX_SHOWN]
    return shown if index is None else f"{shown}[{index + 1}]"
