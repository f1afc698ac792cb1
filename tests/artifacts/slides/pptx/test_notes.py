"""Notes of slides: a page for each, also where the notes master of the deck has no placeholder for text."""

import io
from typing import Any

import pptx

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.edit import replace_slide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.user_templates.templates import build_from_template
from tests.artifacts.sample_decks import saved

DECK = DeckSpec(
    title="Rivers",
    slides=[
        BulletsSlide(title="Springs", bullets=["They rise"], notes="Ask first.\nThen tell."),
        BulletsSlide(title="Mouths", bullets=["They end"], notes="Show the map."),
    ],
)


def notes_of(content: bytes) -> list[str]:
    return [slide.notes_slide.notes_text_frame.text for slide in pptx.Presentation(io.BytesIO(content)).slides]


def pages_of(content: bytes) -> list[Any]:
    return [slide.notes_slide.part for slide in pptx.Presentation(io.BytesIO(content)).slides]


def test_every_slide_has_notes_of_its_own() -> None:
    content = build_deck(DECK).main
    assert notes_of(content) == ["Rivers", "Ask first.\nThen tell.", "Show the map."]
    names = [str(part.partname) for part in pages_of(content)]
    assert names == [f"/ppt/notesSlides/notesSlide{number}.xml" for number in (1, 2, 3)]


def test_the_notes_of_a_replaced_slide_take_an_unused_name() -> None:
    content = build_deck(DECK).main
    for words in ("first", "second"):
        content = replace_slide(content, 2, BulletsSlide(title="New", bullets=["a"], notes=words)).main
    assert notes_of(content) == ["Rivers", "second", "Show the map."]
    assert len({str(part.partname) for part in pages_of(content)}) == 3


def test_notes_are_added_although_the_template_has_no_placeholder_for_them() -> None:
    template = pptx.Presentation()
    for place in list(template.notes_master.placeholders):
        place.element.getparent().remove(place.element)
    draft = build_from_template(saved(template), DECK)
    assert notes_of(draft.main) == ["Rivers", "Ask first.\nThen tell.", "Show the map."]
    assert [found.message("en") for found in check_deck(draft) if found.severity == "error"] == []
