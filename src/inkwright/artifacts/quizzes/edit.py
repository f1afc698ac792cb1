"""Replaces, inserts, moves or removes questions of a quiz and leaves the others unchanged."""

from collections.abc import Sequence

from inkwright.artifacts.quizzes.model import MAX_QUESTIONS, Composite, Question, Quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason


def replace_question(quiz: Quiz, number: int, question: Question) -> Quiz:
    """Return the quiz with the question of this number, from 1, replaced. The new one takes over id and order."""
    if not 1 <= number <= len(quiz.questions):
        reason = Reason("quiz.no_such_question", count=len(quiz.questions))
        raise InvalidOption(option="number", value=number, allowed=reason)
    old = quiz.questions[number - 1]
    questions = [*quiz.questions]
    questions[number - 1] = _with_id(question, old.id, old.order)
    return quiz.model_copy(update={"questions": questions})


def insert_question(quiz: Quiz, number: int, question: Question) -> Quiz:
    """Return the quiz with one more question at this number. Later ones get the next numbers and keep their ids."""
    if not 1 <= number <= len(quiz.questions) + 1:
        reason = Reason("quiz.no_such_place", count=len(quiz.questions) + 1)
        raise InvalidOption(option="number", value=number, allowed=reason)
    if len(quiz.questions) >= MAX_QUESTIONS:
        raise InvalidOption(option="number", value=number, allowed=Reason("quiz.too_many", most=MAX_QUESTIONS))
    new = _with_id(question, _new_id(quiz.questions, question.id), number)
    later = [each.model_copy(update={"order": each.order + 1}) for each in quiz.questions[number - 1 :]]
    return quiz.model_copy(update={"questions": [*quiz.questions[: number - 1], new, *later]})


def arrange_questions(quiz: Quiz, order: Sequence[int]) -> Quiz:
    """Return the quiz with the questions of these numbers, from 1, in this order. Each keeps its id; one that is left
    out is removed.
    """
    count = len(quiz.questions)
    for place, number in enumerate(order):
        if not 1 <= number <= count or number in order[:place]:
            raise InvalidOption(option="number", value=number, allowed=Reason("quiz.no_such_question", count=count))
    if not order:
        raise InvalidOption(option="questions", value=0, allowed=Reason("quiz.one_question"))
    chosen = [quiz.questions[number - 1] for number in order]
    numbered = [each.model_copy(update={"order": place}) for place, each in enumerate(chosen, 1)]
    return quiz.model_copy(update={"questions": numbered})


def _with_id(question: Question, name: str, order: int) -> Question:
    changes: dict[str, object] = {"id": name, "order": order}
    if isinstance(question, Composite):
        changes["sub_questions"] = [
            part.model_copy(update={"id": f"{name}.{number}", "order": number})
            for number, part in enumerate(question.sub_questions, 1)
        ]
    return question.model_copy(update=changes)


def _new_id(questions: Sequence[Question], preferred: str) -> str:
    """Return the preferred id, or else the next free number."""
    taken = {question.id for question in questions}
    if preferred and preferred not in taken:
        return preferred
    number = len(questions) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"
