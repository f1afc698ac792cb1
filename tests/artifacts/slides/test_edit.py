"""Slides replaced, inserted, deleted, moved and copied; decks in another look. The XML of other slides stays."""

import hashlib
import io
from typing import Any

import pptx
import pytest
from lxml import etree
from PIL import Image

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.edit import (
    arrange_slides,
    deck_theme,
    replace_slide,
    restyle_deck,
)
from inkwright.artifacts.slides.layouts.charts import ChartSeries, ChartSlide
from inkwright.artifacts.slides.layouts.images import ImageSlide
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
    long = BulletsSlide(title="Long", bullets=[f"{n} " + "Rain falls on the hills. " * 6 for n in range(12)])
    deck = build_deck(DeckSpec(title="Water", slides=[long, BulletsSlide(title="End", bullets=["x"])]))
    pages = len(titles(deck.main)) - 2
    assert pages > 1
    moved = titles(arrange_slides(deck.main, [1, 2 + pages, 2]).main)
    assert moved == ["Water", "End", "Long", *(f"Long ({n})" for n in range(2, pages + 1))]
    with pytest.raises(InvalidOption):
        arrange_slides(deck.main, [1, 3])


@pytest.mark.parametrize("theme", THEMES)
def test_a_deck_is_drawn_again_in_any_theme_with_all_that_it_says(theme: Any) -> None:
    before = build_deck(DECK, theme="paper")
    after = restyle_deck(before.main, theme, name="Water.pptx")
    assert deck_theme(pptx.Presentation(io.BytesIO(after.main))) == theme
    assert (after.name, after.title, titles(after.main)) == ("Water.pptx", "Water", titles(before.main))
    assert after.main == build_deck(DECK, theme=theme).main
    assert check_deck(after) == check_deck(before)


def test_a_deck_takes_the_look_of_a_template_and_can_still_be_arranged_and_given_a_theme() -> None:
    template = pptx.Presentation()
    drawn = restyle_deck(build_deck(DECK).main, saved(template))
    assert deck_theme(pptx.Presentation(io.BytesIO(drawn.main))) is None
    arranged = arrange_slides(drawn.main, [1, 3, 3])
    assert titles(arranged.main) == ["Water", "Facts", "Facts"]
    assert titles(restyle_deck(arranged.main, "night").main) == ["Water", "Facts", "Facts"]


def test_pictures_go_along_into_another_look_and_into_copies() -> None:
    images = {name: picture(colour) for name, colour in (("a.png", "red"), ("b.png", "blue"))}
    slides = [ImageSlide(title=name, image=name, alt=name) for name in images]
    deck = build_deck(DeckSpec(title="Pictures", slides=[*slides]), images=images)
    copied = restyle_deck(arrange_slides(deck.main, [1, 3, 2, 3]).main, "bold")
    shown = [
        shape.image.blob
        for page in pptx.Presentation(io.BytesIO(copied.main)).slides
        for shape in page.shapes
        if hasattr(shape, "image")
    ]
    assert shown == [images["b.png"], images["a.png"], images["b.png"]]


def test_a_deck_of_another_program_is_moved_but_not_copied_or_restyled() -> None:
    foreign = pptx.Presentation()
    for title in ("One", "Two"):
        foreign.slides.add_slide(foreign.slide_layouts[1]).shapes.title.text = title
    content = saved(foreign)
    assert titles(arrange_slides(content, [2, 1]).main) == ["Two", "One"]
    with pytest.raises(InvalidOption):
        arrange_slides(content, [1, 1])
    with pytest.raises(InvalidOption):
        restyle_deck(content, "night")


def picture(colour: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(made, "PNG")
    return made.getvalue()
