"""Grading: blanks, partners and several choices count one by one, every other answer as a whole."""

import pytest

from inkwright.artifacts.quizzes.grade import is_auto_graded, score_answer
from inkwright.artifacts.quizzes.model import Matching, numbered_questions
from tests.artifacts.quizzes.sample_quizzes import every_type
from tests.each import each

QUESTIONS = {number: question for number, question, _ in numbered_questions(every_type())}


@each(
    ("number", "given", "share"),
    [
        ("1", ["B"], 1),
        ("1", ["A"], 0),
        ("1", [], 0),
        ("2", ["C", "A"], 1),
        ("2", ["A"], 0.5),
        ("2", ["A", "B", "C"], 0.5),
        ("2", ["A", "B"], 0),
        ("2", ["B"], 0),
        ("2", [], 0),
        ("3", ["true"], 1),
        ("3", ["false"], 0),
        ("4", [" PARIS. ", "ｋristiania"], 1),
        ("4", ["Paris", "Rome"], 0.5),
        ("4", ["Paris"], 0.5),
        ("5", ["1,024"], 1),
        ("5", ["1025"], 0),
        ("6", ["anything"], 0),
        ("7", ["red", "blue"], 1),
        ("7", ["red", "green"], 0.5),
        ("8", ["Atom", "Cell", "Frog"], 1),
        ("8", ["Cell", "Atom", "Frog"], 0),
    ],
)
def test_an_answer_is_graded(number: str, given: list[str], share: float) -> None:
    assert score_answer(QUESTIONS[number], given) == share


@pytest.mark.parametrize(("given", "share"), [(["CO", "102"], 1), (["Co", "102"], 0.5), (["CO", "10²"], 0.5)])
def test_a_partner_that_only_looks_alike_is_wrong(given: list[str], share: float) -> None:
    pairs = Matching(question="Match.", options=["a", "b"], correct_answer=["CO", "102"], distractors=["Co", "10²"])
    assert score_answer(pairs, given) == share


def test_only_a_long_answer_needs_a_person() -> None:
    assert [number for number, question in QUESTIONS.items() if not is_auto_graded(question)] == ["6"]
