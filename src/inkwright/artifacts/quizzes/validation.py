"""Validation errors of a quiz in words: the question or sheet row, and the values allowed there."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.quizzes.formats.sheets.write import OPTION_COLUMN
from inkwright.artifacts.quizzes.model import (
    LETTERS,
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
_SHEET_NAMES: Final[Mapping[str, str]] = {"options": f"{OPTION_COLUMN}A", "optionFeedback": "feedback A"}


class SheetLocations(NamedTuple):
    """Where the questions stand in a sheet: the row of each, by its place and that of its part counted from 0; and how
    the column of each field is called there.
    """

    rows: Mapping[tuple[int, ...], int]
    columns: Mapping[str, str]


def describe_errors(problem: ValidationError, language: Language, places: SheetLocations | None = None) -> str:
    """The first few wrong places; how many more there are is said."""
    told: dict[tuple[int | str, ...], str] = {}
    for one in validation_errors(problem):
        at = _without_types(one["loc"])
        told.setdefault(at, _describe_error(one, at, language, places))
    return summarised_errors(told.values(), language)


def _without_types(at: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The place without the types that were tried: `questions`, 0, `points`."""
    return tuple(
        step for step in at if isinstance(step, int) or not (step in _MODELS or step.startswith(_VALIDATOR_MARKS))
    )


def _describe_error(
    one: ErrorDetails, at: tuple[int | str, ...], language: Language, places: SheetLocations | None
) -> str:
    what = _error_reason(one, at, language, places)
    numbers, fields = _question_numbers(at)
    told = [_question_location(numbers, language, places)] if numbers else []
    if fields:
        told.append(_field_location(fields, language, places))
    place = text(language, "complaint.pause").join(told)
    return text(language, "complaint.with_place", place=place, what=what) if place else what


def _error_reason(
    one: ErrorDetails, at: tuple[int | str, ...], language: Language, places: SheetLocations | None
) -> str:
    if not at and one["type"] == "model_type":
        return text(language, "quiz.wrong.shape")
    if at == ("questions",) and one["type"] in ("missing", "too_short"):
        return text(language, "quiz.wrong.no_questions")
    if at == ("questions",) and one["type"] == "too_long":
        return text(language, "quiz.too_many", most=MAX_QUESTIONS)
    if one["type"] == "question_type":
        return _unknown_type(one["input"], language, is_part="subQuestions" in at, in_sheet=places is not None)
    if one["type"] == "extra_forbidden" and places is not None:
        return text(language, "quiz.wrong.not_of_type")
    return error_message(one, language, _allowed_fields(one["loc"]))


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


def _allowed_fields(at: tuple[int | str, ...]) -> list[str]:
    """The fields that may stand beside the one at this place."""
    kind = next((step for step in reversed(at) if step in _MODELS), None)
    return [field.alias or name for name, field in _MODELS[kind].model_fields.items()] if kind else [*Quiz.model_fields]


def _question_numbers(at: tuple[int | str, ...]) -> tuple[tuple[int, ...], tuple[int | str, ...]]:
    """The question and its part, counted from 0, and what is left of the place."""
    numbers: list[int] = []
    rest = at
    while len(rest) > 1 and rest[0] in _LISTS and isinstance(rest[1], int):
        numbers.append(rest[1])
        rest = rest[2:]
    return tuple(numbers), rest


def _question_location(numbers: tuple[int, ...], language: Language, places: SheetLocations | None) -> str:
    if places is not None and numbers in places.rows:
        return text(language, "quiz.sheet.row", row=places.rows[numbers])
    return text(language, "quiz.wrong.at", number=".".join(str(number + 1) for number in numbers))


def _field_location(fields: tuple[int | str, ...], language: Language, places: SheetLocations | None) -> str:
    name, *inner = fields
    numbers = [step for step in inner if isinstance(step, int)]
    if places is None:
        shown = one_line(str(name))[:_MAX_SHOWN]
        return f"{shown}[{numbers[0] + 1}]" if numbers else shown
    if name == "options" and numbers and numbers[0] < len(LETTERS):
        name = f"{OPTION_COLUMN}{LETTERS[numbers[0]]}"
    column = places.columns.get(str(name)) or places.columns.get(_SHEET_NAMES.get(str(name), ""))
    if column is None:
        return text(language, "quiz.wrong.options") if name == "options" else str(name)
    return text(language, "quiz.wrong.column", name=one_line(column)[:_MAX_SHOWN])
