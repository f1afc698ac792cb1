"""Tests of page findings and their line numbers."""

from inkwright.artifacts.findings import Location, finding
from inkwright.artifacts.webpages.issues import LineNumbers, page_issue


def test_an_issue_is_a_finding_of_a_page_at_a_line() -> None:
    assert page_issue("url", 3, what="x") == finding("page.url", Location(line=3), what="x")


def test_line_numbers_are_found_forwards_and_backwards() -> None:
    lines = LineNumbers("a\nb\n\nc", first=10)
    assert [lines.at(position) for position in (0, 2, 5, 2, 0)] == [10, 11, 13, 11, 10]
