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
    """The items in an order that depends on nothing but them and the seed; never the one given, where there is one."""

    def key(item: tuple[int, str]) -> bytes:
        return hashlib.sha256(f"{seed}\n{item[0]}\n{item[1]}".encode()).digest()

    found = [item for _, item in sorted(enumerate(items), key=key)]
    return [*found[1:], found[0]] if len(set(items)) > 1 and found == list(items) else found


def presented_items(question: Ordering) -> list[str]:
    """The items of an ordering: as they stand, or shuffled where they stand in their right order already."""
    in_order = [letter(at) for at in range(len(question.options))]
    is_given_away = question.correct_answer == in_order
    return stable_shuffle(question.options, question.question) if is_given_away else list(question.options)


def items_in_order(question: Ordering) -> list[str]:
    """The items of an ordering in their right order."""
    places = {letter(at): option for at, option in enumerate(question.options)}
    return [places[each] for each in question.correct_answer if each in places]


def presented_partners(question: Matching) -> list[str]:
    """What may belong to the options of a matching, each once, shuffled."""
    return stable_shuffle(list(dict.fromkeys([*question.correct_answer, *question.distractors])), question.question)


def option_lines(question: PartQuestion, language: Language) -> list[str]:
    """What there is to choose from, each line with its letter or number."""
    match question:
        case SingleChoice() | MultipleChoice():
            return _lettered_lines(question.options)
        case TrueFalse():
            return [text(language, "quiz.true"), text(language, "quiz.false")]
        case Ordering():
            return _lettered_lines(presented_items(question))
        case Matching():
            left = [f"{at}. {option}" for at, option in enumerate(question.options, 1)]
            return [*left, *_lettered_lines(presented_partners(question))]
        case _:
            return []


def answer_lines(question: PartQuestion, language: Language) -> list[str]:
    """The right answer; where several are right, all of them."""
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
            return answers if len(answers) < 2 else [f"({at}) {each}" for at, each in enumerate(answers, 1)]
        case ShortAnswer():
            return [" / ".join(alternatives(question.correct_answer))]
        case Matching():
            partners = presented_partners(question)
            pairs = enumerate(question.correct_answer, 1)
            return [f"{at} – {letter(partners.index(right))}. {right}" for at, right in pairs if right in partners]
        case Ordering():
            return _ordering_lines(question)
        case LongAnswer():
            return question.correct_answer.split("\n") if question.correct_answer else []


def feedback_lines(question: PartQuestion, language: Language) -> list[tuple[str, str]]:
    """What is told about each choice, with its letter, or with True or False; only where something is told."""
    match question:
        case SingleChoice() | MultipleChoice():
            names = [f"{each}." for each in LETTERS]
        case TrueFalse():
            names = [text(language, "quiz.feedback", choice=text(language, f"quiz.{truth}")) for truth in _TRUTH_VALUES]
        case _:
            return []
    return [(name, told) for name, told in zip(names, question.option_feedback, strict=False) if told]


def _ordering_lines(question: Ordering) -> list[str]:
    shown = presented_items(question)
    return [f"{letter(shown.index(each))}. {each}" for each in items_in_order(question)]


def _lettered_lines(options: list[str]) -> list[str]:
    return [f"{letter(at % 26)}. {option}" for at, option in enumerate(options)]


def _chosen_lines(options: list[str], letters: list[str]) -> list[str]:
    places = [option_index(each, len(options)) for each in letters]
    return [f"{letter(at)}. {options[at]}" for at in places if at is not None]


_TRUTH_VALUES = ("true", "false")
