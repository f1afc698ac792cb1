"""Workbooks for tests, and what is read from them."""

import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest

from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.artifacts.quizzes.model import as_json
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language

Rows = Sequence[Sequence[object]]


HEAD = ["题目", "A", "B", "C", "D", "答案"]


def saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def book_of(merged: Sequence[str] = (), formats: dict[str, str] | None = None, **sheets: Rows) -> bytes:
    """A workbook with these sheets; merged ranges and number formats are those of the first."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for cells in merged:
        book.worksheets[0].merge_cells(cells)
    for cell, number_format in (formats or {}).items():
        book.worksheets[0][cell].number_format = number_format
    return saved(book)


def read(*rows: Sequence[object], **more: Any) -> LoadedQuiz:
    return read_quiz(book_of(one=rows, **more), "quiz.xlsx")


def questions(*rows: Sequence[object], **more: Any) -> list[dict[str, Any]]:
    return [as_json(each) for each in read(*rows, **more).quiz.questions]


def refused(content: bytes, name: str = "quiz.xlsx", language: Language = "en") -> UnreadableQuiz:
    with pytest.raises(UnreadableQuiz) as problem:
        read_quiz(content, name, language)
    return problem.value
