"""Tables: no cell of a spreadsheet or CSV file is ever a formula."""

import csv
import io

import openpyxl

from inkwright.artifacts.quizzes.export import export_quiz
from tests.artifacts.quizzes.sample_quizzes import hostile


def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    book = openpyxl.load_workbook(io.BytesIO(export_quiz(hostile(), "xlsx").content))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells if str(cell.value).startswith(("=", "+", "-", "@")))


def test_no_cell_of_a_csv_begins_like_a_formula_and_the_quotes_are_reported() -> None:
    made = export_quiz(hostile(), "csv")
    assert made.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(made.content.decode("utf-8-sig"))))
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t"))] == []
    assert "quoted" in {note.key for note in made.notes}
    assert len(rows) == 1 + 9 + 8
