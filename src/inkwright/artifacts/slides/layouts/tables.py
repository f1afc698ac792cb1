"""Native tables: column widths, the largest size that fits, and the header repeated on every page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import parse_paragraph, text_height
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import TableSlide
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage, body_below_title, fit_single_text
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import (
    NAMESPACES,
    StyledParagraph,
    fill_xml,
    paragraphs_xml,
    position_xml,
    with_text_style,
)
from inkwright.artifacts.slides.themes.theme import (
    CAPTION_SIZES,
    ColourName,
    TableStyle,
    TextAlign,
    TextSlot,
    TextStyle,
    Theme,
)
from inkwright.artifacts.typefaces import text_width

CELL_PADDING: Final = (10.0, 5.0)
"""How far the text of a cell stands from its edges, across and down."""

CELL_STYLE: Final = TextStyle((22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0), anchor="ctr")
"""How cells are set; those of the header are bold."""

# Above this size, type is rather made smaller than a cell broken.
_COMFORTABLE_SIZE: Final = 18.0


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table that has been measured: the size of its type, the widths of its columns, the heights of its rows."""

    size: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]


def fit_grid(slide: TableSlide, room: Rect, theme: Theme) -> TableGrid:
    """At a size at which no cell needs a second line, if that is a good one; else at the largest that fits.

    A table that needs several sheets gets the largest size that needs no more of them.
    """
    natural = _natural_widths(slide, theme)
    unbroken = (room.width - 2 * CELL_PADDING[0] * len(natural)) / sum(natural)
    sizes = [size for size in CELL_STYLE.sizes if size <= max(unbroken, _COMFORTABLE_SIZE)]
    grids = [_grid_at_size(slide, natural, size, room.width, theme) for size in (*sizes, CELL_STYLE.sizes[-1])]
    fewest = _pages_needed(grids[-1], room.height)
    good = (grid for grid in grids if fits_room(grid, room.height) and _pages_needed(grid, room.height) <= fewest)
    return next(good, grids[-1])


def fits_room(grid: TableGrid, room: float) -> bool:
    """Whether every row, with the header above it, has room on a sheet."""
    return grid.heights[0] + max(grid.heights[1:]) <= room


def _pages_needed(grid: TableGrid, room: float) -> int:
    return len(_fill_pages(grid.heights[1:], room - grid.heights[0]))


def _grid_at_size(slide: TableSlide, natural: Sequence[float], size: float, room: float, theme: Theme) -> TableGrid:
    widths = _column_widths([wide * size for wide in natural], room)
    return TableGrid(size, widths, _row_heights(slide, widths, size, theme))


def _natural_widths(slide: TableSlide, theme: Theme) -> list[float]:
    """How wide each column would be without any second line, in ems."""
    faces = theme.body
    lines = [slide.header, *slide.rows]
    return [
        max(text_width(visible_text(line[column]), 1.0, faces.latin, faces.east_asian, "bold") for line in lines) + 0.3
        for column in range(len(slide.header))
    ]


def _column_widths(natural: Sequence[float], room: float) -> tuple[float, ...]:
    """Columns that ask for little get it; the others share what is left, by what they ask for."""
    asked = [wide + 2 * CELL_PADDING[0] for wide in natural]
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


def _row_heights(slide: TableSlide, widths: Sequence[float], size: float, theme: Theme) -> tuple[float, ...]:
    heights = []
    for number, line in enumerate([slide.header, *slide.rows]):
        kind = CELL_STYLE.but(bold=number == 0)
        cells = [
            text_height(
                [with_text_style(parse_paragraph(cell), kind)], size, wide - 2 * CELL_PADDING[0] - 1, theme.body
            )
            for cell, wide in zip(line, widths, strict=True)
        ]
        heights.append(max(cells) + 2 * CELL_PADDING[1])
    return tuple(heights)


def paginate_rows(grid: TableGrid, room: float) -> list[tuple[int, int]]:
    """Which rows stand on which sheet: as few as hold them, about equally high."""
    header, rows = grid.heights[0], grid.heights[1:]
    pages = _fill_pages(rows, room - header)
    low, high = max(rows), room - header
    while high - low > 4:
        middle = (low + high) / 2
        tried = _fill_pages(rows, middle)
        if len(tried) <= len(pages):
            pages, high = tried, middle
        else:
            low = middle
    return pages


def _fill_pages(rows: Sequence[float], most: float) -> list[tuple[int, int]]:
    pages, first, used = [], 0, 0.0
    for number, high in enumerate(rows):
        if number > first and used + high > most:
            pages.append((first, number))
            first, used = number, 0.0
        used += high
    return [*pages, (first, len(rows))]


_CAPTION_GAP: Final = 10.0
_LEAST_COLUMNS: Final = 2
_NUMBER = re.compile(
    r"\s*[-+−±~≈<>≤≥]?\s*[$¥€£]?\s*\d[\d,.\s]*\s*(?:%|‰|°C|℃|[a-zA-Zµ/²³]{1,5}|[万亿元年月日个次人分秒])?\s*"
)
_MAX_ROW_HEIGHT: Final = 62.0
_LEAST_FILL: Final = 0.8
_CAPTION: Final = TextStyle(CAPTION_SIZES, "accent6", anchor="b")


