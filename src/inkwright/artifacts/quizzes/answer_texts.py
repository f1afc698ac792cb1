"""The options and the right answer of a question as lines to read: on paper, on a card, in the terminal."""

from inkwright.artifacts.quizzes.shuffling import right_items, shown_items, shown_partners
from inkwright.artifacts.quizzes.specs import (
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
    index_of,
    letter,
)
from inkwright.i18n import Language, text


def option_lines(question: PartQuestion, language: Language) -> list[str]:
    """What there is to choose from, each line with its letter or number."""
    match question:
        case SingleChoice() | MultipleChoice():
            return _lettered(question.options)
        case TrueFalse():
            return [text(language, "quiz.true"), text(language, "quiz.false")]
        case Ordering():
            return _lettered(shown_items(question))
        case Matching():
            left = [f"{at}. {option}" for at, option in enumerate(question.options, 1)]
            return [*left, *_lettered(shown_partners(question))]
        case _:
            return []


def answer_lines(question: PartQuestion, language: Language) -> list[str]:
    """The right answer; where several are right, all of them."""
    match question:
        case SingleChoice():
            return _chosen(question.options, [question.correct_answer])
        case MultipleChoice():
            return _chosen(question.options, question.correct_answer)
        case TrueFalse():
            return [text(language, f"quiz.{question.correct_answer}")] if question.correct_answer in _TRUTHS else []
        case FillInBlank():
            answers = [" / ".join(alternatives(each)) for each in question.correct_answer]
            return answers if len(answers) < 2 else [f"({at}) {each}" for at, each in enumerate(answers, 1)]
        case ShortAnswer():
            return [" / ".join(alternatives(question.correct_answer))]
        case Matching():
            partners = shown_partners(question)
            pairs = enumerate(question.correct_answer, 1)
            return [f"{at} – {letter(partners.index(right))}. {right}" for at, right in pairs if right in partners]
        case Ordering():
            return _ordered(question)
        case LongAnswer():
            return question.correct_answer.split("\n") if question.correct_answer else []


def feedback_of(question: PartQuestion, language: Language) -> list[tuple[str, str]]:
    """What is told about each choice, with its letter, or with True or False; only where something is told."""
    match question:
        case SingleChoice() | MultipleChoice():
            names = [f"{each}." for each in LETTERS]
        case TrueFalse():
            names = [text(language, "quiz.feedback", choice=text(language, f"quiz.{truth}")) for truth in _TRUTHS]
        case _:
            return []
    return [(name, told) for name, told in zip(names, question.option_feedback, strict=False) if told]


def _ordered(question: Ordering) -> list[str]:
    shown = shown_items(question)
    return [f"{letter(shown.index(each))}. {each}" for each in right_items(question)]


def _lettered(options: list[str]) -> list[str]:
    return [f"{letter(at % 26)}. {option}" for at, option in enumerate(options)]


def _chosen(options: list[str], letters: list[str]) -> list[str]:
    places = [index_of(each, len(options)) for each in letters]
    return [f"{letter(at)}. {options[at]}" for at in places if at is not None]


_TRUTHS = ("true", "false")
