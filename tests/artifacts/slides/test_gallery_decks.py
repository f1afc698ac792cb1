"""The sample decks of the gallery as LibreOffice shows them: text inside its boxes, full slides, enough contrast."""

import asyncio
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.rendering.office import Office
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES

GALLERY = Path(__file__).resolve().parents[3] / "docs" / "gallery"


def drafts(language: str) -> dict[str, Draft]:
    name = f"sample.{language}.yaml"
    spec = load_deck((GALLERY / name).read_text(encoding="utf-8"), name)
    images = {"leaf.png": (GALLERY / "leaf.png").read_bytes()}
    return {theme: build_deck(spec, theme=theme, images=images) for theme in THEMES}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sample_deck_looks_right_in_every_theme(office: Office, language: str) -> None:
    made = drafts(language)
    assert {theme: check_deck(draft) for theme, draft in made.items()} == {theme: [] for theme in THEMES}
    seen = asyncio.run(check_rendered_decks(list(made.values()), office=office))
    assert dict(zip(made, seen, strict=True)) == {theme: [] for theme in THEMES}


FEW = [
    {"heading": "Rain", "points": ["It falls"]},
    {"heading": "Snow", "points": ["It lies", "It melts"]},
    {"heading": "冰雹", "points": [f"第 {number} 点：有时很大" for number in range(1, 9)]},
    {"heading": "An address", "points": ["See https://example.org/a/very/long/address/without/any/gap"]},
]


def test_short_or_unequal_sides_do_not_look_empty(office: Office) -> None:
    pairs = [*combinations_with_replacement(FEW, 2)]
    slides = [{"layout": "comparison", "title": "Two sides", "left": one, "right": other} for one, other in pairs]
    slides += [
        {"layout": "two_columns", "title": "Two lists", "left": one["points"], "right": other["points"]}
        for one, other in pairs
    ]
    spec = DeckSpec.model_validate({"title": "Sides", "slides": slides})
    made = {theme: build_deck(spec, theme=theme) for theme in THEMES}
    seen = asyncio.run(check_rendered_decks(list(made.values()), office=office))
    assert dict(zip(made, seen, strict=True)) == {theme: [] for theme in THEMES}


def test_the_gallery_has_a_small_sheet_of_every_theme_and_language() -> None:
    sheets = {path.name: path.stat().st_size for path in GALLERY.glob("*.jpg")}
    assert set(sheets) >= {f"{theme}.{language}.jpg" for theme in THEMES for language in ("en", "zh")}
    assert [name for name, size in sheets.items() if size > 90_000] == []
