"""A mark is read as a number, or its problem is named; nothing is converted silently."""

from inkwright.school.reading.cells import Cell, CellKind, read_mark, read_number
from tests.each import each


@each(
    "text, kind, mark, problem",
    [
        ("55", "text", 55, ""),
        ("55.5", "number", 55.5, ""),
        ("", "text", None, ""),
        ("５５．５", "text", 55.5, "full_width_digits"),
        ("78,5", "text", 78.5, "decimal_comma"),
        ("1,234", "text", None, "text_for_number"),
        ("缺考", "text", None, "absent_mark"),
        ("ABS", "text", None, "absent_mark"),
        ("-", "text", None, "absent_mark"),
        ("85%", "text", None, "percent_mark"),
        ("45/60", "text", None, "fraction_mark"),
        ("2025-03-04", "date", None, "date_in_mark"),
        ("", "formula", None, "formula_cell"),
        ("#DIV/0!", "text", None, "formula_cell"),
        ("良好", "text", None, "text_for_number"),
        ("1e400", "text", None, "text_for_number"),
        ("9" * 500, "text", None, "text_for_number"),
        ("-5", "text", -5, ""),
    ],
)
def test_each_way_to_write_a_mark(text: str, kind: CellKind, mark: float | None, problem: str) -> None:
    assert read_mark(Cell(text, kind)) == (mark, problem)


def test_numbers_of_pupils_keep_their_zeros_and_rounded_ones_are_refused() -> None:
    assert read_number(Cell("００１２")) == ("0012", "full_width_digits")
    assert read_number(Cell("2.02E+08")) == ("2.02E+08", "id_scientific")
