"""The sample decks of the gallery as LibreOffice shows them: text in its boxes, slides full, colours apart."""

import asyncio
from pathlib import Path

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.pages.judging import judge_decks
from inkwright.artifacts.pages.office import Office
from inkwright.artifacts.pptx_checks import check_deck
from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.reading import read_deck
from inkwright.artifacts.slides.themes import THEMES

GALLERY = Path(__file__).resolve().parents[3] / "docs" / "gallery"


def drafts(language: str) -> dict[str, Draft]:
    name = f"sample.{language}.yaml"
    spec = read_deck((GALLERY / name).read_text(encoding="utf-8"), name)
    images = {"leaf.png": (GALLERY / "leaf.png").read_bytes()}
    return {theme: build_deck(spec, theme=theme, images=images) for theme in THEMES}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sample_deck_looks_right_in_every_theme(office: Office, language: str) -> None:
    made = drafts(language)
    assert {theme: check_deck(draft, "en") for theme, draft in made.items()} == {theme: [] for theme in THEMES}
    seen = asyncio.run(judge_decks(list(made.values()), "en", office=office))
    assert dict(zip(made, seen, strict=True)) == {theme: [] for theme in THEMES}


def test_the_gallery_has_a_small_sheet_of_every_theme_and_language() -> None:
    sheets = {path.name: path.stat().st_size for path in GALLERY.glob("*.jpg")}
    assert set(sheets) >= {f"{theme}.{language}.jpg" for theme in THEMES for language in ("en", "zh")}
    assert [name for name, size in sheets.items() if size > 90_000] == []
