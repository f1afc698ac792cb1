"""A school knows its groups, who was absent, and what is weak."""

import pytest

from inkwright.school.answers import answer_question
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from tests.school.test_answers import SCHOOL


def test_absent_pupils_are_not_in_the_statistics() -> None:
    test, pupils = SCHOOL.tests["Final exam"], SCHOOL.members("1A")
    found = SCHOOL.statistics(pupils, test)
    assert found is not None
    assert (found.n, found.mean) == (1, 90)
    assert [each.name for each in SCHOOL.absent(pupils, test)] == ["Ben Lee"]


def test_knowledge_points_are_sorted_by_lost_marks_and_name_the_affected() -> None:
    weakest, other = SCHOOL.knowledge_points(SCHOOL.members("1A"))
    assert (weakest.name, weakest.error_rate, [each.name for each in weakest.affected]) == ("Ratio", 0.5, ["Amy Chan"])
    assert other.name == "Fractions"
    assert other.mastery_rate == pytest.approx(0.9)


def test_a_group_without_results_has_no_tests() -> None:
    assert SCHOOL.tests_of(SCHOOL.members("2A")) == []
    assert SCHOOL.class_of_name("nowhere") is None


def test_the_pass_mark_of_the_person_counts_in_statistics_lists_and_answers() -> None:
    data = SchoolData(
        (SchoolClass("1A", "1A"),),
        (Pupil("1", "Amy Chan", ("1A",)), Pupil("2", "Ben Lee", ("1A",))),
        (Test("Quiz", 20),),
        (Result("1", "Quiz", 10), Result("2", "Quiz", 9)),
    )
    school = School(data, 0.5)
    found = school.statistics(data.pupils, data.tests[0])
    assert found is not None
    assert found.passed == 1
    assert [each.name for each in school.passed(data.pupils, data.tests[0])] == ["Amy Chan"]
    answer = answer_question("What is the pass rate of 1A in the Quiz?", school, "en")
    assert answer is not None
    assert answer.message == "1A, Quiz (out of 20, 2 results): pass rate 50% (1 of 2; pass mark 50%)."
    usual = answer_question("What is the pass rate of 1A in the Quiz with a pass mark of 60%?", school, "en")
    assert usual is not None
    assert "0 of 2 with 60% or more" in usual.message
