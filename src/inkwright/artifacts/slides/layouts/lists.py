"""Lists: bullets in one or two columns, and a few short points as cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import Bullet, BulletsSlide, TwoColumnsSlide, as_bullet
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
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.master import MAX_CARDS
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, ColourName, Decoration, TextStyle, Theme

_ROW_SIZES: Final = (34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_CARD_COLUMN_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_STATEMENT_SIZES: Final = (60.0, 54.0, 48.0, 44.0, 40.0, 36.0, *_ROW_SIZES)
_BADGE_SIZE: Final = 48.0
_NUMERAL_SIZE: Final = 84.0
_CARD_PADDING: Final = 24.0
_MAX_CARD_COLUMNS: Final = 3
_LEAST_COLUMN: Final = 0.7
_HAS_NUMBER = re.compile(r"\s*(?:\d|[(（①-⑳]|[一二三四五六七八九十]+[、.：])")


@dataclass(frozen=True, slots=True)
class CardPosition:
    """Where a card stands, its text in it, and the numeral beside or above the text."""

    rect: Rect
    text: Rect
    numeral: Rect | None


def card_page(points: Sequence[str | Bullet], theme: Theme, body: Rect) -> SlidePage | None:
    """The points as cards, or None where they are too many or too long for that."""
    if len(points) > MAX_CARDS:
        return None
    bullets = [as_bullet(point) for point in points]
    said = "\n".join(visible_text(line) for bullet in bullets for line in (bullet.text, *bullet.children))
    for cards, kind in _card_arrangements(bullets, theme, body):
        found = [
            fit_paragraphs(_card_paragraphs(bullet, theme), card.text, kind, theme)
            for bullet, card in zip(bullets, cards, strict=True)
        ]
        sizes = [one.size for one in found if one]
        if len(sizes) == len(bullets):
            same = kind.but(sizes=(min(sizes),))
            if kind.anchor == "t":
                cards = _shorten_cards(cards, bullets, same, theme)
            return SlidePage("cards", partial(_draw_cards, bullets=bullets, cards=cards, kind=same), said)
    return None


def may_have_numerals(texts: Sequence[str]) -> bool:
    """Whether numbers may stand beside the texts: they have none of their own, and are not alone."""
    return len(texts) > 1 and not any(_HAS_NUMBER.match(text) for text in texts)


def _card_arrangements(
    bullets: Sequence[Bullet], theme: Theme, body: Rect
) -> list[tuple[list[CardPosition], TextStyle]]:
    """Ways to place the cards, the best first."""
    has_numerals = may_have_numerals([bullet.text for bullet in bullets])
    align = theme.manners.card_align
    if len(bullets) == 1:
        return [(_statement_card(theme, body), TextStyle(_STATEMENT_SIZES, theme.manners.aside.text, anchor="ctr"))]
    rows = (_card_rows(len(bullets), theme, body, has_numerals=has_numerals), TextStyle(_ROW_SIZES, anchor="ctr"))
    if theme.manners.arrangement == "rows" or not 1 < len(bullets) <= _MAX_CARD_COLUMNS:
        return [rows]
    return [
        (
            _card_columns(len(bullets), theme, body, has_numerals=has_numerals),
            TextStyle(_CARD_COLUMN_SIZES, align=align),
        ),
        rows,
    ]


def _statement_card(theme: Theme, body: Rect) -> list[CardPosition]:
    """A single point is a statement: one panel, not higher than it must be."""
    rect = body.centred(body.width, body.height * _LEAST_COLUMN)
    return [CardPosition(rect, rect.inset(_CARD_PADDING * 1.5, _CARD_PADDING), None)]


def _card_rows(count: int, theme: Theme, body: Rect, *, has_numerals: bool) -> list[CardPosition]:
    cards = []
    for row in body.rows(count, theme.manners.gap):
        left = _NUMERAL_SIZE if has_numerals else _CARD_PADDING
        text = Rect(row.x + left, row.y + 10, row.width - left - _CARD_PADDING, row.height - 20)
        numeral = Rect(row.x + 8, row.y, _NUMERAL_SIZE - 8, row.height) if has_numerals else None
        cards.append(CardPosition(row, text, numeral))
    return cards


def _card_columns(count: int, theme: Theme, body: Rect, *, has_numerals: bool) -> list[CardPosition]:
    cards = []
    for column in body.columns(count, theme.manners.gap):
        inner = column.inset(_CARD_PADDING, _CARD_PADDING)
        numeral = inner.top_part(_BADGE_SIZE) if has_numerals else None
        text = inner.bottom_part(inner.height - _BADGE_SIZE - 16) if has_numerals else inner
        cards.append(CardPosition(column, text, numeral))
    return cards


def _shorten_cards(
    cards: Sequence[CardPosition], bullets: Sequence[Bullet], kind: TextStyle, theme: Theme
) -> list[CardPosition]:
    """Columns that are as high as their text asks, though never so low that the slide looks empty."""
    texts = [
        fit_at_smallest(_card_paragraphs(bullet, theme), card.text, kind, theme)
        for bullet, card in zip(bullets, cards, strict=True)
    ]
    whole = cards[0].rect.height
    free = min(cards[0].text.height - max(one.height for one in texts), whole * (1 - _LEAST_COLUMN))
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
    children = [
        StyledParagraph(
            parse_paragraph(child, scale=0.8, indent=16, before=0.35),
            theme.manners.bullet,
            theme.manners.bullet_colour,
            hanging=16,
            level=1,
        )
        for child in bullet.children
    ]
    return [StyledParagraph(parse_paragraph(head), colour=colour), *children]


def _draw_cards(page: SlideCanvas, bullets: Sequence[Bullet], cards: Sequence[CardPosition], kind: TextStyle) -> None:
    theme = page.theme
    for number, (bullet, card) in enumerate(zip(bullets, cards, strict=True), 1):
        page.panel(theme.manners.aside if len(cards) == 1 else theme.manners.card, card.rect, f"Card {number}")
        if card.numeral:
            draw_numeral(page, str(number), card.numeral, is_beside=kind.anchor == "ctr")
        page.fill(
            f"card{number}", card.text, kind, fit_at_smallest(_card_paragraphs(bullet, theme), card.text, kind, theme)
        )


def draw_numeral(page: SlideCanvas, text: str, rect: Rect, *, is_beside: bool) -> None:
    """A numeral in the manner of the theme: in a form, or as large type."""
    manners = page.theme.manners
    kind = manners.numeral
    if manners.numeral_form == "none":
        align = "ctr" if is_beside else manners.card_align
        page.label(text, rect, kind.but(align=align, anchor="ctr"), f"Number {text}")
        return
    badge = min(_BADGE_SIZE, rect.height)
    x = rect.x + (rect.width - badge) / 2 if is_beside or manners.card_align == "ctr" else rect.x
    place = Rect(x, rect.y + (rect.height - badge) / 2, badge, badge)
    page.mark(Decoration(manners.numeral_form, place, manners.numeral_fill), f"Badge {text}")
    page.label(text, place, kind, f"Number {text}")


_COLUMN_GAP = 36.0
_LIST_PADDING = (30.0, 22.0)
_LEAST_FILL = 0.7
_SPARSE = 0.72
_TWO_COLUMN_SIZES = (*(size for size in BODY_SIZES if size <= 28), 15.0, 14.0)


def bullet_pages(slide: BulletsSlide, theme: Theme) -> list[SlidePage]:
    """Few short points as cards, others as a list, on as many sheets as it needs."""
    return _list_pages(slide.bullets, theme, slide.title)


def text_pages(paragraphs: Sequence[StyledParagraph], theme: Theme, title: str) -> list[SlidePage]:
    """Paragraphs in the body, on as many sheets as they need."""
    body = body_below_title(theme, "bullets", title)
    room = body_background(theme).inside(body)
    kind = TextStyle(theme.sizes(BODY_SIZES))
    fits = fit_paragraphs(paragraphs, room, kind, theme) is not None
    parts = [list(paragraphs)] if fits else paginate_paragraphs(paragraphs, room, kind, theme)
    return [SlidePage("bullets", partial(_draw_list, body=body, part=part), paragraphs_text(part)) for part in parts]


def _list_pages(points: Sequence[str | Bullet], theme: Theme, title: str) -> list[SlidePage]:
    cards = card_page(points, theme, body_below_title(theme, "cards", title))
    return [cards] if cards else text_pages(bullet_paragraphs(points, theme), theme, title)


def two_column_pages(slide: TwoColumnsSlide, theme: Theme) -> list[SlidePage]:
    """Two lists beside each other, in type of the same size."""
    body = body_below_title(theme, "two_columns", slide.title)
    ground = body_background(theme)
    room = ground.inside(body.columns(2, _column_gap(theme))[0])
    kind = TextStyle(theme.sizes(_TWO_COLUMN_SIZES))
    sides = [bullet_paragraphs(points, theme) for points in (slide.left, slide.right)]
    if len(slide.left) == len(slide.right) == 1 and (cards := card_page([*slide.left, *slide.right], theme, body)):
        return [cards]
    if not all(fit_paragraphs(side, room, kind, theme) for side in sides):
        # What is too much for columns is easier to read in full lines, one list behind the other.
        return [sheet for points in (slide.left, slide.right) for sheet in _list_pages(points, theme, slide.title)]
    said = "\n".join(map(paragraphs_text, sides))
    return [SlidePage("two_columns", partial(_draw_columns, body=body, sides=sides), said)]


def body_background(theme: Theme) -> TextBackground:
    """What is behind a list: the theme's card, or nothing."""
    panel = theme.manners.body
    return TextBackground(panel, _LIST_PADDING) if panel.fill else NO_BACKGROUND


