"""The layouts `bullets` and `two_columns`: lists, and a few short points as cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from pydantic import ConfigDict, Field

from inkwright.artifacts.slides.fields import BaseSlide, Bullet, Point, Points, as_bullet
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    NO_BACKGROUND,
    FittedText,
    SlideCanvas,
    SlidePage,
    TextBackground,
    body_below_title,
    bullet_paragraphs,
    fit_at_smallest,
    fit_paragraphs,
    has_lead,
    item_number,
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import (
    LayoutPlaceholder,
    StyledParagraph,
    number_value,
    numbered_placeholders,
)
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, ColourName, Decoration, TextStyle, Theme

_ROW_SIZES: Final = (40.0, 36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_CARD_COLUMN_SIZES: Final = (38.0, 36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_PAIR_SIZES: Final = (54.0, 48.0, 44.0, *_CARD_COLUMN_SIZES)
_STATEMENT_SIZES: Final = (60.0, 54.0, 48.0, 44.0, *_ROW_SIZES)
_BADGE_SIZE: Final = 48.0
_NUMERAL_SIZE: Final = 84.0
_CARD_PADDING: Final = 24.0
_MAX_CARD_COLUMNS: Final = 3
_MIN_COLUMN: Final = 0.58
_MIN_PANEL: Final = 0.66
_COMFORTABLE: Final = 24.0
_ROW_PADDING: Final = 10.0
_LEAD_HEIGHT: Final = 56.0
_LEAD_INSET: Final = 6.0
_LEAD_STYLE: Final = TextStyle((28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0), "tx2", anchor="ctr")
_CARD_BULLET: Final = 16.0
_CARD_NUMBER: Final = 34.0
_STATEMENT_SHARE: Final = 0.7


MAX_BULLETS: Final = 12
MAX_CARDS: Final = 4


class BulletsSlide(BaseSlide):
    """A list of short lines."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=None)

    layout: Literal["bullets"] = "bullets"
    bullets: list[Point] = Field(
        min_length=1,
        max_length=MAX_BULLETS,
        description="Short lines; what is said at length belongs in the notes.",
    )


class TwoColumnsSlide(BaseSlide):
    """Two lists side by side."""

    layout: Literal["two_columns"] = "two_columns"
    left: Points
    right: Points


@dataclass(frozen=True, slots=True)
class CardPosition:
    """The areas of a card, of its text, and of the numeral next to or above the text."""

    rect: Rect
    text: Rect
    numeral: Rect | None


def card_page(points: Sequence[str | Bullet], theme: Theme, body: Rect) -> SlidePage | None:
    """Return the points as cards, or None where they are too many or too long.

    A first point that introduces numbered ones is a line above their cards.
    """
    bullets = [as_bullet(point) for point in points]
    speaker_text = bullets_text(bullets)
    lead = (bullets.pop(0).text, body.top_part(_LEAD_HEIGHT).inset(_LEAD_INSET, 0)) if has_lead(bullets) else None
    if lead and fit_paragraphs([StyledParagraph(parse_paragraph(lead[0]))], lead[1], _LEAD_STYLE, theme) is None:
        return None
    if len(bullets) > MAX_CARDS:
        return None
    room = body.bottom_part(body.height - _LEAD_HEIGHT - theme.drawing.gap) if lead else body
    numbers = [number_value(item_number(bullet.text)[0]) for bullet in bullets]
    # Only points that are numbered 1, 2, 3 get numerals; others have no order.
    is_ordered = len(bullets) > 1 and numbers == [*range(1, len(bullets) + 1)]
    if is_ordered:
        bullets = [bullet.model_copy(update={"text": item_number(bullet.text)[1]}) for bullet in bullets]
    best = _best_cards(bullets, theme, room, is_ordered=is_ordered)
    if best is None:
        return None
    cards, same = best
    if cards[0].rect.y == cards[-1].rect.y and len(cards) > 1:
        cards = _shorten_cards(cards, bullets, same, theme)
    return SlidePage("cards", partial(_draw_cards, bullets=bullets, cards=cards, style=same, lead=lead), speaker_text)


