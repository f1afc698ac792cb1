"""The marks of a pupil; null where there is no result."""

from inkwright.tools.get_student_grades import TOOL
from tests.tools.schools import facts


def test_the_marks_of_a_pupil_of_a_class_with_null_for_a_missing_one() -> None:
    found = facts(TOOL, student_id="ben", class_id="1A")
    assert (found["name"], found["class"]) == ("Ben Lee", "1A")
    assert [each["mark"] for each in found["grades"]] == [15, None]
