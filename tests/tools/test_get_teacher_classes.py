"""The classes of the person, with their sizes."""

from inkwright.tools.get_teacher_classes import TOOL
from tests.tools.schools import facts


def test_each_class_has_an_id_a_name_and_the_number_of_its_pupils() -> None:
    found = facts(TOOL)["classes"]
    assert found[0] == {"id": "1A", "name": "1A", "grade": "", "subject": "", "student_count": 2}
    assert [each["student_count"] for each in found] == [2, 1, 1]
