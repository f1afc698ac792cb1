"""The pages of a built deck: their text, and which slide each page belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.slides.checks.deck import inspect_deck
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.layout_registry import PageContext, master_layouts
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import slide_pages, theme_target
from inkwright.artifacts.slides.pptx.canvas import numbered_title
from inkwright.artifacts.slides.themes import DEFAULT_THEME
from inkwright.artifacts.text import is_blank, one_line
from inkwright.artifacts.workers import run_in_worker

_KINDS_WITH_ALT_TEXT: Final = frozenset({"chart", "picture"})


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A page. `kind` is its master layout, and empty where the layout comes from another program."""

    title: str
    kind: str
    lines: tuple[str, ...]
    notes: str
    has_picture: bool

    @property
    def text(self) -> str:
        """Its title and its lines."""
        return "\n".join((self.title, *(f"- {line}" for line in self.lines)))


def read_deck_pages(content: bytes) -> list[DeckPage]:
    """Return the pages of a deck in order; UnreadableContent where the bytes are not a deck."""
    return [_deck_page(slide) for slide in run_in_worker(inspect_deck, content)]


def count_slide_pages(pages: Sequence[DeckPage], number: int) -> int:
    """Return how many pages the slide takes that begins on this page, counted from 1."""
    title, count = pages[number - 1].title, 1
    while number - 1 + count < len(pages) and pages[number - 1 + count].title == numbered_title(title, count + 1):
        count += 1
    return count


def _is_ordinal(shape: InspectedShape) -> bool:
    """Whether it is the number of a card, a step or a section, which is drawn automatically."""
    return shape.name in ("Ordinal", f"Number {shape.text.strip()}")


def _deck_page(slide: InspectedSlide) -> DeckPage:
    lines: list[str] = []
    for shape in slide.shapes:
        if shape.is_title or shape.is_furniture or _is_ordinal(shape):
            continue
        # The text of a chart or formula is in its description.
        written = shape.description if shape.kind in _KINDS_WITH_ALT_TEXT else shape.text
        lines += [one_line(line) for line in written.split("\n") if not is_blank(line)]
    layout = next((each for each in master_layouts() if each.name == slide.layout), None)
    title = one_line(slide.title.text) if slide.title else ""
    shows_pictures = layout is None or not layout.pictures_are_text
    has_picture = shows_pictures and any(shape.kind == "picture" for shape in slide.shapes)
    return DeckPage(title, layout.kind if layout else "", tuple(lines), slide.notes.strip(), has_picture)


def slides_by_page(deck: DeckSpec) -> dict[int, int]:
    """Return the slide, counted from 0, for each page, counted from 1. The title page has no slide."""
    theme = theme_target(deck.theme or DEFAULT_THEME).theme
    found: dict[int, int] = {}
    page, sections = 2, 0
    for number, slide in enumerate(deck.slides):
        sections += slide.layout == "section"
        for _ in slide_pages(slide, PageContext(theme, section_number=sections)):
            found[page] = number
            page += 1
    return found
