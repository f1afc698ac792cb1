"""The pages of a built deck: their text, and which slide each page belongs to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.checks.deck import inspect_deck
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import slide_pages, theme_target
from inkwright.artifacts.slides.pptx.canvas import numbered_title
from inkwright.artifacts.slides.pptx.master import LAYOUT_NAMES
from inkwright.artifacts.slides.themes import DEFAULT_THEME
from inkwright.artifacts.text import is_blank, one_line

_LAYOUTS_BY_NAME: Final[Mapping[str, str]] = MappingProxyType({name: kind for kind, name in LAYOUT_NAMES.items()})
_KINDS_WITH_ALT_TEXT: Final = frozenset({"chart", "picture"})


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A page. `kind` names its layout as we know it, and is empty where the layout is not ours."""

    title: str
    kind: str
    lines: tuple[str, ...]
    notes: str
    has_picture: bool

    @property
    def text(self) -> str:
        """All that stands on it."""
        return "\n".join((self.title, *(f"- {line}" for line in self.lines)))


def read_deck_pages(content: bytes) -> list[DeckPage]:
    """The pages of a deck in order; Unreadable where it is none."""
    return [_deck_page(slide) for slide in inspect_deck(content)]


def count_slide_pages(pages: Sequence[DeckPage], number: int) -> int:
    """How many pages the slide takes that begins on this page, counted from 1: it may go on behind it."""
    title, count = pages[number - 1].title, 1
    while number - 1 + count < len(pages) and pages[number - 1 + count].title == numbered_title(title, count + 1):
        count += 1
    return count


def _is_ordinal(shape: InspectedShape) -> bool:
    """Whether it is a number that the drawing adds: of a card, a step or a section."""
    return shape.name in ("Ordinal", f"Number {shape.text.strip()}")


def _deck_page(slide: InspectedSlide) -> DeckPage:
    lines: list[str] = []
    for shape in slide.shapes:
        if shape.is_title or shape.is_furniture or _is_ordinal(shape):
            continue
        # What is drawn from numbers or TeX is told in its description.
        written = shape.description if shape.kind in _KINDS_WITH_ALT_TEXT else shape.text
        lines += [one_line(line) for line in written.split("\n") if not is_blank(line)]
    kind = _LAYOUTS_BY_NAME.get(slide.layout, "")
    title = one_line(slide.title.text) if slide.title else ""
    # A formula is a picture too, but it is made of words.
    has_picture = any(shape.kind == "picture" for shape in slide.shapes) and kind != "formula"
    return DeckPage(title, kind, tuple(lines), slide.notes.strip(), has_picture)


def slides_by_page(deck: DeckSpec) -> dict[int, int]:
    """For each page, counted from 1, the slide that it belongs to, counted from 0. The title page is nobody's."""
    theme = theme_target(deck.theme or DEFAULT_THEME).theme
    found: dict[int, int] = {}
    page, sections = 2, 0
    for number, slide in enumerate(deck.slides):
        sections += slide.layout == "section"
        for _ in slide_pages(slide, theme, {}, sections):
            found[page] = number
            page += 1
    return found
