"""Any deck fits its slides: decks of all kinds are rendered and the pages checked."""

import asyncio
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.rendering.office import Office
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.faults.valid_decks import PHRASES, THEMES, WORDS

BATCH = 5
LONG = (
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "https://example.org/a/very/long/address/without/any/gap",
    "x" * 60,
)


def texts(most: int, language: str) -> st.SearchStrategy[str]:
    """A text of at most so many characters: English, Chinese or both, at times with a word that hardly fits a line."""
    words = {"en": WORDS, "zh": PHRASES, "mixed": [*WORDS, *PHRASES]}[language]
    gap = "" if language == "zh" else " "
    pool = [*words, "，", "。"] if language == "zh" else [*words * 3, *LONG]

    def written(count: int, chance: random.Random) -> str:
        return gap.join([words[0], *chance.choices(pool, k=count)])[:most].strip()

    # Seeded, because texts that are drawn piece by piece are mostly short and alike.
    return st.builds(written, st.integers(1, 24), st.randoms(use_true_random=True))


def slides(language: str) -> st.SearchStrategy[dict[str, Any]]:
    """Slides of every layout whose contents may be too much or too little."""
    short, line, cell = texts(60, language), texts(300, language), texts(40, language)
    points = st.lists(line, min_size=1, max_size=8)
    side = st.fixed_dictionaries({"heading": short, "points": points})
    bodies: list[dict[str, st.SearchStrategy[Any]]] = [
        {"layout": st.just("bullets"), "bullets": st.lists(line, min_size=1, max_size=12)},
        {"layout": st.just("bullets"), "bullets": st.lists(short, min_size=1, max_size=12)},
        {"layout": st.just("agenda"), "items": st.lists(short, min_size=2, max_size=10)},
        {"layout": st.just("two_columns"), "left": points, "right": points},
        {"layout": st.just("comparison"), "left": side, "right": side},
        {"layout": st.just("process"), "steps": st.lists(step(language), min_size=2, max_size=7)},
        {"layout": st.just("icons"), "items": st.lists(icon_item(language), min_size=2, max_size=12)},
        {"layout": st.just("quote"), "quote": texts(600, language), "source": short},
        {"layout": st.just("closing"), "message": line},
    ]
    titled = [st.fixed_dictionaries({"title": texts(120, language), **body}) for body in bodies]
    return st.one_of(*titled, tables(cell, texts(120, language)))


def step(language: str) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries({"heading": texts(40, language), "text": texts(120, language)})


def icon_item(language: str) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries(
        {"icon": st.just("leaf"), "heading": texts(80, language), "text": texts(300, language)}
    )


@st.composite
def tables(draw: st.DrawFn, cell: st.SearchStrategy[str], title: st.SearchStrategy[str]) -> dict[str, Any]:
    """Tables, wide and long ones too."""
    columns, rows = draw(st.integers(2, 8)), draw(st.integers(1, 20))
    row = st.lists(cell, min_size=columns, max_size=columns)
    return {"layout": "table", "title": draw(title), "header": draw(row), "rows": [draw(row) for _ in range(rows)]}


@dataclass(frozen=True, slots=True, repr=False)
class Written:
    """What a deck says; too long to be shown whole."""

    said: dict[str, Any]
    theme: ThemeName

    def __repr__(self) -> str:
        return f"Written({self.said['title'][:30]!r}, {self.theme!r})"

    def draft(self) -> Draft:
        return build_deck(DeckSpec.model_validate(self.said), theme=self.theme)


@st.composite
def decks(draw: st.DrawFn) -> Written:
    language = draw(st.sampled_from(["en", "zh", "mixed"]))
    said = {
        "title": draw(texts(120, language)),
        "subtitle": draw(texts(200, language)),
        "slides": draw(st.lists(slides(language), min_size=2, max_size=5)),
    }
    return Written(said, draw(st.sampled_from(THEMES)))


def flaws_of(written: list[Written], office: Office) -> dict[str, list[str]]:
    """What is wrong with each of the decks, in the file or on the page."""
    drafts = [each.draft() for each in written]
    found = [[each for each in check_deck(draft) if each.severity == "error"] for draft in drafts]
    on_pages = asyncio.run(check_rendered_decks(drafts, office=office))
    told = [
        [each.location.text("en") + ": " + each.message("en") for each in (*ours, *theirs)]
        for ours, theirs in zip(found, on_pages, strict=True)
    ]
    return {repr(deck): each for deck, each in zip(written, told, strict=True) if each}


# To shrink a deck would mean to render hundreds of them.
ONCE = {"phases": [Phase.explicit, Phase.reuse, Phase.generate], "suppress_health_check": list(HealthCheck)}


@settings(max_examples=2, **ONCE)  # type: ignore[arg-type]  # a mapping for two calls
@given(written=st.lists(decks(), min_size=BATCH, max_size=BATCH))
def test_ten_decks_fit(written: list[Written], office: Office) -> None:
    assert flaws_of(written, office) == {}


@pytest.mark.soak
@settings(max_examples=60, **ONCE)  # type: ignore[arg-type]  # as above
@given(written=st.lists(decks(), min_size=BATCH, max_size=BATCH))
def test_three_hundred_decks_fit(written: list[Written], office: Office) -> None:
    assert flaws_of(written, office) == {}
