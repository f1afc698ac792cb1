"""A class with its roster and the statistics of its tests."""

from inkwright.tools.get_class_detail import TOOL
from tests.tools.schools import facts


def test_the_roster_and_every_test_on_its_own_scale() -> None:
    found = facts(TOOL, class_id="1A")
    assert [each["name"] for each in found["roster"]] == ["Amy Chan", "Ben Lee"]
    quiz, exam = found["assignments"]
    assert (quiz["maximum"], quiz["mean"], quiz["sd"], quiz["absent"]) == (20, 10, 7.07, 0)
    assert (exam["n"], exam["sd"], exam["absent"]) == (1, None, 1)
