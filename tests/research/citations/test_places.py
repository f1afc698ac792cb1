"""Places in both languages."""

from inkwright.research.citations.places import PLACES


def test_a_place_is_known_from_either_language() -> None:
    assert PLACES["france"] == "法国"
    assert PLACES["法国"] == "france|french"
