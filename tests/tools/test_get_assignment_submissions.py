"""The marks of a test, best first, and who has none."""

from inkwright.tools.get_assignment_submissions import TOOL
from tests.tools.schools import facts


def test_marks_best_first_for_all_or_one_class() -> None:
    everyone = facts(TOOL, assignment_id="quiz 1")
    assert [each["mark"] for each in everyone["submissions"]] == [15, 12, 5]
    assert everyone["absent"] == []
    one = facts(TOOL, assignment_id="Final exam", class_id="1A")
    assert ([each["mark"] for each in one["submissions"]], one["absent"]) == ([90], ["Ben Lee"])
    assert one["statistics"]["mean"] == 90