def paragraphs_text(paragraphs: Sequence[StyledParagraph]) -> str:
    """The text of paragraphs, one a line."""
    return "\n".join(paragraph.para.text for paragraph in paragraphs)


def bullets_text(points: Sequence[str | Bullet]) -> str:
    """The text of points and what stands under them."""
    lines = [line for point in map(as_bullet, points) for line in (point.text, *point.children)]
    return "\n".join(map(visible_text, lines))


def fit_list(
    part: Sequence[StyledParagraph], room: Rect, kind: TextStyle, theme: Theme
) -> tuple[FittedText, TextStyle]:
    """The list as it fills its room: what stays short is set in the middle."""
    setting = spread_paragraphs(
        fit_paragraphs(part, room, kind, theme) or fit_at_smallest(part, room, kind, theme), room
    )
    is_short = setting.height < room.height * _LEAST_FILL
    return setting, replace(kind, anchor="ctr" if is_short else "t")


def sparse_background(part: Sequence[StyledParagraph], rect: Rect, kind: TextStyle, theme: Theme) -> TextBackground:
    """What is behind a list: where the theme has nothing there and the list is short, a quiet panel fills the slide."""
    ground = body_background(theme)
    if ground.panel:
        return ground
    setting, _ = fit_list(part, rect, kind, theme)
    return TextBackground(theme.manners.quiet, _LIST_PADDING) if setting.height < rect.height * _SPARSE else ground