def _best_cards(
    bullets: Sequence[Bullet], theme: Theme, body: Rect, *, is_ordered: bool
) -> tuple[list[CardPosition], TextStyle] | None:
    """Return the cards in the arrangement with the largest text, or the first that is comfortable to read."""
    best: tuple[float, list[CardPosition], TextStyle] | None = None
    for cards, style in _card_arrangements(bullets, theme, body, is_ordered=is_ordered):
        found = [
            fit_paragraphs(_card_paragraphs(bullet, theme), card.text, style, theme)
            for bullet, card in zip(bullets, cards, strict=True)
        ]
        size = min(one.size if one else 0.0 for one in found)
        if size and (best is None or size > best[0]):
            best = size, cards, style.but(sizes=(size,))
        if size >= _COMFORTABLE:
            break
    return best[1:] if best else None


def _card_arrangements(
    bullets: Sequence[Bullet], theme: Theme, body: Rect, *, is_ordered: bool
) -> list[tuple[list[CardPosition], TextStyle]]:
    """Return the possible arrangements of the cards, best first."""
    align = theme.drawing.card_align
    if len(bullets) == 1:
        return [(_statement_card(theme, body), TextStyle(_STATEMENT_SIZES, theme.drawing.aside.text, anchor="ctr"))]
    style = TextStyle(_ROW_SIZES, anchor="ctr")
    equal = body.rows(len(bullets), theme.drawing.gap)
    rows = [
        (_card_rows(heights, has_numerals=is_ordered), style)
        for heights in (equal, _rows_by_text(bullets, theme, equal))
    ]
    if theme.drawing.arrangement == "rows" or not 1 < len(bullets) <= _MAX_CARD_COLUMNS:
        return rows
    # Two short points without numerals would look lost in their cards in smaller text.
    sizes = _PAIR_SIZES if len(bullets) == 2 and not is_ordered else _CARD_COLUMN_SIZES
    return [
        (
            _card_columns(len(bullets), theme, body, has_numerals=is_ordered),
            TextStyle(sizes, align=align, anchor="t" if is_ordered else "ctr"),
        ),
        *rows,
    ]


def _statement_card(theme: Theme, body: Rect) -> list[CardPosition]:
    """Return one panel of moderate height: a single point is a statement."""
    rect = body.centred(body.width, body.height * _STATEMENT_SHARE)
    return [CardPosition(rect, rect.inset(_CARD_PADDING * 1.5, _CARD_PADDING), None)]


def _rows_by_text(bullets: Sequence[Bullet], theme: Theme, equal: Sequence[Rect]) -> list[Rect]:
    """Return rows that share the height as their texts need it: a point with lines under it gets more."""
    style = TextStyle((_COMFORTABLE,))
    wanted = [
        fit_at_smallest(_card_paragraphs(bullet, theme), row.inset(_NUMERAL_SIZE / 2, 0), style, theme).height
        + 2 * _ROW_PADDING
        for bullet, row in zip(bullets, equal, strict=True)
    ]
    whole = sum(row.height for row in equal)
    area = Rect(equal[0].x, equal[0].y, equal[0].width, equal[-1].bottom - equal[0].y)
    return area.stacked([whole * each / sum(wanted) for each in wanted], theme.drawing.gap)


def _card_rows(rows: Sequence[Rect], *, has_numerals: bool) -> list[CardPosition]:
    cards = []
    for row in rows:
        left = _NUMERAL_SIZE if has_numerals else _CARD_PADDING
        text = Rect(row.x + left, row.y + _ROW_PADDING, row.width - left - _CARD_PADDING, row.height - 2 * _ROW_PADDING)
        numeral = Rect(row.x + 8, row.y, _NUMERAL_SIZE - 8, row.height) if has_numerals else None
        cards.append(CardPosition(row, text, numeral))
    return cards


def _card_columns(count: int, theme: Theme, body: Rect, *, has_numerals: bool) -> list[CardPosition]:
    cards = []
    for column in body.columns(count, theme.drawing.gap):
        inner = column.inset(_CARD_PADDING, _CARD_PADDING)
        numeral = inner.top_part(_BADGE_SIZE) if has_numerals else None
        text = inner.bottom_part(inner.height - _BADGE_SIZE - 16) if has_numerals else inner
        cards.append(CardPosition(column, text, numeral))
    return cards


