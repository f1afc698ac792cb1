"""Native tables: rows that fill the body, and on every sheet the header again."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import para
from inkwright.artifacts.slides.geometry import Rect, emu
from inkwright.artifacts.slides.markup import NAMESPACES, Paragraph, emphasised, filled, paragraphs_markup, placed
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.settling import settled_text
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import TableSlide
from inkwright.artifacts.slides.table_grids import CELL, PADDING, Grid, fitting_grid, holds, shared_rows
from inkwright.artifacts.slides.themes.shapes import CAPTION_SIZES, Align, Colour, Slot, TableManner, Theme, Type

_CAPTION_GAP: Final = 10.0
_FEWEST: Final = 2
_NUMBER = re.compile(
    r"\s*[-+−±~≈<>≤≥]?\s*[$¥€£]?\s*\d[\d,.\s]*\s*(?:%|‰|°C|℃|[a-zA-Zµ/²³]{1,5}|[万亿元年月日个次人分秒])?\s*"
)
_MOST_ROW: Final = 62.0
_LEAST_FILL: Final = 0.8
_CAPTION: Final = Type(CAPTION_SIZES, "accent6", anchor="b")


def table_sheets(slide: TableSlide, theme: Theme) -> list[Sheet]:
    """The rows on as few sheets as hold them at a readable size."""
    body = body_under(theme, "table", slide.title)
    room = _room(body, slide.caption, theme)
    grid = fitting_grid(slide, room, theme)
    if not holds(grid, room.height) and len(slide.header) > _FEWEST:
        return [sheet for half in _halves(slide) for sheet in table_sheets(half, theme)]
    return [
        Sheet(
            "table",
            partial(_draw, body=body, slide=slide, rows=range(first, last), grid=grid),
            _said(slide, range(first, last)),
        )
        for first, last in shared_rows(grid, room.height)
    ]


def _halves(slide: TableSlide) -> list[TableSlide]:
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


def _said(slide: TableSlide, rows: range) -> str:
    lines = [slide.header, *(slide.rows[number] for number in rows)]
    told = [" | ".join(map(visible, line)) for line in lines]
    return "\n".join([*told, visible(slide.caption)]).rstrip()


def _room(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    taken = settled_text(caption, body.bottom_part(44), _CAPTION, theme).height + _CAPTION_GAP
    return body.top_part(body.height - taken)


def _draw(page: Page, body: Rect, slide: TableSlide, rows: range, grid: Grid) -> None:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

    room = _room(body, slide.caption, page.theme)
    heights = _stretched([grid.heights[0], *(grid.heights[number + 1] for number in rows)], room.height)
    rect = room.top_part(sum(heights))
    lines = [slide.header, *(slide.rows[number] for number in rows)]
    rows_markup = "".join(
        f'<a:tr h="{emu(high)}">{_row(line, (number, len(lines)), grid.size, _alignments(slide), page.theme)}</a:tr>'
        for number, (line, high) in enumerate(zip(lines, heights, strict=True))
    )
    columns = "".join(f'<a:gridCol w="{emu(wide)}"/>' for wide in grid.widths)
    frame = parse_xml(
        f'<p:graphicFrame {NAMESPACES}><p:nvGraphicFramePr><p:cNvPr id="0" name=""/><p:cNvGraphicFramePr>'
        f'<a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>{placed(rect, "p")}'
        '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">'
        f'<a:tbl><a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>{columns}</a:tblGrid>{rows_markup}</a:tbl>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    page.append(frame)
    page.adopt(frame, "table", alt=f"{visible(slide.title)}: {', '.join(map(visible, slide.header))}")
    if slide.caption:
        page.fill_slot(_caption_slot(body.bottom_part(body.bottom - rect.bottom - _CAPTION_GAP)), slide.caption)


def _caption_slot(rect: Rect) -> Slot:
    return Slot("caption", rect, _CAPTION.but(anchor="t"))


def _stretched(heights: Sequence[float], room: float) -> list[float]:
    """Rows that are higher than they must be, so that a short table fills its slide."""
    wanted = min(room, max(len(heights) * _MOST_ROW, room * _LEAST_FILL))
    free = max(0.0, wanted - sum(heights))
    return [high + free / len(heights) for high in heights]


def _alignments(slide: TableSlide) -> list[Align]:
    """Columns of numbers stand to the right."""
    columns = zip(*slide.rows, strict=True)
    return [
        "r" if all(_NUMBER.fullmatch(visible(cell)) for cell in column if cell) and any(column) else "l"
        for column in columns
    ]


def _row(cells: Sequence[str], place: tuple[int, int], size: float, aligned: Sequence[Align], theme: Theme) -> str:
    return "".join(_cell(cell, place, size, align, theme) for cell, align in zip(cells, aligned, strict=True))


def _cell(text: str, place: tuple[int, int], size: float, align: Align, theme: Theme) -> str:
    manner = theme.manners.table
    row, count = place
    kind = CELL.but(bold=row == 0, align=align, colour=manner.header_text if row == 0 else "tx1")
    words = paragraphs_markup([Paragraph(emphasised(para(text), kind))], size, kind)
    fill = manner.header_fill if row == 0 else (manner.band if row % 2 == 0 else None)
    across, down = emu(PADDING[0]), emu(PADDING[1])
    return (
        f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{words}</a:txBody>"
        f'<a:tcPr marL="{across}" marR="{across}" marT="{down}" marB="{down}" anchor="ctr">'
        f"{_borders(manner, row, count)}{filled(fill)}</a:tcPr></a:tc>"
    )


def _borders(manner: TableManner, row: int, count: int) -> str:
    def edge(name: str, weight: float, colour: Colour) -> str:
        if not weight:
            return f'<a:{name} w="0"><a:noFill/></a:{name}>'
        return f'<a:{name} w="{emu(weight)}">{filled(colour)}</a:{name}>'

    is_header = row == 0
    top = manner.header_rule if is_header and manner.header_fill is None else 0.0
    below = manner.header_rule if is_header or row == count - 1 else manner.rule_weight
    colour: Colour = "tx2" if manner.header_fill is None and (is_header or row == count - 1) else manner.rule
    return edge("lnL", 0, "tx1") + edge("lnR", 0, "tx1") + edge("lnT", top, "tx2") + edge("lnB", below, colour)
