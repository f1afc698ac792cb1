"""How a question is presented: its options and right answer as lines, in a stable shuffled order."""

import hashlib
from collections.abc import Sequence

from inkwright.artifacts.quizzes.model import (
    LETTERS,
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
    letter,
    option_index,
)
from inkwright.i18n import Language, text


def stable_shuffle(items: Sequence[str], seed: str) -> list[str]:
    """Return the items in an order that depends only on them and the seed, and differs from the given one."""

    def key(item: tuple[int, str]) -> bytes:
        return hashlib.sha256(f"{seed}\n{item[0]}\n{item[1]}".encode()).digest()

    found = [item for _, item in sorted(enumerate(items), key=key)]
    return [*found[1:], found[0]] if len(set(items)) > 1 and found == list(items) else found


def presented_items(question: Ordering) -> list[str]:
    """Return the items of an ordering as given, or shuffled if they are in the right order already."""
    in_order = [*LETTERS[: len(question.options)]]
    is_given_away = question.correct_answer == in_order
    return stable_shuffle(question.options, question.question) if is_given_away else list(question.options)


def items_in_order(question: Ordering) -> list[str]:
    """Return the items of an ordering in the right order."""
    items = {letter(index): option for index, option in enumerate(question.options)}
    return [items[each] for each in question.correct_answer if each in items]


def presented_partners(question: Matching) -> list[str]:
    """Return the possible partners in a matching, each once, shuffled."""
    return stable_shuffle(list(dict.fromkeys([*question.correct_answer, *question.distractors])), question.question)


def option_lines(question: PartQuestion, language: Language) -> list[str]:
    """Return the options as lines, each with its letter or number."""
    match question:
        case SingleChoice() | MultipleChoice():
            return _lettered_lines(question.options)
        case TrueFalse():
            return [text(language, "quiz.true"), text(language, "quiz.false")]
        case Ordering():
            return _lettered_lines(presented_items(question))
        case Matching():
            left = [f"{number}. {option}" for number, option in enumerate(question.options, 1)]
            return [*left, *_lettered_lines(presented_partners(question))]
        case _:
            return []


def answer_lines(question: PartQuestion, language: Language) -> list[str]:
    """Return the right answer as lines, with all alternatives."""
    match question:
        case SingleChoice():
            return _chosen_lines(question.options, [question.correct_answer])
        case MultipleChoice():
            return _chosen_lines(question.options, question.correct_answer)
        case TrueFalse():
            return (
                [text(language, f"quiz.{question.correct_answer}")] if question.correct_answer in _TRUTH_VALUES else []
            )
        case FillInBlank():
            answers = [" / ".join(alternatives(each)) for each in question.correct_answer]
            return answers if len(answers) < 2 else [f"({number}) {each}" for number, each in enumerate(answers, 1)]
        case ShortAnswer():
            return [" / ".join(alternatives(question.correct_answer))]
        case Matching():
            partners = presented_partners(question)
            pairs = enumerate(question.correct_answer, 1)
            return [
                f"{number} – {letter(partners.index(right))}. {right}" for number, right in pairs if right in partners
            ]
        case Ordering():
            return _ordering_lines(question)
        case LongAnswer():
            return question.correct_answer.split("\n") if question.correct_answer else []


def feedback_lines(question: PartQuestion, language: Language) -> list[tuple[str, str]]:
    """Return the feedback for each choice that has some, with the letter of the choice, or with True or False."""
    match question:
        case SingleChoice() | MultipleChoice():
            names = [f"{each}." for each in LETTERS]
        case TrueFalse():
            names = [text(language, "quiz.feedback", choice=text(language, f"quiz.{truth}")) for truth in _TRUTH_VALUES]
        case _:
            return []
    return [(name, remark) for name, remark in zip(names, question.option_feedback, strict=False) if remark]


def _ordering_lines(question: Ordering) -> list[str]:
    shown = presented_items(question)
    return [f"{letter(shown.index(each))}. {each}" for each in items_in_order(question)]


def _lettered_lines(options: list[str]) -> list[str]:
    return [f"{letter(index % 26)}. {option}" for index, option in enumerate(options)]


def _chosen_lines(options: list[str], letters: list[str]) -> list[str]:
    indexes = [option_index(each, len(options)) for each in letters]
    return [f"{letter(index)}. {options[index]}" for index in indexes if index is not None]


_TRUTH_VALUES = ("true", "false")
