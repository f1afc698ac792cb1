"""Numbers with their units."""

import pytest

from inkwright.research.citations.quantities import quantities_in, stated_quantities
from tests.each import each


@each(
    ("text", "value", "family"),
    [
        ("三分之一", 100 / 3, "percent"),
        ("two thirds of it", 200 / 3, "percent"),
        ("one in five said", 20, "percent"),
        ("七成", 70, "percent"),
        ("百分之六十八", 68, "percent"),
        ("1.3个百分点", 1.3, "points"),
        ("2:05:47", 7_547, "time"),
        ("10秒06", 10.06, "time"),
        ("5.62 million bags", 5_620_000, ""),
    ],
)
def test_a_number_has_a_value_and_a_family(text: str, value: float, family: str) -> None:
    found = quantities_in(text)[0]
    assert found.value == pytest.approx(value)
    assert found.family == family


def test_the_first_number_of_a_pair_has_the_unit_of_the_second() -> None:
    assert [found.family for found in quantities_in("from 4.6 to 3.9 percent")] == ["percent", "percent"]


def test_one_and_a_bare_two_state_nothing() -> None:
    assert list(stated_quantities("one of the two", ())) == []


def test_a_number_in_a_name_is_no_number() -> None:
    assert quantities_in("DVX-4 and HK207") == []
