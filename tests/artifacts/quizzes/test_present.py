"""Presentation: a stable shuffled order that does not give the answer away."""

from inkwright.artifacts.quizzes.model import Matching, Ordering
from inkwright.artifacts.quizzes.present import presented_items, presented_partners


def test_the_presented_order_is_stable_and_hides_the_answer() -> None:
    order = Ordering(question="Order.", options=["a", "b", "c"], correct_answer=["A", "B", "C"])
    assert presented_items(order) != ["a", "b", "c"]
    assert sorted(presented_items(order)) == ["a", "b", "c"]
    assert presented_items(order) == presented_items(order)
    pairs = Matching(question="Match.", options=["1", "2", "3"], correct_answer=["x", "y", "x"], distractors=["z"])
    assert sorted(presented_partners(pairs)) == ["x", "y", "z"]
