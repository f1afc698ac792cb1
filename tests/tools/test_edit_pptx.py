"""The tool that changes one slide: a new version, and the rest as it was, to the letter of its XML."""

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError

from inkwright.agent.tools import Evidence
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.layouts.images import ImageSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import Verified
from inkwright.errors import ModelBusy, NeverParsed, NotFound
from inkwright.tools.edit_pptx import TOOL
from tests.artifacts.documents.sample_documents import picture
from tests.artifacts.slides.test_edit import hashes, titles
from tests.authoring.author_contexts import OWNER, Room, Script, said

LONG = BulletsSlide(title="Much", bullets=["A long line of words that goes on and on " * 6] * 12, notes="Much.")
DECK = DeckSpec(
    title="Rain",
    slides=[
        BulletsSlide(title="Sea", bullets=["Wide", "Deep"], notes="Ask."),
        LONG,
        BulletsSlide(title="雨", bullets=["海洋"], notes="问。"),
    ],
)
NEW = {"layout": "quote", "title": "A word", "quote": "It rains.", "notes": "Read it aloud."}


def kept(room: Room, deck: DeckSpec = DECK, **more: Any) -> Verified:
    made = asyncio.run(room.vault.keep(build_deck(deck, **more), owner=OWNER, turn_id="turn_0"))
    assert isinstance(made, Verified)
    return made


def changed(script: Script = (), **arguments: Any) -> tuple[Room, Verified, list[Any], list[Any], list[str]]:
    """The room, the new version, the slides before and after, and the titles after."""
    room = Room(script)
    old = kept(room)
    done = room.made(TOOL, artifact_id=old.id, **arguments)
    (new,) = done.artifacts
    assert done.facts == {"version": 2}
    after = room.read(new.id)
    return room, new, hashes(room.read(old.id)), hashes(after), titles(after)


def test_a_slide_is_replaced_in_a_new_version_and_the_old_one_stays() -> None:
    room, new, before, after, named = changed(slide=2, change=NEW)
    assert (new.name, new.version, new.title) == ("Rain.pptx", 2, "Rain")
    assert named[1] == "A word"
    assert after[:1] + after[2:] == before[:1] + before[2:]
    assert room.model.calls == []


def test_a_slide_that_goes_on_is_replaced_as_a_whole() -> None:
    _, _, before, after, named = changed(slide=3, change=NEW)
    assert named == ["Rain", "Sea", "A word", "雨"]
    assert (after[:2], after[-1]) == (before[:2], before[-1])


def test_a_slide_is_put_behind_one_that_goes_on() -> None:
    _, _, before, after, named = changed(slide=3, action="insert_after", change=NEW)
    assert named[-2:] == ["A word", "雨"]
    assert after[:-2] + after[-1:] == before


def test_a_slide_is_put_behind_the_title_slide() -> None:
    assert changed(slide=1, action="insert_after", change=NEW)[4][:3] == ["Rain", "A word", "Sea"]


def test_a_slide_is_deleted_with_all_its_pages() -> None:
    _, _, before, after, named = changed(slide=3, action="delete")
    assert named == ["Rain", "Sea", "雨"]
    assert after == before[:2] + before[-1:]


def test_an_instruction_is_written_from_what_the_slide_says_now() -> None:
    shorter = {"layout": "bullets", "title": "雨", "bullets": ["海"], "notes": "问。"}
    last = len(read_deck_pages(build_deck(DECK).main))
    room, _, before, after, named = changed([said(shorter)], slide=last, instruction="更短")
    assert after[:-1] == before[:-1]
    assert named[-1] == "雨"
    (asked,) = room.prompts()
    assert all(part in asked for part in ("- 海洋", "问。", "更短", "用简体中文写"))


def test_a_new_slide_is_written_from_an_instruction() -> None:
    room, *_, named = changed([said(NEW)], slide=2, action="insert_after", instruction="a quote about rain")
    assert named[:3] == ["Rain", "Sea", "A word"]
    assert "It will stand behind this one:\n\nSea\n- Wide" in room.prompts()[0]


