"""Spreadsheets are tables, one under the name of each sheet."""

import datetime as dt
import io
import zipfile

import openpyxl
import pytest

from inkwright.artifacts.text_extraction import extract_text
from inkwright.errors import UnreadableFile
from tests.each import each

HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)


def ods(rows: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        sheet = f'<table:table table:name="Rain">{rows}</table:table></office:spreadsheet></office:body>'
        package.writestr("content.xml", f"{HEAD}{sheet}</office:document-content>")
    return made.getvalue()


def test_a_workbook_is_a_table_for_each_sheet_with_content() -> None:
    book = openpyxl.Workbook()
    book.active.title = "雨"
    for row in (["Month", "mm", "Day"], ["May", 12.0, dt.datetime(2026, 5, 1)], [], ["a|b", 1.5]):
        book.active.append(row)
    book.create_sheet("Empty")
    book.create_sheet("Snow").append(["x"])
    made = io.BytesIO()
    book.save(made)
    assert extract_text("a.xlsx", made.getvalue()) == (
        "## 雨\n\n| Month | mm | Day |\n| --- | --- | --- |\n| May | 12 | 2026-05-01 |\n| a\\|b | 1.5 |  |\n\n"
        "## Snow\n\n| x |\n| --- |\n"
    )


def test_an_opendocument_sheet_repeats_cells_and_never_a_million_empty_rows() -> None:
    rows = (
        "<table:table-row><table:table-cell><text:p>Month</text:p></table:table-cell><table:table-cell>"
        "<text:p>mm</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" '
        "><text:p>7</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert extract_text("a.ods", ods(rows)) == "| Month | mm |\n| --- | --- |\n| 7 | 7 |\n| 7 | 7 |\n"
    cell = "<table:table-cell><text:p>7</text:p></table:table-cell>"
    with pytest.raises(UnreadableFile, match="too much time or memory"):
        extract_text(
            "a.ods", ods(f'<table:table-row table:number-rows-repeated="999999999">{cell}</table:table-row>' * 2)
        )


@each(
    "written, first",
    [
        ("a,b\n1,2", "| a | b |"),
        ("a;b\n1,5;2", "| a | b |"),
        ("a\tb\n1\t2", "| a | b |"),
        ('"x, y",b\n1,2', "| x, y | b |"),
    ],
)
def test_the_separator_of_a_csv_is_found(written: str, first: str) -> None:
    assert extract_text("a.csv", written.encode()).startswith(first)