def shortened(rect: Rect, needed: float) -> Rect:
    """Return a panel as high as its text, but not so low that the slide looks empty."""
    free = min(max(0.0, rect.height - needed), rect.height * (1 - _MIN_PANEL))
    return Rect(rect.x, rect.y + free / 3, rect.width, rect.height - free)


def _shorten_cards(
    cards: Sequence[CardPosition], bullets: Sequence[Bullet], style: TextStyle, theme: Theme
) -> list[CardPosition]:
    """Shorten the columns to the height of their text, but not so much that the slide looks empty."""
    texts = [
        fit_at_smallest(_card_paragraphs(bullet, theme), card.text, style, theme)
        for bullet, card in zip(bullets, cards, strict=True)
    ]
    whole = cards[0].rect.height
    free = min(cards[0].text.height - max(one.height for one in texts), whole * (1 - _MIN_COLUMN))
    down = max(0.0, free) / 3
    return [
        CardPosition(
            Rect(card.rect.x, card.rect.y + down, card.rect.width, card.rect.height - max(0.0, free)),
            Rect(card.text.x, card.text.y + down, card.text.width, card.text.height - max(0.0, free)),
            Rect(card.numeral.x, card.numeral.y + down, card.numeral.width, card.numeral.height)
            if card.numeral
            else None,
        )
        for card in cards
    ]


def _card_paragraphs(bullet: Bullet, theme: Theme) -> list[StyledParagraph]:
    head = f"**{bullet.text}**" if bullet.children and "*" not in bullet.text else bullet.text
    colour: ColourName | None = "tx2" if bullet.children else None
    return [
        StyledParagraph(parse_paragraph(head), colour=colour),
        *(_card_child(child, theme) for child in bullet.children),
    ]


def _card_child(text: str, theme: Theme) -> StyledParagraph:
    number, words = item_number(text)
    indent = _CARD_NUMBER if number else _CARD_BULLET
    inner = parse_paragraph(words, scale=0.8, indent=indent, before=0.35)
    drawing = theme.drawing
    return StyledParagraph(inner, number or drawing.bullet, drawing.bullet_colour, hanging=indent, level=1)


def _draw_cards(
    canvas: SlideCanvas,
    bullets: Sequence[Bullet],
    cards: Sequence[CardPosition],
    style: TextStyle,
    lead: tuple[str, Rect] | None,
) -> None:
    theme = canvas.theme
    if lead:
        canvas.label(*lead, _LEAD_STYLE, "Lead")
    for number, (bullet, card) in enumerate(zip(bullets, cards, strict=True), 1):
        canvas.panel(theme.drawing.aside if len(cards) == 1 else theme.drawing.card, card.rect, f"Card {number}")
        if card.numeral:
            is_row = card.numeral.height == card.rect.height
            draw_numeral(canvas, str(number), card.numeral, is_centred=is_row)
        canvas.fill(
            f"card{number}", card.text, style, fit_at_smallest(_card_paragraphs(bullet, theme), card.text, style, theme)
        )


def draw_numeral(canvas: SlideCanvas, text: str, rect: Rect, *, is_centred: bool) -> None:
    """Draw a numeral in the style of the theme: in a shape, or as large text."""
    drawing = canvas.theme.drawing
    style = drawing.numeral
    if drawing.numeral_shape == "none":
        align = "ctr" if is_centred else drawing.card_align
        canvas.label(text, rect, style.but(align=align, anchor="ctr"), f"Number {text}")
        return
    badge = min(_BADGE_SIZE, rect.height)
    x = rect.x + (rect.width - badge) / 2 if is_centred or drawing.card_align == "ctr" else rect.x
    badge_rect = Rect(x, rect.y + (rect.height - badge) / 2, badge, badge)
    canvas.decorate(Decoration(drawing.numeral_shape, badge_rect, drawing.numeral_fill), f"Badge {text}")
    canvas.label(text, badge_rect, style, f"Number {text}")