def table_pages(slide: TableSlide, theme: Theme) -> list[SlidePage]:
    """The rows on as few sheets as hold them at a readable size."""
    body = body_below_title(theme, "table", slide.title)
    room = _table_room(body, slide.caption, theme)
    grid = fit_grid(slide, room, theme)
    if not fits_room(grid, room.height) and len(slide.header) > _LEAST_COLUMNS:
        return [sheet for half in _split_columns(slide) for sheet in table_pages(half, theme)]
    return [
        SlidePage(
            "table",
            partial(_draw_table, body=body, slide=slide, rows=range(first, last), grid=grid),
            _speaker_text(slide, range(first, last)),
        )
        for first, last in paginate_rows(grid, room.height)
    ]


def _split_columns(slide: TableSlide) -> list[TableSlide]:
    """Two tables with the columns of one that is too crowded for a slide; both begin with its first column."""
    half = (len(slide.header) + 2) // 2
    return [
        slide.model_copy(
            update={
                "header": [slide.header[number] for number in chosen],
                "rows": [[row[number] for number in chosen] for row in slide.rows],
            }
        )
        for chosen in ([*range(half)], [0, *range(half, len(slide.header))])
    ]


def _speaker_text(slide: TableSlide, rows: range) -> str:
    lines = [slide.header, *(slide.rows[number] for number in rows)]
    told = [" | ".join(map(visible_text, line)) for line in lines]
    return "\n".join([*told, visible_text(slide.caption)]).rstrip()


def _table_room(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    taken = fit_single_text(caption, body.bottom_part(44), _CAPTION, theme).height + _CAPTION_GAP
    return body.top_part(body.height - taken)


def _draw_table(page: SlideCanvas, body: Rect, slide: TableSlide, rows: range, grid: TableGrid) -> None:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

    room = _table_room(body, slide.caption, page.theme)
    heights = _stretch_rows([grid.heights[0], *(grid.heights[number + 1] for number in rows)], room.height)
    rect = room.top_part(sum(heights))
    lines = [slide.header, *(slide.rows[number] for number in rows)]
    rows_markup = "".join(
        f'<a:tr h="{to_emu(high)}">'
        f"{_row_xml(line, (number, len(lines)), grid.size, _alignments(slide), page.theme)}</a:tr>"
        for number, (line, high) in enumerate(zip(lines, heights, strict=True))
    )
    columns = "".join(f'<a:gridCol w="{to_emu(wide)}"/>' for wide in grid.widths)
    frame = parse_xml(
        f'<p:graphicFrame {NAMESPACES}><p:nvGraphicFramePr><p:cNvPr id="0" name=""/><p:cNvGraphicFramePr>'
        f'<a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>{position_xml(rect, "p")}'
        '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">'
        f'<a:tbl><a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>{columns}</a:tblGrid>{rows_markup}</a:tbl>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    page.append(frame)
    page.adopt(frame, "table", alt=f"{visible_text(slide.title)}: {', '.join(map(visible_text, slide.header))}")
    if slide.caption:
        page.fill_slot(_caption_slot(body.bottom_part(body.bottom - rect.bottom - _CAPTION_GAP)), slide.caption)


def _caption_slot(rect: Rect) -> TextSlot:
    return TextSlot("caption", rect, _CAPTION.but(anchor="t"))


def _stretch_rows(heights: Sequence[float], room: float) -> list[float]:
    """Rows that are higher than they must be, so that a short table fills its slide."""
    wanted = min(room, max(len(heights) * _MAX_ROW_HEIGHT, room * _LEAST_FILL))
    free = max(0.0, wanted - sum(heights))
    return [high + free / len(heights) for high in heights]


def _alignments(slide: TableSlide) -> list[TextAlign]:
    """Columns of numbers stand to the right."""
    columns = zip(*slide.rows, strict=True)
    return [
        "r" if all(_NUMBER.fullmatch(visible_text(cell)) for cell in column if cell) and any(column) else "l"
        for column in columns
    ]


def _row_xml(
    cells: Sequence[str], place: tuple[int, int], size: float, aligned: Sequence[TextAlign], theme: Theme
) -> str:
    return "".join(_cell_xml(cell, place, size, align, theme) for cell, align in zip(cells, aligned, strict=True))


def _cell_xml(text: str, place: tuple[int, int], size: float, align: TextAlign, theme: Theme) -> str:
    manner = theme.manners.table
    row, count = place
    kind = CELL_STYLE.but(bold=row == 0, align=align, colour=manner.header_text if row == 0 else "tx1")
    words = paragraphs_xml([StyledParagraph(with_text_style(parse_paragraph(text), kind))], size, kind)
    fill = manner.header_fill if row == 0 else (manner.band if row % 2 == 0 else None)
    across, down = to_emu(CELL_PADDING[0]), to_emu(CELL_PADDING[1])
    return (
        f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{words}</a:txBody>"
        f'<a:tcPr marL="{across}" marR="{across}" marT="{down}" marB="{down}" anchor="ctr">'
        f"{_borders_xml(manner, row, count)}{fill_xml(fill)}</a:tcPr></a:tc>"
    )


def _borders_xml(manner: TableStyle, row: int, count: int) -> str:
    def edge(name: str, weight: float, colour: ColourName) -> str:
        if not weight:
            return f'<a:{name} w="0"><a:noFill/></a:{name}>'
        return f'<a:{name} w="{to_emu(weight)}">{fill_xml(colour)}</a:{name}>'

    is_header = row == 0
    top = manner.header_rule if is_header and manner.header_fill is None else 0.0
    below = manner.header_rule if is_header or row == count - 1 else manner.rule_weight
    colour: ColourName = "tx2" if manner.header_fill is None and (is_header or row == count - 1) else manner.rule
    return edge("lnL", 0, "tx1") + edge("lnR", 0, "tx1") + edge("lnT", top, "tx2") + edge("lnB", below, colour)