def _draw_list(page: SlideCanvas, body: Rect, part: Sequence[StyledParagraph]) -> None:
    kind = TextStyle(page.theme.sizes(BODY_SIZES))
    ground = sparse_background(part, body, kind, page.theme)
    setting, kind = fit_list(part, ground.inside(body), kind, page.theme)
    page.fill("body", body, kind, setting, ground)


def _draw_columns(page: SlideCanvas, body: Rect, sides: Sequence[Sequence[StyledParagraph]]) -> None:
    theme = page.theme
    rects = body.columns(2, _column_gap(theme))
    ground = body_background(theme)
    same, settings = _fit_columns(sides, ground.inside(rects[0]), theme)
    if not ground.panel and max(one.height for one in settings) < rects[0].height * _SPARSE:
        ground = TextBackground(theme.manners.quiet, _LIST_PADDING)
        same, settings = _fit_columns(sides, ground.inside(rects[0]), theme)
    for role, rect, setting in zip(("left", "right"), rects, settings, strict=True):
        page.fill(role, rect, same, setting, ground)
    if not ground.panel:
        _draw_column_rule(page, body)


def _fit_columns(
    sides: Sequence[Sequence[StyledParagraph]], room: Rect, theme: Theme
) -> tuple[TextStyle, list[FittedText]]:
    """Both lists in type of the same size; where both are short, in the middle of their room."""
    kind = TextStyle(theme.sizes(_TWO_COLUMN_SIZES))
    found = [fit_paragraphs(side, room, kind, theme) or fit_at_smallest(side, room, kind, theme) for side in sides]
    same = TextStyle((min(setting.size for setting in found),))
    settings = [spread_paragraphs(fit_at_smallest(side, room, same, theme), room) for side in sides]
    is_short = max(one.height for one in settings) < room.height * _LEAST_FILL
    return same.but(anchor="ctr" if is_short else "t"), settings


def _draw_column_rule(page: SlideCanvas, body: Rect) -> None:
    """A thin line between two columns that have no ground of their own."""
    middle = Rect(body.x + body.width / 2 - 0.4, body.y, 0.75, body.height)
    page.mark(Decoration("rect", middle, "accent6", opacity=50), "Rule")


def _column_gap(theme: Theme) -> float:
    return theme.manners.gap if theme.manners.body.fill else _COLUMN_GAP * 1.5