def test_errors_of_the_new_slide_are_mended_first() -> None:
    gap = {"layout": "bullets", "title": "Name", "bullets": ["By [your name]"], "notes": "x"}
    room, *_, named = changed([said({**gap, "bullets": ["By us"]})], slide=2, change=gap)
    assert named[1] == "Name"
    assert "Placeholder text remains" in room.prompts()[0]


def test_errors_that_stay_are_told_and_nothing_is_kept() -> None:
    gap = {"layout": "bullets", "title": "Name", "bullets": ["By [your name]"], "notes": "x"}
    room = Room([said(gap)])
    told = room.refused(TOOL, artifact_id=kept(room).id, slide=2, change=gap)
    assert told == [
        "slide 2: Placeholder text remains: “By [your name]”. Write the actual text, or remove the placeholder."
    ]


def test_an_instruction_that_no_reply_serves_and_an_error_of_the_model_pass() -> None:
    for script, error in (("no", NeverParsed), (ModelBusy(model="m", problem="429"), ModelBusy)):
        room = Room([script] * 3)
        with pytest.raises(error):
            room.call(TOOL, artifact_id=kept(room).id, slide=2, instruction="shorter")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"slide": 99, "change": NEW}, "Slide 99 does not exist."),
        ({"slide": 1, "change": NEW}, "Slide 1 is the title slide"),
        ({"slide": 1, "action": "delete"}, "Slide 1 is the title slide"),
    ],
)
def test_a_slide_that_cannot_be_changed_is_reported(arguments: dict[str, Any], told: str) -> None:
    room = Room()
    assert told in room.refused(TOOL, artifact_id=kept(room).id, **arguments)[0]


def test_the_last_slide_is_not_deleted_and_a_picture_is_not_rewritten() -> None:
    room = Room(language="zh")
    one = kept(room, DeckSpec(title="One", slides=[BulletsSlide(title="A", bullets=["x"])]))
    assert "至少要保留一张" in room.refused(TOOL, artifact_id=one.id, slide=2, action="delete")[0]
    photo = DeckSpec(title="Photo", slides=[ImageSlide(title="P", image="a.png", alt="A drop")])
    held = kept(room, photo, images={"a.png": picture()})
    assert "重写会丢失它" in room.refused(TOOL, artifact_id=held.id, slide=2, instruction="shorter")[0]


def test_what_is_not_there_or_another_owners_is_not_found() -> None:
    room = Room()
    mine = kept(room)
    with pytest.raises(NotFound):
        room.call(TOOL, artifact_id="art_none", slide=2, change=NEW)
    with pytest.raises(NotFound):
        room.call(TOOL, room.context(owner="somebody"), artifact_id=mine.id, slide=2, change=NEW)


def test_a_document_is_for_another_tool() -> None:
    room = Room()
    draft = build_document(DocumentSpec(title="Doc", body="Words."), "docx")
    document = asyncio.run(room.vault.keep(draft, owner=OWNER, turn_id="turn_0"))
    assert isinstance(document, Verified)
    assert room.refused(TOOL, artifact_id=document.id, slide=2, change=NEW) == [
        "artifact_id: The type of Doc.docx is docx. Use edit_document."
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"slide": 2},
        {"slide": 2, "change": NEW, "instruction": "shorter"},
        {"slide": 2, "action": "delete", "instruction": "shorter"},
        {"slide": 0, "change": NEW},
        {"slide": 2, "instruction": ""},
        {"slide": 2, "change": {"layout": "poem", "title": "x"}},
        {"slide": 2, "change": NEW, "force": True},
    ],
)
def test_a_call_that_says_too_little_or_too_much_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate({"artifact_id": "art_1", **wrong})


def test_the_same_edit_in_the_same_turn_is_made_once() -> None:
    room = Room()
    old = kept(room)
    made = [room.made(TOOL, artifact_id=old.id, slide=2, change=NEW) for _ in range(2)]
    assert made[0].artifacts[0].id == made[1].artifacts[0].id
    assert isinstance(made[0], Evidence)
