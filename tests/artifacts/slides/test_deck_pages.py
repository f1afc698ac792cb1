"""The pages of a deck, read from its file."""

import pytest

from inkwright.artifacts.slides.deck_pages import count_slide_pages, read_deck_pages, slides_by_page
from inkwright.artifacts.slides.layouts.charts import ChartSeries, ChartSlide
from inkwright.artifacts.slides.layouts.images import FormulaSlide, ImageSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES
from tests.artifacts.documents.sample_documents import picture

LONG = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
DECK = DeckSpec(
    title="Rain",
    slides=[
        BulletsSlide(title="雨从哪里来", bullets=["海洋", "云"], notes="先问。"),
        LONG,
        TableSlide(title="Where", header=["Town", "mm"], rows=[["Bergen", "2250"]], notes="Much."),
        ChartSlide(title="When", categories=["May"], series=[ChartSeries(values=[12])], notes="Look."),
        FormulaSlide(title="How", formula="v = 1", notes="So."),
    ],
)


def test_the_text_of_every_page_is_read() -> None:
    pages = read_deck_pages(build_deck(DECK).main)
    assert (pages[0].title, pages[0].kind, pages[0].lines) == ("Rain", "title", ())
    assert pages[1].title == "雨从哪里来"
    assert pages[1].lines == ("海洋", "云")
    assert pages[1].notes == "先问。"
    table, chart, formula = pages[-3:]
    assert (table.kind, set(table.lines) >= {"Town", "mm", "Bergen", "2250"}) == ("table", True)
    assert (chart.kind, "May 12" in chart.text) == ("chart", True)
    assert (formula.kind, formula.has_picture, "v = 1" in formula.text) == ("formula", False, True)


def test_a_slide_that_goes_on_is_known_with_all_its_pages() -> None:
    pages = read_deck_pages(build_deck(DECK).main)
    assert count_slide_pages(pages, 3) == len(pages) - 5 > 1
    assert count_slide_pages(pages, 2) == 1
    assert count_slide_pages(pages, len(pages)) == 1


def test_pictures_are_detected_and_drawn_numbers_are_not_text() -> None:
    deck = DeckSpec(
        title="Rain", slides=[SectionSlide(title="One"), ImageSlide(title="Photo", image="a.png", alt="A drop")]
    )
    pages = read_deck_pages(build_deck(deck, images={"a.png": picture()}).main)
    assert (pages[1].kind, pages[1].lines) == ("section", ())
    assert (pages[2].has_picture, pages[2].kind, pages[2].lines) == (True, "image", ("A drop",))


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_but_the_title_belongs_to_a_slide(theme: str) -> None:
    long = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
    slides = [SectionSlide(title="One"), long, BulletsSlide(title="End", bullets=["x"])]
    deck = DeckSpec.model_validate({"title": "Rain", "theme": theme, "slides": slides})
    pages = read_deck_pages(build_deck(deck).main)
    found = slides_by_page(deck)
    assert sorted(found) == list(range(2, len(pages) + 1))
    assert [pages[page - 1].title.startswith(deck.slides[slide].title) for page, slide in found.items()] == [
        True
    ] * len(found)
