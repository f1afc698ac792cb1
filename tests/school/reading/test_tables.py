"""Tables of several sheets: a sheet is a class, a pupil is there once, and other tests of a pupil are added."""

from inkwright.school.reading.cells import Cell, Grid
from inkwright.school.reading.settings import ImportSettings
from inkwright.school.reading.tables import read_tables


def sheet(name: str, *rows: str) -> Grid:
    return Grid(name, [[Cell(cell) for cell in row.split(",")] for row in rows])


def test_a_pupil_in_two_sheets_is_twice_there_unless_the_tests_are_others() -> None:
    maths = sheet("1A", "ID,Name,Maths", "full marks,,10", "1001,Ann Bee,5")
    again = sheet("1B", "ID,Name,Maths", "full marks,,10", "1001,Ann Bee,6")
    art = sheet("Art", "ID,Name,Class,Art", "full marks,,,20", "1001,Ann Bee,1A,15")
    twice = read_tables([maths, again], ImportSettings(), "xlsx")
    assert [(each.kind, each.part, each.row) for each in twice.errors] == [("duplicate_pupil", "1B", 3)]
    both = read_tables([maths, art, sheet("Notes", "hello")], ImportSettings(), "xlsx")
    assert both.problems == ()
    assert both.data.counts == {"pupils": 1, "tests": 2, "results": 2}
