"""Sheets of subjects hold the same pupils: the name of the sheet belongs to its tests, and is not a class."""

from inkwright.school.reading.cells import Cell, Grid
from inkwright.school.reading.settings import ImportSettings
from inkwright.school.reading.tables import read_tables

_PUPILS = ("01,陈一,3班,80", "02,林二,3班,90")


def sheet(name: str, *rows: str) -> Grid:
    return Grid(name, [[Cell(cell) for cell in row.split(",")] for row in rows])


def test_the_same_test_in_the_sheets_of_two_subjects_is_two_tests() -> None:
    sheets = [sheet(name, "学号,姓名,班级,期中(100)", *_PUPILS) for name in ("语文", "数学")]
    found = read_tables(sheets, ImportSettings(), "xlsx")
    assert found.errors == []
    assert [each.name for each in found.data.tests] == ["语文 期中", "数学 期中"]
    assert found.data.counts == {"pupils": 2, "tests": 2, "results": 4}


def test_a_column_that_only_says_mark_takes_the_name_of_its_sheet() -> None:
    sheets = [sheet(name, "学号,姓名,班级,成绩", *_PUPILS) for name in ("语文", "数学")]
    found = read_tables(sheets, ImportSettings(maximum=100), "xlsx")
    assert [each.name for each in found.data.tests] == ["语文", "数学"]


def test_a_subject_is_not_taken_for_a_class() -> None:
    sheets = [sheet(name, "学号,姓名,成绩", "01,陈一,80", "02,林二,90") for name in ("语文", "数学")]
    found = read_tables(sheets, ImportSettings(maximum=100), "xlsx")
    assert {each.kind for each in found.errors} == {"missing_class"}
    named = read_tables(sheets, ImportSettings(maximum=100, class_name="3班"), "xlsx")
    assert [each.name for each in named.data.classes] == ["3班"]
