"""Decks for the tests, and ways to spoil them."""

import io
import zipfile
from collections.abc import Mapping

import pptx

from inkwright.artifacts.decks import DeckSpec, SlideSpec
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.pptx_builder import build_deck

LESSON = DeckSpec(
    title="Photosynthesis",
    subtitle="How plants feed themselves",
    slides=[
        SlideSpec(
            title="What it is", bullets=["Light becomes sugar", "Water & CO₂ go in"], notes="Ask first.\nThen tell."
        ),
        SlideSpec(title="Where it happens", bullets=["In the <chloroplast>"]),
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


def said(content: bytes) -> DeckSpec:
    """What a deck says, read by python-pptx from its placeholders alone."""
    opening, *pages = pptx.Presentation(io.BytesIO(content)).slides
    title, *subtitle = [shape.text_frame.text for shape in opening.placeholders]
    slides = []
    for page in pages:
        heading, body = page.placeholders
        notes = page.notes_slide.notes_text_frame if page.has_notes_slide else None
        slides.append(
            SlideSpec(
                title=heading.text_frame.text,
                bullets=[paragraph.text for paragraph in body.text_frame.paragraphs],
                notes=notes.text if notes else "",
            )
        )
    return DeckSpec(title=title, subtitle=subtitle[0] if subtitle else "", slides=slides)
