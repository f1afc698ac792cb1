"""Decks for the tests, and ways to spoil them."""

import io
import zipfile
from collections.abc import Mapping

import pptx

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck

LESSON = DeckSpec(
    title="Photosynthesis",
    subtitle="How plants feed themselves",
    slides=[
        BulletsSlide(
            title="What it is", bullets=["Light becomes sugar", "Water & CO₂ go in"], notes="Ask first.\nThen tell."
        ),
        BulletsSlide(title="Where it happens", bullets=["In the <chloroplast>"]),
    ],
)


def drafted(content: bytes, name: str = "deck.pptx", title: str = "Deck") -> Draft:
    """A draft of these bytes, whatever they are."""
    return Draft("pptx", name, title, {name: content})


def respelled(content: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The package with some of its parts replaced, or added."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            if name not in parts:
                target.writestr(name, source.read(name))
        for name, part in parts.items():
            target.writestr(name, part)
    return made.getvalue()


def part_of(content: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(name)


def with_words(old: str, new: str) -> bytes:
    """The lesson, with words of its slides replaced."""
    content = build_deck(LESSON).main
    slides = {f"ppt/slides/slide{number}.xml": b"" for number in (1, 2, 3)}
    return respelled(content, {name: part_of(content, name).replace(old.encode(), new.encode()) for name in slides})


def saved(deck: "pptx.presentation.Presentation") -> bytes:
    made = io.BytesIO()
    deck.save(made)
    return made.getvalue()
