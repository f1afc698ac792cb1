"""Replaces or inserts one question of a quiz and leaves the others unchanged."""

from collections.abc import Sequence

from inkwright.artifacts.quizzes.model import MAX_QUESTIONS, Composite, Question, Quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import text


def replace_question(quiz: Quiz, number: int, question: Question) -> Quiz:
    """The quiz with another question in the place of this number, counted from 1. It takes over id and order."""
    if not 1 <= number <= len(quiz.questions):
        told = text(quiz.language, "quiz.no_such_question", count=len(quiz.questions))
        raise InvalidOption(option="number", value=number, allowed=told)
    old = quiz.questions[number - 1]
    questions = [*quiz.questions]
    questions[number - 1] = _with_id(question, old.id, old.order)
    return quiz.model_copy(update={"questions": questions})


def insert_question(quiz: Quiz, number: int, question: Question) -> Quiz:
    """The quiz with one more question, which then has this number. Those behind it count on; their ids stay."""
    if not 1 <= number <= len(quiz.questions) + 1:
        told = text(quiz.language, "quiz.no_such_place", count=len(quiz.questions) + 1)
        raise InvalidOption(option="number", value=number, allowed=told)
    if len(quiz.questions) >= MAX_QUESTIONS:
        told = text(quiz.language, "quiz.too_many", most=MAX_QUESTIONS)
        raise InvalidOption(option="number", value=number, allowed=told)
    new = _with_id(question, _new_id(quiz.questions, question.id), number)
    behind = [each.model_copy(update={"order": each.order + 1}) for each in quiz.questions[number - 1 :]]
    return quiz.model_copy(update={"questions": [*quiz.questions[: number - 1], new, *behind]})


def _with_id(question: Question, name: str, order: int) -> Question:
    changes: dict[str, object] = {"id": name, "order": order}
    if isinstance(question, Composite):
        changes["sub_questions"] = [
            part.model_copy(update={"id": f"{name}.{at}", "order": at})
            for at, part in enumerate(question.sub_questions, 1)
        ]
    return question.model_copy(update=changes)


def _new_id(questions: Sequence[Question], wanted: str) -> str:
    """The id that is wanted, or else the next free number."""
    taken = {question.id for question in questions}
    if wanted and wanted not in taken:
        return wanted
    number = len(questions) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"
