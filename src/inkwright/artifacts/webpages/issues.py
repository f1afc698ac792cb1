"""Findings about a page, and the line numbers they refer to."""

import re
from bisect import bisect_left
from functools import cached_property

from inkwright.artifacts.findings import Finding, Location, Severity, finding


def page_issue(key: str, line: int = 0, *, severity: Severity = "error", **fields: object) -> Finding:
    """The finding with the messages `finding.page.<key>`; `line` is 0 where it is not about a single line."""
    return finding(f"page.{key}", Location(line=line), severity=severity, **fields)


class LineNumbers:
    """The lines of a text; the first has the number `first`. They are counted when somebody asks: on from the last
    place that was asked for, or, for whoever goes back, in a list of all.
    """

    def __init__(self, source: str, *, first: int = 1) -> None:
        self._source, self._first = source, first
        self._place, self._line = 0, first

    def at(self, place: int) -> int:
        """The line in which a character stands."""
        if place < self._place:
            return self._first + bisect_left(self._ends, place)
        self._line += self._source.count("\n", self._place, place)
        self._place = place
        return self._line

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self._source)]
