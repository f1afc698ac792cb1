"""The title page with a picture: in every theme, from Markdown, and drawn again in another look."""

import io
from typing import Any

import pptx
import pytest

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.edit import restyle_deck
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.load import deck_from_markdown
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.slides.sample_slides import ALL_THEMES, picture, written_picture

IMAGES = {"sea.png": picture(600, 400), "a.png": picture(800, 600)}
DECK = DeckSpec.model_validate(
    {
        "title": "Tides",
        "subtitle": "Twice a day",
        "author": "Ann",
        "image": "sea.png",
        "alt": "The sea",
        "slides": [
            {"layout": "full_picture", "title": "The sea", "image": "a.png", "alt": "Waves"},
            {
                "layout": "gallery",
                "title": "Two coasts",
                "pictures": [{"image": "a.png", "alt": "A"}, {"image": written_picture(), "alt": "B"}],
            },
        ],
    }
)


def opened(content: bytes) -> Any:
    return pptx.Presentation(io.BytesIO(content))


@ALL_THEMES
def test_the_picture_fills_one_side_of_the_title_page(theme: ThemeName) -> None:
    draft = build_deck(DECK, theme=theme, images=IMAGES)
    assert check_deck(draft) == []
    page = opened(draft.main).slides[0]
    [shown] = [shape for shape in page.placeholders if hasattr(shape, "image")]
    assert (page.slide_layout.name, shown.image.blob) == ("Title with picture", IMAGES["sea.png"])
    assert (shown.top, shown.height) == (0, opened(draft.main).slide_height)


def test_every_picture_of_a_deck_is_there_in_another_look() -> None:
    made = build_deck(DECK, images=IMAGES).main
    again = opened(restyle_deck(made, "night").main)
    pictures = [[shape.image.blob for shape in page.shapes if hasattr(shape, "image")] for page in again.slides]
    assert pictures == [[IMAGES["sea.png"]], [IMAGES["a.png"]], [IMAGES["a.png"], picture()]]


@pytest.mark.parametrize(("source", "named"), [("sea.png", "sea.png"), ("https://example.org/sea.png", "")])
def test_the_front_matter_may_name_the_picture(source: str, named: str) -> None:
    assert deck_from_markdown(f"---\ntitle: Tides\nimage: {source}\n---\n## A\n- b").image == named
