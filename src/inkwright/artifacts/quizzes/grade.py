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
    """Whether a program can mark it; a long answer needs a person."""
    return not isinstance(question, LongAnswer)


def score_answer(question: PartQuestion, given: Sequence[str]) -> float:
    """From 0 to 1, how right the answer is.

    Given are the letters of what is chosen, `true` or `false`, what is written in each blank, the partner of each
    option, or the items in their order. Blanks and partners count one by one; all else is right or wrong as a whole.
    """
    match question:
        case SingleChoice():
            return float([*given] == [question.correct_answer])
        case MultipleChoice():
            return float(set(given) == set(question.correct_answer))
        case TrueFalse():
            return float([*given] == [question.correct_answer])
        case ShortAnswer():
            return float(len(given) == 1 and is_accepted_answer(given[0], alternatives(question.correct_answer)))
        case FillInBlank():
            right = [alternatives(each) for each in question.correct_answer]
            return _share_correct(
                is_accepted_answer(each, good) for each, good in zip(given, right, strict=False)
            ) / max(len(right), 1)
        case Matching():
            pairs = zip(given, question.correct_answer, strict=False)
            hits = _share_correct(option_form(each) == option_form(good) for each, good in pairs)
            return hits / max(len(question.correct_answer), 1)
        case Ordering():
            return float([*given] == items_in_order(question))
        case LongAnswer():
            return 0.0


def _share_correct(hits: Iterable[bool]) -> float:
    return float(sum(hits))
