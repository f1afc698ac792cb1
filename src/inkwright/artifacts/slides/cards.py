"""Cards: a few short points, each on a ground of its own, so that the slide is full and easy to take in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.layouts import MAX_CARDS
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.settling import forced, settled
from inkwright.artifacts.slides.sheets import Sheet
from inkwright.artifacts.slides.specs import Bullet, as_bullet
from inkwright.artifacts.slides.themes.shapes import Colour, Mark, Theme, Type

_ROW_SIZES: Final = (34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_COLUMN_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
_STATEMENT_SIZES: Final = (60.0, 54.0, 48.0, 44.0, 40.0, 36.0, *_ROW_SIZES)
_BADGE: Final = 48.0
_NUMERAL: Final = 84.0
_PADDING: Final = 24.0
_MOST_COLUMNS: Final = 3
_LEAST_COLUMN: Final = 0.7
_HAS_NUMBER = re.compile(r"\s*(?:\d|[(（①-⑳]|[一二三四五六七八九十]+[、.：])")


@dataclass(frozen=True, slots=True)
class Card:
    """Where a card stands, its text in it, and the numeral beside or above the text."""

    rect: Rect
    text: Rect
    numeral: Rect | None


def card_sheet(points: Sequence[str | Bullet], theme: Theme, body: Rect) -> Sheet | None:
    """The points as cards, or None where they are too many or too long for that."""
    if len(points) > MAX_CARDS:
        return None
    bullets = [as_bullet(point) for point in points]
    said = "\n".join(visible(line) for bullet in bullets for line in (bullet.text, *bullet.children))
    for cards, kind in _arrangements(bullets, theme, body):
        found = [
            settled(_paragraphs(bullet, theme), card.text, kind, theme)
            for bullet, card in zip(bullets, cards, strict=True)
        ]
        sizes = [one.size for one in found if one]
        if len(sizes) == len(bullets):
            same = kind.but(sizes=(min(sizes),))
            if kind.anchor == "t":
                cards = _shortened(cards, bullets, same, theme)
            return Sheet("cards", partial(_draw, bullets=bullets, cards=cards, kind=same), said)
    return None


def numerals_make_sense(texts: Sequence[str]) -> bool:
    """Whether numbers may stand beside the texts: they have none of their own, and are not alone."""
    return len(texts) > 1 and not any(_HAS_NUMBER.match(text) for text in texts)


def _arrangements(bullets: Sequence[Bullet], theme: Theme, body: Rect) -> list[tuple[list[Card], Type]]:
    """Ways to place the cards, the best first."""
    has_numerals = numerals_make_sense([bullet.text for bullet in bullets])
    align = theme.manners.card_align
    if len(bullets) == 1:
        return [(_statement(theme, body), Type(_STATEMENT_SIZES, theme.manners.aside.text, anchor="ctr"))]
    rows = (_rows(len(bullets), theme, body, has_numerals=has_numerals), Type(_ROW_SIZES, anchor="ctr"))
    if theme.manners.arrangement == "rows" or not 1 < len(bullets) <= _MOST_COLUMNS:
        return [rows]
    return [(_columns(len(bullets), theme, body, has_numerals=has_numerals), Type(_COLUMN_SIZES, align=align)), rows]


def _statement(theme: Theme, body: Rect) -> list[Card]:
    """A single point is a statement: one panel, not higher than it must be."""
    rect = body.centred(body.width, body.height * _LEAST_COLUMN)
    return [Card(rect, rect.inset(_PADDING * 1.5, _PADDING), None)]


def _rows(count: int, theme: Theme, body: Rect, *, has_numerals: bool) -> list[Card]:
    cards = []
    for row in body.rows(count, theme.manners.gap):
        left = _NUMERAL if has_numerals else _PADDING
        text = Rect(row.x + left, row.y + 10, row.width - left - _PADDING, row.height - 20)
        numeral = Rect(row.x + 8, row.y, _NUMERAL - 8, row.height) if has_numerals else None
        cards.append(Card(row, text, numeral))
    return cards


def _columns(count: int, theme: Theme, body: Rect, *, has_numerals: bool) -> list[Card]:
    cards = []
    for column in body.columns(count, theme.manners.gap):
        inner = column.inset(_PADDING, _PADDING)
        numeral = inner.top_part(_BADGE) if has_numerals else None
        text = inner.bottom_part(inner.height - _BADGE - 16) if has_numerals else inner
        cards.append(Card(column, text, numeral))
    return cards


def _shortened(cards: Sequence[Card], bullets: Sequence[Bullet], kind: Type, theme: Theme) -> list[Card]:
    """Columns that are as high as their text asks, though never so low that the slide looks empty."""
    texts = [
        forced(_paragraphs(bullet, theme), card.text, kind, theme) for bullet, card in zip(bullets, cards, strict=True)
    ]
    whole = cards[0].rect.height
    free = min(cards[0].text.height - max(one.height for one in texts), whole * (1 - _LEAST_COLUMN))
    down = max(0.0, free) / 3
    return [
        Card(
            Rect(card.rect.x, card.rect.y + down, card.rect.width, card.rect.height - max(0.0, free)),
            Rect(card.text.x, card.text.y + down, card.text.width, card.text.height - max(0.0, free)),
            Rect(card.numeral.x, card.numeral.y + down, card.numeral.width, card.numeral.height)
            if card.numeral
            else None,
        )
        for card in cards
    ]


def _paragraphs(bullet: Bullet, theme: Theme) -> list[Paragraph]:
    head = f"**{bullet.text}**" if bullet.children and "*" not in bullet.text else bullet.text
    colour: Colour | None = "tx2" if bullet.children else None
    children = [
        Paragraph(
            para(child, scale=0.8, indent=16, before=0.35),
            theme.manners.bullet,
            theme.manners.bullet_colour,
            hanging=16,
            level=1,
        )
        for child in bullet.children
    ]
    return [Paragraph(para(head), colour=colour), *children]


def _draw(page: Page, bullets: Sequence[Bullet], cards: Sequence[Card], kind: Type) -> None:
    theme = page.theme
    for number, (bullet, card) in enumerate(zip(bullets, cards, strict=True), 1):
        page.panel(theme.manners.aside if len(cards) == 1 else theme.manners.card, card.rect, f"Card {number}")
        if card.numeral:
            draw_numeral(page, str(number), card.numeral, is_beside=kind.anchor == "ctr")
        page.fill(f"card{number}", card.text, kind, forced(_paragraphs(bullet, theme), card.text, kind, theme))


def draw_numeral(page: Page, text: str, rect: Rect, *, is_beside: bool) -> None:
    """A numeral in the manner of the theme: in a form, or as large type."""
    manners = page.theme.manners
    kind = manners.numeral
    if manners.numeral_form == "none":
        align = "ctr" if is_beside else manners.card_align
        page.label(text, rect, kind.but(align=align, anchor="ctr"), f"Number {text}")
        return
    badge = min(_BADGE, rect.height)
    x = rect.x + (rect.width - badge) / 2 if is_beside or manners.card_align == "ctr" else rect.x
    place = Rect(x, rect.y + (rect.height - badge) / 2, badge, badge)
    page.mark(Mark(manners.numeral_form, place, manners.numeral_fill), f"Badge {text}")
    page.label(text, place, kind, f"Number {text}")
