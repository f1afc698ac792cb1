"""Slides of panels: two sides that are compared, and the agenda."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.cards import draw_numeral
from inkwright.artifacts.slides.drawing_lists import words_of
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Ground, Page
from inkwright.artifacts.slides.settling import Setting, forced, listed, parted, settled, settled_text, spread
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import AgendaSlide, ComparisonSlide
from inkwright.artifacts.slides.themes.shapes import BODY_SIZES, Colour, Mark, Panel, Theme, Type

_POINT_SIZES: Final = (*(size for size in BODY_SIZES if size <= 26), 15.0, 14.0)
_LARGE_SIZES: Final = (34.0, 32.0, 30.0, 28.0, *_POINT_SIZES)
_HEADING_SIZES: Final = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 14.0)
_HEADING: Final = 54.0
_HEADING_INSET: Final = 20.0
_PILL: Final = 10.0
_SPARSE: Final = 0.68
_BARE: Final = 0.4
_ITEM_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_ONE_COLUMN: Final = 5
_NUMERAL: Final = 76.0
_SIDES: Final = ("left", "right")
_TINTS: Final[tuple[Colour, Colour]] = ("accent1", "tx2")


@dataclass(frozen=True, slots=True)
class _Side:
    """A side as it stands on one sheet."""

    role: str
    heading: str
    tint: Colour
    points: list[Paragraph]


def comparison_sheets(slide: ComparisonSlide, theme: Theme) -> list[Sheet]:
    """Two panels with a heading each; their points in type of the same size."""
    body = body_under(theme, "comparison", slide.title)
    column = body.columns(2, _gap(theme))[0]
    high = max(_heading_height(side.heading, column.width, theme) for side in (slide.left, slide.right))
    room = _points_ground(theme).inside(column.bottom_part(column.height - high))
    lists = [_parts(listed(side.points, theme), room, theme) for side in (slide.left, slide.right)]
    sheets = []
    for number in range(max(map(len, lists))):
        sides = [
            _Side(role, side.heading, tint, parts[number])
            for role, side, tint, parts in zip(_SIDES, (slide.left, slide.right), _TINTS, lists, strict=True)
            if number < len(parts)
        ]
        said = "\n".join(f"{visible(side.heading)}:\n{words_of(side.points)}" for side in sides)
        sheets.append(Sheet("comparison", partial(_draw_comparison, body=body, high=high, sides=sides), said))
    return sheets


def _parts(points: list[Paragraph], room: Rect, theme: Theme) -> list[list[Paragraph]]:
    kind = Type(theme.sizes(_POINT_SIZES))
    return [points] if settled(points, room, kind, theme) else parted(points, room, kind, theme)


def _gap(theme: Theme) -> float:
    return max(theme.manners.gap, 20.0) if theme.manners.card.fill else 48.0


def _heading_type(theme: Theme, tint: Colour) -> Type:
    colour = theme.on_accent if theme.manners.card.fill else tint
    return Type(_HEADING_SIZES, colour, "heading", bold=True, anchor="ctr")


def _heading_height(text: str, width: float, theme: Theme) -> float:
    """One line where that is possible, else as many as it takes."""
    kind = _heading_type(theme, "tx2")
    room = Rect(0, 0, width - 2 * (_HEADING_INSET + _PILL), _HEADING - _PILL - 8)
    if settled([Paragraph(para(text))], room, kind, theme):
        return _HEADING
    return settled_text(text, Rect(0, 0, room.width, 2 * _HEADING), kind.but(sizes=kind.sizes[-3:]), theme).height + 26


def _points_ground(theme: Theme) -> Ground:
    """Beside a ground of the whole column, the points have none of their own."""
    card = theme.manners.card
    if not card.fill:
        return Ground(None, (12.0, 14.0))
    return Ground(None if card.radius else Panel(fill=card.fill), (22.0, 18.0))


def _draw_comparison(page: Page, body: Rect, high: float, sides: Sequence[_Side]) -> None:
    """A side that has more to say than the other goes on alone, over the whole width."""
    theme = page.theme
    columns = body.columns(len(sides), _gap(theme))
    ground = _points_ground(theme)
    below = [column.bottom_part(column.height - high) for column in columns]
    room = ground.inside(below[0])
    same, settings = _settled_sides(sides, room, theme)
    is_sparse = max(one.height for one in settings) < room.height * _SPARSE
    # A panel that holds its heading too is full enough, however little stands under it.
    panel = theme.manners.quiet if is_sparse and not theme.manners.card.fill else theme.manners.card
    for side, column, rect, setting in zip(sides, columns, below, settings, strict=True):
        if theme.manners.card.radius or is_sparse:
            page.panel(panel.plain, column, f"{side.role.capitalize()} ground")
        _draw_heading(page, side, column.top_part(high), has_ground=is_sparse)
        page.fill(side.role, rect, same, setting, Ground(None, ground.inset) if is_sparse else ground)


def _settled_sides(sides: Sequence[_Side], room: Rect, theme: Theme) -> tuple[Type, list[Setting]]:
    """The points of the sides in type of the same size; where they are few and short, in large type in the middle."""
    same, settings = _in_one_size(sides, room, Type(theme.sizes(_POINT_SIZES)), theme)
    if max(one.height for one in settings) >= room.height * _BARE:
        return same, settings
    return _in_one_size(sides, room, Type(theme.sizes(_LARGE_SIZES), anchor="ctr"), theme)


def _in_one_size(sides: Sequence[_Side], room: Rect, kind: Type, theme: Theme) -> tuple[Type, list[Setting]]:
    found = [settled(side.points, room, kind, theme) for side in sides]
    same = kind.but(sizes=(min((one.size for one in found if one), default=kind.sizes[-1]),))
    return same, [spread(forced(side.points, room, same, theme), room, most=1.1) for side in sides]


def _draw_heading(page: Page, side: _Side, rect: Rect, *, has_ground: bool) -> None:
    theme = page.theme
    card = theme.manners.card
    kind = _heading_type(theme, side.tint)
    if card.radius:
        rect = Rect(rect.x + _PILL, rect.y + _PILL, rect.width - 2 * _PILL, rect.height - _PILL)
    ground = (
        Ground(Panel(fill=side.tint, radius=card.radius * 0.7), (_HEADING_INSET, 4.0))
        if card.fill
        else Ground(None, (12.0 if has_ground else 0.0, 4.0))
    )
    setting = settled_text(side.heading, ground.inside(rect), kind, theme)
    page.fill(f"{side.role}_heading", rect, kind, setting, ground)
    if not card.fill:
        page.mark(Mark("rect", Rect(rect.x, rect.bottom, rect.width, 2.5), side.tint), f"{side.role.capitalize()} rule")


def agenda_sheets(slide: AgendaSlide, theme: Theme) -> list[Sheet]:
    """Numbered rows, in two columns where there are many; on two sheets where they are long."""
    body = body_under(theme, "agenda", slide.title)
    return _agenda(list(enumerate(slide.items, 1)), theme, body)


def _agenda(items: list[tuple[int, str]], theme: Theme, body: Rect) -> list[Sheet]:
    rects = _rows(len(items), theme, body)
    kind = Type(_ITEM_SIZES, anchor="ctr")
    found = [
        settled([Paragraph(para(text))], _words(rect), kind, theme)
        for (_, text), rect in zip(items, rects, strict=True)
    ]
    if not all(found) and len(items) > 1:
        half = (len(items) + 1) // 2
        return _agenda(items[:half], theme, body) + _agenda(items[half:], theme, body)
    size = min((one.size for one in found if one), default=kind.sizes[-1])
    said = "\n".join(f"{number}. {visible(text)}" for number, text in items)
    return [Sheet("agenda", partial(_draw_agenda, items=items, rects=rects, kind=kind.but(sizes=(size,))), said)]


def _rows(count: int, theme: Theme, body: Rect) -> list[Rect]:
    gap = theme.manners.gap * 0.7
    if count <= _ONE_COLUMN:
        return body.rows(count, gap)
    half = (count + 1) // 2
    columns = body.columns(2, max(20.0, gap))
    return [row for column in columns for row in column.rows(half, gap)][: half + count // 2]


def _words(row: Rect) -> Rect:
    return Rect(row.x + _NUMERAL, row.y + 6, row.width - _NUMERAL - 18, row.height - 12)


def _draw_agenda(page: Page, items: Sequence[tuple[int, str]], rects: Sequence[Rect], kind: Type) -> None:
    for at, ((number, text), rect) in enumerate(zip(items, rects, strict=True), 1):
        page.panel(page.theme.manners.card, rect, f"Row {number}")
        draw_numeral(page, str(number), Rect(rect.x + 6, rect.y, _NUMERAL - 12, rect.height), is_beside=True)
        place = _words(rect)
        page.fill(f"item{at}", place, kind, forced([Paragraph(para(text))], place, kind, page.theme))
