"""Answers that somebody hands in: what is offered without the key, what was answered, and how it is graded.

Fields of a form are named `q0`, `q1`, … by the position of the question. A choice, a partner or an item is a letter of
what was offered; blanks, partners and items are given in order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.artifacts.quizzes.grade import is_auto_graded, score_answer
from inkwright.artifacts.quizzes.model import (
    MAX_ANSWER,
    MAX_LINE,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    numbered_questions,
    option_index,
)
from inkwright.artifacts.quizzes.present import items_in_order, stable_shuffle

_TRUTH: Final = ("true", "false")


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """The answer to one question. `points` is None until a person has graded it."""

    number: str
    given: tuple[str, ...]
    points: float | None
    possible: float
    knowledge_point: str = ""


@dataclass(frozen=True, slots=True)
class GradedSheet:
    """The answers to all questions of a quiz."""

    answers: tuple[GradedAnswer, ...] = field(default=())

    @property
    def points(self) -> float:
        """The points of the answers that are graded."""
        return round(sum(each.points for each in self.answers if each.points is not None), 6)

    @property
    def possible(self) -> float:
        """The points of all questions."""
        return round(sum(each.possible for each in self.answers), 6)

    @property
    def ungraded(self) -> tuple[GradedAnswer, ...]:
        """The answers that a person has to grade."""
        return tuple(each for each in self.answers if each.points is None)


def field_name(index: int) -> str:
    """Return the name of the fields of a question."""
    return f"q{index}"


def offered_partners(question: Matching, seed: str) -> list[str]:
    """Return the possible partners in a matching, in an order that says nothing about the key."""
    return stable_shuffle(list(dict.fromkeys([*question.correct_answer, *question.distractors])), _seed(question, seed))


def offered_items(question: Ordering, seed: str) -> list[str]:
    """Return the items of an ordering, in an order that says nothing about the key."""
    return stable_shuffle(items_in_order(question), _seed(question, seed))


def _seed(question: PartQuestion, seed: str) -> str:
    # Without a secret, the shuffle could be reversed.
    return f"{seed}\n{question.question}"


def grade_sheet(quiz: Quiz, form: Mapping[str, Sequence[str]], seed: str) -> GradedSheet:
    """Grade the fields of a form by the rules of `grade`. What was not offered counts as no answer."""
    graded = []
    for index, (number, question, parent) in enumerate(numbered_questions(quiz)):
        given = _given(question, form.get(field_name(index), ()), seed)
        points = round(score_answer(question, given) * question.points, 6) if is_auto_graded(question) else None
        # Without an answer there is nothing to grade.
        points = 0.0 if points is None and not any(given) else points
        point = question.knowledge_point or (parent.knowledge_point if parent is not None else "")
        graded.append(GradedAnswer(number, given, points, question.points, point))
    return GradedSheet(tuple(graded))


def _given(question: PartQuestion, fields: Sequence[str], seed: str) -> tuple[str, ...]:
    """Return an answer as `score_answer` takes it."""
    match question:
        case SingleChoice() | MultipleChoice():
            most = 1 if isinstance(question, SingleChoice) else len(question.options)
            chosen = [each for each in fields if option_index(each, len(question.options)) is not None]
            return tuple(dict.fromkeys(chosen))[:most]
        case TrueFalse():
            return tuple(each for each in fields if each in _TRUTH)[:1]
        case ShortAnswer():
            return _lines(fields, 1)
        case FillInBlank():
            return _lines(fields, len(question.correct_answer))
        case LongAnswer():
            return tuple(each[:MAX_ANSWER].strip() for each in fields[:1])
        case Matching():
            return _picked(fields, offered_partners(question, seed), len(question.options))
        case Ordering():
            items = offered_items(question, seed)
            picked = _picked(fields, items, len(items))
            return picked if sorted(picked) == sorted(items) else ()


def _lines(fields: Sequence[str], most: int) -> tuple[str, ...]:
    return tuple(" ".join(each[:MAX_LINE].split()) for each in fields[:most])


def _picked(fields: Sequence[str], offered: Sequence[str], most: int) -> tuple[str, ...]:
    """Return what the letters mean; an empty text where nothing was chosen."""
    indexes = [option_index(each, len(offered)) for each in fields[:most]]
    return tuple("" if index is None else offered[index] for index in indexes)


def right_answer(question: PartQuestion) -> list[str]:
    """Return the right answer as lines, without letters of an order in which something was shown."""
    match question:
        case SingleChoice():
            return _options(question.options, [question.correct_answer])
        case MultipleChoice():
            return _options(question.options, question.correct_answer)
        case TrueFalse():
            return [question.correct_answer]
        case FillInBlank():
            return [" / ".join(alternatives(each)) for each in question.correct_answer]
        case ShortAnswer():
            return [" / ".join(alternatives(question.correct_answer))]
        case Matching():
            return [f"{left} – {right}" for left, right in zip(question.options, question.correct_answer, strict=False)]
        case Ordering():
            return items_in_order(question)
        case LongAnswer():
            return [question.correct_answer] if question.correct_answer else []


def given_lines(question: PartQuestion, given: Sequence[str]) -> list[str]:
    """Return an answer as lines that a person can read."""
    match question:
        case SingleChoice() | MultipleChoice():
            return _options(question.options, given)
        case Matching():
            pairs = zip(question.options, given, strict=False)
            return [f"{left} – {right or '…'}" for left, right in pairs]
        case _:
            return [each for each in given if each]


def _options(options: Sequence[str], letters: Sequence[str]) -> list[str]:
    indexes = [(each, option_index(each, len(options))) for each in letters]
    return [f"{written}. {options[index]}" for written, index in indexes if index is not None]


def sheet_to_json(sheet: GradedSheet) -> list[list[Any]]:
    """Return the answers as JSON data."""
    return [[each.number, list(each.given), each.points, each.possible, each.knowledge_point] for each in sheet.answers]


def sheet_from_json(written: Sequence[Sequence[Any]]) -> GradedSheet:
    """Return the answers that were written."""
    return GradedSheet(
        tuple(
            GradedAnswer(number, tuple(given), points, possible, knowledge_point)
            for number, given, points, possible, knowledge_point in written
        )
    )
