"""Answer sheets: what was not offered is no answer, and grading follows the rules of `grade`."""

import pytest

from inkwright.artifacts.quizzes.answer_sheet import (
    GradedSheet,
    given_lines,
    grade_sheet,
    offered_items,
    offered_partners,
    right_answer,
    sheet_from_json,
    sheet_to_json,
)
from inkwright.artifacts.quizzes.model import Matching, Ordering, Quiz

ORDER = Ordering(question="Order.", options=["b", "a", "c"], correct_answer=["B", "A", "C"])
PAIRS = Matching(question="Match.", options=["1", "2"], correct_answer=["one", "two"], distractors=["three"])
QUIZ = Quiz.model_validate(
    {
        "title": "Rain",
        "questions": [
            {
                "questionType": "COMPOSITE",
                "question": "A text.",
                "knowledgePoint": "reading",
                "subQuestions": [
                    {"questionType": "TRUE_FALSE", "question": "One.", "correctAnswer": "true"},
                    {
                        "questionType": "MULTIPLE_CHOICE",
                        "question": "Two.",
                        "options": ["x", "y", "z"],
                        "correctAnswer": ["A", "B"],
                        "points": 3,
                        "knowledgePoint": "logic",
                    },
                ],
            },
            {"questionType": "LONG_ANSWER", "question": "Why?", "points": 5},
        ],
    }
)


def points(**form: list[str]) -> list[float | None]:
    return [each.points for each in grade_sheet(QUIZ, form, "seed").answers]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({}, [0.0, 0.0, 0.0]),
        ({"q0": ["true"], "q1": ["A", "B"]}, [1.0, 3.0, 0.0]),
        ({"q0": ["true", "false"], "q1": ["A", "A", "A"]}, [1.0, 1.5, 0.0]),
        ({"q0": ["TRUE"], "q1": ["A", "B", "C", "Z", ""]}, [0.0, 1.5, 0.0]),
        ({"q2": ["因为。"]}, [0.0, 0.0, None]),
        ({"q2": ["  "]}, [0.0, 0.0, 0.0]),
    ],
)
def test_each_question_is_graded_by_what_was_offered(form: dict[str, list[str]], expected: list[float | None]) -> None:
    assert points(**form) == expected


def test_a_part_has_the_knowledge_point_of_its_text_unless_it_has_its_own() -> None:
    sheet = grade_sheet(QUIZ, {"q2": ["x"]}, "seed")
    assert [each.knowledge_point for each in sheet.answers] == ["reading", "logic", ""]
    assert (sheet.points, sheet.possible, [each.number for each in sheet.ungraded]) == (0, 9, ["2"])


def test_the_order_of_what_is_offered_depends_on_a_secret() -> None:
    many = Ordering(question="Order.", options=[*"abcdefgh"], correct_answer=[*"ABCDEFGH"])
    assert len({tuple(offered_items(many, str(seed))) for seed in range(50)}) > 40
    assert all(sorted(offered_items(many, str(seed))) == [*"abcdefgh"] for seed in range(5))
    assert sorted(offered_partners(PAIRS, "x")) == ["one", "three", "two"]


def test_an_order_with_something_twice_is_no_answer() -> None:
    quiz = Quiz(title="Order", questions=[ORDER])
    letters = {item: "ABC"[index] for index, item in enumerate(offered_items(ORDER, "s"))}
    right = [letters[each] for each in ("a", "b", "c")]
    assert grade_sheet(quiz, {"q0": right}, "s").points == 1
    for wrong in (right[::-1], right[:2], [right[0]] * 3, [*right, "D"][1:], ["é"] * 3):
        assert grade_sheet(quiz, {"q0": wrong}, "s").points == 0, wrong


def test_what_was_stored_is_read_back() -> None:
    sheet = grade_sheet(QUIZ, {"q0": ["true"], "q2": ["雨"]}, "seed")
    assert sheet_from_json(sheet_to_json(sheet)) == sheet
    assert sheet_from_json([]) == GradedSheet()


def test_answers_are_lines_that_a_person_reads() -> None:
    assert given_lines(PAIRS, ["one", ""]) == ["1 – one", "2 – …"]
    assert right_answer(PAIRS) == ["1 – one", "2 – two"]
    assert right_answer(ORDER) == ["a", "b", "c"]
