"""The header of a table is found below titles, and each column gets its role."""

from inkwright.school.reading.cells import Cell, Grid
from inkwright.school.reading.headers import find_header, role_of
from tests.each import each


def grid(*rows: str) -> Grid:
    return Grid("", [[Cell(cell) for cell in row.split(",")] for row in rows])


@each(
    "header, role",
    [
        ("学号", "number"),
        ("Student ID", "number"),
        ("姓名", "name"),
        ("班級", "class"),
        ("总分", "total"),
        ("排名", "rank"),
        ("家长手机", "dropped"),
        ("password", "dropped"),
        ("备注", "unknown"),
        ("期中考试", "test"),
    ],
)
def test_each_header_has_a_role(header: str, role: str) -> None:
    assert role_of(header, {}) == role
    assert role_of(header, {header: "test"}) == "test"


def test_titles_above_are_skipped_and_a_table_without_a_header_is_none() -> None:
    found = find_header(grid("Marks 2025", "", "ID,Name,Quiz (20)"), {})
    assert found is not None
    assert (found.row, [column.role for column in found.columns]) == (3, ["number", "name", "test"])
    assert found.columns[2].maximum == 20
    assert find_header(grid("1,2,3", "4,5,6"), {}) is None


def test_a_row_of_groups_and_a_row_of_tests_are_one_header() -> None:
    found = find_header(grid("ID,Name,Maths,,Art", ",,mid,end,end", "1,Ann,1,2,3"), {})
    assert found is not None
    assert [column.header for column in found.columns] == ["ID", "Name", "mid", "Maths end", "Art end"]
