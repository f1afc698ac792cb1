"""Quizzes as they are written: bounds, camelCase, and lossless changes that are logged."""

import json
import logging
from typing import Any

import pytest

from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.load import question_from_value, quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.model import MAX_OPTIONS, Quiz, as_json, numbered_questions
from inkwright.errors import InvalidOption
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type


def one(**fields: Any) -> dict[str, Any]:
    """A question as it is written after it was read."""
    read = as_json(question_from_value({"question": "Q?", **fields}))
    return {key: value for key, value in read.items() if key not in ("question", "points", "questionType")}


def test_a_quiz_with_every_type_is_written_in_camel_case_and_read_again() -> None:
    quiz = every_type()
    written = json.loads(write_json(quiz))
    assert [each["questionType"] for each in written["questions"]] == [
        each["questionType"] for each in EVERY_TYPE["questions"]
    ]
    assert written["questions"][0] == {"id": "q1", "order": 1, **EVERY_TYPE["questions"][0]}
    assert [number for number, _, _ in numbered_questions(quiz)] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9.1",
        "9.2",
    ]
    assert Quiz.model_validate(written) == quiz


def test_python_names_are_understood_too() -> None:
    question = {"question_type": "SHORT_ANSWER", "question": "Q?", "correct_answer": "a", "knowledge_point": "k"}
    assert as_json(question_from_value(question))["knowledgePoint"] == "k"


def test_letters_before_options_are_taken_off_and_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="inkwright.artifacts.quizzes.load"):
        read = one(questionType="SINGLE_CHOICE", options=["A. red", "B、blue", "(C) green"], correctAnswer="B. blue")
    assert read == {"options": ["red", "blue", "green"], "correctAnswer": "B"}
    assert "question.options: letters removed" in caplog.text


def test_a_letter_that_is_part_of_an_option_stays() -> None:
    read = one(questionType="SINGLE_CHOICE", options=["A. Lincoln", "J. Adams"], correctAnswer="A. Lincoln")
    assert read == {"options": ["A. Lincoln", "J. Adams"], "correctAnswer": "A"}


@pytest.mark.parametrize(
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
def test_answers_are_brought_into_one_form(given: dict[str, Any], answer: object) -> None:
    assert one(**given)["correctAnswer"] == answer


def test_feedback_by_letter_becomes_a_list() -> None:
    read = one(questionType="SINGLE_CHOICE", options=["x", "y"], correctAnswer="A", optionFeedback={"B": "no"})
    assert read["optionFeedback"] == ["", "no"]


def test_the_order_that_each_question_tells_is_kept_to() -> None:
    second = {"questionType": "LONG_ANSWER", "question": "second", "order": 2}
    first = {"questionType": "LONG_ANSWER", "question": "first", "order": 1}
    assert [each.question for each in quiz_from_value([second, first]).questions] == ["first", "second"]


@pytest.mark.parametrize("formula", ["\\frac{1}{2}", "\\times", "\\nu", "\\begin{x}", "\\right)", "\\text{a}"])
def test_formulas_survive_even_where_a_backslash_was_forgotten(formula: str) -> None:
    good = json.dumps({"questions": [{"questionType": "LONG_ANSWER", "question": f"Take ${formula}$."}]})
    for written in (good, good.replace("\\\\", "\\")):
        assert read_quiz(written.encode(), "quiz.json").quiz.questions[0].question == f"Take ${formula}$."


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"questions": []},
        {"questions": ["What?"]},
        {"questions": [{"question": "no type"}]},
        {"questions": [{"questionType": "RIDDLE", "question": "Q?"}]},
        {"questions": [{"questionType": "SINGLE_CHOICE", "question": "Q?", "options": ["x"] * (MAX_OPTIONS + 1)}]},
        {"questions": [{"questionType": "LONG_ANSWER", "question": "Q?", "points": -1}]},
        {"questions": [{"questionType": "LONG_ANSWER", "question": "Q?", "points": float("nan")}]},
        {"questions": [{"questionType": "LONG_ANSWER", "question": "Q?", "surprise": 1}]},
        {"questions": [{"questionType": "LONG_ANSWER", "question": "x" * 10_001}]},
        {"questions": [{"questionType": "COMPOSITE", "question": "Q?", "correctAnswer": "A"}]},
        {
            "questions": [
                {"questionType": "COMPOSITE", "question": "Q?", "subQuestions": [{"questionType": "COMPOSITE"}]}
            ]
        },
        {"questions": [{"questionType": "MULTIPLE_CHOICE", "question": "Q?", "options": ["a"], "correctAnswer": [{}]}]},
        "just words",
        7,
        None,
    ],
    ids=str,
)
def test_what_is_no_quiz_is_refused(given: object) -> None:
    with pytest.raises(InvalidOption):
        quiz_from_value(given)


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"\xff\xfe", "quiz.json", "UTF-8"),
        (b"words", "quiz.json", "JSON"),
        (b"{}", "quiz.doc", ".gift"),
        (b"x" * (16 * 2**20 + 1), "quiz.json", "16 MB"),
    ],
    ids=["bytes", "words", "ending", "large"],
)
def test_a_file_that_holds_no_quiz_is_refused_with_the_reason(content: bytes, name: str, told: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read_quiz(content, name)
    assert told in str(refused.value)
