"""Marks that questions name: read in both languages, and compared on the scale of each test."""

import pandas as pd
import pytest

from inkwright.school.statistics import PASS_SHARE, MarkThreshold
from inkwright.school.thresholds import NamedThresholds, named_thresholds


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("数学期中 90 分以上的有几个人", MarkThreshold("at_least", 90)),
        ("how many got 15 or more", MarkThreshold("at_least", 15)),
        ("不低于80分", MarkThreshold("at_least", 80)),
        ("低于80分", MarkThreshold("below", 80)),
        ("who is below 60%", MarkThreshold("below", 0.6, is_share=True)),
        ("高于 17.5 分", MarkThreshold("above", 17.5)),
        ("no more than 12 marks", MarkThreshold("at_most", 12)),
        ("不超过 60", MarkThreshold("at_most", 60)),
    ],
)
def test_a_mark_that_a_question_names_is_read_with_its_side(text: str, found: MarkThreshold) -> None:
    assert named_thresholds(text, PASS_SHARE) == NamedThresholds((found,))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pass rate with a pass mark of 50%", 0.5),
        ("及格线是 72 分的话及格率多少", 72),
        ("以90分为及格", 90),
        ("90分算及格", 90),
        ("if 50% is enough, how many passed", 0.5),
        ("if 45 would be a pass, how many passed", 45),
        ("要是50%就够，有几个人及格", 0.5),
    ],
)
def test_another_pass_mark_is_read_and_turned_for_those_who_failed(text: str, number: float) -> None:
    is_share = number < 1
    passed = MarkThreshold("at_least", number, is_share=is_share)
    assert named_thresholds(text, PASS_SHARE) == NamedThresholds((passed,), has_pass_mark=True)
    failed = MarkThreshold("below", number, is_share=is_share)
    assert named_thresholds(text, PASS_SHARE, asks_for_failed=True) == NamedThresholds((failed,), has_pass_mark=True)


@pytest.mark.parametrize("text", ["the trend over 4 tests", "the 90th percentile", "more than 2 pupils", "超过 30 人"])
def test_other_numbers_are_no_marks(text: str) -> None:
    assert named_thresholds(text, PASS_SHARE) == NamedThresholds()


def test_marks_are_compared_on_the_scale_of_their_test_as_pandas_does() -> None:
    marks = pd.Series([0, 11.9, 12, 12.1, 17.5, 20])
    for side, compared in {"at_least": marks.ge, "above": marks.gt, "below": marks.lt, "at_most": marks.le}.items():
        for threshold, number in ((MarkThreshold(side, 12), 12), (MarkThreshold(side, 0.6, is_share=True), 12)):  # type: ignore[arg-type]
            assert [threshold.is_met(mark, 20) for mark in marks] == list(compared(number))


@pytest.mark.parametrize(
    "text", ["who is below their class average", "who is below her own class mean", "below the mean"]
)
def test_the_average_of_their_own_class_is_the_mean(text: str) -> None:
    assert named_thresholds(text, PASS_SHARE).marks == (MarkThreshold("below", is_mean=True),)
