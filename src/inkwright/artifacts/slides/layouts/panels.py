"""The layouts `comparison` and `agenda`: panels with headings or numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import (
    MAX_LABEL,
    MAX_POINTS,
    MAX_SHORT_TEXT,
    BaseSlide,
    LabelText,
    Points,
    ShortText,
    SlidePart,
)
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.layouts.lists import draw_numeral, paragraphs_text, shortened
from inkwright.artifacts.slides.markdown.blocks import LineBlock, OutlineSection
from inkwright.artifacts.slides.markdown.bullets import bullets_from_lines
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    FittedText,
    SlideCanvas,
    SlidePage,
    TextBackground,
    body_below_title,
    bullet_paragraphs,
    fit_at_smallest,
    fit_paragraphs,
    fit_single_text,
    item_number,
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph, numbered_placeholders
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, ColourName, Decoration, Panel, TextStyle, Theme

_POINT_SIZES: Final = (*(size for size in BODY_SIZES if size <= 26), 15.0, 14.0)
_LARGE_SIZES: Final = (34.0, 32.0, 30.0, 28.0, *_POINT_SIZES)
_HEADING_SIZES: Final = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 14.0)
_HEADING_HEIGHT: Final = 54.0
_HEADING_INSET: Final = 20.0
_PILL_RADIUS: Final = 10.0
_SPARSE: Final = 0.68
_BARE: Final = 0.6
_ITEM_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_ONE_COLUMN: Final = 5
_NUMERAL: Final = 76.0
_SIDES: Final = ("left", "right")
_TINTS: Final[tuple[ColourName, ColourName]] = ("accent1", "tx2")


MAX_ITEMS: Final = 10
_AGENDA_TITLE = re.compile(
    r"(?:agenda|contents|table of contents|outline|目录|目錄|议程|議程|大纲|大綱|内容提要)[:：]?", re.I
)
_COMPARISON_TITLE = re.compile(r"\b(?:vs|versus|compared|comparison|comparing)\b|对比|對比|比较|比較|区别|區別", re.I)


class AgendaSlide(BaseSlide):
    """The topics of the deck."""

    layout: Literal["agenda"] = "agenda"
    items: list[LabelText] = Field(min_length=2, max_length=MAX_ITEMS)


class ComparisonSide(SlidePart):
    """One side of a comparison."""

    heading: ShortText
    points: Points


class ComparisonSlide(BaseSlide):
    """A comparison, point by point."""

    layout: Literal["comparison"] = "comparison"
    left: ComparisonSide
    right: ComparisonSide


def _agenda_from_section(section: OutlineSection, _is_last: bool) -> AgendaSlide | None:
    """Return the agenda for a section with such a title and a flat list of short lines."""
    lines = section.plain_lines()
    if lines is None or not _AGENDA_TITLE.fullmatch(section.title):
        return None
    items = [item_number(line.text)[1] for line in lines if line.depth == 0 and len(line.text) <= MAX_LABEL]
    if len(items) < len(lines) or not 2 <= len(items) <= MAX_ITEMS:
        return None
    return AgendaSlide(title=section.title, items=items)


def _comparison_from_section(section: OutlineSection, _is_last: bool) -> ComparisonSlide | None:
    """Return the comparison for a title that compares two headings with lists of about the same length.

    Their notes move to the section.
    """
    if section.blocks or len(section.children) != 2 or not _COMPARISON_TITLE.search(section.title):
        return None
    left, right = map(_comparison_side, section.children)
    if left is None or right is None or abs(len(left.points) - len(right.points)) > 2:
        return None
    for child in section.children:
        section.notes += child.notes
    return ComparisonSlide(title=section.title, left=left, right=right)


def _comparison_side(section: OutlineSection) -> ComparisonSide | None:
    lines = [block for block in section.blocks if isinstance(block, LineBlock) and block.is_item]
    points = bullets_from_lines(lines)
    if section.children or len(lines) < len(section.blocks) or not 1 <= len(points) <= MAX_POINTS:
        return None
    return ComparisonSide(heading=section.title, points=points) if len(section.title) <= MAX_SHORT_TEXT else None


@dataclass(frozen=True, slots=True)
class _PageSide:
    """A side of a comparison on one page."""

    role: str
    heading: str
    tint: ColourName
    points: list[StyledParagraph]


def comparison_pages(slide: ComparisonSlide, context: PageContext) -> list[SlidePage]:
    """Return two panels with a heading each, their points in text of the same size."""
    theme = context.theme
    body = body_below_title(theme, "comparison", slide.title)
    column = body.columns(2, _panel_gap(theme))[0]
    heading_height = max(_heading_height(side.heading, column.width, theme) for side in (slide.left, slide.right))
    room = _points_background(theme).inside(column.bottom_part(column.height - heading_height))
    lists = [_paginate_points(bullet_paragraphs(side.points, theme), room, theme) for side in (slide.left, slide.right)]
    pages = []
    for number in range(max(map(len, lists))):
        sides = [
            _PageSide(role, side.heading, tint, parts[number])
            for role, side, tint, parts in zip(_SIDES, (slide.left, slide.right), _TINTS, lists, strict=True)
            if number < len(parts)
        ]
        speaker_text = "\n".join(f"{visible_text(side.heading)}:\n{paragraphs_text(side.points)}" for side in sides)
        pages.append(
            SlidePage(
                "comparison",
                partial(_draw_comparison, body=body, heading_height=heading_height, sides=sides),
                speaker_text,
            )
        )
    return pages


def _paginate_points(points: list[StyledParagraph], room: Rect, theme: Theme) -> list[list[StyledParagraph]]:
    style = TextStyle(theme.sizes(_POINT_SIZES))
    return [points] if fit_paragraphs(points, room, style, theme) else paginate_paragraphs(points, room, style, theme)


def _panel_gap(theme: Theme) -> float:
    return max(theme.drawing.gap, 20.0) if theme.drawing.card.fill else 48.0


def _heading_style(theme: Theme, tint: ColourName) -> TextStyle:
    colour = theme.on_accent if theme.drawing.card.fill else tint
    return TextStyle(_HEADING_SIZES, colour, "heading", bold=True, anchor="ctr")


def _heading_height(text: str, width: float, theme: Theme) -> float:
    """Return the height of one line if possible, otherwise of as many lines as the heading takes."""
    style = _heading_style(theme, "tx2")
    room = Rect(0, 0, width - 2 * (_HEADING_INSET + _PILL_RADIUS), _HEADING_HEIGHT - _PILL_RADIUS - 8)
    if fit_paragraphs([StyledParagraph(parse_paragraph(text))], room, style, theme):
        return _HEADING_HEIGHT
    return (
        fit_single_text(
            text, Rect(0, 0, room.width, 2 * _HEADING_HEIGHT), style.but(sizes=style.sizes[-3:]), theme
        ).height
        + 26
    )


def _points_background(theme: Theme) -> TextBackground:
    """Return the background of the points: none where the whole column has one."""
    card = theme.drawing.card
    if not card.fill:
        return TextBackground(None, (12.0, 14.0))
    return TextBackground(None if card.radius else Panel(fill=card.fill), (22.0, 18.0))


def _draw_comparison(canvas: SlideCanvas, body: Rect, heading_height: float, sides: Sequence[_PageSide]) -> None:
    """Draw the sides that are left on this page; a single one takes the whole width."""
    theme = canvas.theme
    columns = body.columns(len(sides), _panel_gap(theme))
    background = _points_background(theme)
    below = [column.bottom_part(column.height - heading_height) for column in columns]
    room = background.inside(below[0])
    same, fitted_texts = _fit_sides(sides, room, theme)
    is_sparse = max(one.height for one in fitted_texts) < room.height * _SPARSE
    if is_sparse or theme.drawing.card.fill:
        needed = heading_height + max(one.height for one in fitted_texts) + 2 * background.inset[1]
        columns = [shortened(column, needed) for column in columns]
        below = [column.bottom_part(column.height - heading_height) for column in columns]
    # A panel with its heading looks full enough, even with little text.
    panel = theme.drawing.quiet if is_sparse and not theme.drawing.card.fill else theme.drawing.card
    for side, column, rect, fitted in zip(sides, columns, below, fitted_texts, strict=True):
        if theme.drawing.card.radius or is_sparse:
            canvas.panel(panel.plain, column, f"{side.role.capitalize()} ground")
        _draw_heading(canvas, side, column.top_part(heading_height), has_background=is_sparse)
        canvas.fill(side.role, rect, same, fitted, TextBackground(None, background.inset) if is_sparse else background)


def _fit_sides(sides: Sequence[_PageSide], room: Rect, theme: Theme) -> tuple[TextStyle, list[FittedText]]:
    """Return the points of the sides in one size; few and short points are large."""
    same, fitted_texts = _fit_in_one_size(sides, room, TextStyle(theme.sizes(_POINT_SIZES)), theme)
    if max(one.height for one in fitted_texts) >= room.height * _BARE:
        return same, fitted_texts
    return _fit_in_one_size(sides, room, TextStyle(theme.sizes(_LARGE_SIZES)), theme)


def _fit_in_one_size(
    sides: Sequence[_PageSide], room: Rect, style: TextStyle, theme: Theme
) -> tuple[TextStyle, list[FittedText]]:
    found = [fit_paragraphs(side.points, room, style, theme) for side in sides]
    same = style.but(sizes=(min((one.size for one in found if one), default=style.sizes[-1]),))
    return same, [
        spread_paragraphs(fit_at_smallest(side.points, room, same, theme), room, max_gap=1.1) for side in sides
    ]


def _draw_heading(canvas: SlideCanvas, side: _PageSide, rect: Rect, *, has_background: bool) -> None:
    theme = canvas.theme
    card = theme.drawing.card
    style = _heading_style(theme, side.tint)
    if card.radius:
        rect = Rect(
            rect.x + _PILL_RADIUS, rect.y + _PILL_RADIUS, rect.width - 2 * _PILL_RADIUS, rect.height - _PILL_RADIUS
        )
    background = (
        TextBackground(Panel(fill=side.tint, radius=card.radius * 0.7), (_HEADING_INSET, 4.0))
        if card.fill
        else TextBackground(None, (12.0 if has_background else 0.0, 4.0))
    )
    fitted = fit_single_text(side.heading, background.inside(rect), style, theme)
    canvas.fill(f"{side.role}_heading", rect, style, fitted, background)
    if not card.fill:
        canvas.decorate(
            Decoration("rect", Rect(rect.x, rect.bottom, rect.width, 2.5), side.tint), f"{side.role.capitalize()} rule"
        )


def agenda_pages(slide: AgendaSlide, context: PageContext) -> list[SlidePage]:
    """Return numbered rows, in two columns where there are many, on two pages where they are long."""
    body = body_below_title(context.theme, "agenda", slide.title)
    return _agenda_page(list(enumerate(slide.items, 1)), context.theme, body)


def _agenda_page(items: list[tuple[int, str]], theme: Theme, body: Rect) -> list[SlidePage]:
    rects = _agenda_rows(len(items), theme, body)
    style = TextStyle(_ITEM_SIZES, anchor="ctr")
    found = [
        fit_paragraphs([StyledParagraph(parse_paragraph(text))], _agenda_text_rect(rect), style, theme)
        for (_, text), rect in zip(items, rects, strict=True)
    ]
    if not all(found) and len(items) > 1:
        half = (len(items) + 1) // 2
        return _agenda_page(items[:half], theme, body) + _agenda_page(items[half:], theme, body)
    size = min((one.size for one in found if one), default=style.sizes[-1])
    speaker_text = "\n".join(f"{number}. {visible_text(text)}" for number, text in items)
    return [
        SlidePage(
            "agenda", partial(_draw_agenda, items=items, rects=rects, style=style.but(sizes=(size,))), speaker_text
        )
    ]


def _agenda_rows(count: int, theme: Theme, body: Rect) -> list[Rect]:
    gap = theme.drawing.gap * 0.7
    if count <= _ONE_COLUMN:
        return body.rows(count, gap)
    half = (count + 1) // 2
    columns = body.columns(2, max(20.0, gap))
    return [row for column in columns for row in column.rows(half, gap)][: half + count // 2]


def _agenda_text_rect(row: Rect) -> Rect:
    return Rect(row.x + _NUMERAL, row.y + 6, row.width - _NUMERAL - 18, row.height - 12)


def _draw_agenda(
    canvas: SlideCanvas, items: Sequence[tuple[int, str]], rects: Sequence[Rect], style: TextStyle
) -> None:
    for index, ((number, text), rect) in enumerate(zip(items, rects, strict=True), 1):
        canvas.panel(canvas.theme.drawing.card, rect, f"Row {number}")
        draw_numeral(canvas, str(number), Rect(rect.x + 6, rect.y, _NUMERAL - 12, rect.height), is_centred=True)
        text_rect = _agenda_text_rect(rect)
        canvas.fill(
            f"item{index}",
            text_rect,
            style,
            fit_at_smallest([StyledParagraph(parse_paragraph(text))], text_rect, style, canvas.theme),
        )


def _comparison_areas(body: Rect) -> dict[str, Rect]:
    left, right = body.columns(2, 32)
    below = body.height - 52
    return {
        "left_heading": left.top_part(40),
        "right_heading": right.top_part(40),
        "left": left.bottom_part(below),
        "right": right.bottom_part(below),
    }


register_layout(
    Layout(
        model=AgendaSlide,
        pages=agenda_pages,
        summary="`items`, 2 to 10",
        order=10,
        master_layouts=(
            MasterLayout(
                kind="agenda",
                name="Agenda",
                placeholders=numbered_placeholders("item", MAX_ITEMS),
                areas=lambda body: {f"item{number}": rect for number, rect in enumerate(body.rows(MAX_ITEMS, 6), 1)},
                order=20,
            ),
        ),
        markdown=MarkdownRule(
            documented=(("`## Agenda`, `## 目录` with a list", "an agenda"),),
            from_section=_agenda_from_section,
        ),
    )
)
register_layout(
    Layout(
        model=ComparisonSlide,
        pages=comparison_pages,
        summary="`left` and `right`, each with a `heading` and `points`",
        order=50,
        master_layouts=(
            MasterLayout(
                kind="comparison",
                name="Comparison",
                placeholders={
                    "left_heading": LayoutPlaceholder("body", 1),
                    "left": LayoutPlaceholder("body", 2),
                    "right_heading": LayoutPlaceholder("body", 3),
                    "right": LayoutPlaceholder("body", 4),
                },
                areas=_comparison_areas,
                order=60,
                template_choices=(
                    lambda layout: layout.purpose == "twoTxTwoObj",
                    lambda layout: layout.count_texts() == 4,
                ),
            ),
        ),
        markdown=MarkdownRule(
            documented=(("`## A vs B`, `## 对比` with two `###` lists", "a comparison"),),
            from_section=_comparison_from_section,
        ),
    )
)
