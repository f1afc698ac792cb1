"""Lists: bullets in one or two columns, and few of them as cards."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from inkwright.artifacts.slides.cards import card_sheet
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import PLAIN, Ground, Page
from inkwright.artifacts.slides.settling import Setting, forced, listed, parted, settled, spread
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import Bullet, BulletsSlide, TwoColumnsSlide, as_bullet
from inkwright.artifacts.slides.themes.shapes import BODY_SIZES, Mark, Theme, Type

_COLUMN_GAP = 36.0
_PADDING = (30.0, 22.0)
_LEAST_FILL = 0.7
_SPARSE = 0.72
_COLUMN_SIZES = (*(size for size in BODY_SIZES if size <= 28), 15.0, 14.0)


def bullet_sheets(slide: BulletsSlide, theme: Theme) -> list[Sheet]:
    """Few short points as cards, others as a list, on as many sheets as it needs."""
    return _point_sheets(slide.bullets, theme, slide.title)


def text_sheets(paragraphs: Sequence[Paragraph], theme: Theme, title: str) -> list[Sheet]:
    """Paragraphs in the body, on as many sheets as they need."""
    body = body_under(theme, "bullets", title)
    room = body_ground(theme).inside(body)
    kind = Type(theme.sizes(BODY_SIZES))
    fits = settled(paragraphs, room, kind, theme) is not None
    parts = [list(paragraphs)] if fits else parted(paragraphs, room, kind, theme)
    return [Sheet("bullets", partial(_draw_list, body=body, part=part), words_of(part)) for part in parts]


def _point_sheets(points: Sequence[str | Bullet], theme: Theme, title: str) -> list[Sheet]:
    cards = card_sheet(points, theme, body_under(theme, "cards", title))
    return [cards] if cards else text_sheets(listed(points, theme), theme, title)


def two_column_sheets(slide: TwoColumnsSlide, theme: Theme) -> list[Sheet]:
    """Two lists beside each other, in type of the same size."""
    body = body_under(theme, "two_columns", slide.title)
    ground = body_ground(theme)
    room = ground.inside(body.columns(2, _gap(theme))[0])
    kind = Type(theme.sizes(_COLUMN_SIZES))
    sides = [listed(points, theme) for points in (slide.left, slide.right)]
    if len(slide.left) == len(slide.right) == 1 and (cards := card_sheet([*slide.left, *slide.right], theme, body)):
        return [cards]
    if not all(settled(side, room, kind, theme) for side in sides):
        # What is too much for columns is easier to read in full lines, one list behind the other.
        return [sheet for points in (slide.left, slide.right) for sheet in _point_sheets(points, theme, slide.title)]
    said = "\n".join(map(words_of, sides))
    return [Sheet("two_columns", partial(_draw_columns, body=body, sides=sides), said)]


def body_ground(theme: Theme) -> Ground:
    """What is behind a list: the theme's card, or nothing."""
    panel = theme.manners.body
    return Ground(panel, _PADDING) if panel.fill else PLAIN


def words_of(paragraphs: Sequence[Paragraph]) -> str:
    """The text of paragraphs, one a line."""
    return "\n".join(paragraph.para.text for paragraph in paragraphs)


def said_points(points: Sequence[str | Bullet]) -> str:
    """The text of points and what stands under them."""
    lines = [line for point in map(as_bullet, points) for line in (point.text, *point.children)]
    return "\n".join(map(visible, lines))


def settled_list(part: Sequence[Paragraph], room: Rect, kind: Type, theme: Theme) -> tuple[Setting, Type]:
    """The list as it fills its room: what stays short is set in the middle."""
    setting = spread(settled(part, room, kind, theme) or forced(part, room, kind, theme), room)
    is_short = setting.height < room.height * _LEAST_FILL
    return setting, replace(kind, anchor="ctr" if is_short else "t")


def sparse_ground(part: Sequence[Paragraph], rect: Rect, kind: Type, theme: Theme) -> Ground:
    """What is behind a list: where the theme has nothing there and the list is short, a quiet panel fills the slide."""
    ground = body_ground(theme)
    if ground.panel:
        return ground
    setting, _ = settled_list(part, rect, kind, theme)
    return Ground(theme.manners.quiet, _PADDING) if setting.height < rect.height * _SPARSE else ground


def _draw_list(page: Page, body: Rect, part: Sequence[Paragraph]) -> None:
    kind = Type(page.theme.sizes(BODY_SIZES))
    ground = sparse_ground(part, body, kind, page.theme)
    setting, kind = settled_list(part, ground.inside(body), kind, page.theme)
    page.fill("body", body, kind, setting, ground)


def _draw_columns(page: Page, body: Rect, sides: Sequence[Sequence[Paragraph]]) -> None:
    theme = page.theme
    rects = body.columns(2, _gap(theme))
    ground = body_ground(theme)
    same, settings = _settled_columns(sides, ground.inside(rects[0]), theme)
    if not ground.panel and max(one.height for one in settings) < rects[0].height * _SPARSE:
        ground = Ground(theme.manners.quiet, _PADDING)
        same, settings = _settled_columns(sides, ground.inside(rects[0]), theme)
    for role, rect, setting in zip(("left", "right"), rects, settings, strict=True):
        page.fill(role, rect, same, setting, ground)
    if not ground.panel:
        _rule(page, body)


def _settled_columns(sides: Sequence[Sequence[Paragraph]], room: Rect, theme: Theme) -> tuple[Type, list[Setting]]:
    """Both lists in type of the same size; where both are short, in the middle of their room."""
    kind = Type(theme.sizes(_COLUMN_SIZES))
    found = [settled(side, room, kind, theme) or forced(side, room, kind, theme) for side in sides]
    same = Type((min(setting.size for setting in found),))
    settings = [spread(forced(side, room, same, theme), room) for side in sides]
    is_short = max(one.height for one in settings) < room.height * _LEAST_FILL
    return same.but(anchor="ctr" if is_short else "t"), settings


def _rule(page: Page, body: Rect) -> None:
    """A thin line between two columns that have no ground of their own."""
    middle = Rect(body.x + body.width / 2 - 0.4, body.y, 0.75, body.height)
    page.mark(Mark("rect", middle, "accent6", opacity=50), "Rule")


def _gap(theme: Theme) -> float:
    return theme.manners.gap if theme.manners.body.fill else _COLUMN_GAP * 1.5
