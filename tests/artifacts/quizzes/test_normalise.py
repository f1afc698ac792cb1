"""Normalisation: other notations become the one of the model, without losses."""

import json
import logging
from typing import Any

import pytest

from inkwright.artifacts.quizzes.load import question_from_value, quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.model import as_json
from tests.each import each


def one(**fields: Any) -> dict[str, Any]:
    """A question as it is written after it was read."""
    read = as_json(question_from_value({"question": "Q?", **fields}))
    return {key: value for key, value in read.items() if key not in ("question", "points", "questionType")}


def test_letters_before_options_are_removed_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="inkwright.artifacts.quizzes.load"):
        read = one(questionType="SINGLE_CHOICE", options=["A. red", "B、blue", "(C) green"], correctAnswer="B. blue")
    assert read == {"options": ["red", "blue", "green"], "correctAnswer": "B"}
    assert "question.options: letters removed" in caplog.text


def test_a_letter_that_is_part_of_an_option_stays() -> None:
    read = one(questionType="SINGLE_CHOICE", options=["A. Lincoln", "J. Adams"], correctAnswer="A. Lincoln")
    assert read == {"options": ["A. Lincoln", "J. Adams"], "correctAnswer": "A"}


@each(
    ("given", "answer"),
    [
        ({"questionType": "SINGLE_CHOICE", "options": ["red", "blue"], "correctAnswer": "Blue"}, "B"),
        ({"questionType": "SINGLE_CHOICE", "options": ["red", "blue"], "correctAnswer": ["b"]}, "B"),
        ({"questionType": "MULTIPLE_CHOICE", "options": ["x", "y", "z"], "correctAnswer": "CA"}, ["A", "C"]),
        ({"questionType": "MULTIPLE_CHOICE", "options": ["x", "y", "z"], "correctAnswer": "A、C"}, ["A", "C"]),
        ({"questionType": "MULTIPLE_CHOICE", "options": ["x", "y", "z"], "correctAnswer": ["z", "x"]}, ["A", "C"]),
        ({"questionType": "TRUE_FALSE", "correctAnswer": True}, "true"),
        ({"questionType": "true-false", "correctAnswer": "错"}, "false"),
        ({"questionType": "TRUE_FALSE", "options": ["正确", "错误"], "correctAnswer": "B"}, "false"),
        ({"questionType": "FILL_IN_BLANK", "correctAnswer": "Paris"}, ["Paris"]),
        ({"questionType": "FILL_IN_BLANK", "correctAnswer": [["Paris"], ["a", "b"]]}, ["Paris", ["a", "b"]]),
        ({"questionType": "SHORT_ANSWER", "options": [], "correctAnswer": 42}, "42"),
        ({"questionType": "MATCHING", "correctAnswer": {"a": "1", "b": "2"}}, ["1", "2"]),
        ({"questionType": "MATCHING", "options": [{"left": "a", "right": "1"}]}, ["1"]),
        ({"questionType": "ORDERING", "options": ["c", "a", "b"], "correctAnswer": ["a", "b", "c"]}, ["B", "C", "A"]),
        ({"questionType": "ORDERING", "correctAnswer": ["first", "second"]}, ["A", "B"]),
    ],
)
def test_answers_are_normalised(given: dict[str, Any], answer: object) -> None:
    assert one(**given)["correctAnswer"] == answer


def test_feedback_by_letter_becomes_a_list() -> None:
    read = one(questionType="SINGLE_CHOICE", options=["x", "y"], correctAnswer="A", optionFeedback={"B": "no"})
    assert read["optionFeedback"] == ["", "no"]


def test_questions_are_sorted_by_their_own_order() -> None:
    second = {"questionType": "LONG_ANSWER", "question": "second", "order": 2}
    first = {"questionType": "LONG_ANSWER", "question": "first", "order": 1}
    assert [each.question for each in quiz_from_value([second, first]).questions] == ["first", "second"]


@pytest.mark.parametrize("formula", ["\\frac{1}{2}", "\\times", "\\nu", "\\begin{x}", "\\right)", "\\text{a}"])
def test_formulas_survive_a_missing_backslash(formula: str) -> None:
    good = json.dumps({"questions": [{"questionType": "LONG_ANSWER", "question": f"Take ${formula}$."}]})
    for written in (good, good.replace("\\\\", "\\")):
        assert read_quiz(written.encode(), "quiz.json").quiz.questions[0].question == f"Take ${formula}$."
