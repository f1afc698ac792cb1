"""Which pages of a deck are which slide's: a slide may go on over several, and the title has one of its own."""

from inkwright.artifacts.slides.drawing import sheets_of
from inkwright.artifacts.slides.specs import DeckSpec
from inkwright.artifacts.slides.stages import stage_of
from inkwright.artifacts.slides.themes import DEFAULT_THEME


def slides_by_page(deck: DeckSpec) -> dict[int, int]:
    """For each page, counted from 1, the slide that it belongs to, counted from 0. The title page is nobody's."""
    theme = stage_of(deck.theme or DEFAULT_THEME).theme
    found: dict[int, int] = {}
    page, sections = 2, 0
    for number, slide in enumerate(deck.slides):
        sections += slide.layout == "section"
        for _ in sheets_of(slide, theme, {}, sections):
            found[page] = number
            page += 1
    return found
