"""Which pages of a deck are which slide's."""

import pytest

from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.contents import pages_of
from inkwright.artifacts.slides.paging import slides_by_page
from inkwright.artifacts.slides.specs import BulletsSlide, DeckSpec, SectionSlide
from inkwright.artifacts.slides.themes import THEMES


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_but_the_title_belongs_to_a_slide(theme: str) -> None:
    long = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
    slides = [SectionSlide(title="One"), long, BulletsSlide(title="End", bullets=["x"])]
    deck = DeckSpec.model_validate({"title": "Rain", "theme": theme, "slides": slides})
    pages = pages_of(build_deck(deck).main)
    found = slides_by_page(deck)
    assert sorted(found) == list(range(2, len(pages) + 1))
    assert [pages[page - 1].title.startswith(deck.slides[slide].title) for page, slide in found.items()] == [
        True
    ] * len(found)
