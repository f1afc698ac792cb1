"""Text in styles as a terminal gets it: runs of one style each, broken into lines that fit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from inkwright.cli.terminal.region import places

Run = tuple[str, str]
"""A text, and how it looks: the numbers of a style joined by semicolons, or nothing."""
Line = list[Run]

_NEVER_FIRST: Final = frozenset("，。、；：！？）》」』】”’…—,.;:!?)]}")
"""What a line does not begin with where Chinese is broken between any two characters."""


def painted(line: Iterable[Run]) -> str:
    """The line with the codes of its styles."""
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style and text else text for text, style in line)


def unpainted(line: Iterable[Run]) -> str:
    """The line as it is read."""
    return "".join(text for text, _ in line)


def line_width(line: Iterable[Run]) -> int:
    """How many places it takes."""
    return sum(len(text) if text.isascii() else places(text) for text, _ in line)


def wrapped_runs(runs: Sequence[Run], room: int) -> list[Line]:
    """The runs in lines of at most so many places; a line break among them stays one."""
    whole = unpainted(runs)
    if "\n" not in whole and len(whole) <= room and (whole.isascii() or places(whole) <= room):
        return [list(runs)]
    return list(_sliced(runs, _broken(whole, room)))


def _broken(whole: str, room: int) -> Iterator[tuple[int, int]]:
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
        taken = places(letter)
        if letter == " ":
            chance = (at, at + 1)
        elif at > start and (was_wide or taken > 1) and letter not in _NEVER_FIRST:
            chance = (at, at)
        if used + taken > room and letter != " ":
            end, following = chance or (at, at)
            yield start, end
            start, used, chance = following, places(line[following:at]), None
        used += taken
        was_wide = taken > 1
    yield start, len(line)


def _sliced(runs: Sequence[Run], bounds: Iterable[tuple[int, int]]) -> Iterator[Line]:
    """The parts of the runs that lie within each of the bounds, which come in order."""
    number, offset = 0, 0
    for start, end in bounds:
        line: Line = []
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
