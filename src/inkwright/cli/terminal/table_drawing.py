"""Tables for a terminal: columns, folded where they are too wide, or lists where columns would be too narrow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.cli.terminal.runs import Line, Run, line_width, wrapped_runs

Side = Literal["left", "center", "right"]

_GAP: Final = "  "
_NARROWEST: Final = 4
"""A column of fewer places is not worth reading."""
_HEAD: Final = "36"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and at which side of its column."""

    runs: Sequence[Run]
    side: Side = "left"


def table_lines(rows: Sequence[Sequence[Cell]], room: int) -> list[Line]:
    """The table, whose first row is its head, in lines of at most so many places."""
    natural = [max(line_width(cell.runs) for cell in column) for column in zip(*rows, strict=True)]
    places = room - 1 - len(_GAP) * (len(natural) - 1)
    cap = _cap(natural, places)
    if cap < min(_NARROWEST, max(natural, default=0)):
        return _listed(rows, room)
    widths = [min(width, cap) for width in natural]
    head = [[(text, _HEAD) for text, _ in line] for line in _row(rows[0], widths)]
    rule = [(f" {'─' * (sum(widths) + len(_GAP) * (len(widths) - 1))}", _HEAD)]
    return [*head, rule, *(line for row in rows[1:] for line in _row(row, widths))]


def _cap(natural: Sequence[int], places: int) -> int:
    """How wide the widest columns may be, so that all of them fit: the narrow ones keep what they need."""
    left = places
    for done, width in enumerate(sorted(natural)):
        share = left // (len(natural) - done)
        if width > share:
            return share
        left -= width
    return max(natural, default=0)


def _row(cells: Sequence[Cell], widths: Sequence[int]) -> list[Line]:
    """The lines of a row, as many as its highest cell has."""
    folded = [wrapped_runs(cell.runs, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[Line] = []
    for number in range(max(map(len, folded), default=0)):
        line: Line = []
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            part = folded[column][number] if number < len(folded[column]) else []
            room = width - line_width(part)
            before = room if cell.side == "right" else room // 2 if cell.side == "center" else 0
            line += [((_GAP if column else " ") + " " * before, ""), *part, (" " * (room - before), "")]
        lines.append(_trimmed(line))
    return lines


def _trimmed(line: Line) -> Line:
    """Without the spaces at its end."""
    while line and not line[-1][0].strip(" "):
        line.pop()
    return line


def _listed(rows: Sequence[Sequence[Cell]], room: int) -> list[Line]:
    """Each row as a list of what stands under which head, for a window that is too narrow for columns."""
    lines: list[Line] = []
    for row in rows[1:]:
        lines += [[]] if lines else []
        for head, cell in zip(rows[0], row, strict=True):
            lines += wrapped_runs([*((text, _HEAD) for text, _ in head.runs), (": ", _HEAD), *cell.runs], room)
    return lines or [line for cell in rows[0] for line in wrapped_runs(cell.runs, room)]
