"""Slides of panels: comparisons and the agenda."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layouts.lists import draw_numeral, paragraphs_text
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import AgendaSlide, ComparisonSlide
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
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, ColourName, Decoration, Panel, TextStyle, Theme

_POINT_SIZES: Final = (*(size for size in BODY_SIZES if size <= 26), 15.0, 14.0)
_LARGE_SIZES: Final = (34.0, 32.0, 30.0, 28.0, *_POINT_SIZES)
_HEADING_SIZES: Final = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 14.0)
_HEADING_HEIGHT: Final = 54.0
_HEADING_INSET: Final = 20.0
_PILL_RADIUS: Final = 10.0
_SPARSE: Final = 0.68
_BARE: Final = 0.4
_ITEM_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_ONE_COLUMN: Final = 5
_NUMERAL: Final = 76.0
_SIDES: Final = ("left", "right")
_TINTS: Final[tuple[ColourName, ColourName]] = ("accent1", "tx2")


@dataclass(frozen=True, slots=True)
class _PageSide:
    """A side as it stands on one sheet."""

    role: str
    heading: str
    tint: ColourName
    points: list[StyledParagraph]


def comparison_pages(slide: ComparisonSlide, theme: Theme) -> list[SlidePage]:
    """Two panels with a heading each; their points in type of the same size."""
    body = body_below_title(theme, "comparison", slide.title)
    column = body.columns(2, _panel_gap(theme))[0]
    high = max(_heading_height(side.heading, column.width, theme) for side in (slide.left, slide.right))
    room = _points_background(theme).inside(column.bottom_part(column.height - high))
    lists = [_paginate_points(bullet_paragraphs(side.points, theme), room, theme) for side in (slide.left, slide.right)]
    sheets = []
    for number in range(max(map(len, lists))):
        sides = [
            _PageSide(role, side.heading, tint, parts[number])
            for role, side, tint, parts in zip(_SIDES, (slide.left, slide.right), _TINTS, lists, strict=True)
            if number < len(parts)
        ]
        said = "\n".join(f"{visible_text(side.heading)}:\n{paragraphs_text(side.points)}" for side in sides)
        sheets.append(SlidePage("comparison", partial(_draw_comparison, body=body, high=high, sides=sides), said))
    return sheets


def _paginate_points(points: list[StyledParagraph], room: Rect, theme: Theme) -> list[list[StyledParagraph]]:
    kind = TextStyle(theme.sizes(_POINT_SIZES))
    return [points] if fit_paragraphs(points, room, kind, theme) else paginate_paragraphs(points, room, kind, theme)


def _panel_gap(theme: Theme) -> float:
    return max(theme.manners.gap, 20.0) if theme.manners.card.fill else 48.0


def _heading_type(theme: Theme, tint: ColourName) -> TextStyle:
    colour = theme.on_accent if theme.manners.card.fill else tint
    return TextStyle(_HEADING_SIZES, colour, "heading", bold=True, anchor="ctr")


def _heading_height(text: str, width: float, theme: Theme) -> float:
    """One line where that is possible, else as many as it takes."""
    kind = _heading_type(theme, "tx2")
    room = Rect(0, 0, width - 2 * (_HEADING_INSET + _PILL_RADIUS), _HEADING_HEIGHT - _PILL_RADIUS - 8)
    if fit_paragraphs([StyledParagraph(parse_paragraph(text))], room, kind, theme):
        return _HEADING_HEIGHT
    return (
        fit_single_text(
            text, Rect(0, 0, room.width, 2 * _HEADING_HEIGHT), kind.but(sizes=kind.sizes[-3:]), theme
        ).height
        + 26
    )


def _points_background(theme: Theme) -> TextBackground:
    """Beside a ground of the whole column, the points have none of their own."""
    card = theme.manners.card
    if not card.fill:
        return TextBackground(None, (12.0, 14.0))
    return TextBackground(None if card.radius else Panel(fill=card.fill), (22.0, 18.0))


def _draw_comparison(page: SlideCanvas, body: Rect, high: float, sides: Sequence[_PageSide]) -> None:
    """A side that has more to say than the other goes on alone, over the whole width."""
    theme = page.theme
    columns = body.columns(len(sides), _panel_gap(theme))
    ground = _points_background(theme)
    below = [column.bottom_part(column.height - high) for column in columns]
    room = ground.inside(below[0])
    same, settings = _fit_sides(sides, room, theme)
    is_sparse = max(one.height for one in settings) < room.height * _SPARSE
    # A panel that holds its heading too is full enough, however little stands under it.
    panel = theme.manners.quiet if is_sparse and not theme.manners.card.fill else theme.manners.card
    for side, column, rect, setting in zip(sides, columns, below, settings, strict=True):
        if theme.manners.card.radius or is_sparse:
            page.panel(panel.plain, column, f"{side.role.capitalize()} ground")
        _draw_heading(page, side, column.top_part(high), has_ground=is_sparse)
        page.fill(side.role, rect, same, setting, TextBackground(None, ground.inset) if is_sparse else ground)


def _fit_sides(sides: Sequence[_PageSide], room: Rect, theme: Theme) -> tuple[TextStyle, list[FittedText]]:
    """The points of the sides in type of the same size; where they are few and short, in large type in the middle."""
    same, settings = _fit_in_one_size(sides, room, TextStyle(theme.sizes(_POINT_SIZES)), theme)
    if max(one.height for one in settings) >= room.height * _BARE:
        return same, settings
    return _fit_in_one_size(sides, room, TextStyle(theme.sizes(_LARGE_SIZES), anchor="ctr"), theme)


def _fit_in_one_size(
    sides: Sequence[_PageSide], room: Rect, kind: TextStyle, theme: Theme
) -> tuple[TextStyle, list[FittedText]]:
    found = [fit_paragraphs(side.points, room, kind, theme) for side in sides]
    same = kind.but(sizes=(min((one.size for one in found if one), default=kind.sizes[-1]),))
    return same, [spread_paragraphs(fit_at_smallest(side.points, room, same, theme), room, most=1.1) for side in sides]


def _draw_heading(page: SlideCanvas, side: _PageSide, rect: Rect, *, has_ground: bool) -> None:
    theme = page.theme
    card = theme.manners.card
    kind = _heading_type(theme, side.tint)
    if card.radius:
        rect = Rect(
            rect.x + _PILL_RADIUS, rect.y + _PILL_RADIUS, rect.width - 2 * _PILL_RADIUS, rect.height - _PILL_RADIUS
        )
    ground = (
        TextBackground(Panel(fill=side.tint, radius=card.radius * 0.7), (_HEADING_INSET, 4.0))
        if card.fill
        else TextBackground(None, (12.0 if has_ground else 0.0, 4.0))
    )
    setting = fit_single_text(side.heading, ground.inside(rect), kind, theme)
    page.fill(f"{side.role}_heading", rect, kind, setting, ground)
    if not card.fill:
        page.mark(
            Decoration("rect", Rect(rect.x, rect.bottom, rect.width, 2.5), side.tint), f"{side.role.capitalize()} rule"
        )


def agenda_pages(slide: AgendaSlide, theme: Theme) -> list[SlidePage]:
    """Numbered rows, in two columns where there are many; on two sheets where they are long."""
    body = body_below_title(theme, "agenda", slide.title)
    return _agenda_page(list(enumerate(slide.items, 1)), theme, body)


def _agenda_page(items: list[tuple[int, str]], theme: Theme, body: Rect) -> list[SlidePage]:
    rects = _agenda_rows(len(items), theme, body)
    kind = TextStyle(_ITEM_SIZES, anchor="ctr")
    found = [
        fit_paragraphs([StyledParagraph(parse_paragraph(text))], _agenda_text_rect(rect), kind, theme)
        for (_, text), rect in zip(items, rects, strict=True)
    ]
    if not all(found) and len(items) > 1:
        half = (len(items) + 1) // 2
        return _agenda_page(items[:half], theme, body) + _agenda_page(items[half:], theme, body)
    size = min((one.size for one in found if one), default=kind.sizes[-1])
    said = "\n".join(f"{number}. {visible_text(text)}" for number, text in items)
    return [SlidePage("agenda", partial(_draw_agenda, items=items, rects=rects, kind=kind.but(sizes=(size,))), said)]


def _agenda_rows(count: int, theme: Theme, body: Rect) -> list[Rect]:
    gap = theme.manners.gap * 0.7
    if count <= _ONE_COLUMN:
        return body.rows(count, gap)
    half = (count + 1) // 2
    columns = body.columns(2, max(20.0, gap))
    return [row for column in columns for row in column.rows(half, gap)][: half + count // 2]


def _agenda_text_rect(row: Rect) -> Rect:
    return Rect(row.x + _NUMERAL, row.y + 6, row.width - _NUMERAL - 18, row.height - 12)


def _draw_agenda(page: SlideCanvas, items: Sequence[tuple[int, str]], rects: Sequence[Rect], kind: TextStyle) -> None:
    for at, ((number, text), rect) in enumerate(zip(items, rects, strict=True), 1):
        page.panel(page.theme.manners.card, rect, f"Row {number}")
        draw_numeral(page, str(number), Rect(rect.x + 6, rect.y, _NUMERAL - 12, rect.height), is_beside=True)
        place = _agenda_text_rect(rect)
        page.fill(
            f"item{at}", place, kind, fit_at_smallest([StyledParagraph(parse_paragraph(text))], place, kind, page.theme)
        )
