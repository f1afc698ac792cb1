"""Tests of the scale of an axis: round numbers, just above the largest value."""

import pytest

from inkwright.artifacts.slides.axis_scale import axis_steps


@pytest.mark.parametrize(
    ("values", "last"),
    [([0], 1), ([97], 100), ([100], 100), ([1200, 300], 1250), ([0.031], 0.04), ([-3, 5], 6), ([1e300], 1e300)],
)
def test_an_axis_ends_at_a_round_number_just_above_the_largest_value(values: list[float], last: float) -> None:
    steps = axis_steps(values)
    assert steps[-1] == pytest.approx(last)
    assert min(values) >= steps[0]
    assert 2 <= len(steps) <= 12


def test_an_axis_of_percentages_ends_at_a_hundred() -> None:
    assert axis_steps([99.9, 3], "%")[-1] == 100
    assert axis_steps([101.0], "%")[-1] > 100
