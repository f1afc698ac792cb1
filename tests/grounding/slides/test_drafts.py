"""Sections of a single sentence share a slide with a neighbour, or are left out."""

from inkwright.artifacts.slides.fields import as_bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import Slide
from inkwright.grounding.slides.deck import StudyDeckOptions, deck_from
from tests.grounding.quiz_texts import read

LONE = (
    "# Rivers\n\n## Source\n\nThe Rhine begins in Switzerland as two streams.\n\n"
    "## Mouth\n\nThe Rhine ends in Rotterdam.\n"
)
FULL = "The Danube is a river. The Danube begins in Germany. The Danube ends in Romania. The Danube is long.\n"


def made(text: str) -> list[Slide]:
    return deck_from(read(text), StudyDeckOptions(""))[0].slides


def test_two_sections_of_one_sentence_share_a_slide_under_both_headings() -> None:
    [slide] = made(LONE)
    assert isinstance(slide, BulletsSlide)
    assert slide.title == "Source · Mouth"
    assert [(point.text, point.children) for point in map(as_bullet, slide.bullets)] == [
        ("Source", ["The Rhine begins in Switzerland as two streams."]),
        ("Mouth", ["The Rhine ends in Rotterdam."]),
    ]


def test_a_sentence_alone_beside_a_list_is_no_slide() -> None:
    text = (
        f"# Rivers\n\n## Danube\n\n{FULL}\n## Towns\n\nVienna is on the Danube.\n\nTowns on it are:\n\n- Ulm\n- Linz\n"
    )
    assert [(slide.layout, slide.title) for slide in made(text)] == [("bullets", "Danube"), ("bullets", "Towns")]


def test_a_text_of_one_sentence_is_still_a_slide() -> None:
    [slide] = made("# Rain\n\n## Why\n\nRain falls from clouds that are heavy with water.\n")
    assert slide.title == "Why"
