"""Quizzes as tables: Excel workbooks and CSV."""

from inkwright.artifacts.quizzes.formats.registry import QuizFormat
from inkwright.artifacts.quizzes.formats.sheets.read import read_sheet
from inkwright.artifacts.quizzes.formats.sheets.write import write_csv, write_xlsx

FORMATS = (
    QuizFormat(name="csv", title="CSV", extensions=(".csv",), write=write_csv, losses=("no_title", "quoted")),
    QuizFormat(name="xlsx", title="Excel", extensions=(".xlsx",), read=read_sheet, write=write_xlsx),
)
