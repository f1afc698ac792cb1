"""Tables with one row a result: a pupil gets one row, and problems keep the row of the file."""

import pytest

from inkwright.school.reading.cells import Cell, Grid
from inkwright.school.reading.long_tables import with_row_per_pupil
from inkwright.school.reading.problems import FileRefused
from inkwright.school.reading.settings import ImportSettings
from inkwright.school.reading.tables import read_tables

_HEADER = "Student ID,Student Name,Class,Assessment,Score,Max Score"


def table(*rows: str) -> Grid:
    return Grid("", [[Cell(cell) for cell in row.split(",")] for row in rows])


def test_results_below_each_other_become_one_row_a_pupil_with_the_maximum_of_each_test() -> None:
    grid = table(
        "Gradebook", _HEADER, "1,Ann Lu,4D,Quiz,8,10", "1,Ann Lu,4D,Exam,70,100", "2,Bo Chen,4D,Exam,88,100",
    )  # fmt: skip
    found = read_tables([grid], ImportSettings(), "csv")
    assert found.problems == ()
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Quiz", 10), ("Exam", 100)]
    assert [(each.pupil, each.test, each.mark) for each in found.data.results] == [
        ("1", "Quiz", 8), ("1", "Exam", 70), ("2", "Exam", 88),
    ]  # fmt: skip


def test_the_subject_is_part_of_the_name_of_a_test() -> None:
    grid = table("学号,姓名,班级,科目,考试,成绩", "1,张三,3班,语文,期中,80", "1,张三,3班,数学,期中,90")
    found = read_tables([grid], ImportSettings(maximum=100), "csv")
    assert [each.name for each in found.data.tests] == ["语文 期中", "数学 期中"]


def test_a_second_result_of_the_same_test_is_refused_with_its_row() -> None:
    with pytest.raises(FileRefused) as refused:
        with_row_per_pupil(table(_HEADER, "1,Ann Lu,4D,Quiz,8,10", "1,Ann Lu,4D,Quiz,9,10"), {})
    assert (refused.value.problem.kind, refused.value.problem.row) == ("repeated_result", 3)


def test_a_table_with_one_row_a_pupil_stays_as_it_is() -> None:
    grid = table("ID,Name,Class,Test,Score", "1,Ann Lu,4D,7,8", "2,Bo Chen,4D,7,9")
    assert with_row_per_pupil(grid, {}) is grid
