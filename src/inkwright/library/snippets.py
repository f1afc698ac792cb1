"""The part of a passage that shows most words of a search, and where these words are in it."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.library.terms import QueryWord, matches

_MAX_SNIPPET: Final = 200
_BEFORE: Final = 40
_MAX_HIGHLIGHTS: Final = 100
_SPACE: Final = re.compile(r"\s")


def snippet_of(text: str, words: Sequence[QueryWord]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part with most matches, on one line, and the positions of the matches in it."""
    found = matches(text, words)[:_MAX_HIGHLIGHTS]
    start = _start(text, found)
    end = min(len(text), start + _MAX_SNIPPET)
    shown = _SPACE.sub(" ", text[start:end])
    inside = tuple((first - start, last - start) for first, last in found if start <= first and last <= end)
    return shown, inside


def _start(text: str, found: Sequence[tuple[int, int]]) -> int:
    """Return the first character to show: a little before the densest group of matches, at the beginning of a word."""
    if not found:
        return 0
    best, first = (0, 0), 0
    for last in range(len(found)):
        while found[last][1] - found[first][0] > _MAX_SNIPPET - _BEFORE:
            first += 1
        best = max(best, (last - first + 1, -found[first][0]))
    place = max(0, -best[1] - _BEFORE)
    spaces = [match.end() + place for match in _SPACE.finditer(text[place : -best[1]])]
    return spaces[0] if place and spaces else place
