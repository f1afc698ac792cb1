"""The numbers of a chart: one format for all, units before or after them, and labels only where they have room."""

import pytest

from inkwright.artifacts.slides.chart_numbers import (
    NumberLabels,
    colliding_slices,
    fit_number_labels,
    number_format,
    written_number,
)


@pytest.mark.parametrize(
    ("values", "unit", "expected"),
    [
        ([1, 2], "", "0"),
        ([3.1, 2.0], "", "0.0"),
        ([12_400, 9], "", "#,##0"),
        ([62], "%", '0"%"'),
        ([12.4], "$ m", '"$"0.0" m"'),
        ([5], "mm", '0"\u00a0mm"'),
        ([5], "万元", '0"万元"'),
        ([21], "℃", '0"℃"'),
    ],
)
def test_numbers_have_the_same_decimals_and_their_unit_on_the_usual_side(
    values: list[float], unit: str, expected: str
) -> None:
    assert number_format(values, unit) == expected


def test_a_number_is_written_with_the_decimals_of_the_others() -> None:
    assert [written_number(value, [2.0, -3.1]) for value in (2.0, -3.1)] == ["2.0", "\u22123.1"]


def test_labels_lose_their_unit_then_their_size_before_they_touch() -> None:
    values = [120.0, 362.0]
    assert fit_number_labels(values, "mm", 100) == NumberLabels(16.0, has_unit=True)
    assert fit_number_labels(values, "mm", 40) == NumberLabels(16.0, has_unit=False)
    assert fit_number_labels(values, "mm", 20) == NumberLabels(12.0, has_unit=False)
    assert fit_number_labels(values, "mm", 8) == NumberLabels(0.0, has_unit=False)


def test_neighbouring_small_slices_collide() -> None:
    assert colliding_slices([68.7, 30.1, 0.9, 0.2, 0.1]) == {2, 3, 4}
    assert colliding_slices([50, 3, 47]) == set()
