"""The layout `table`: native tables, with the header repeated on every page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from inkwright.artifacts.slides.fields import MAYBE_EMPTY, TIDY_LINE, BaseSlide, OptionalText
from inkwright.artifacts.slides.fitting.fit import parse_paragraph, text_height
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.blocks import LineBlock, MarkdownBlock, TableBlock
from inkwright.artifacts.slides.markdown.bullets import single_remark, split_evenly
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage, body_below_title, fit_single_text
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import (
    NAMESPACES,
    LayoutPlaceholder,
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
from inkwright.i18n import Reason

MAX_CELL: Final = 200
MAX_COLUMNS: Final = 8
MAX_ROWS: Final = 20

CellText = Annotated[str, Field(max_length=MAX_CELL), TIDY_LINE, MAYBE_EMPTY]


class TableSlide(BaseSlide):
    """A table; every row has as many cells as the header."""

    layout: Literal["table"] = "table"
    header: list[CellText] = Field(min_length=2, max_length=MAX_COLUMNS)
    rows: list[list[CellText]] = Field(min_length=1, max_length=MAX_ROWS)
    caption: OptionalText = ""

    @model_validator(mode="after")
    def _rows_are_as_wide_as_the_header(self) -> Self:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.header):
                raise ValueError(Reason("reason.slides.row", number=number, cells=len(row), header=len(self.header)))
        return self


def paginate_table(table: TableBlock) -> list[TableBlock] | None:
    """Divide the table into parts that fit a slide, each with its header; None where a cell is too long for that."""
    if any(len(cell) > MAX_CELL for row in table.rows for cell in row):
        return None
    width = max(map(len, table.rows))
    rows = [row + ("",) * (width - len(row)) for row in table.rows]
    parts = [
        (columns, [rows[0], *group]) for group in split_evenly(rows[1:], MAX_ROWS) for columns in _column_groups(width)
    ]
    return [TableBlock(tuple(tuple(row[index] for index in columns) for row in group)) for columns, group in parts]


def _column_groups(width: int) -> list[list[int]]:
    """Return which columns are shown together. The first names the rows, so each part has it."""
    if width <= MAX_COLUMNS:
        return [list(range(width))]
    return [[0, *group] for group in split_evenly(list(range(1, width)), MAX_COLUMNS - 1)]


def _slides_from_block(title: str, block: MarkdownBlock) -> Sequence[BaseSlide | LineBlock] | None:
    if not isinstance(block, TableBlock):
        return None
    parts = paginate_table(block)
    if parts is None:
        return [LineBlock(" | ".join(filter(None, row))) for row in block.rows if any(row)]
    return [TableSlide(title=title, header=list(part.rows[0]), rows=list(map(list, part.rows[1:]))) for part in parts]


def _with_caption(slide: TableSlide, lines: Sequence[LineBlock]) -> TableSlide | None:
    remark = single_remark(lines)
    return slide.model_copy(update={"caption": remark}) if remark and not slide.caption else None


CELL_PADDING: Final = (10.0, 5.0)
"""The distance of the text of a cell from its edges, across and down."""

CELL_STYLE: Final = TextStyle((22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0), anchor="ctr")
"""The text style of cells; header cells are bold."""

# Above this size, smaller text is better than a cell with a second line.
_COMFORTABLE_SIZE: Final = 18.0


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A measured table: its text size, its column widths and its row heights."""

    size: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]


def fit_grid(slide: TableSlide, room: Rect, theme: Theme) -> TableGrid:
    """Measure the table at a comfortable size at which no cell needs a second line, or at the largest that fits.

    A table that needs several pages gets the largest size that does not add another page.
    """
    natural = _natural_widths(slide, theme)
    unbroken = (room.width - 2 * CELL_PADDING[0] * len(natural)) / sum(natural)
    sizes = [size for size in CELL_STYLE.sizes if size <= max(unbroken, _COMFORTABLE_SIZE)]
    grids = [_grid_at_size(slide, natural, size, room.width, theme) for size in (*sizes, CELL_STYLE.sizes[-1])]
    fewest = _pages_needed(grids[-1], room.height)
    good = (grid for grid in grids if fits_room(grid, room.height) and _pages_needed(grid, room.height) <= fewest)
    return next(good, grids[-1])


def fits_room(grid: TableGrid, room: float) -> bool:
    """Whether every row fits a page together with the header."""
    return grid.heights[0] + max(grid.heights[1:]) <= room


def _pages_needed(grid: TableGrid, room: float) -> int:
    return len(_fill_pages(grid.heights[1:], room - grid.heights[0]))


def _grid_at_size(slide: TableSlide, natural: Sequence[float], size: float, room: float, theme: Theme) -> TableGrid:
    widths = _column_widths([width * size for width in natural], room)
    return TableGrid(size, widths, _row_heights(slide, widths, size, theme))


