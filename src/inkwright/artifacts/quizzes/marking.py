"""How many points an answer is worth. Case, width and spaces of what is typed make no difference."""

from collections.abc import Iterable, Sequence
from typing import Final

from inkwright.artifacts.quizzes.coercing import folded
from inkwright.artifacts.quizzes.shuffling import right_items
from inkwright.artifacts.quizzes.specs import (
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

_END: Final = " .。!！"


def is_marked(question: PartQuestion) -> bool:
    """Whether a program can mark it; a long answer needs a person."""
    return not isinstance(question, LongAnswer)


def share_of(question: PartQuestion, given: Sequence[str]) -> float:
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
            return float(len(given) == 1 and _is_one_of(given[0], alternatives(question.correct_answer)))
        case FillInBlank():
            right = [alternatives(each) for each in question.correct_answer]
            return _part(_is_one_of(each, good) for each, good in zip(given, right, strict=False)) / max(len(right), 1)
        case Matching():
            pairs = zip(given, question.correct_answer, strict=False)
            return _part(folded(each) == folded(good) for each, good in pairs) / max(len(question.correct_answer), 1)
        case Ordering():
            return float([*given] == right_items(question))
        case LongAnswer():
            return 0.0


def _part(hits: Iterable[bool]) -> float:
    return float(sum(hits))


def _is_one_of(given: str, right: Sequence[str]) -> bool:
    return folded(given).strip(_END) in {folded(each).strip(_END) for each in right}
