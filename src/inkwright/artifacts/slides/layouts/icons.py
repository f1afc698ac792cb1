"""The layout `icons`: two to twelve items, each with an icon, in columns or in rows."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import MAX_BULLET, BaseSlide, LineText, OptionalText, SlidePart
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.icons.icon_catalogue import Icon, IconName, icon_named, icons
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.layouts.lists import shortened
from inkwright.artifacts.slides.markdown.blocks import OutlineSection
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    fit_at_smallest,
    fit_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.icon_shapes import draw_icon
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph, numbered_placeholders
from inkwright.artifacts.slides.themes.theme import Decoration, TextStyle, Theme
from inkwright.i18n import language_of

MAX_ITEMS: Final = 12
_PER_PAGE: Final = 8
_ONE_ROW: Final = 4
_TWO_ROWS: Final = 6
_SIZES: Final = (32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_COMFORTABLE: Final = 20.0
"""Where text is smaller, another arrangement may have larger text."""
_TEXT_SCALE: Final = 0.86
_LONGEST_HEADING: Final = 60
_BADGE: Final = 60.0
_LARGE_BADGE: Final = 84.0
_SMALL_BADGE: Final = 48.0
_SYMBOL: Final = 0.6
"""The share of a badge that its icon takes."""
_PADDING: Final = 18.0
_GAP: Final = 12.0
_ITEM = re.compile(r"[:：](?P<icon>[^\W\d_][\w-]{0,39})[:：]\s*(?P<words>\S.*)", re.S)
_HEADING = re.compile(r"\*\*(?P<bold>[^*]{1,200})\*\*\s*[:：—–-]?\s*|(?P<plain>[^:：*]{1,60})(?:：|: )\s*")


class IconItem(SlidePart):
    """A point with its icon."""

    icon: IconName
    heading: LineText = Field(description="A few words.")
    text: OptionalText = Field(default="", description="One sentence; may be left out.")


class IconsSlide(BaseSlide):
    """A few points, each with an icon that shows what it is about."""

    layout: Literal["icons"] = "icons"
    items: list[IconItem] = Field(min_length=2, max_length=MAX_ITEMS)


@dataclass(frozen=True, slots=True)
class _ItemPosition:
    """The areas of an item: its card, its icon, and its text."""

    card: Rect
    badge: Rect
    text: Rect

    def with_height_of(self, card: Rect) -> "_ItemPosition":
        """Return it moved into a lower card."""
        down, less = card.y - self.card.y, self.card.height - card.height
        text = replace(self.text, y=self.text.y + down, height=self.text.height - less)
        return _ItemPosition(card, replace(self.badge, y=self.badge.y + down), text)


_Arrangement = Callable[[int, Rect, Theme], list[_ItemPosition]]
_Numbered = tuple[int, IconItem]


def icon_pages(slide: IconsSlide, context: PageContext) -> list[SlidePage]:
    """Return all items on one page where they fit in any arrangement, otherwise half of them on the next."""
    body = body_below_title(context.theme, "icons", slide.title)
    return _pages(list(enumerate(slide.items, 1)), context.theme, body)


def _pages(items: list[_Numbered], theme: Theme, body: Rect) -> list[SlidePage]:
    tried = []
    for arrange in _arrangements(len(items)):
        positions = arrange(len(items), body, theme)
        tried.append((_common_size(items, positions, theme) or 0.0, positions))
        if tried[-1][0] >= _COMFORTABLE:
            break
    size, positions = max(tried, key=lambda each: min(each[0], _COMFORTABLE), default=(0.0, []))
    if size or len(items) == 1:
        draw = partial(_draw, items=items, positions=positions, size=size or _SIZES[-1])
        return [SlidePage("icons", draw, _speaker_text(items))]
    half = (len(items) + 1) // 2
    return _pages(items[:half], theme, body) + _pages(items[half:], theme, body)


def _speaker_text(items: Sequence[_Numbered]) -> str:
    written = ((visible_text(item.heading), visible_text(item.text)) for _, item in items)
    return "\n".join(f"{heading}: {text}" if text else heading for heading, text in written)


def _arrangements(count: int) -> list[_Arrangement]:
    """Return the possible arrangements, best first."""
    if count > _PER_PAGE:
        return []
    rows: list[_Arrangement] = [partial(_in_rows, columns=2), partial(_in_rows, columns=1)]
    if count == 1:
        return rows[1:]
    return [_in_columns, *rows] if count <= _TWO_ROWS else rows[:1]


def _in_columns(count: int, body: Rect, theme: Theme) -> list[_ItemPosition]:
    """Place the items side by side, each with its icon above its text; five and six in two rows."""
    lines = 1 if count <= _ONE_ROW else 2
    gap = max(_GAP, theme.drawing.gap)
    across = -(-count // lines)
    cards = _grid(count, across, body, gap)
    side, padding = (_LARGE_BADGE, _PADDING) if lines == 1 else (_SMALL_BADGE, _PADDING * 0.7)
    positions = []
    for card in cards:
        inner = card.inset(_PADDING, padding)
        x = inner.x + (inner.width - side) / 2 if theme.drawing.card_align == "ctr" else inner.x
        text = inner.bottom_part(inner.height - side - padding * 0.6)
        positions.append(_ItemPosition(card, Rect(x, inner.y, side, side), text))
    return positions


def _grid(count: int, columns: int, body: Rect, gap: float) -> list[Rect]:
    """Return areas of the same size, row by row; those of a last row that is not full are centred."""
    cells = [cell for row in body.rows(-(-count // columns), gap) for cell in row.columns(columns, gap)][:count]
    last = (count - 1) // columns * columns
    shift = (columns - (count - last)) * (cells[0].width + gap) / 2
    return [*cells[:last], *(replace(cell, x=cell.x + shift) for cell in cells[last:])]


def _in_rows(count: int, body: Rect, theme: Theme, *, columns: int) -> list[_ItemPosition]:
    """Place the items in rows, each with its icon next to its text."""
    gap = max(_GAP, theme.drawing.gap * 0.7)
    cards = _grid(count, columns, body, gap)
    side = min(_BADGE, cards[0].height - 16)
    return [
        _ItemPosition(
            card,
            Rect(card.x + _PADDING, card.y + (card.height - side) / 2, side, side),
            Rect(card.x + side + 2 * _PADDING, card.y + 6, card.width - side - 3 * _PADDING, card.height - 12),
        )
        for card in cards
    ]


def _paragraphs(item: IconItem) -> list[StyledParagraph]:
    is_bold = "*" not in item.heading and (bool(item.text) or len(item.heading) <= _LONGEST_HEADING)
    heading = StyledParagraph(parse_paragraph(f"**{item.heading}**" if is_bold else item.heading), colour="tx2")
    text = [StyledParagraph(parse_paragraph(item.text, scale=_TEXT_SCALE, before=0.3))] if item.text else []
    return [heading, *text]


def _common_size(items: Sequence[_Numbered], positions: Sequence[_ItemPosition], theme: Theme) -> float | None:
    """Return the largest size in which the text of each item fits; None where there is none."""
    sizes = theme.sizes(_SIZES)
    while True:
        style = TextStyle(sizes)
        found = [
            fit_paragraphs(_paragraphs(item), position.text, style, theme)
            for (_, item), position in zip(items, positions, strict=True)
        ]
        each_size = {each.size for each in found if each}
        if None in found or len(each_size) == 1:
            return None if None in found else each_size.pop()
        # A text may take a size that is smaller than the common one, to avoid a single character in its last line.
        sizes = tuple(size for size in sizes if size <= min(each_size))


def _draw(canvas: SlideCanvas, items: Sequence[_Numbered], positions: Sequence[_ItemPosition], size: float) -> None:
    theme = canvas.theme
    is_above = positions[0].badge.bottom <= positions[0].text.y
    style = TextStyle((size,), align=theme.drawing.card_align if is_above else "l", anchor="t" if is_above else "ctr")
    fitted = [
        fit_at_smallest(_paragraphs(item), position.text, style, theme)
        for (_, item), position in zip(items, positions, strict=True)
    ]
    if is_above and positions[0].card.y == positions[-1].card.y:
        needed = 2 * _PADDING + positions[0].badge.height + _GAP + max(each.height for each in fitted) + 8
        positions = [each.with_height_of(shortened(each.card, needed)) for each in positions]
    language = language_of(_speaker_text(items))
    for index, ((number, item), position, text) in enumerate(zip(items, positions, fitted, strict=True), 1):
        canvas.panel(theme.drawing.card, position.card, f"Card {number}")
        _draw_badge(canvas, icons()[item.icon], position.badge, number, icons()[item.icon].label(language))
        canvas.fill(f"item{index}", position.text, style, text)


def _draw_badge(canvas: SlideCanvas, icon: Icon, rect: Rect, number: int, alt: str) -> None:
    """Draw an icon as the theme draws numerals: on a badge, or alone."""
    drawing = canvas.theme.drawing
    if drawing.numeral_shape == "none":
        draw_icon(canvas, icon, rect, drawing.numeral.colour, name=f"Icon {number}", alt=alt)
        return
    canvas.decorate(Decoration(drawing.numeral_shape, rect, drawing.numeral_fill), f"Badge {number}")
    symbol = rect.centred(rect.width * _SYMBOL, rect.height * _SYMBOL)
    draw_icon(canvas, icon, symbol, drawing.numeral.colour, name=f"Icon {number}", alt=alt)


def _slide_from_section(section: OutlineSection, _is_last: bool) -> IconsSlide | None:
    """Return the slide for a flat list in which every item begins with the name of an icon, such as `:leaf:`.

    At least one name must be known: elsewhere such a word is no icon. A name that is not known is then reported.
    """
    lines = section.plain_lines() or []
    found = [_ITEM.fullmatch(line.text) for line in lines if line.is_item and not line.depth]
    items = [_item(each["icon"], each["words"]) for each in found if each]
    if not 2 <= len(items) == len(lines) <= MAX_ITEMS or not any(icon_named(item["icon"]) for item in items):
        return None
    if any(len(words) > MAX_BULLET for item in items for words in item.values()):
        return None
    return IconsSlide.model_validate({"title": section.title, "items": items})


def _item(icon: str, words: str) -> dict[str, str]:
    heading = _HEADING.match(words)
    if heading is None or heading.end() == len(words):
        return {"icon": icon, "heading": words}
    return {"icon": icon, "heading": heading["bold"] or heading["plain"], "text": words[heading.end() :]}


def _areas(body: Rect) -> dict[str, Rect]:
    rows = [area for row in body.rows(_PER_PAGE // 2, _GAP) for area in row.columns(2, _GAP)]
    return {f"item{number}": area for number, area in enumerate(rows, 1)}


register_layout(
    Layout(
        model=IconsSlide,
        pages=icon_pages,
        summary="2 to 12 `items`, each with `icon`, `heading` and `text`",
        order=115,
        master_layouts=(
            MasterLayout(
                kind="icons",
                name="Icons",
                placeholders=numbered_placeholders("item", _PER_PAGE),
                areas=_areas,
                order=125,
            ),
        ),
        markdown=MarkdownRule(
            documented=(("a list in which every item begins with the name of an icon, `- :leaf: Text`", "icons"),),
            from_section=_slide_from_section,
        ),
    )
)
