"""Grades answers: the share of a question's points that an answer earns."""

from collections.abc import Iterable, Sequence

from inkwright.artifacts.quizzes.compare import is_accepted_answer, option_form
from inkwright.artifacts.quizzes.model import (
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
)
from inkwright.artifacts.quizzes.present import items_in_order


def is_auto_graded(question: PartQuestion) -> bool:
    """Whether a program can grade it. A long answer needs a person."""
    return not isinstance(question, LongAnswer)


def score_answer(question: PartQuestion, given: Sequence[str]) -> float:
    """Return the share of the points that an answer earns, from 0 to 1.

    `given` holds the chosen letters, `true` or `false`, the text of each blank, the partner of each option, or the
    items in order. Blanks and partners count one by one. Of several choices each right one counts, and each wrong one
    takes one away. Every other answer is right or wrong as a whole.
    """
    match question:
        case SingleChoice():
            return float([*given] == [question.correct_answer])
        case MultipleChoice():
            return _choices_share(set(given), set(question.correct_answer))
        case TrueFalse():
            return float([*given] == [question.correct_answer])
        case ShortAnswer():
            return float(len(given) == 1 and is_accepted_answer(given[0], alternatives(question.correct_answer)))
        case FillInBlank():
            right = [alternatives(each) for each in question.correct_answer]
            pairs = zip(given, right, strict=False)
            return _share((is_accepted_answer(each, good) for each, good in pairs), len(right))
        case Matching():
            partners = zip(given, question.correct_answer, strict=False)
            hits = (option_form(each) == option_form(good) for each, good in partners)
            return _share(hits, len(question.correct_answer))
        case Ordering():
            return float([*given] == items_in_order(question))
        case LongAnswer():
            return 0.0


def _choices_share(chosen: set[str], right: set[str]) -> float:
    return max(0, len(chosen & right) - len(chosen - right)) / max(len(right), 1)


def _share(hits: Iterable[bool], count: int) -> float:
    return sum(hits) / max(count, 1)
