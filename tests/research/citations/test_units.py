"""Units of measure."""

import pytest

from inkwright.research.citations.units import is_same_family, unit_at
from tests.each import each


@each(
    ("text", "number", "family", "factor"),
    [
        ("36.8公里", "36.8", "length", 1e3),
        ("48,300 square kilometres", "48,300", "area", 1e6),
        ("每秒48公尺", "48", "speed", 1.0),
        ("48 kilometres per hour", "48", "speed", 1 / 3.6),
        ("$25,000", "25,000", "money:dollar", 1.0),
        ("412 cubic metres per second", "412", "flow", 1.0),
    ],
)
def test_a_unit_has_a_family_and_a_size(text: str, number: str, family: str, factor: float) -> None:
    start = text.index(number)
    found = unit_at(text, start, start + len(number))
    assert found is not None
    assert found.family == family
    assert found.factor == pytest.approx(factor)


def test_a_bare_yuan_may_be_the_dollar_of_its_place_but_not_the_euro() -> None:
    assert is_same_family("money:", "money:dollar")
    assert not is_same_family("money:", "money:eur")
