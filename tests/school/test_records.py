"""Imports add up: later ones count, and a test with another maximum is another test."""

from inkwright.school.records import (
    Pupil,
    Result,
    SchoolClass,
    SchoolData,
    Test,
    data_from_json,
    data_to_json,
    merge_data,
)

FIRST = SchoolData(
    (SchoolClass("1A", "1A"),), (Pupil("1", "Ann", ("1A",)),), (Test("Quiz", 10),), (Result("1", "Quiz", 4),)
)


def test_data_survives_being_written() -> None:
    assert data_from_json(data_to_json(FIRST)) == FIRST


def test_a_later_import_replaces_marks_and_moves_pupils() -> None:
    second = SchoolData(
        (SchoolClass("2A", "2A"),), (Pupil("1", "Ann", ("2A",)),), (Test("Quiz", 10),), (Result("1", "Quiz", 9),)
    )
    merged = merge_data([FIRST, second])
    assert merged == second


def test_the_same_name_with_another_maximum_is_another_test() -> None:
    other = SchoolData((), FIRST.pupils, (Test("Quiz", 50),), (Result("1", "Quiz", 40),))
    merged = merge_data([FIRST, other])
    assert [(test.name, test.maximum) for test in merged.tests] == [("Quiz", 10), ("Quiz (50)", 50)]
    assert [result.mark for result in merged.results] == [4, 40]


def test_nothing_is_the_sum_of_nothing() -> None:
    assert merge_data([]) == SchoolData()
