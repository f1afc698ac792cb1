"""What the pages of a deck say, read from its file."""

from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.contents import pages_from, pages_of
from inkwright.artifacts.slides.specs import (
    BulletsSlide,
    ChartSlide,
    DeckSpec,
    FormulaSlide,
    ImageSlide,
    SectionSlide,
    Series,
    TableSlide,
)
from tests.artifacts.documents.made_documents import picture

LONG = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
DECK = DeckSpec(
    title="Rain",
    slides=[
        BulletsSlide(title="雨从哪里来", bullets=["海洋", "云"], notes="先问。"),
        LONG,
        TableSlide(title="Where", header=["Town", "mm"], rows=[["Bergen", "2250"]], notes="Much."),
        ChartSlide(title="When", categories=["May"], series=[Series(values=[12])], notes="Look."),
        FormulaSlide(title="How", formula="v = 1", notes="So."),
    ],
)


def test_the_words_of_every_page_are_read() -> None:
    pages = pages_of(build_deck(DECK).main)
    assert (pages[0].title, pages[0].kind, pages[0].lines) == ("Rain", "title", ())
    assert pages[1].title == "雨从哪里来"
    assert pages[1].lines == ("海洋", "云")
    assert pages[1].notes == "先问。"
    table, chart, formula = pages[-3:]
    assert (table.kind, set(table.lines) >= {"Town", "mm", "Bergen", "2250"}) == ("table", True)
    assert (chart.kind, "May 12" in chart.text) == ("chart", True)
    assert (formula.kind, formula.has_picture, "v = 1" in formula.text) == ("formula", False, True)


def test_a_slide_that_goes_on_is_known_with_all_its_pages() -> None:
    pages = pages_of(build_deck(DECK).main)
    assert pages_from(pages, 3) == len(pages) - 5 > 1
    assert pages_from(pages, 2) == 1
    assert pages_from(pages, len(pages)) == 1


def test_a_picture_is_seen_and_numbers_that_were_drawn_are_not_words() -> None:
    deck = DeckSpec(
        title="Rain", slides=[SectionSlide(title="One"), ImageSlide(title="Photo", image="a.png", alt="A drop")]
    )
    pages = pages_of(build_deck(deck, images={"a.png": picture()}).main)
    assert (pages[1].kind, pages[1].lines) == ("section", ())
    assert (pages[2].has_picture, pages[2].kind, pages[2].lines) == (True, "image", ("A drop",))