def _natural_widths(slide: TableSlide, theme: Theme) -> list[float]:
    """Return the width of each column without line breaks, in ems."""
    faces = theme.body
    lines = [slide.header, *slide.rows]
    return [
        max(text_width(visible_text(line[column]), 1.0, faces.latin, faces.east_asian, "bold") for line in lines) + 0.3
        for column in range(len(slide.header))
    ]


def _column_widths(natural: Sequence[float], room: float) -> tuple[float, ...]:
    """Give narrow columns their natural width, and divide the rest among the others in proportion."""
    wanted = [width + 2 * CELL_PADDING[0] for width in natural]
    if sum(wanted) <= room:
        more = (room - sum(wanted)) / len(wanted)
        return tuple(width + more for width in wanted)
    # The square root keeps a very long cell from taking the width of its neighbours.
    weights = [width**0.5 for width in wanted]
    widths = [0.0] * len(wanted)
    left, waiting = room, list(range(len(wanted)))
    while True:
        share = left / sum(weights[index] for index in waiting)
        content = [index for index in waiting if wanted[index] <= weights[index] * share]
        if not content:
            break
        for index in content:
            widths[index] = wanted[index]
            left -= wanted[index]
            waiting.remove(index)
    for index in waiting:
        widths[index] = weights[index] * share
    return tuple(widths)


def _row_heights(slide: TableSlide, widths: Sequence[float], size: float, theme: Theme) -> tuple[float, ...]:
    heights = []
    for number, line in enumerate([slide.header, *slide.rows]):
        style = CELL_STYLE.but(bold=number == 0)
        cells = [
            text_height(
                [with_text_style(parse_paragraph(cell), style)], size, width - 2 * CELL_PADDING[0] - 1, theme.body
            )
            for cell, width in zip(line, widths, strict=True)
        ]
        heights.append(max(cells) + 2 * CELL_PADDING[1])
    return tuple(heights)


def paginate_rows(grid: TableGrid, room: float) -> list[tuple[int, int]]:
    """Divide the rows among as few pages as possible, of about equal height."""
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


def _fill_pages(rows: Sequence[float], max_height: float) -> list[tuple[int, int]]:
    pages, first, used = [], 0, 0.0
    for number, height in enumerate(rows):
        if number > first and used + height > max_height:
            pages.append((first, number))
            first, used = number, 0.0
        used += height
    return [*pages, (first, len(rows))]


_CAPTION_GAP: Final = 10.0
_MIN_COLUMNS: Final = 2
_NUMBER = re.compile(
    r"\s*+[-+−±~≈<>≤≥]?\s*+[$¥€£]?\s*+\d[\d,.\s]*+(?:%|‰|°C|℃|[a-zA-Zµ/²³]{1,5}|[万亿元年月日个次人分秒])?\s*+"
)
_MAX_ROW_HEIGHT: Final = 62.0
_MIN_FILL: Final = 0.8
_CAPTION: Final = TextStyle(CAPTION_SIZES, "accent6", anchor="b")


def table_pages(slide: TableSlide, context: PageContext) -> list[SlidePage]:
    """Return the rows on as few pages as hold them at a readable size."""
    theme = context.theme
    body = body_below_title(theme, "table", slide.title)
    room = _table_room(body, slide.caption, theme)
    grid = fit_grid(slide, room, theme)
    if not fits_room(grid, room.height) and len(slide.header) > _MIN_COLUMNS:
        return [page for half in _split_columns(slide) for page in table_pages(half, context)]
    return [
        SlidePage(
            "table",
            partial(_draw_table, body=body, slide=slide, rows=range(first, last), grid=grid),
            _speaker_text(slide, range(first, last)),
        )
        for first, last in paginate_rows(grid, room.height)
    ]


def _split_columns(slide: TableSlide) -> list[TableSlide]:
    """Split the columns into two tables; both begin with the first column."""
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
    texts = [" | ".join(map(visible_text, line)) for line in lines]
    return "\n".join([*texts, visible_text(slide.caption)]).rstrip()


