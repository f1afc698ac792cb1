"""The quiz model: limits, camelCase, and what it rejects."""

import json
from typing import Any

import pytest

from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.load import question_from_value, quiz_from_value
from inkwright.artifacts.quizzes.model import MAX_OPTIONS, Quiz, as_json, numbered_questions
from inkwright.errors import InvalidOption
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type
from tests.each import each


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


@each(
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
)
def test_data_that_is_not_a_quiz_is_rejected(given: object) -> None:
    with pytest.raises(InvalidOption):
        quiz_from_value(given)
