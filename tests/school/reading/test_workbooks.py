"""Workbooks: displayed numbers of pupils, percentages, dates, hidden sheets and marks that are merged."""

import io
from datetime import datetime
from typing import Any

import openpyxl

from inkwright.school.reading.files import read_content
from inkwright.school.reading.settings import ImportSettings, SchoolFile

HEAD = ["学号", "姓名", "班级", "测验"]
FULL = ["满分", None, None, 10]


def read(rows: list[list[Any]], change: Any = None) -> SchoolFile:
    book = openpyxl.Workbook()
    for row in [HEAD, FULL, *rows]:
        book.active.append(row)
    if change:
        change(book)
    made = io.BytesIO()
    book.save(made)
    return read_content(made.getvalue(), ImportSettings())


def kinds(found: SchoolFile) -> list[tuple[int | None, str | None, str]]:
    return [(each.row, each.column, each.kind) for each in found.problems]


def test_a_number_with_leading_zeros_is_read_as_it_is_displayed() -> None:
    def change(book: Any) -> None:
        book.active["A3"].number_format = "00000"

    assert read([[7, "甲乙", "一班", 5]], change).data.pupils[0].number == "00007"


def test_percentages_dates_and_rounded_numbers_are_refused() -> None:
    def change(book: Any) -> None:
        book.active["D3"].number_format = "0%"

    rows = [[1001, "甲乙", "一班", 0.5], [1002, "丙丁", "一班", datetime(2026, 1, 2)], [10**17, "戊己", "一班", 5]]
    assert kinds(read(rows, change)) == [
        (3, "测验", "percent_mark"),
        (4, "测验", "date_in_mark"),
        (5, "学号", "id_scientific"),
    ]


def test_a_merged_mark_belongs_to_its_first_row_alone() -> None:
    rows = [[1001, "甲乙", "一班", 5], [1002, "丙丁", "一班", None], [1003, "戊己", "一班", 6]]
    found = read(rows, lambda book: book.active.merge_cells("D3:D4"))
    assert kinds(found) == [(4, "测验", "merged_cells")]
    assert [each.number for each in found.data.pupils] == ["1001", "1003"]


def test_a_mark_that_is_merged_over_two_tests_is_not_silently_missing_in_the_second() -> None:
    def change(book: Any) -> None:
        book.active["E1"], book.active["E2"] = "作文", 20
        book.active.merge_cells("D3:E3")

    assert kinds(read([[1001, "甲乙", "一班", 5]], change)) == [(3, "作文", "merged_cells")]


def test_every_formula_without_a_result_is_reported_however_many_there_are() -> None:
    rows = [[1000 + at, "甲乙", "一班", "=3+4"] for at in range(150)]
    found = read(rows)
    assert [each.kind for each in found.errors] == ["formula_cell"] * 150
    assert not found.data.pupils


def test_a_hidden_sheet_is_not_read() -> None:
    def change(book: Any) -> None:
        sheet = book.create_sheet("old")
        sheet.append(HEAD)
        sheet.append(["1001", "旧人", "一班", 1])
        sheet.sheet_state = "hidden"

    assert read([[1001, "甲乙", "一班", 5]], change).data.pupils[0].name == "甲乙"
