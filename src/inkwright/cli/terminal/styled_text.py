"""Styled runs of text, wrapped to the width of a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from inkwright.cli.terminal.live_region import cached_width

StyledRun = tuple[str, str]
"""A text, and how it looks: the numbers of a style joined by semicolons, or nothing."""
StyledLine = list[StyledRun]

_NO_LINE_START: Final = frozenset("，。、；：！？）》」』】”’…—,.;:!?)]}")
"""What a line does not begin with where Chinese is broken between any two characters."""


def ansi_text(line: Iterable[StyledRun]) -> str:
    """The line with the codes of its styles."""
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style and text else text for text, style in line)


def plain_text(line: Iterable[StyledRun]) -> str:
    """The line as it is read."""
    return "".join(text for text, _ in line)


def line_width(line: Iterable[StyledRun]) -> int:
    """How many places it takes."""
    return sum(len(text) if text.isascii() else cached_width(text) for text, _ in line)


def wrap_runs(runs: Sequence[StyledRun], room: int) -> list[StyledLine]:
    """The runs in lines of at most so many places; a line break among them stays one."""
    whole = plain_text(runs)
    if "\n" not in whole and len(whole) <= room and (whole.isascii() or cached_width(whole) <= room):
        return [list(runs)]
    return list(_slice_runs(runs, _line_bounds(whole, room)))


def _line_bounds(whole: str, room: int) -> Iterator[tuple[int, int]]:
    """Where the lines begin and end."""
    start = 0
    for line in whole.split("\n"):
        breaks = _ascii_breaks if line.isascii() else _wide_breaks
        for begin, end in breaks(line, room):
            yield start + begin, start + end
        start += len(line) + 1


def _ascii_breaks(line: str, room: int) -> Iterator[tuple[int, int]]:
    """Between words; a word that is longer than a line is broken where the line ends."""
    start = 0
    while len(line) - start > room:
        space = line.rfind(" ", start + 1, start + room + 1)
        end = space if space > start else start + room
        yield start, end
        start = end + 1 if space > start else end
    yield start, len(line)


def _wide_breaks(line: str, room: int) -> Iterator[tuple[int, int]]:
    """Between words and beside wide characters, but for the marks that never begin a line."""
    start, used, was_wide = 0, 0, False
    chance: tuple[int, int] | None = None
    for at, letter in enumerate(line):
        taken = cached_width(letter)
        if letter == " ":
            chance = (at, at + 1)
        elif at > start and (was_wide or taken > 1) and letter not in _NO_LINE_START:
            chance = (at, at)
        if used + taken > room and letter != " ":
            end, following = chance or (at, at)
            yield start, end
            start, used, chance = following, cached_width(line[following:at]), None
        used += taken
        was_wide = taken > 1
    yield start, len(line)


def _slice_runs(runs: Sequence[StyledRun], bounds: Iterable[tuple[int, int]]) -> Iterator[StyledLine]:
    """The parts of the runs that lie within each of the bounds, which come in order."""
    number, offset = 0, 0
    for start, end in bounds:
        line: StyledLine = []
        while number < len(runs):
            text, style = runs[number]
            part = text[max(start - offset, 0) : max(end - offset, 0)]
            if part:
                line.append((part, style))
            if offset + len(text) > end:
                break
            offset += len(text)
            number += 1
        yield line