_COLUMN_GAP = 36.0
_LIST_PADDING = (30.0, 22.0)
_MIN_FILL = 0.7
_SPARSE = 0.72
_TWO_COLUMN_SIZES = (*(size for size in BODY_SIZES if size <= 28), 15.0, 14.0)


def bullet_pages(slide: BulletsSlide, context: PageContext) -> list[SlidePage]:
    """Return a few short points as cards, others as a list on as many pages as it needs."""
    return _list_pages(slide.bullets, context.theme, slide.title)


def text_pages(paragraphs: Sequence[StyledParagraph], theme: Theme, title: str) -> list[SlidePage]:
    """Return paragraphs in the body, on as many pages as they need."""
    body = body_below_title(theme, "bullets", title)
    room = body_background(theme).inside(body)
    style = TextStyle(theme.sizes(BODY_SIZES))
    fits = fit_paragraphs(paragraphs, room, style, theme) is not None
    parts = [list(paragraphs)] if fits else paginate_paragraphs(paragraphs, room, style, theme)
    return [SlidePage("bullets", partial(_draw_list, body=body, part=part), paragraphs_text(part)) for part in parts]


def _list_pages(points: Sequence[str | Bullet], theme: Theme, title: str) -> list[SlidePage]:
    cards = card_page(points, theme, body_below_title(theme, "cards", title))
    return [cards] if cards else text_pages(bullet_paragraphs(points, theme), theme, title)


def two_column_pages(slide: TwoColumnsSlide, context: PageContext) -> list[SlidePage]:
    """Return two lists side by side, in text of the same size."""
    theme = context.theme
    body = body_below_title(theme, "two_columns", slide.title)
    background = body_background(theme)
    room = background.inside(body.columns(2, _column_gap(theme))[0])
    style = TextStyle(theme.sizes(_TWO_COLUMN_SIZES))
    sides = [bullet_paragraphs(points, theme) for points in (slide.left, slide.right)]
    if len(slide.left) == len(slide.right) == 1 and (cards := card_page([*slide.left, *slide.right], theme, body)):
        return [cards]
    if not all(fit_paragraphs(side, room, style, theme) for side in sides):
        # Text that is too long for columns is easier to read in full lines, one list after the other.
        return [page for points in (slide.left, slide.right) for page in _list_pages(points, theme, slide.title)]
    speaker_text = "\n".join(map(paragraphs_text, sides))
    return [SlidePage("two_columns", partial(_draw_columns, body=body, sides=sides), speaker_text)]


def body_background(theme: Theme) -> TextBackground:
    """Return the theme's background of lists, which may be none."""
    panel = theme.drawing.body
    return TextBackground(panel, _LIST_PADDING) if panel.fill else NO_BACKGROUND


def paragraphs_text(paragraphs: Sequence[StyledParagraph]) -> str:
    """Return the text of paragraphs, one per line."""
    return "\n".join(paragraph.para.text for paragraph in paragraphs)


def bullets_text(points: Sequence[str | Bullet]) -> str:
    """Return the text of points and their children, one per line."""
    lines = [line for point in map(as_bullet, points) for line in (point.text, *point.children)]
    return "\n".join(map(visible_text, lines))


def fit_list(
    part: Sequence[StyledParagraph], room: Rect, style: TextStyle, theme: Theme
) -> tuple[FittedText, TextStyle]:
    """Return the list fitted to its area, and its style: a short list is centred vertically."""
    fitted = spread_paragraphs(
        fit_paragraphs(part, room, style, theme) or fit_at_smallest(part, room, style, theme), room
    )
    is_short = fitted.height < room.height * _MIN_FILL
    return fitted, replace(style, anchor="ctr" if is_short else "t")


def sparse_background(part: Sequence[StyledParagraph], rect: Rect, style: TextStyle, theme: Theme) -> TextBackground:
    """Return the background of a list: the theme's own, or a quiet panel where a short list leaves the slide empty."""
    background = body_background(theme)
    if background.panel:
        return background
    fitted, _ = fit_list(part, rect, style, theme)
    return TextBackground(theme.drawing.quiet, _LIST_PADDING) if fitted.height < rect.height * _SPARSE else background


