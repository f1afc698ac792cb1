"""The weak points of a class or a pupil feed a quiz; without such data it says so."""

from inkwright.agent.tools import Evidence
from inkwright.school.records import SchoolData, Test
from inkwright.school.school import School
from inkwright.tools.analyze_student_weakness import TOOL
from tests.school.test_answers import SCHOOL
from tests.tools.schools import called, facts, school_context


def test_weak_points_have_error_rates_and_the_focus_names_the_weakest_first() -> None:
    found = facts(TOOL, class_id="1A")
    first = found["weakPoints"][0]
    assert first == {"knowledgePoint": "Ratio", "errorRate": 0.5, "affectedStudents": ["Amy Chan"], "tags": ["Quiz 1"]}
    assert found["recommendedFocus"] == ["Ratio", "Fractions"]
    assert facts(TOOL, class_id="1A", student_id="Ben")["weakPoints"][0]["errorRate"] == 0.25


def test_without_knowledge_points_there_is_no_result() -> None:
    data = SCHOOL.data
    tests = tuple(Test(each.name, each.maximum) for each in data.tests)
    bare = School(SchoolData(data.classes, data.pupils, tests, data.results))
    done = called(TOOL, school_context(school=bare), class_id="1A")
    assert isinstance(done, Evidence)
    assert done.facts["status"] == "no_result"
