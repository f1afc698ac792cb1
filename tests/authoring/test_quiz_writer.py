"""Questions of a quiz: accepted one by one, requested again if too few, and rewritten singly."""

import json
from typing import Any

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.artifacts.quizzes.model import Question
from inkwright.authoring.quiz_writer import QUIZ_ROUNDS, QuizRequest, rewrite_question, write_questions
from inkwright.errors import InvalidOption
from inkwright.llm.models import Abilities
from tests.authoring.author_contexts import Room, run, said


def choice(number: int, **changes: Any) -> dict[str, Any]:
    usual = {
        "questionType": "SINGLE_CHOICE",
        "question": f"Where does water number {number} come from?",
        "options": ["Sea", "Sand", "Salt"],
        "correctAnswer": "A",
    }
    return usual | changes


def reply(*questions: dict[str, Any]) -> str:
    return json.dumps({"questions": questions})


def ignore(_index: int, _question: Question) -> None:
    """Ignore the question."""


def test_each_accepted_question_is_reported_with_its_index() -> None:
    room = Room([reply(choice(1), choice(2), choice(3))])
    found: list[tuple[int, str]] = []
    taken = run(
        write_questions(room.bench(), QuizRequest("Rain", 2), lambda index, each: found.append((index, each.id)))
    )
    assert found == [(0, "q1"), (1, "q2")]
    assert [each.question for each in taken.questions] == [choice(1)["question"], choice(2)["question"]]


def test_missing_questions_are_requested_again_with_the_problems() -> None:
    room = Room([reply(choice(1), choice(1), choice(2, correctAnswer="F")), reply(choice(3))])
    taken = run(write_questions(room.bench(), QuizRequest("Rain", 2), ignore))
    assert [each.order for each in taken.questions] == [1, 2]
    second = room.prompts()[1]
    assert second.count(choice(1)["question"]) == 2
    assert taken.problems == []


def test_the_rounds_are_limited() -> None:
    room = Room([reply()] * (QUIZ_ROUNDS + 1))
    assert run(write_questions(room.bench(), QuizRequest("Rain", 2), ignore)).questions == []
    assert len(room.prompts()) == QUIZ_ROUNDS


def test_questions_of_other_types_are_rejected() -> None:
    room = Room([reply(choice(1))] * QUIZ_ROUNDS)
    taken = run(write_questions(room.bench(), QuizRequest("Rain", 1, types=("TRUE_FALSE",)), ignore))
    assert taken.questions == []
    assert "SINGLE_CHOICE" in taken.problems[-1]


def test_a_model_error_is_raised_only_without_any_question() -> None:
    busy = ModelBusy(model="m", problem="429")
    taken = run(write_questions(Room([reply(choice(1)), busy]).bench(), QuizRequest("Rain", 2), ignore))
    assert (len(taken.questions), taken.problems) == (1, [str(busy)])
    with pytest.raises(ModelBusy):
        run(write_questions(Room([busy]).bench(), QuizRequest("Rain", 2), ignore))


def test_a_weak_model_is_refused() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    with pytest.raises(InvalidOption):
        run(write_questions(room.bench(), QuizRequest("Rain", 1), ignore))


def test_one_question_is_rewritten_until_it_is_valid() -> None:
    room = Room([said(choice(1, correctAnswer="F")), said(choice(2))])
    question = run(rewrite_question(room.bench(), None, ["Where is it?"], "harder"))
    assert question.question == choice(2)["question"]
    first, second = room.prompts()
    assert "Where is it?" in first
    assert "harder" in first
    assert second != first
