"""A school knows its groups, who was absent, and what is weak."""

import pytest

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
