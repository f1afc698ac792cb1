"""Decks: planned from a brief, written slide by slide, and fixed."""

import io
import re
from typing import Any

import pptx
import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.slides.deck_pages import DeckPage
from inkwright.artifacts.slides.layouts.images import ImageSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.authoring.deck_writer import (
    fix_deck,
    fix_slide_edit,
    plan_deck,
    rewrite_slide,
    slide_from_points,
    write_slides,
)
from inkwright.authoring.outlines import DeckOutline, OutlineSlide
from inkwright.authoring.parts import WriteFailure
from inkwright.clock import SystemClock
from inkwright.errors import GaveUp, InvalidOption, ModelBusy, ModelUnavailable
from inkwright.grounding.source import Source
from inkwright.i18n import text
from inkwright.ids import TimedIds
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedModel
from inkwright.testing.memory_vault import MemoryVault
from tests.authoring.author_contexts import Room, run, said


def test_a_brief_becomes_an_outline() -> None:
    plan = {"slides": [{"title": "雨从哪里来", "key_points": ["海洋"], "layout": "process"}]}
    room = Room([said(plan)], language="zh")
    found = run(plan_deck(room.bench("zh", [Source("笔记.md", "海水蒸发。")]), "雨", "给五年级"))
    assert found == DeckOutline("雨", (OutlineSlide("雨从哪里来", ("海洋",), layout="process"),))
    assert all(part in room.prompts()[0] for part in ("“雨”", "给五年级", "海水蒸发。"))
    assert room.told == ["大纲：1 张幻灯片"]


def test_a_plan_with_images_or_too_many_slides_is_rejected() -> None:
    many = {"slides": [{"title": "A", "key_points": ["x"]}] * 31}
    picture = {"slides": [{"title": "A", "key_points": ["x"], "layout": "image"}]}
    room = Room([said(many), said(picture), "no"])
    with pytest.raises(GaveUp):
        run(plan_deck(room.bench(), "Rain", "all of it"))
    assert "at most 30 items" in room.prompts()[1]


BULLETS = {"layout": "bullets", "title": "Mine", "bullets": ["Sea", "Clouds"], "notes": "It rises."}
TABLE = {"layout": "table", "title": "Mine", "header": ["Where", "mm"], "rows": [["Bergen", "2250"]], "notes": "Much."}


def titled(request: Request) -> str:
    """Return the title that a prompt asks for."""
    found = re.search(r"(?:exactly so: |一字不差）：)(.+)", str(request.messages[0]["content"]))
    assert found
    return found[1]


def bullets(request: Request) -> str:
    return said({**BULLETS, "bullets": [f"About {titled(request)}"]})


def test_the_agreed_title_replaces_that_of_the_model() -> None:
    room = Room([said(BULLETS)])
    written = run(write_slides(room.bench(), "Rain", DeckOutline("Rain", (OutlineSlide("Where *it* comes from"),))))
    assert written.parts == (BulletsSlide(title="Where *it* comes from", bullets=["Sea", "Clouds"], notes="It rises."),)
    assert written.failed == ()
    assert room.told == ["1/1 Where *it* comes from"]


def test_an_agreed_layout_is_requested_and_agreed_notes_stay() -> None:
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
        ({"layout": "image", "title": "A", "image": "a.png", "notes": "n"}, "There is no image"),
        ({**BULLETS, "layout": "poem"}, "layout is one of"),
        ({**BULLETS, "bullets": ["x" * 301]}, "300"),
        ({**BULLETS, "bullets": ["x"] * 13}, "12"),
    ],
)
def test_a_rejected_slide_is_written_again_with_feedback(bad: dict[str, Any], feedback: str) -> None:
    room = Room([said(bad), said(BULLETS)])
    written = run(write_slides(room.bench(), "Rain", DeckOutline("Rain", (OutlineSlide("Where"),))))
    assert written.failed == ()
    assert feedback in room.prompts()[1]


def test_a_failed_slide_is_reported_by_name_and_the_others_stay() -> None:
    def answer(request: Request) -> str:
        return "I cannot." if titled(request) == "Two" else bullets(request)

    room = Room(answer)
    outline = DeckOutline("Rain", (OutlineSlide("One"), OutlineSlide("Two", ("sea",)), OutlineSlide("Three")))
    written = run(write_slides(room.bench(), "", outline))
    assert [part.title if part else None for part in written.parts] == ["One", None, "Three"]
    ((at, name),) = [(each.at, each.name) for each in written.failed]
    assert (at, name) == (1, "Two")
    assert isinstance(written.failed[0], WriteFailure)
    assert sorted(line.split(" ", 1)[1] for line in room.told) == ["One", "Three", "could not be written: Two"]


