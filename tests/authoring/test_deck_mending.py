"""Decks mended by their own findings: only the slides that are to blame are thought anew, and not for ever."""

import io
from typing import Any

import pptx
import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.memory import MemoryVault
from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.specs import BulletsSlide, DeckSpec, ImageSlide, Slide, TableSlide
from inkwright.authoring.deck_mending import mend_deck, mend_edit
from inkwright.clock import SystemClock
from inkwright.errors import InvalidOption, ModelBusy
from inkwright.ids import TimedIds
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedModel
from tests.authoring.benches import Room, run, said

GOOD = BulletsSlide(title="Sea", bullets=["Wide", "Deep"], notes="Ask first.")
GAP = BulletsSlide(title="Name", bullets=["By [your name]"], notes="Say it.")
MENDED: dict[str, Any] = {"title": "Name", "bullets": ["By the teacher"], "notes": "Say it."}


def deck(*slides: Slide, title: str = "Rain") -> DeckSpec:
    return DeckSpec(title=title, slides=[*slides])


def test_a_deck_without_errors_asks_nobody() -> None:
    room = Room()
    mended = run(mend_deck(room.bench(), deck(GOOD)))
    assert mended.verified is not None
    assert (mended.parts, mended.findings) == ((GOOD,), ())
    assert room.model.calls == []


@pytest.mark.parametrize("title", ["Rain", "雨"])
def test_only_the_slide_that_is_to_blame_is_thought_anew(title: str) -> None:
    """Also where a slide before it goes on over several pages."""
    room = Room([said(MENDED)])
    wide = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12, notes="Much.")
    mended = run(mend_deck(room.bench(), deck(wide, GAP, GOOD, title=title)))
    assert mended.verified is not None
    assert mended.parts == (wide, BulletsSlide(**MENDED), GOOD)
    (asked,) = room.prompts()
    assert "By [your name]" in asked
    assert ("占位文字" if title == "雨" else "Placeholder text was left") in asked
    assert "Mending: Name" in room.told
    made = pptx.Presentation(io.BytesIO(room.read(mended.verified.id)))
    assert "By the teacher" in str([shape.text_frame.text for page in made.slides for shape in page.shapes])


def test_findings_that_do_not_go_away_end_after_two_rounds() -> None:
    replies = iter(range(99))
    room = Room(lambda _: said({**MENDED, "bullets": [f"{next(replies)} by [your name]"]}))
    mended = run(mend_deck(room.bench(), deck(GOOD, GAP)))
    assert mended.verified is None
    assert [(each.place, each.severity) for each in mended.findings] == [("slide 3", "error")]
    assert "1 by [your name]" in mended.findings[0].what
    assert len(room.model.calls) == 2


def test_a_slide_that_comes_back_the_same_is_not_asked_for_again() -> None:
    room = Room([said(GAP.model_dump())])
    mended = run(mend_deck(room.bench(), deck(GAP)))
    assert mended.verified is None
    assert len(mended.findings) == 1


def test_a_slide_that_cannot_be_mended_stays_and_the_others_are_mended() -> None:
    def answer(request: Request) -> str:
        return "No." if "TODO: all" in str(request.messages[0]["content"]) else said(MENDED)

    room = Room(answer)
    stubborn = BulletsSlide(title="All", bullets=["TODO: all"])
    mended = run(mend_deck(room.bench(), deck(GAP, stubborn)))
    assert mended.parts == (BulletsSlide(**MENDED), stubborn)
    assert [each.place for each in mended.findings] == ["slide 3"]


def test_an_error_of_the_model_passes() -> None:
    with pytest.raises(ModelBusy):
        run(mend_deck(Room([ModelBusy(model="m", problem="429")]).bench(), deck(GAP)))


def test_what_must_not_change_is_given_back() -> None:
    def hold(at: int, slide: Slide) -> Slide:
        return slide.model_copy(update={"title": f"Held {at}"})

    room = Room([said({**MENDED, "title": "Another"})])
    mended = run(mend_deck(room.bench(), deck(GOOD, GAP), hold))
    assert [part.title for part in mended.parts] == ["Sea", "Held 1"]


def test_a_slide_is_mended_in_its_layout_and_notes_are_not_lost() -> None:
    table = TableSlide(title="Where", header=["A", "B"], rows=[["[name]", "1"]], notes="Say it.")
    fresh: dict[str, Any] = {"layout": "table", "title": "Where", "header": ["A", "B"], "rows": [["Bergen", "1"]]}
    room = Room([said(MENDED), said(fresh), said({**fresh, "notes": "Say it."})])
    mended = run(mend_deck(room.bench(), deck(table)))
    assert mended.parts == (TableSlide(**fresh, notes="Say it."),)
    assert "The notes are missing" in room.prompts()[2]


def test_what_cannot_even_be_drawn_is_named_with_its_slide() -> None:
    room = Room()
    mended = run(mend_deck(room.bench(), deck(GOOD, ImageSlide(title="Photo", image="gone.png"))))
    assert [(each.place, each.what) for each in mended.findings] == [
        ("slides[1]", "It cannot be built: image='gone.png' is not possible. Hand a picture of that name along.")
    ]
    assert room.model.calls == []


def test_what_is_wrong_with_the_file_is_nobodys_slide() -> None:
    def refuse(draft: Draft, _: str) -> list[Finding]:
        return [Finding(severity="error", place=f"the file {draft.name}", what="Broken.", mend="Make it anew.")]

    room = Room(vault=MemoryVault({"pptx": refuse}, ids=TimedIds(), clock=SystemClock()))
    mended = run(mend_deck(room.bench(), deck(GOOD)))
    assert [each.what for each in mended.findings] == ["Broken."]
    assert room.model.calls == []


def test_a_weak_model_is_not_asked_to_mend() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    assert len(run(mend_deck(room.bench(), deck(GAP))).findings) == 1


def test_a_drawing_that_is_added_to_a_deck_and_cannot_be_made_is_thought_anew() -> None:
    def build(slide: Slide) -> Draft:
        if slide is GAP:
            raise InvalidOption(option="formula", value="x", allowed="It cannot be read.")
        return build_deck(deck(slide))

    room = Room([said(MENDED)])
    mended = run(mend_edit(room.bench(), GAP, build))
    assert mended.verified is not None
    assert "It cannot be built: formula='x' is not possible. It cannot be read." in room.prompts()[0]