def _table_room(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    taken = fit_single_text(caption, body.bottom_part(44), _CAPTION, theme).height + _CAPTION_GAP
    return body.top_part(body.height - taken)


def _draw_table(canvas: SlideCanvas, body: Rect, slide: TableSlide, rows: range, grid: TableGrid) -> None:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    room = _table_room(body, slide.caption, canvas.theme)
    heights = _stretch_rows([grid.heights[0], *(grid.heights[number + 1] for number in rows)], room.height)
    rect = room.top_part(sum(heights))
    lines = [slide.header, *(slide.rows[number] for number in rows)]
    rows_markup = "".join(
        f'<a:tr h="{to_emu(height)}">'
        f"{_row_xml(line, (number, len(lines)), grid.size, _alignments(slide), canvas.theme)}</a:tr>"
        for number, (line, height) in enumerate(zip(lines, heights, strict=True))
    )
    columns = "".join(f'<a:gridCol w="{to_emu(width)}"/>' for width in grid.widths)
    frame = parse_xml(
        f'<p:graphicFrame {NAMESPACES}><p:nvGraphicFramePr><p:cNvPr id="0" name=""/><p:cNvGraphicFramePr>'
        f'<a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>{position_xml(rect, "p")}'
        '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">'
        f'<a:tbl><a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>{columns}</a:tblGrid>{rows_markup}</a:tbl>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    canvas.append(frame)
    canvas.adopt(frame, "table", alt=f"{visible_text(slide.title)}: {', '.join(map(visible_text, slide.header))}")
    if slide.caption:
        canvas.fill_slot(_caption_slot(body.bottom_part(body.bottom - rect.bottom - _CAPTION_GAP)), slide.caption)


def _caption_slot(rect: Rect) -> TextSlot:
    return TextSlot("caption", rect, _CAPTION.but(anchor="t"))


def _stretch_rows(heights: Sequence[float], room: float) -> list[float]:
    """Make the rows higher, so that a short table fills its slide."""
    wanted = min(room, max(len(heights) * _MAX_ROW_HEIGHT, room * _MIN_FILL))
    free = max(0.0, wanted - sum(heights))
    return [height + free / len(heights) for height in heights]


def _alignments(slide: TableSlide) -> list[TextAlign]:
    """Return the alignment of each column: numbers are right-aligned."""
    columns = zip(*slide.rows, strict=True)
    return [
        "r" if all(_NUMBER.fullmatch(visible_text(cell)) for cell in column if cell) and any(column) else "l"
        for column in columns
    ]


def _row_xml(
    cells: Sequence[str], position: tuple[int, int], size: float, alignments: Sequence[TextAlign], theme: Theme
) -> str:
    return "".join(_cell_xml(cell, position, size, align, theme) for cell, align in zip(cells, alignments, strict=True))


def _cell_xml(text: str, position: tuple[int, int], size: float, align: TextAlign, theme: Theme) -> str:
    table_style = theme.drawing.table
    row, count = position
    style = CELL_STYLE.but(bold=row == 0, align=align, colour=table_style.header_text if row == 0 else "tx1")
    words = paragraphs_xml([StyledParagraph(with_text_style(parse_paragraph(text), style))], size, style)
    fill = table_style.header_fill if row == 0 else (table_style.band if row % 2 == 0 else None)
    across, down = to_emu(CELL_PADDING[0]), to_emu(CELL_PADDING[1])
    return (
        f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{words}</a:txBody>"
        f'<a:tcPr marL="{across}" marR="{across}" marT="{down}" marB="{down}" anchor="ctr">'
        f"{_borders_xml(table_style, row, count)}{fill_xml(fill)}</a:tcPr></a:tc>"
    )


def _borders_xml(table_style: TableStyle, row: int, count: int) -> str:
    def edge(name: str, weight: float, colour: ColourName) -> str:
        if not weight:
            return f'<a:{name} w="0"><a:noFill/></a:{name}>'
        return f'<a:{name} w="{to_emu(weight)}">{fill_xml(colour)}</a:{name}>'

    is_header = row == 0
    top = table_style.header_rule if is_header and table_style.header_fill is None else 0.0
    below = table_style.header_rule if is_header or row == count - 1 else table_style.rule_weight
    colour: ColourName = (
        "tx2" if table_style.header_fill is None and (is_header or row == count - 1) else table_style.rule
    )
    return edge("lnL", 0, "tx1") + edge("lnR", 0, "tx1") + edge("lnT", top, "tx2") + edge("lnB", below, colour)


register_layout(
    Layout(
        model=TableSlide,
        pages=table_pages,
        summary="`header` of 2 to 8 cells, up to 20 `rows`, `caption`",
        order=60,
        master_layouts=(
            MasterLayout(
                kind="table",
                name="Table",
                placeholders={"table": LayoutPlaceholder("tbl", 1), "caption": LayoutPlaceholder("body", 2)},
                areas=lambda body: {"table": body.top_part(body.height - 40), "caption": body.bottom_part(28)},
                order=70,
                template_choices=(lambda layout: bool(layout.of({"tbl"})),),
            ),
        ),
        markdown=MarkdownRule(
            documented=(
                ("a table", "a table slide; long ones continue with the header, wide ones with the first column"),
            ),
            from_block=_slides_from_block,
            with_lines=_with_caption,
        ),
    )
)
