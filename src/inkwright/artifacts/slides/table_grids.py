"""How a table is laid out: columns as wide as their contents ask, and the largest type that fits the fewest sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import height, para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import emphasised
from inkwright.artifacts.slides.specs import TableSlide
from inkwright.artifacts.slides.themes.shapes import Theme, Type
from inkwright.artifacts.typefaces import width

PADDING: Final = (10.0, 5.0)
"""How far the text of a cell stands from its edges, across and down."""

CELL: Final = Type((22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0), anchor="ctr")
"""How cells are set; those of the header are bold."""

# Above this size, type is rather made smaller than a cell broken.
_COMFORTABLE: Final = 18.0


@dataclass(frozen=True, slots=True)
class Grid:
    """A table that has been measured: the size of its type, the widths of its columns, the heights of its rows."""

    size: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]


def fitting_grid(slide: TableSlide, room: Rect, theme: Theme) -> Grid:
    """At a size at which no cell needs a second line, if that is a good one; else at the largest that fits.

    A table that needs several sheets gets the largest size that needs no more of them.
    """
    natural = _natural(slide, theme)
    unbroken = (room.width - 2 * PADDING[0] * len(natural)) / sum(natural)
    sizes = [size for size in CELL.sizes if size <= max(unbroken, _COMFORTABLE)]
    grids = [_grid(slide, natural, size, room.width, theme) for size in (*sizes, CELL.sizes[-1])]
    fewest = _needs(grids[-1], room.height)
    good = (grid for grid in grids if holds(grid, room.height) and _needs(grid, room.height) <= fewest)
    return next(good, grids[-1])


def holds(grid: Grid, room: float) -> bool:
    """Whether every row, with the header above it, has room on a sheet."""
    return grid.heights[0] + max(grid.heights[1:]) <= room


def _needs(grid: Grid, room: float) -> int:
    return len(_filled(grid.heights[1:], room - grid.heights[0]))


def _grid(slide: TableSlide, natural: Sequence[float], size: float, room: float, theme: Theme) -> Grid:
    widths = _widths([wide * size for wide in natural], room)
    return Grid(size, widths, _heights(slide, widths, size, theme))


def _natural(slide: TableSlide, theme: Theme) -> list[float]:
    """How wide each column would be without any second line, in ems."""
    faces = theme.body
    lines = [slide.header, *slide.rows]
    return [
        max(width(visible(line[column]), 1.0, faces.latin, faces.east_asian, "bold") for line in lines) + 0.3
        for column in range(len(slide.header))
    ]


def _widths(natural: Sequence[float], room: float) -> tuple[float, ...]:
    """Columns that ask for little get it; the others share what is left, by what they ask for."""
    asked = [wide + 2 * PADDING[0] for wide in natural]
    if sum(asked) <= room:
        more = (room - sum(asked)) / len(asked)
        return tuple(wide + more for wide in asked)
    # The square root keeps a very long cell from starving its neighbours.
    weights = [wide**0.5 for wide in asked]
    widths = [0.0] * len(asked)
    left, waiting = room, list(range(len(asked)))
    while True:
        share = left / sum(weights[at] for at in waiting)
        content = [at for at in waiting if asked[at] <= weights[at] * share]
        if not content:
            break
        for at in content:
            widths[at] = asked[at]
            left -= asked[at]
            waiting.remove(at)
    for at in waiting:
        widths[at] = weights[at] * share
    return tuple(widths)


def _heights(slide: TableSlide, widths: Sequence[float], size: float, theme: Theme) -> tuple[float, ...]:
    heights = []
    for number, line in enumerate([slide.header, *slide.rows]):
        kind = CELL.but(bold=number == 0)
        cells = [
            height([emphasised(para(cell), kind)], size, wide - 2 * PADDING[0] - 1, theme.body)
            for cell, wide in zip(line, widths, strict=True)
        ]
        heights.append(max(cells) + 2 * PADDING[1])
    return tuple(heights)


def shared_rows(grid: Grid, room: float) -> list[tuple[int, int]]:
    """Which rows stand on which sheet: as few as hold them, about equally high."""
    header, rows = grid.heights[0], grid.heights[1:]
    pages = _filled(rows, room - header)
    low, high = max(rows), room - header
    while high - low > 4:
        middle = (low + high) / 2
        tried = _filled(rows, middle)
        if len(tried) <= len(pages):
            pages, high = tried, middle
        else:
            low = middle
    return pages


def _filled(rows: Sequence[float], most: float) -> list[tuple[int, int]]:
    pages, first, used = [], 0, 0.0
    for number, high in enumerate(rows):
        if number > first and used + high > most:
            pages.append((first, number))
            first, used = number, 0.0
        used += high
    return [*pages, (first, len(rows))]