def test_a_model_error_is_raised_while_slides_are_written() -> None:
    def answer(request: Request) -> Any:
        return ModelUnavailable(model="m", problem="down") if titled(request) == "S3" else bullets(request)

    outline = DeckOutline("Rain", tuple(OutlineSlide(f"S{number}") for number in range(8)))
    with pytest.raises(ModelUnavailable):
        run(write_slides(Room(answer).bench(), "", outline))


def test_thirty_slides_are_written_in_order_and_reported_one_by_one() -> None:
    room = Room(bullets)
    outline = DeckOutline("雨", tuple(OutlineSlide(f"第 {number} 点") for number in range(1, 31)))
    written = run(write_slides(room.bench("zh"), "", outline))
    assert [part.title if part else "" for part in written.parts] == [slide.title for slide in outline.slides]
    assert len(room.told) == 30
    assert {line.split("/")[0] for line in room.told} == {str(number) for number in range(1, 31)}


def test_each_slide_gets_its_relevant_passages() -> None:
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
    page = DeckPage("Where", "bullets", ("sea",), "", has_picture=False)
    with pytest.raises(InvalidOption, match="too weak to write"):
        run(rewrite_slide(room.bench(), page, "shorter", ["1. Where"]))


def test_a_slide_is_rewritten_from_its_text() -> None:
    room = Room([said(BULLETS)])
    page = DeckPage("Where", "cards", ("The sea is wide",), "Ask first.", has_picture=False)
    slide = run(rewrite_slide(room.bench(), page, "shorter", ["1. Rain", "2. Where"]))
    assert slide.title == "Mine"
    asked = room.prompts()[0]
    assert all(part in asked for part in ("- The sea is wide", "Ask first.", "shorter", "2. Where", "layout: bullets"))


def test_agreed_points_become_a_slide_if_they_fit() -> None:
    item = OutlineSlide("Where", ("Sea", "x" * 700))
    slide = slide_from_points(item)
    assert slide == BulletsSlide(
        title="Where",
        bullets=["Sea", "x" * 300, "x" * 300, "x" * 100],
        notes="\n".join(slide.bullets),  # type: ignore[union-attr]
    )
    assert slide_from_points(OutlineSlide("Where")) is None
    assert slide_from_points(OutlineSlide("Where", ("Sea",), layout="table")) is None
    assert slide_from_points(OutlineSlide("Where", ("Sea",) * 13)) is None


GOOD = BulletsSlide(title="Sea", bullets=["Wide", "Deep"], notes="Ask first.")
GAP = BulletsSlide(title="Name", bullets=["By [your name]"], notes="Say it.")
MENDED: dict[str, Any] = {"title": "Name", "bullets": ["By the teacher"], "notes": "Say it."}


def deck(*slides: Slide, title: str = "Rain") -> DeckSpec:
    return DeckSpec(title=title, slides=[*slides])


def test_a_deck_without_errors_needs_no_request() -> None:
    room = Room()
    mended = run(fix_deck(room.bench(), deck(GOOD)))
    assert mended.verified is not None
    assert (mended.parts, mended.findings) == ((GOOD,), ())
    assert room.model.calls == []


@pytest.mark.parametrize("title", ["Rain", "雨"])
def test_only_the_slide_with_errors_is_rewritten(title: str) -> None:
    """Also if an earlier slide continues over several pages."""
    room = Room([said(MENDED)])
    wide = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12, notes="Much.")
    mended = run(fix_deck(room.bench(), deck(wide, GAP, GOOD, title=title)))
    assert mended.verified is not None
    assert mended.parts == (wide, BulletsSlide(**MENDED), GOOD)
    (asked,) = room.prompts()
    assert '"bullets":["By [your name]"]' in asked
    assert text("en", "finding.pptx.leftover.what", text="By [your name]") in asked
    assert text("en", "authoring.mending", names="Name") in room.told
    made = pptx.Presentation(io.BytesIO(room.read(mended.verified.id)))
    assert "By the teacher" in str([shape.text_frame.text for page in made.slides for shape in page.shapes])


