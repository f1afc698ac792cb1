"""Findings about a page, and the line numbers they refer to."""

import re
from bisect import bisect_left
from functools import cached_property

from inkwright.artifacts.findings import Finding, Location, Severity, finding


def page_issue(key: str, line: int = 0, *, severity: Severity = "error", **fields: object) -> Finding:
    """Return the finding `page.<key>`. `line` is 0 if it does not concern a single line."""
    return finding(f"page.{key}", Location(line=line), severity=severity, **fields)


class LineNumbers:
    """The line numbers of a text, whose first line has the number `first`.

    Lines are counted on demand: from the last position for a later one, and in a list of all lines for an earlier one.
    """

    def __init__(self, source: str, *, first: int = 1) -> None:
        self._source, self._first = source, first
        self._position, self._line = 0, first

    def at(self, position: int) -> int:
        """Return the number of the line that contains a position."""
        if position < self._position:
            return self._first + bisect_left(self._ends, position)
        self._line += self._source.count("\n", self._position, position)
        self._position = position
        return self._line

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self._source)]
