"""Rounding, conversion and shares."""

from inkwright.research.citations.quantities import quantities_in
from inkwright.research.citations.values import is_multiple_in, is_ratio_in, is_same_quantity
from tests.each import each


@each(
    ("claim", "source", "is_same"),
    [
        ("about 3.2 million", "3,214,000", True),
        ("nearly 20,000", "19,850", True),
        ("more than 20,000", "19,850", False),
        ("over 1,100 km", "1,126公里", True),
        ("678 km", "687 km", False),
        ("0.9 tonnes", "900 kilograms", True),
        ("45 percent", "45 percentage points", False),
        ("390 million dollars", "390 million euros", False),
        ("5.9 million", "5,907,000", True),
    ],
)
def test_a_number_is_the_same_as_people_round(claim: str, source: str, *, is_same: bool) -> None:
    assert is_same_quantity(quantities_in(claim)[0], quantities_in(source)[0]) is is_same


def test_shares_and_multiples_may_be_worked_out() -> None:
    numbers = quantities_in("9,870 teachers, of whom 7,106 were women")
    assert is_ratio_in(quantities_in("almost three quarters")[0], numbers)
    depths = quantities_in("0.9 metres, and 0.3 metres before")
    text = "three times as fast"
    assert is_multiple_in(quantities_in(text)[0], text, depths)