def _draw_list(canvas: SlideCanvas, body: Rect, part: Sequence[StyledParagraph]) -> None:
    style = TextStyle(canvas.theme.sizes(BODY_SIZES))
    background = sparse_background(part, body, style, canvas.theme)
    fitted, style = fit_list(part, background.inside(body), style, canvas.theme)
    canvas.fill("body", body, style, fitted, background)


def _draw_columns(canvas: SlideCanvas, body: Rect, sides: Sequence[Sequence[StyledParagraph]]) -> None:
    theme = canvas.theme
    rects = body.columns(2, _column_gap(theme))
    background = body_background(theme)
    same, fitted_texts = _fit_columns(sides, background.inside(rects[0]), theme)
    if not background.panel and max(one.height for one in fitted_texts) < rects[0].height * _SPARSE:
        background = TextBackground(theme.drawing.quiet, _LIST_PADDING)
        same, fitted_texts = _fit_columns(sides, background.inside(rects[0]), theme)
    if background.panel:
        needed = max(one.height for one in fitted_texts) + 2 * background.inset[1]
        rects = [shortened(rect, needed) for rect in rects]
    for role, rect, fitted in zip(("left", "right"), rects, fitted_texts, strict=True):
        canvas.fill(role, rect, same.but(anchor="t") if background.panel else same, fitted, background)
    if not background.panel:
        _draw_column_rule(canvas, body)


def _fit_columns(
    sides: Sequence[Sequence[StyledParagraph]], room: Rect, theme: Theme
) -> tuple[TextStyle, list[FittedText]]:
    """Return both lists in one size; where both are short, they are centred vertically."""
    style = TextStyle(theme.sizes(_TWO_COLUMN_SIZES))
    found = [fit_paragraphs(side, room, style, theme) or fit_at_smallest(side, room, style, theme) for side in sides]
    same = TextStyle((min(fitted.size for fitted in found),))
    fitted_texts = [spread_paragraphs(fit_at_smallest(side, room, same, theme), room) for side in sides]
    is_short = max(one.height for one in fitted_texts) < room.height * _MIN_FILL
    return same.but(anchor="ctr" if is_short else "t"), fitted_texts


def _draw_column_rule(canvas: SlideCanvas, body: Rect) -> None:
    """Draw a thin line between two columns without a background."""
    middle = Rect(body.x + body.width / 2 - 0.4, body.y, 0.75, body.height)
    canvas.decorate(Decoration("rect", middle, "accent6", opacity=50), "Rule")


def _column_gap(theme: Theme) -> float:
    return theme.drawing.gap if theme.drawing.body.fill else _COLUMN_GAP * 1.5


register_layout(
    Layout(
        model=BulletsSlide,
        pages=bullet_pages,
        summary="`bullets`, 1 to 12: texts, or `text` with up to 5 `children`",
        order=30,
        master_layouts=(
            MasterLayout(
                kind="bullets",
                name="Title and Content",
                placeholders={"body": LayoutPlaceholder("body", 1)},
                office_type="obj",
                order=30,
                template_choices=(lambda layout: layout.is_content,),
                prefers_text=True,
            ),
            MasterLayout(
                kind="cards",
                name="Cards",
                placeholders=numbered_placeholders("card", MAX_CARDS),
                areas=lambda body: {f"card{number}": rect for number, rect in enumerate(body.rows(MAX_CARDS, 12), 1)},
                order=40,
            ),
        ),
        markdown=MarkdownRule(documented=(("lists, nested lists, paragraphs", "bullets"),)),
    )
)
register_layout(
    Layout(
        model=TwoColumnsSlide,
        pages=two_column_pages,
        summary="`left` and `right`, lists like bullets",
        order=40,
        master_layouts=(
            MasterLayout(
                kind="two_columns",
                name="Two Columns",
                placeholders={"left": LayoutPlaceholder("body", 1), "right": LayoutPlaceholder("body", 2)},
                areas=lambda body: dict(zip(("left", "right"), body.columns(2, 32), strict=True)),
                order=50,
                template_choices=(
                    lambda layout: layout.purpose == "twoObj",
                    lambda layout: layout.count_texts() == 2,
                ),
                prefers_text=True,
            ),
        ),
    )
)
