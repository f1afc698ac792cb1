"""Helpers for tests of questions: select them, and read their answers."""

import asyncio

from inkwright.artifacts.quizzes.model import (
    FillInBlank,
    Matching,
    Ordering,
    Question,
    ShortAnswer,
    SingleChoice,
    option_index,
)
from inkwright.grounding.questions.select import QuestionOptions, QuestionSelection, select_questions
from inkwright.grounding.sentences import lines_of, strip_markup
from inkwright.grounding.source import Chooser, Material, no_choice
from tests.grounding.quiz_texts import CHINESE, text_of

SEEDS = range(3)
MANY = 60


def ask(
    material: Material,
    count: int = MANY,
    types: tuple[str, ...] = (),
    *,
    topic: str = "",
    seed: int = 0,
    choose: Chooser = no_choice,
) -> QuestionSelection:
    """Select questions from a material."""
    return asyncio.run(select_questions(material, QuestionOptions(count, types, topic, seed), choose))


def questions(found: QuestionSelection) -> list[Question]:
    """Return the selected questions without their locations."""
    return [each.item for each in found.questions]


def plain_text(name: str) -> str:
    """Return the content of a text without markup, on one line."""
    glue = "" if name in CHINESE else " "
    return glue.join(filter(None, (strip_markup(line.text) for line in lines_of(text_of(name)))))


def answers(question: Question) -> list[str]:
    """Return what a correct answer chooses, writes, or puts in order."""
    match question:
        case SingleChoice():
            right = option_index(question.correct_answer, len(question.options))
            assert right is not None
            return [question.options[right]]
        case FillInBlank():
            return [str(answer) for answer in question.correct_answer]
        case ShortAnswer():
            return [str(question.correct_answer)]
        case Matching():
            return [*question.options, *question.correct_answer]
        case Ordering():
            return list(question.options)
        case _:
            return []