def test_persistent_findings_end_after_two_rounds() -> None:
    replies = iter(range(99))
    room = Room(lambda _: said({**MENDED, "bullets": [f"{next(replies)} by [your name]"]}))
    mended = run(fix_deck(room.bench(), deck(GOOD, GAP)))
    assert mended.verified is None
    assert [(each.location.text("en"), each.severity) for each in mended.findings] == [("slide 3", "error")]
    assert "1 by [your name]" in mended.findings[0].message("en")
    assert len(room.model.calls) == 2


def test_an_unchanged_slide_is_not_requested_again() -> None:
    room = Room([said(GAP.model_dump())])
    mended = run(fix_deck(room.bench(), deck(GAP)))
    assert mended.verified is None
    assert len(mended.findings) == 1


def test_a_slide_that_cannot_be_fixed_stays_and_the_others_are_fixed() -> None:
    def answer(request: Request) -> str:
        return "No." if "TODO: all" in str(request.messages[0]["content"]) else said(MENDED)

    room = Room(answer)
    stubborn = BulletsSlide(title="All", bullets=["TODO: all"])
    mended = run(fix_deck(room.bench(), deck(GAP, stubborn)))
    assert mended.parts == (BulletsSlide(**MENDED), stubborn)
    assert [each.location.text("en") for each in mended.findings] == ["slide 3"]


def test_a_model_error_is_raised() -> None:
    with pytest.raises(ModelBusy):
        run(fix_deck(Room([ModelBusy(model="m", problem="429")]).bench(), deck(GAP)))


def test_agreed_texts_are_restored() -> None:
    def hold(at: int, slide: Slide) -> Slide:
        return slide.model_copy(update={"title": f"Held {at}"})

    room = Room([said({**MENDED, "title": "Another"})])
    mended = run(fix_deck(room.bench(), deck(GOOD, GAP), hold))
    assert [part.title for part in mended.parts] == ["Sea", "Held 1"]


def test_a_slide_is_fixed_in_its_layout_and_keeps_notes() -> None:
    table = TableSlide(title="Where", header=["A", "B"], rows=[["[name]", "1"]], notes="Say it.")
    fresh: dict[str, Any] = {"layout": "table", "title": "Where", "header": ["A", "B"], "rows": [["Bergen", "1"]]}
    room = Room([said(MENDED), said(fresh), said({**fresh, "notes": "Say it."})])
    mended = run(fix_deck(room.bench(), deck(table)))
    assert mended.parts == (TableSlide(**fresh, notes="Say it."),)
    assert "The notes are missing" in room.prompts()[2]


def test_a_slide_that_cannot_be_built_is_named() -> None:
    room = Room()
    mended = run(fix_deck(room.bench(), deck(GOOD, ImageSlide(title="Photo", image="gone.png"))))
    (found,) = mended.findings
    assert (found.code, found.location.text("en")) == ("authoring.unbuildable", "slides[1]")
    assert "Invalid value for image: 'gone.png'" in found.message("en")
    assert room.model.calls == []


def test_an_error_of_the_file_belongs_to_no_slide() -> None:
    def refuse(draft: Draft) -> list[Finding]:
        return [finding("literal", Location(file=draft.name), what="Broken.", mend="Make it again.")]

    room = Room(vault=MemoryVault({"pptx": refuse}, ids=TimedIds(), clock=SystemClock()))
    mended = run(fix_deck(room.bench(), deck(GOOD)))
    assert [each.message("en") for each in mended.findings] == ["Broken."]
    assert room.model.calls == []


def test_a_weak_model_is_not_asked_to_fix() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    assert len(run(fix_deck(room.bench(), deck(GAP))).findings) == 1


def test_an_added_slide_that_cannot_be_built_is_rewritten() -> None:
    def build(slide: Slide) -> Draft:
        if slide is GAP:
            raise InvalidOption(option="formula", value="x", allowed="It cannot be read.")
        return build_deck(deck(slide))

    room = Room([said(MENDED)])
    mended = run(fix_slide_edit(room.bench(), GAP, build))
    assert mended.verified is not None
    assert "The file cannot be built: Invalid value for formula: 'x'. It cannot be read." in room.prompts()[0]
