"""Slides that say one thing: the title slide, sections, a big number, a quote, the end."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from inkwright.artifacts.slides.drawing_lists import text_sheets, words_of
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.settling import forced, listed, parted, settled, spread
from inkwright.artifacts.slides.sheets import Sheet
from inkwright.artifacts.slides.specs import BigNumberSlide, ClosingSlide, DeckSpec, QuoteSlide, SectionSlide
from inkwright.artifacts.slides.themes.shapes import Scene, Theme

_GAP_BEFORE_UNIT: Final = re.compile(r"(?<=[0-9]) (?=[\u4e00-\u9fff])")


def opening_sheet(deck: DeckSpec) -> Sheet:
    """The title slide."""
    said = "\n".join(visible(line) for line in (deck.subtitle, deck.author) if line)
    return Sheet("title", partial(_draw_slots, texts={"subtitle": deck.subtitle, "author": deck.author}), said)


def section_sheets(slide: SectionSlide, ordinal: int) -> list[Sheet]:
    """The opening of a part, with its number."""
    texts = {"subtitle": slide.subtitle, "ordinal": f"{ordinal:02d}"}
    return [Sheet("section", partial(_draw_slots, texts=texts), visible(slide.subtitle))]


def number_sheets(slide: BigNumberSlide, theme: Theme) -> list[Sheet]:
    """A number that fills the slide. A detail that is too long for the place beside it has a sheet of its own."""
    fits = _fits(slide.detail, "detail", theme.scenes["big_number"], theme)
    # At this size a space before a Chinese unit is a hole.
    figure = _GAP_BEFORE_UNIT.sub("", slide.number)
    texts = {"figure": figure, "label": slide.label, "detail": slide.detail if fits else ""}
    more = [] if fits else text_sheets([Paragraph(para(slide.detail))], theme, slide.title)
    return [Sheet("big_number", partial(_draw_slots, texts=texts), _said(*texts.values())), *more]


def quote_sheets(slide: QuoteSlide, theme: Theme) -> list[Sheet]:
    """Somebody's words; those that are too many for a large quote are set as text."""
    source = slide.source if not slide.source or slide.source.startswith(("—", "–", "-")) else f"— {slide.source}"
    if not _fits(slide.quote, "quote", theme.scenes["quote"], theme):
        lines = [Paragraph(para(slide.quote)), *([Paragraph(para(source, before=0.6))] if source else [])]
        return text_sheets(lines, theme, slide.title)
    texts = {"quote": slide.quote, "source": source}
    return [Sheet("quote", partial(_draw_slots, texts=texts), _said(*texts.values()))]


def closing_sheets(slide: ClosingSlide, theme: Theme) -> list[Sheet]:
    """The end, with what shall be remembered. What does not fit goes on another closing slide."""
    scene = theme.scenes["closing"]
    message = slide.message if _fits(slide.message, "message", scene, theme) else ""
    points = listed(slide.points, theme)
    if message != slide.message:
        points = [Paragraph(para(slide.message)), *points]
    body = scene.slot("body")
    top = body.rect.y if message else scene.slot("message").rect.y
    room = Rect(body.rect.x, top, body.rect.width, body.rect.bottom - top)
    fits = settled(points, room, body.type, theme) is not None
    parts = [points] if fits else parted(points, room, body.type, theme)
    return [
        Sheet(
            "closing",
            partial(_draw_closing, message="" if number else message, room=room, part=part),
            _said("" if number else message, words_of(part)),
        )
        for number, part in enumerate(parts)
    ]


def _said(*texts: str) -> str:
    return "\n".join(visible(text) for text in texts if text)


def _fits(text: str, role: str, scene: Scene, theme: Theme) -> bool:
    slot = scene.slot(role)
    return (
        not text or settled([Paragraph(para(text, leading=slot.type.leading))], slot.rect, slot.type, theme) is not None
    )


def _draw_slots(page: Page, texts: Mapping[str, str]) -> None:
    for role, text in texts.items():
        if page.scene.has(role):
            page.fill_slot(page.scene.slot(role), text)


def _draw_closing(page: Page, message: str, room: Rect, part: Sequence[Paragraph]) -> None:
    page.fill_slot(page.scene.slot("message"), message)
    if part:
        kind = page.scene.slot("body").type
        own = [replace(one, bullet_colour=kind.colour) for one in part]
        setting = settled(own, room, kind, page.theme) or forced(own, room, kind, page.theme)
        page.fill("body", room, kind, spread(setting, room, most=0.7))
