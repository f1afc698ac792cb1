"""What a slide was drawn from is kept in it, and nothing else is believed."""

import io
import json
from typing import Any

import pptx
import pytest

from inkwright.artifacts.slides.descriptions import TitleSlide, deck_slides, describe_slide, read_description
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck

LONG = [f"{number} " + "Rain falls on the hills. " * 6 for number in range(12)]
DECK = DeckSpec(
    title="水 **Water**",
    subtitle="for all",
    slides=[
        BulletsSlide(title="Rain\u200b 雨", bullets=["It falls", "它落下"], notes='"quoted" <b> & \u2028'),
        BulletsSlide(title="Long", bullets=[*LONG]),
        BulletsSlide(title="Long (2)", bullets=["A slide of its own"]),
    ],
)


def opened(content: bytes) -> Any:
    return pptx.Presentation(io.BytesIO(content))


def test_every_slide_says_what_it_was_drawn_from_also_after_the_file_was_saved_again() -> None:
    deck = opened(build_deck(DECK).main)
    again = io.BytesIO()
    deck.save(again)
    found = [each.description for each in deck_slides(opened(again.getvalue()))]
    assert found == [TitleSlide(title=DECK.title, subtitle="for all"), *DECK.slides]


def test_a_slide_with_the_title_of_a_continuation_is_a_slide_of_its_own() -> None:
    slides = deck_slides(opened(build_deck(DECK).main))
    assert [each.title for each in slides][2:] == ["Long", "Long (2)"]
    assert slides[2].pages > 1
    assert slides[3].number == slides[2].number + slides[2].pages


@pytest.mark.parametrize(
    "written",
    [
        *("", "x", "[1]", "null", "3", '{"layout": "no such layout"}', '{"layout": "bullets"}', '{"title": ""}'),
        *("[" * 100_000, json.dumps({"title": "x", "other": 1}), '{"title": "' + "x" * 5_000_000 + '"}'),
    ],
)
def test_a_description_that_is_damaged_or_says_something_else_is_none(written: str) -> None:
    slide = opened(build_deck(DECK).main).slides[1]
    describe_slide(slide, BulletsSlide(title="x", bullets=["y"]))
    for element in slide._element.iter("{urn:inkwright:slide}slide"):
        element.text = written
    assert read_description(slide) is None
