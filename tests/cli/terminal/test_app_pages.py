"""A page in the terminal has every value with its label."""

from inkwright.apps.composing import compose_page
from inkwright.cli.terminal.app_pages import page_lines
from tests.apps.blueprints import small
from tests.apps.test_composing import RESULTS

_EMPTY = {"type": "table", "title": "Without a result", "columns": [{"label": "Pupil", "format": "text"}], "rows": []}


def test_a_page_is_lines_with_values_rows_and_what_was_left_out() -> None:
    lines = page_lines(compose_page(small(), RESULTS))
    assert lines[:3] == ["A class", "", "== Class 1A =="]
    assert "  Results: 11" in lines
    assert "  … +698" in lines
    assert any("budget" in line for line in lines)


def test_a_table_without_rows_says_so() -> None:
    page = {"title": "1A", "language": "en", "tabs": [{"title": "Tests", "slots": [_EMPTY]}]}
    assert page_lines(page)[-2:] == ["Without a result", "  Nothing."]
