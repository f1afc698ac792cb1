"""Exports show what the page shows, and no name becomes markup or a formula."""

import io
from typing import Any

import openpyxl

from inkwright.apps.page_export import page_markdown, page_workbook

HOSTILE = ["=1+1", "| a |", "# head", "<script>", "[x](http://a)", "*b*", "中文", "@SUM(A1)", "-5"]


def page(rows: list[str]) -> dict[str, Any]:
    columns = [{"key": "a", "label": "Name", "format": "text"}, {"key": "b", "label": "Share", "format": "percent"}]
    table = {
        "id": "t",
        "type": "table",
        "title": "Table",
        "columns": columns,
        "rows": [{"cells": [name, 0.625], "style": "danger"} for name in rows],
        "total": len(rows),
    }
    text = {"id": "m", "type": "markdown", "title": "", "text": "# Not a heading\n![x](y.png)", "leftOut": None}
    tabs = [{"id": "p", "title": "Same/name", "slots": [table, text]}, {"id": "q", "title": "Same name", "slots": []}]
    return {"title": "Page", "language": "en", "layout": "tabs", "inputs": {}, "tabs": tabs}


def test_a_workbook_has_numbers_as_numbers_and_texts_as_texts() -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(page_workbook(page(HOSTILE))))
    assert len(workbook.sheetnames) == 2
    sheet = workbook.worksheets[0]
    found = [
        (row[0].value, row[0].data_type, row[1].value) for row in sheet.iter_rows(min_row=3, max_row=2 + len(HOSTILE))
    ]
    assert found == [(name, "s", 0.625) for name in HOSTILE]


def test_markdown_has_one_table_with_every_row_and_no_markup_of_names() -> None:
    markdown = page_markdown(page(HOSTILE)).markdown
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len(rows) == len(HOSTILE) + 2
    assert "<script>" not in markdown
    assert "](http" not in markdown
    assert "![x](y.png)" not in markdown
    assert [line for line in markdown.splitlines() if line.startswith("# ")] == ["# Page"]
