"""Read columns of marks that name their maximum themselves: `45/60` or `85%` in each row."""

from collections.abc import Iterable
from dataclasses import dataclass

from inkwright.school.reading.cells import Cell, ReadMark, read_mark, read_scaled_mark


@dataclass(frozen=True, slots=True)
class MarkScale:
    """The maximum of a column in which each mark names it."""

    maximum: float
    is_percent: bool

    def read(self, cell: Cell) -> ReadMark:
        """Return the mark in a cell of the column."""
        scaled = read_scaled_mark(cell)
        return read_mark(cell) if scaled is None else ReadMark(scaled.mark)


def scale_of(cells: Iterable[Cell], maximum: float | None) -> MarkScale | None:
    """Return the scale that all marks of a column name, if it is the maximum that is known otherwise."""
    scales: set[MarkScale] = set()
    for cell in cells:
        scaled = read_scaled_mark(cell)
        if scaled is None and read_mark(cell).problem not in ("", "absent_mark"):
            return None
        if scaled is None and read_mark(cell).mark is not None:
            return None
        if scaled is not None:
            scales.add(MarkScale(scaled.maximum, scaled.is_percent))
    only = scales.pop() if len(scales) == 1 else None
    return only if only and maximum in (None, only.maximum) else None
