"""How many points an answer is worth. What is typed is compared forgivingly, as `comparing` says."""

from collections.abc import Iterable, Sequence

from inkwright.artifacts.quizzes.comparing import as_option, is_right
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
            return float(len(given) == 1 and is_right(given[0], alternatives(question.correct_answer)))
        case FillInBlank():
            right = [alternatives(each) for each in question.correct_answer]
            return _part(is_right(each, good) for each, good in zip(given, right, strict=False)) / max(len(right), 1)
        case Matching():
            pairs = zip(given, question.correct_answer, strict=False)
            hits = _part(as_option(each) == as_option(good) for each, good in pairs)
            return hits / max(len(question.correct_answer), 1)
        case Ordering():
            return float([*given] == right_items(question))
        case LongAnswer():
            return 0.0


def _part(hits: Iterable[bool]) -> float:
    return float(sum(hits))
