"""Slides with one statement: title, section, big number, quote and closing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layouts.lists import paragraphs_text, text_pages
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import BigNumberSlide, ClosingSlide, DeckSpec, QuoteSlide, SectionSlide
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    bullet_paragraphs,
    fit_at_smallest,
    fit_paragraphs,
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import LayoutDesign, Theme

_GAP_BEFORE_UNIT: Final = re.compile(r"(?<=[0-9]) (?=[\u4e00-\u9fff])")


def opening_page(deck: DeckSpec) -> SlidePage:
    """The title slide."""
    said = "\n".join(visible_text(line) for line in (deck.subtitle, deck.author) if line)
    return SlidePage("title", partial(_draw_slots, texts={"subtitle": deck.subtitle, "author": deck.author}), said)


def section_pages(slide: SectionSlide, ordinal: int) -> list[SlidePage]:
    """The opening of a part, with its number."""
    texts = {"subtitle": slide.subtitle, "ordinal": f"{ordinal:02d}"}
    return [SlidePage("section", partial(_draw_slots, texts=texts), visible_text(slide.subtitle))]


def number_pages(slide: BigNumberSlide, theme: Theme) -> list[SlidePage]:
    """A number that fills the slide. A detail that is too long for the place beside it has a sheet of its own."""
    fits = _fits(slide.detail, "detail", theme.scenes["big_number"], theme)
    # At this size a space before a Chinese unit is a hole.
    figure = _GAP_BEFORE_UNIT.sub("", slide.number)
    texts = {"figure": figure, "label": slide.label, "detail": slide.detail if fits else ""}
    more = [] if fits else text_pages([StyledParagraph(parse_paragraph(slide.detail))], theme, slide.title)
    return [SlidePage("big_number", partial(_draw_slots, texts=texts), _speaker_text(*texts.values())), *more]


def quote_pages(slide: QuoteSlide, theme: Theme) -> list[SlidePage]:
    """Somebody's words; those that are too many for a large quote are set as text."""
    source = slide.source if not slide.source or slide.source.startswith(("—", "–", "-")) else f"— {slide.source}"
    if not _fits(slide.quote, "quote", theme.scenes["quote"], theme):
        lines = [
            StyledParagraph(parse_paragraph(slide.quote)),
            *([StyledParagraph(parse_paragraph(source, before=0.6))] if source else []),
        ]
        return text_pages(lines, theme, slide.title)
    texts = {"quote": slide.quote, "source": source}
    return [SlidePage("quote", partial(_draw_slots, texts=texts), _speaker_text(*texts.values()))]


def closing_pages(slide: ClosingSlide, theme: Theme) -> list[SlidePage]:
    """The end, with what shall be remembered. What does not fit goes on another closing slide."""
    scene = theme.scenes["closing"]
    message = slide.message if _fits(slide.message, "message", scene, theme) else ""
    points = bullet_paragraphs(slide.points, theme)
    if message != slide.message:
        points = [StyledParagraph(parse_paragraph(slide.message)), *points]
    body = scene.slot("body")
    top = body.rect.y if message else scene.slot("message").rect.y
    room = Rect(body.rect.x, top, body.rect.width, body.rect.bottom - top)
    fits = fit_paragraphs(points, room, body.type, theme) is not None
    parts = [points] if fits else paginate_paragraphs(points, room, body.type, theme)
    return [
        SlidePage(
            "closing",
            partial(_draw_closing, message="" if number else message, room=room, part=part),
            _speaker_text("" if number else message, paragraphs_text(part)),
        )
        for number, part in enumerate(parts)
    ]


def _speaker_text(*texts: str) -> str:
    return "\n".join(visible_text(text) for text in texts if text)


def _fits(text: str, role: str, scene: LayoutDesign, theme: Theme) -> bool:
    slot = scene.slot(role)
    return (
        not text
        or fit_paragraphs(
            [StyledParagraph(parse_paragraph(text, leading=slot.type.leading))], slot.rect, slot.type, theme
        )
        is not None
    )


def _draw_slots(page: SlideCanvas, texts: Mapping[str, str]) -> None:
    for role, text in texts.items():
        if page.scene.has(role):
            page.fill_slot(page.scene.slot(role), text)


def _draw_closing(page: SlideCanvas, message: str, room: Rect, part: Sequence[StyledParagraph]) -> None:
    page.fill_slot(page.scene.slot("message"), message)
    if part:
        kind = page.scene.slot("body").type
        own = [replace(one, bullet_colour=kind.colour) for one in part]
        setting = fit_paragraphs(own, room, kind, page.theme) or fit_at_smallest(own, room, kind, page.theme)
        page.fill("body", room, kind, spread_paragraphs(setting, room, most=0.7))
