"""Styled runs of text, wrapped to the width of a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from inkwright.cli.terminal.columns import NO_LINE_END, NO_LINE_START
from inkwright.cli.terminal.live_region import cached_width

StyledRun = tuple[str, str]
"""A text and its style: ANSI numbers joined by semicolons, or nothing."""
StyledLine = list[StyledRun]


def ansi_text(line: Iterable[StyledRun]) -> str:
    """Return the line with its escape codes."""
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style and text else text for text, style in line)


def plain_text(line: Iterable[StyledRun]) -> str:
    """Return the line without styles."""
    return "".join(text for text, _ in line)


def line_width(line: Iterable[StyledRun]) -> int:
    """Return the columns that the line takes."""
    return sum(len(text) if text.isascii() else cached_width(text) for text, _ in line)


def wrap_runs(runs: Sequence[StyledRun], max_width: int) -> list[StyledLine]:
    """Wrap the runs into lines of at most `max_width` columns; line breaks in the text are kept."""
    whole = plain_text(runs)
    if "\n" not in whole and len(whole) <= max_width and (whole.isascii() or cached_width(whole) <= max_width):
        return [list(runs)]
    return list(_slice_runs(runs, _line_bounds(whole, max_width)))


def wrap_text(written: str, columns: int, indent: str = "") -> str:
    """Wrap the text between words, so that each line is shorter than the terminal is wide; lines after the first begin
    with `indent`.
    """
    max_width = max(columns - len(indent) - 1, 1)
    return f"\n{indent}".join(map(plain_text, wrap_runs([(written.replace("\t", "    "), "")], max_width)))


def _line_bounds(whole: str, max_width: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each line."""
    start = 0
    for line in whole.split("\n"):
        breaks = _ascii_breaks if line.isascii() else _wide_breaks
        for begin, end in breaks(line, max_width):
            yield start + begin, start + end
        start += len(line) + 1


def _ascii_breaks(line: str, max_width: int) -> Iterator[tuple[int, int]]:
    """Break between words; a word that is longer than a line is broken at the end of the line."""
    start = 0
    while len(line) - start > max_width:
        space = line.rfind(" ", start + 1, start + max_width + 1)
        end = space if space > start else start + max_width
        yield start, end
        start = end + 1 if space > start else end
    yield start, len(line)


def _wide_breaks(line: str, max_width: int) -> Iterator[tuple[int, int]]:
    """Break between words and next to wide characters, but not before marks that must not begin a line."""
    start, used, was_wide = 0, 0, False
    last_break: tuple[int, int] | None = None
    for index, letter in enumerate(line):
        taken = cached_width(letter)
        if letter == " ":
            last_break = (index, index + 1)
        elif index > start and (was_wide or taken > 1) and _may_break(line[index - 1], letter):
            last_break = (index, index)
        if used + taken > max_width and letter != " ":
            end, following = last_break or (index, index)
            yield start, end
            start, used, last_break = following, cached_width(line[following:index]), None
            if used + taken > max_width:
                # The only allowed break was too early: the mark begins a line after all.
                yield start, index
                start, used = index, 0
        used += taken
        was_wide = taken > 1
    yield start, len(line)


def _may_break(before: str, letter: str) -> bool:
    return before not in NO_LINE_END and letter not in NO_LINE_START


def _slice_runs(runs: Sequence[StyledRun], bounds: Iterable[tuple[int, int]]) -> Iterator[StyledLine]:
    """Yield the parts of the runs within each of the bounds, which are in order."""
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
