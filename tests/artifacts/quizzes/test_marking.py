"""What an answer is worth: whole or nothing, but blanks and partners one by one; writing is forgiving."""

import pytest

from inkwright.artifacts.quizzes.marking import is_marked, share_of
from inkwright.artifacts.quizzes.shuffling import shown_items, shown_partners
from inkwright.artifacts.quizzes.specs import Matching, Ordering, asked
from tests.artifacts.quizzes.made_quizzes import every_type

QUESTIONS = {number: question for number, question, _ in asked(every_type())}


@pytest.mark.parametrize(
    ("number", "given", "share"),
    [
        ("1", ["B"], 1),
        ("1", ["A"], 0),
        ("1", [], 0),
        ("2", ["C", "A"], 1),
        ("2", ["A"], 0),
        ("2", ["A", "B", "C"], 0),
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
def test_an_answer_is_marked(number: str, given: list[str], share: float) -> None:
    assert share_of(QUESTIONS[number], given) == share


def test_only_a_long_answer_needs_a_person() -> None:
    assert [number for number, question in QUESTIONS.items() if not is_marked(question)] == ["6"]


def test_what_is_shown_does_not_tell_the_answer_and_is_the_same_every_time() -> None:
    order = Ordering(question="Order.", options=["a", "b", "c"], correct_answer=["A", "B", "C"])
    assert shown_items(order) != ["a", "b", "c"]
    assert sorted(shown_items(order)) == ["a", "b", "c"]
    assert shown_items(order) == shown_items(order)
    pairs = Matching(question="Match.", options=["1", "2", "3"], correct_answer=["x", "y", "x"], distractors=["z"])
    assert sorted(shown_partners(pairs)) == ["x", "y", "z"]
