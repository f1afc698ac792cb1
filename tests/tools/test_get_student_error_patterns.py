"""The mastery of a pupil beside the class."""

from inkwright.tools.get_student_error_patterns import TOOL
from tests.tools.schools import facts


def test_mastery_of_each_knowledge_point_weakest_first() -> None:
    found = facts(TOOL, student_id="Amy Chan")["patterns"]
    assert [(each["knowledgePoint"], each["masteryRate"], each["classMasteryRate"]) for each in found] == [
        ("Ratio", 0.25, 0.5),
        ("Fractions", 0.9, 0.9),
    ]
