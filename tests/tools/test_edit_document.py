"""The tool that changes one section: a new version, and everything else to the letter."""

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import Verified
from inkwright.errors import NeverParsed, NotFound
from inkwright.i18n import Language
from inkwright.tools import generate_docx, render_pdf
from inkwright.tools.edit_document import TOOL
from tests.authoring.author_contexts import OWNER, Room, Script, said
from tests.tools.test_generate_docx import words

CONTENT = """Opening.

## Begin

Springs.

```text
## not a heading
```

### Ice

Cold.

## Middle ##

Slow\\
water.


## End

### Ice

In the sea.
"""


def room_with(script: Script = (), language: Language = "en", form: str = "docx") -> tuple[Room, Verified]:
    room = Room(script, language=language)
    context = room.context(turn="turn_0")
    if form == "docx":
        done = room.made(generate_docx.TOOL, context, title="Rivers", content=CONTENT, format="report")
    else:
        done = room.made(render_pdf.TOOL, context, title="Rivers", markdown=CONTENT, css_template="worksheet")
    return room, done.artifacts[0]


def source(room: Room, artifact: Verified) -> str:
    return room.read(artifact.id, SOURCE_NAME).decode()


def changed(script: Script = (), form: str = "docx", **arguments: Any) -> tuple[Room, Verified, str, str]:
    """The room, the new version, and the source before and after."""
    room, old = room_with(script, form=form)
    (new,) = room.made(TOOL, artifact_id=old.id, **arguments).artifacts
    return room, new, source(room, old), source(room, new)


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_a_section_is_replaced_in_a_new_version_of_the_same_kind_and_format(form: str) -> None:
    _, new, before, after = changed(form=form, section="middle", markdown="Fast *water*.")
    assert (new.kind, new.name, new.version, new.title) == (form, f"Rivers.{form}", 2, "Rivers")
    assert after == before.replace("## Middle ##\n\nSlow\\\nwater.\n\n\n", "## Middle ##\n\nFast *water*.\n\n")
    assert f'"kind": "{"report" if form == "docx" else "worksheet"}"' in after


def test_a_section_is_appended_to_inserted_behind_and_deleted() -> None:
    _, _, before, after = changed(section="Begin", action="append", markdown="| a |\n|---|\n| 1 |")
    assert after == before.replace("Cold.\n\n", "Cold.\n\n| a |\n|---|\n| 1 |\n\n")
    _, _, before, after = changed(section="Begin", action="insert_after", markdown="## Falls\n\nLoud.")
    assert after == before.replace("Cold.\n\n", "Cold.\n\n## Falls\n\nLoud.\n\n")
    room, new, before, after = changed(section="End", action="delete")
    assert after == before[: before.index("## End")]
    assert "In the sea" not in words(room.read(new.id))


def test_the_old_version_stays_and_the_new_one_can_be_changed_again() -> None:
    room, first = room_with()
    second = room.made(TOOL, artifact_id=first.id, section="End > Ice", markdown="Lakes.").artifacts[0]
    third = room.made(TOOL, artifact_id=second.id, section="Middle", action="delete").artifacts[0]
    assert [each.version for each in (first, second, third)] == [1, 2, 3]
    assert "In the sea." in source(room, first)
    assert source(room, third).endswith("## End\n\n### Ice\n\nLakes.\n")


def test_an_instruction_is_written_from_the_present_text() -> None:
    reply = said({"markdown": "| River | km |\n|---|---|\n| Rhine | 1233 |"})
    room, _, before, after = changed([reply], section="Middle", action="append", instruction="add a table")
    added = "\n\n| River | km |\n|---|---|\n| Rhine | 1233 |\n\n"
    assert after == before.replace("water.\n\n\n", f"water.{added}")
    assert "Slow\\\nwater." in room.prompts()[0]
    assert "add a table" in room.prompts()[0]


def test_a_new_section_is_written_with_its_heading() -> None:
    reply = said({"heading": "Falls", "markdown": "Loud."})
    _, _, _, after = changed([reply], section="Begin > Ice", action="insert_after", instruction="about falls")
    assert "Cold.\n\n### Falls\n\nLoud.\n\n## Middle" in after


def test_errors_of_the_new_text_are_mended_first_and_its_heading_is_kept() -> None:
    room, _, _, after = changed([said({"markdown": "By us."})], section="Middle", markdown="## Flow\n\nBy [your name].")
    assert "\n## Flow\n\nBy us.\n\n## End" in after
    assert "Placeholder text remains" in room.prompts()[0]


