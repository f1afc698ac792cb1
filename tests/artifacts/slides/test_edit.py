"""One slide replaced, inserted or deleted: the XML of the others does not change."""

import hashlib
import io
import zipfile
from typing import Any

import pptx
import pytest
from lxml import etree

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.edit import delete_slide, insert_slide, replace_slide
from inkwright.artifacts.slides.layouts.charts import ChartSeries, ChartSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES
from inkwright.errors import InvalidOption
from tests.artifacts.sample_decks import saved

DECK = DeckSpec(
    title="Water",
    slides=[
        SectionSlide(title="Part one"),
        BulletsSlide(title="Facts", bullets=["It is wet", "It is cold"], notes="Ask first."),
        ChartSlide(
            title="Rain", categories=["May", "June"], series=[ChartSeries(values=[1, 2])], notes="More in June."
        ),
        BulletsSlide(title="End", bullets=["That was it"]),
    ],
)
NEW = TableSlide(title="Places", header=["Where", "Rain"], rows=[["Bergen", "2250"], ["Lima", "15"]], notes="New.")


def hashes(content: bytes) -> list[tuple[str, str]]:
    """The hash of the canonical XML of each slide and its notes."""
    slides = pptx.Presentation(io.BytesIO(content)).slides
    return [(hashed(slide.element), hashed(slide.notes_slide.element)) for slide in slides]


def hashed(element: Any) -> str:
    return hashlib.sha256(etree.tostring(element, method="c14n")).hexdigest()


def titles(content: bytes) -> list[str]:
    return [slide.shapes.title.text_frame.text for slide in pptx.Presentation(io.BytesIO(content)).slides]


@pytest.mark.parametrize("theme", THEMES)
def test_the_other_slides_and_notes_stay_the_same(theme: Any) -> None:
    before = build_deck(DECK, theme=theme)
    after = replace_slide(before.main, 3, NEW, name="Water.pptx")
    assert (after.name, after.title) == ("Water.pptx", "Water")
    old, new = hashes(before.main), hashes(after.main)
    assert new[:2] + new[3:] == old[:2] + old[3:]
    assert new[2] != old[2]
    assert titles(after.main) == ["Water", "Part one", "Places", "Rain", "End"]
    assert [found for found in check_deck(after) if found.severity == "error"] == []


def test_the_slide_is_drawn_as_if_the_deck_had_been_made_with_it() -> None:
    edited = replace_slide(build_deck(DECK).main, 3, NEW)
    made = build_deck(DECK.model_copy(update={"slides": [DECK.slides[0], NEW, *DECK.slides[2:]]}))
    assert hashes(edited.main) == hashes(made.main)


def test_a_slide_that_continues_can_be_replaced_as_a_whole() -> None:
    long = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
    first = replace_slide(build_deck(DECK).main, 3, long)
    pages = len(titles(first.main)) - len(DECK.slides)
    assert pages > 1
    assert titles(first.main)[2:4] == ["Much", "Much (2)"]
    second = replace_slide(first.main, 3, DECK.slides[1], pages=pages)
    assert hashes(second.main) == hashes(build_deck(DECK).main)


def test_the_same_edit_gives_the_same_bytes() -> None:
    before = build_deck(DECK).main
    assert replace_slide(before, 4, NEW) == replace_slide(before, 4, NEW)


def test_a_deck_from_another_program_is_edited_in_its_own_look() -> None:
    deck = pptx.Presentation()
    for number in range(3):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text_frame.text = f"Slide {number}"
        slide.placeholders[1].text_frame.text = "Words"
        slide.notes_slide.notes_text_frame.text = "Notes"
    before = saved(deck)
    after = replace_slide(before, 2, DECK.slides[1])
    assert titles(after.main) == ["Slide 0", "Facts", "Slide 2"]
    assert [hashes(after.main)[number] for number in (0, 2)] == [hashes(before)[number] for number in (0, 2)]


@pytest.mark.parametrize(("number", "pages"), [(0, 1), (6, 1), (-1, 1), (5, 2), (2, 0)])
def test_a_missing_slide_is_refused(number: int, pages: int) -> None:
    with pytest.raises(InvalidOption, match="The deck has 5 slides"):
        replace_slide(build_deck(DECK).main, number, NEW, pages=pages)


@pytest.mark.parametrize("content", [b"", b"no deck", b"PK\x03\x04 half"])
def test_bytes_that_are_not_a_deck_are_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="for deck: "):
        replace_slide(content, 1, NEW)


@pytest.mark.parametrize("behind", [1, 3, 5])
def test_a_slide_is_inserted_after_another_and_the_others_stay_the_same(behind: int) -> None:
    before = build_deck(DECK).main
    after = insert_slide(before, behind, NEW, name="Water.pptx")
    old, new = hashes(before), hashes(after.main)
    assert new[:behind] + new[behind + 1 :] == old
    assert titles(after.main)[behind] == "Places"
    assert [found for found in check_deck(after) if found.severity == "error"] == []


def test_a_slide_is_taken_out_and_the_others_stay_the_same() -> None:
    before = build_deck(DECK).main
    after = delete_slide(before, 4, name="Water.pptx")
    old, new = hashes(before), hashes(after.main)
    assert new == old[:3] + old[4:]
    assert (after.name, after.title) == ("Water.pptx", "Water")
    assert hashes(delete_slide(insert_slide(before, 2, NEW).main, 3).main) == old
    assert "chart" not in str(zipfile.ZipFile(io.BytesIO(after.main)).namelist())


def test_a_long_slide_is_taken_out_with_all_its_pages() -> None:
    long = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12)
    before = build_deck(DECK).main
    longer = insert_slide(before, 2, long).main
    pages = len(titles(longer)) - len(titles(before))
    assert pages > 1
    assert hashes(delete_slide(longer, 3, pages=pages).main) == hashes(before)


@pytest.mark.parametrize("number", [0, 6])
def test_a_missing_position_is_refused(number: int) -> None:
    before = build_deck(DECK).main
    with pytest.raises(InvalidOption, match="The deck has 5 slides"):
        insert_slide(before, number, NEW)
    with pytest.raises(InvalidOption, match="The deck has 5 slides"):
        delete_slide(before, number)
