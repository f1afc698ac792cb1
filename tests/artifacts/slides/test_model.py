"""Descriptions of decks: length limits, layouts, and messages that say what to fix."""

import base64
import json
from typing import Any

import jsonschema_rs
import pytest
from pydantic import ValidationError

from inkwright.artifacts.slides.fields import Bullet, as_bullet
from inkwright.artifacts.slides.layout_registry import layouts
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.model import DeckSpec
from tests.each import each

PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()

SLIDES: dict[str, dict[str, Any]] = {
    "agenda": {"items": ["One", "Two"]},
    "section": {"subtitle": "and more"},
    "bullets": {"bullets": ["a", {"text": "b", "children": ["c"]}]},
    "two_columns": {"left": ["a"], "right": [{"text": "b"}]},
    "comparison": {"left": {"heading": "Ice", "points": ["cold"]}, "right": {"heading": "Fire", "points": ["hot"]}},
    "table": {"header": ["a", "b"], "rows": [["1", ""]], "caption": "c"},
    "chart": {"kind": "line", "categories": ["x", "y"], "series": [{"name": "s", "values": [1, 2.5]}], "unit": "mm"},
    "big_number": {"number": "71 %", "label": "of it", "detail": "is water"},
    "quote": {"quote": "To be", "source": "Hamlet"},
    "image": {"image": "img/leaf.png", "alt": "a leaf", "bullets": ["green"]},
    "process": {"steps": [{"heading": "first"}, {"heading": "then", "text": "more"}], "style": "timeline"},
    "icons": {"items": [{"icon": "leaf", "heading": "a"}, {"icon": "sun", "heading": "b", "text": "c"}]},
    "code": {"language": "python", "code": "def f():\n\treturn 1\n"},
    "formula": {"formula": "E = mc^2", "explanation": ["E is energy"]},
    "closing": {"message": "Bye", "points": ["Read on"]},
}


def slide(layout: str, **fields: Any) -> dict[str, Any]:
    return {"layout": layout, "title": "T", **SLIDES[layout], **fields}


def problems_of(*slides: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as caught:
        DeckSpec.model_validate({"title": "T", "slides": slides})
    return [(error["loc"][1:], error["msg"]) for error in caught.value.errors()]


@each("layout", SLIDES)
def test_every_layout_survives_a_round_trip(layout: str) -> None:
    deck = DeckSpec.model_validate({"title": "T", "slides": [slide(layout)]})
    assert deck.slides[0].layout == layout
    assert DeckSpec.model_validate_json(deck.model_dump_json()) == deck


@each("layout", SLIDES)
def test_the_schema_that_a_model_sees_takes_every_layout(layout: str) -> None:
    assert jsonschema_rs.is_valid(DeckSpec.model_json_schema(), {"title": "T", "slides": [slide(layout)]})


def test_a_slide_that_names_no_layout_has_bullets() -> None:
    deck = DeckSpec.model_validate({"title": "T", "slides": [{"title": "S", "bullets": ["b"]}]})
    assert deck.slides == [BulletsSlide(title="S", bullets=["b"])]
    assert jsonschema_rs.is_valid(
        DeckSpec.model_json_schema(), {"title": "T", "slides": [{"title": "S", "bullets": ["b"]}]}
    )


def test_an_unknown_layout_is_refused_with_the_known_ones() -> None:
    told = "A slide is an object whose layout is one of: " + ", ".join(each.name for each in layouts())
    assert problems_of({"layout": "poem", "title": "T"}, "words", {"layout": ["x"]}) == [
        ((0,), told),
        ((1,), told),
        ((2,), told),
    ]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"title": "\u200b"}, ("title",)),
        ({"title": "x" * 121}, ("title",)),
        ({"bullets": []}, ("bullets",)),
        ({"bullets": ["x"] * 13}, ("bullets",)),
        ({"bullets": ["x", "x" * 301]}, ("bullets", 1, "text")),
        ({"bullets": ["x", " \x00 "]}, ("bullets", 1, "text")),
        ({"bullets": [{"text": "x", "children": ["y"] * 6}]}, ("bullets", 0, "bullet", "children")),
        ({"bullets": [{"text": "x", "children": [{"text": "deep"}]}]}, ("bullets", 0, "bullet", "children", 0)),
        ({"notes": "x" * 10_001}, ("notes",)),
        ({"colour": "red"}, ("colour",)),
    ],
)
def test_a_slide_has_length_limits(fields: dict[str, Any], path: tuple[str | int, ...]) -> None:
    assert [place for place, _ in problems_of(slide("bullets", **fields))] == [(0, "bullets", *path)]