def test_what_cannot_be_built_is_mended_under_its_heading() -> None:
    replies = [said({"markdown": "```\nopen\n```\n\n## Falls"}), said({"markdown": "$x$"})]
    room, _, _, after = changed(replies, section="Middle", markdown="$\\badcommand$")
    assert "\n## Middle ##\n\n$x$\n\n## End" in after
    assert "This formula cannot be parsed" in room.prompts()[0]
    assert "only headings with more than 2 `#`" in room.prompts()[1]


def test_errors_that_stay_are_told_and_nothing_is_kept() -> None:
    room, old = room_with(lambda _: said({"markdown": "By [your name]."}))
    told = room.refused(TOOL, artifact_id=old.id, section="Middle", markdown="By [your name].")
    assert "Placeholder text remains: “By [your name].”" in told[0]


def test_a_text_that_would_swallow_the_rest_is_refused() -> None:
    room, old = room_with()
    assert room.refused(TOOL, artifact_id=old.id, section="Middle", markdown="```\nopen") == [
        "markdown: The new text would change the content around it. Close every code block and every other block in "
        "the new text."
    ]


def test_a_section_that_is_not_there_is_reported_with_those_that_are() -> None:
    room, old = room_with(language="zh")
    assert room.refused(TOOL, artifact_id=old.id, section="Falls", action="delete") == [
        "section: 没有叫“Falls”的一节。 现有的标题：Begin; Begin > Ice; Middle; End; End > Ice。"
    ]
    assert room.refused(TOOL, artifact_id=old.id, section="ice", action="delete") == [
        "section: 有几节都叫“ice”。 请连同上级标题一起写明：Begin > Ice; End > Ice。"
    ]


def test_a_document_without_headings_or_without_its_source_is_reported() -> None:
    room = Room()
    bare = room.made(generate_docx.TOOL, title="Bare", content="Words.").artifacts[0]
    assert "no headings" in room.refused(TOOL, artifact_id=bare.id, section="A", action="delete")[0]
    draft = build_document(DocumentSpec(title="Doc", body="## A\n\nWords."), "docx")
    other = asyncio.run(room.vault.keep(draft, owner=OWNER, turn_id="turn_0"))
    assert isinstance(other, Verified)
    assert "was not saved" in room.refused(TOOL, artifact_id=other.id, section="A", action="delete")[0]


def test_the_last_section_cannot_be_deleted_where_nothing_would_be_left() -> None:
    room = Room()
    only = room.made(generate_docx.TOOL, title="Only", content="## A\n\nWords.").artifacts[0]
    assert "has no content" in room.refused(TOOL, artifact_id=only.id, section="A", action="delete")[0]


def test_what_is_not_there_or_another_owners_is_not_found_and_a_deck_is_for_another_tool() -> None:
    room, old = room_with()
    for context, name in ((room.context(owner="somebody"), old.id), (room.context(), "art_none")):
        with pytest.raises(NotFound):
            room.call(TOOL, context, artifact_id=name, section="Middle", action="delete")
    draft = build_deck(DeckSpec(title="Rain", slides=[BulletsSlide(title="A", bullets=["x"])]))
    deck = asyncio.run(room.vault.keep(draft, owner=OWNER, turn_id="turn_0"))
    assert isinstance(deck, Verified)
    assert "Use edit_pptx." in room.refused(TOOL, artifact_id=deck.id, section="A", action="delete")[0]


def test_an_instruction_that_no_reply_serves_passes_as_it_is() -> None:
    room, old = room_with(lambda _: "no")
    with pytest.raises(NeverParsed):
        room.call(TOOL, artifact_id=old.id, section="Middle", instruction="shorter")


@pytest.mark.parametrize(
    "wrong",
    [
        {"section": "A"},
        {"section": "A", "markdown": "x", "instruction": "y"},
        {"section": "A", "action": "delete", "markdown": "x"},
        {"section": " ", "markdown": "x"},
        {"section": "A", "markdown": " "},
        {"section": "A", "action": "move", "markdown": "x"},
        {"section": "A", "markdown": "x", "force": True},
    ],
)
def test_a_call_that_says_too_little_or_too_much_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate({"artifact_id": "art_1", **wrong})
