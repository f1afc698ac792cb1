"""Slides written one by one: as agreed, in order, and one that fails is told by its name."""

import re
from typing import Any

import pytest

from inkwright.artifacts.slides.contents import PageText
from inkwright.artifacts.slides.specs import BulletsSlide
from inkwright.authoring.outlines import DeckOutline, OutlineSlide
from inkwright.authoring.passages import Source
from inkwright.authoring.slide_writing import from_points, rewrite_slide, write_slides
from inkwright.authoring.writing import Unwritten
from inkwright.errors import InvalidOption, ModelUnavailable
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedModel
from tests.authoring.benches import Room, run, said

BULLETS = {"layout": "bullets", "title": "Mine", "bullets": ["Sea", "Clouds"], "notes": "It rises."}
TABLE = {"layout": "table", "title": "Mine", "header": ["Where", "mm"], "rows": [["Bergen", "2250"]], "notes": "Much."}


def titled(request: Request) -> str:
    """The title that a prompt asks for."""
    found = re.search(r"(?:exactly so: |一字不差）：)(.+)", str(request.messages[0]["content"]))
    assert found
    return found[1]


def bullets(request: Request) -> str:
    return said({**BULLETS, "bullets": [f"About {titled(request)}"]})


def test_the_title_is_as_agreed_whatever_the_model_writes() -> None:
    room = Room([said(BULLETS)])
    written = run(write_slides(room.bench(), "Rain", DeckOutline("Rain", (OutlineSlide("Where *it* comes from"),))))
    assert written.parts == (BulletsSlide(title="Where *it* comes from", bullets=["Sea", "Clouds"], notes="It rises."),)
    assert written.failed == ()
    assert room.told == ["1/1 Where *it* comes from"]


def test_an_agreed_layout_is_asked_for_and_agreed_notes_are_kept() -> None:
    room = Room([said(BULLETS), said(TABLE)])
    item = OutlineSlide("降雨量", ("卑尔根",), layout="table", notes="先问学生。")
    written = run(write_slides(room.bench("zh"), "", DeckOutline("雨", (item,))))
    (slide,) = written.parts
    assert slide is not None
    assert (slide.layout, slide.title, slide.notes) == ("table", "降雨量", "先问学生。")
    asked = room.prompts()[0]
    assert "版式：table" in asked
    assert "用户的要求：\n（无）" in asked


@pytest.mark.parametrize(
    ("bad", "feedback"),
    [
        ({**BULLETS, "notes": " "}, "The notes are missing"),
        ({"layout": "image", "title": "A", "image": "a.png", "notes": "n"}, "There is no picture"),
        ({**BULLETS, "layout": "poem"}, "layout is one of"),
        ({**BULLETS, "bullets": ["x" * 301]}, "300"),
        ({**BULLETS, "bullets": ["x"] * 13}, "12"),
    ],
)
def test_what_is_wrong_is_told_and_written_again(bad: dict[str, Any], feedback: str) -> None:
    room = Room([said(bad), said(BULLETS)])
    written = run(write_slides(room.bench(), "Rain", DeckOutline("Rain", (OutlineSlide("Where"),))))
    assert written.failed == ()
    assert feedback in room.prompts()[1]


def test_one_that_fails_is_told_by_its_name_and_the_others_are_kept() -> None:
    def answer(request: Request) -> str:
        return "I cannot." if titled(request) == "Two" else bullets(request)

    room = Room(answer)
    outline = DeckOutline("Rain", (OutlineSlide("One"), OutlineSlide("Two", ("sea",)), OutlineSlide("Three")))
    written = run(write_slides(room.bench(), "", outline))
    assert [part.title if part else None for part in written.parts] == ["One", None, "Three"]
    ((at, name),) = [(each.at, each.name) for each in written.failed]
    assert (at, name) == (1, "Two")
    assert isinstance(written.failed[0], Unwritten)
    assert sorted(line.split(" ", 1)[1] for line in room.told) == ["One", "Three", "could not be written: Two"]


def test_an_error_of_the_model_passes() -> None:
    def answer(request: Request) -> Any:
        return ModelUnavailable(model="m", problem="down") if titled(request) == "S3" else bullets(request)

    outline = DeckOutline("Rain", tuple(OutlineSlide(f"S{number}") for number in range(8)))
    with pytest.raises(ModelUnavailable):
        run(write_slides(Room(answer).bench(), "", outline))


def test_thirty_slides_are_written_in_order_and_told_one_by_one() -> None:
    room = Room(bullets)
    outline = DeckOutline("雨", tuple(OutlineSlide(f"第 {number} 点") for number in range(1, 31)))
    written = run(write_slides(room.bench("zh"), "", outline))
    assert [part.title if part else "" for part in written.parts] == [slide.title for slide in outline.slides]
    assert len(room.told) == 30
    assert {line.split("/")[0] for line in room.told} == {str(number) for number in range(1, 31)}


def test_each_slide_sees_what_the_sources_say_of_it() -> None:
    room = Room(bullets)
    sources = [Source("a.md", "Bergen has rain.\n\n" + "Lima is dry. " * 2_000)]
    run(write_slides(room.bench(sources=sources), "", DeckOutline("Rain", (OutlineSlide("Bergen rain"),))))
    assert "Bergen has rain." in room.prompts()[0]
    assert len(room.prompts()[0]) < 35_000


def test_a_weak_model_is_not_asked() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    written = run(write_slides(room.bench(), "", DeckOutline("Rain", (OutlineSlide("Where", ("sea",)),))))
    assert written.parts == (None,)
    assert [(each.at, each.name) for each in written.failed] == [(0, "Where")]
    page = PageText("Where", "bullets", ("sea",), "", has_picture=False)
    with pytest.raises(InvalidOption, match="too weak to write"):
        run(rewrite_slide(room.bench(), page, "shorter", ["1. Where"]))


def test_a_slide_is_rewritten_from_what_it_says() -> None:
    room = Room([said(BULLETS)])
    page = PageText("Where", "cards", ("The sea is wide",), "Ask first.", has_picture=False)
    slide = run(rewrite_slide(room.bench(), page, "shorter", ["1. Rain", "2. Where"]))
    assert slide.title == "Mine"
    asked = room.prompts()[0]
    assert all(part in asked for part in ("- The sea is wide", "Ask first.", "shorter", "2. Where", "layout: bullets"))


def test_agreed_points_make_a_slide_where_they_can() -> None:
    item = OutlineSlide("Where", ("Sea", "x" * 700))
    slide = from_points(item)
    assert slide == BulletsSlide(
        title="Where",
        bullets=["Sea", "x" * 300, "x" * 300, "x" * 100],
        notes="\n".join(slide.bullets),  # type: ignore[union-attr, arg-type]
    )
    assert from_points(OutlineSlide("Where")) is None
    assert from_points(OutlineSlide("Where", ("Sea",), layout="table")) is None
    assert from_points(OutlineSlide("Where", ("Sea",) * 13)) is None