@each(
    ("given", "told"),
    [
        (slide("table", rows=[["1", "2"], ["3"]]), "row 2 has 1 cell, but the header has 2"),
        (slide("chart", series=[{"values": [1]}]), "series 1 has 1 value for 2 categories"),
        (slide("chart", kind="pie", series=[{"values": [1, 2]}] * 2), "a pie can have only one series"),
        (slide("chart", kind="pie", series=[{"values": [1, -2]}]), "the slices of a pie must not be negative"),
        (
            slide("chart", kind="pie", categories=["c"] * 9, series=[{"values": [1] * 9}]),
            "a pie can have 2 to 8 slices; use bar for 9 categories",
        ),
        (slide("chart", series=[{"values": [1, float("nan")]}]), "finite number"),
        (slide("code", code="\n".join("x" * 41)), "it has 41 lines, but at most 40 fit"),
        (slide("code", code="x" * 161), "a line has 161 characters, but at most 160 fit"),
        (slide("code", code=" \n"), "it must not be blank"),
        (slide("image", image="/etc/passwd.png"), "plain name of an image file"),
        (slide("image", image="../leaf.png"), "plain name of an image file"),
        (slide("image", image="leaf.svg"), "must end in .png, .jpg, .jpeg or .gif"),
        (slide("image", image="https://example.com/leaf.png"), "plain name of an image file"),
        (slide("image", image="data:image/svg+xml;base64,AAAA"), "an image must be written as data:image/png;base64"),
        (slide("image", image="data:image/png;base64,*"), "the image is not valid base64"),
        (slide("image", image="data:image/png;base64,"), "the image is empty"),
    ],
)
def test_fields_that_contradict_each_other_are_explained(given: dict[str, Any], told: str) -> None:
    [(_, message)] = problems_of(given)
    assert told in message


def test_a_picture_may_be_embedded_in_the_deck() -> None:
    deck = DeckSpec.model_validate({"title": "T", "slides": [slide("image", image=PNG)]})
    assert json.loads(deck.model_dump_json())["slides"][0]["image"] == PNG


@pytest.mark.parametrize("count", [0, 61])
def test_a_deck_has_one_to_sixty_slides(count: int) -> None:
    with pytest.raises(ValidationError):
        DeckSpec(title="T", slides=[BulletsSlide(title="S", bullets=["b"])] * count)


def test_texts_are_tidied() -> None:
    tidy = BulletsSlide(title=" a\n b\x07\ud800 ", bullets=["\tc\u2028d"], notes="\n one \r\n\r\n two\x0bthree \n")
    assert (tidy.title, tidy.bullets, tidy.notes) == ("a b", ["c d"], "one\n\ntwo\nthree")


def test_numbers_in_tables_need_no_quotes() -> None:
    table = TableSlide.model_validate({"title": "T", "header": ["year", 2024], "rows": [["rain", 3.5]]})
    assert (table.header, table.rows) == (["year", "2024"], [["rain", "3.5"]])


def test_a_text_is_a_bullet_without_children() -> None:
    assert as_bullet("a") == as_bullet(Bullet(text="a")) == Bullet(text="a", children=[])
