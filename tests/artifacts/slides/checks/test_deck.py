"""Checks of decks: hostile bytes first, then flaws that a viewer would see."""

import io
import re
import struct
import sys
import zipfile

import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.util import Inches, Pt

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.model import BulletsSlide, DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.sample_decks import LESSON, drafted, part_of, respelled, saved, with_words

GOOD = build_deck(LESSON).main
RELS = "ppt/slides/_rels/slide2.xml.rels"


NO_NOTES = "The slide has no speaker notes."


def found(content: bytes) -> list[tuple[str, str, str]]:
    """Severity, place and what is wrong, missing notes left out: most decks here have none."""
    findings = check_deck(drafted(content), "en")
    return [(each.severity, each.place, each.what) for each in findings if each.what != NO_NOTES]


def zipped(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "The file is empty."),
        (b"<html><body>deck</body></html>", "The file is not a .pptx file: it does not begin like a zip."),
        (b"<html>" + GOOD, "The file is not a .pptx file: it does not begin like a zip."),
        (b"PK\x03\x04", "The file is not a .pptx file: File is not a zip file."),
        (GOOD[: len(GOOD) // 2], "The file is not a .pptx file: File is not a zip file."),
        (GOOD[:-30], "The file is not a .pptx file: File is not a zip file."),
    ],
    ids=["empty", "html", "html before a zip", "four bytes", "half", "cut"],
)
def test_what_is_no_package_is_refused(content: bytes, what: str) -> None:
    assert found(content) == [("error", "the file deck.pptx", what)]


def test_a_zip_of_other_things_is_refused() -> None:
    [(severity, place, what)] = found(zipped({"hello.txt": b"hello"}))
    assert (severity, place) == ("error", "the file deck.pptx")
    assert what.startswith("The file cannot be opened as a deck: ")


def test_wrong_content_types_are_refused() -> None:
    types = part_of(GOOD, "[Content_Types].xml").replace(
        b"presentationml.presentation.main", b"spreadsheetml.sheet.main"
    )
    [(severity, _, what)] = found(respelled(GOOD, {"[Content_Types].xml": types}))
    assert severity == "error"
    assert what.startswith("The file cannot be opened as a deck: ")


@pytest.mark.parametrize(
    "name", ["ppt/slides/slide2.xml", "ppt/presentation.xml", "_rels/.rels", "[Content_Types].xml"]
)
@pytest.mark.parametrize("content", [b"", b"<p:sld>", b"\xff\xfe\x00", b"<a/>"])
def test_a_broken_part_is_an_error_and_never_an_exception(name: str, content: bytes) -> None:
    severities = {severity for severity, _, _ in found(respelled(GOOD, {name: content}))}
    assert severities == {"error"}


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_a_flipped_byte_never_raises(place: int, flip: int) -> None:
    spoilt = bytearray(GOOD)
    spoilt[place] ^= flip
    assert all(isinstance(each, Finding) for each in check_deck(drafted(bytes(spoilt)), "zh"))


@given(st.binary(max_size=200))
def test_any_bytes_are_judged(content: bytes) -> None:
    assert [each.severity for each in check_deck(drafted(b"PK\x03\x04" + content), "en")] == ["error"]


def test_a_zip_bomb_is_not_unpacked() -> None:
    made = io.BytesIO(GOOD)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("ppt/media/image1.png", bytes(300 * 1024 * 1024))
    assert len(made.getvalue()) < 1024 * 1024
    assert found(made.getvalue()) == [
        ("error", "the file deck.pptx", "The unpacked file is too large: 300 MB, with a limit of 256 MB.")
    ]


def test_a_mountain_of_markup_is_not_parsed() -> None:
    content = respelled(GOOD, {"ppt/slides/slide2.xml": b"<a>" * (20 * 1024 * 1024)})
    assert found(content) == [
        ("error", "the file deck.pptx", "The unpacked file is too large: 60 MB XML, with a limit of 48 MB.")
    ]


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    bomb = zipped({"ppt/slides/slide1.xml": bytes(1024 * 1024)})
    lie = bomb.replace(struct.pack("<L", 1024 * 1024), struct.pack("<L", 10))
    [(severity, _, what)] = found(lie)
    assert severity == "error"
    assert what.startswith("The file is not a .pptx file: ")


def test_too_many_parts_are_refused() -> None:
    [(_, _, what)] = found(zipped({f"part{number}": b"" for number in range(5_001)}))
    assert what == "The unpacked file is too large: 5001 parts, with a limit of 5000."


def test_a_list_of_parts_without_end_is_not_even_read() -> None:
    [(_, _, what)] = found(b"PK\x03\x04" + b"PK\x01\x02" * 10_001)
    assert what == "The unpacked file is too large: 10001 parts, with a limit of 5000."


def test_entities_are_refused() -> None:
    slide = part_of(GOOD, "ppt/slides/slide2.xml")
    declared = b'<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]>' + slide.partition(b"?>")[2]
    assert found(respelled(GOOD, {"ppt/slides/slide2.xml": declared})) == [
        (
            "error",
            "the file deck.pptx",
            "The file cannot be opened as a deck: ppt/slides/slide2.xml declares a document type.",
        )
    ]


def test_a_part_that_is_there_twice_is_refused() -> None:
    made = io.BytesIO(GOOD)
    with zipfile.ZipFile(made, "a") as package, pytest.warns(UserWarning, match="Duplicate name"):
        package.writestr("ppt/slides/slide2.xml", b"")
    assert found(made.getvalue()) == [
        ("error", "the file deck.pptx", "The file cannot be opened as a deck: a part is there twice.")
    ]


@pytest.mark.parametrize(
    "part", ["ppt/vbaProject.bin", "ppt/VBAPROJECT.BIN", "ppt/activeX/activeX1.xml", "ppt/embeddings/oleObject1.bin"]
)
def test_what_can_run_is_refused(part: str) -> None:
    assert found(respelled(GOOD, {part: b"x"})) == [
        ("error", "the file deck.pptx", f"The deck contains active content: {part}.")
    ]


def test_a_deck_declared_to_hold_macros_is_refused() -> None:
    types = part_of(GOOD, "[Content_Types].xml").replace(b"</Types>", b"<!-- ms-powerpoint.macroEnabled --></Types>")
    assert found(respelled(GOOD, {"[Content_Types].xml": types})) == [
        ("error", "the file deck.pptx", "The deck contains active content: [Content_Types].xml.")
    ]


def test_a_link_out_of_the_file_is_refused() -> None:
    link = b'<Relationship Id="rId99" Type="http://x/image" Target="http://evil.example/a.png" TargetMode="External"/>'
    rels = part_of(GOOD, RELS).replace(b"</Relationships>", link + b"</Relationships>")
    assert found(respelled(GOOD, {RELS: rels})) == [
        ("error", "the file deck.pptx", "The deck links to external content: http://evil.example/a.png.")
    ]


def test_a_dangling_relation_is_refused() -> None:
    rels = re.sub(rb"slideLayout\d+\.xml", b"slideLayout77.xml", part_of(GOOD, RELS))
    what = "The file cannot be opened as a deck: ../slideLayouts/slideLayout77.xml is missing in it."
    assert found(respelled(GOOD, {RELS: rels})) == [("error", "the file deck.pptx", what)]


def test_a_deck_is_one_file_that_ends_in_pptx() -> None:
    draft = Draft("pptx", "deck.zip", "Deck", {"deck.zip": GOOD, "run.sh": b"rm -rf ~"})
    assert [each.what for each in check_deck(draft, "en")] == [
        "A deck is a single file. The extra file run.sh was not checked.",
        "The file name of a deck must end in .pptx.",
    ]


def test_without_the_library_nothing_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pptx", None)
    assert [each.what for each in check_deck(drafted(GOOD), "en")] == [
        "Decks cannot be opened because python-pptx is not installed."
    ]


def test_a_sound_deck_has_no_findings() -> None:
    assert check_deck(drafted(GOOD), "en") == []


def test_missing_notes_are_a_warning() -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = "Silence"
    findings = check_deck(drafted(saved(deck)), "en")
    assert [(each.severity, each.place, each.what) for each in findings] == [("warning", "slide 1", NO_NOTES)]


def test_a_deck_without_slides_is_refused() -> None:
    assert found(saved(pptx.Presentation())) == [("error", "the file deck.pptx", "The deck has no slides.")]


def test_a_slide_without_a_title_is_refused() -> None:
    assert found(with_words("What it is", "\u200b ")) == [("error", "slide 2", "The slide has no title.")]


def test_a_slide_that_is_its_title_alone_is_refused_unless_it_is_the_first() -> None:
    deck = pptx.Presentation()
    for title in ("One", "Two"):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = title
    assert found(saved(deck)) == [("error", "slide 2", "The slide has only a title.")]


def test_a_blank_slide_is_refused_even_as_the_first() -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[6])
    assert found(saved(deck)) == [
        ("error", "slide 1", "The slide has no title."),
        ("error", "slide 1", "The slide has only a title."),
    ]


def test_an_empty_bullet_is_refused() -> None:
    assert found(with_words("Light becomes sugar", " ")) == [
        ("error", "slide 2", "The slide has an empty bullet or placeholder.")
    ]


def test_an_empty_subtitle_is_refused() -> None:
    assert found(with_words("How plants feed themselves", "")) == [
        ("error", "slide 1", "The slide has an empty bullet or placeholder.")
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Click to add text",
        "TODO",
        "TODO: figures",
        "Lorem ipsum dolor",
        "[…]",
        "[...]",
        "by [Your name]",
        "【待补充】",
        "单击此处添加标题",
    ],
)
def test_leftover_placeholder_text_is_refused(words: str) -> None:
    assert found(with_words("Light becomes sugar", words)) == [
        ("error", "slide 2", f"Placeholder text remains: “{words}”.")
    ]


@pytest.mark.parametrize(
    "words",
    [
        "TODO lists keep you on track",
        "Todo el mundo",
        "He said […] no",
        "row[name] = 1",
        "[1, 2, 3]",
        "[0, 1)",
        "等待补充水分",
    ],
)
def test_words_that_only_look_like_placeholders_are_let_be(words: str) -> None:
    assert found(with_words("Light becomes sugar", words)) == []


def test_flaws_of_taste_are_warnings() -> None:
    content = with_words("Where it happens", "ＷＨＡＴ it is")
    assert found(content) == [
        ("warning", "slide 3", "The slide has the same title as the previous slide: “ＷＨＡＴ it is”.")
    ]


def test_too_many_and_too_long_bullets_are_warnings() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text_frame.text = "Much"
    frame = slide.placeholders[1].text_frame
    frame.text = "\n".join(["x" * 301, *"abcdefghijkl"])
    for paragraph in frame.paragraphs:
        paragraph.runs[0].font.size = Pt(12)
    assert found(saved(deck)) == [
        ("warning", "slide 1", "The slide has 13 bullets, with a limit of 12."),
        ("warning", "slide 1", f"A bullet has 301 characters, with a limit of 300: “{'x' * 60}…”."),
    ]


def test_tables_groups_and_text_boxes_of_other_programs_are_read_too() -> None:
    deck = pptx.Presentation()
    for title in ("Start", "Table", "Group"):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = title
    box = (Inches(1), Inches(2), Inches(3), Inches(1))
    table = deck.slides[1].shapes.add_table(1, 2, *box).table
    table.cell(0, 0).text = "TBD"
    group = deck.slides[2].shapes.add_group_shape().shapes.add_group_shape()
    group.shapes.add_textbox(*box).text_frame.text = "Lorem ipsum"
    assert found(saved(deck)) == [
        ("error", "slide 2", "Placeholder text remains: “TBD”."),
        ("warning", "slide 2", "A table has no alternative text for people who cannot see it."),
        ("error", "slide 3", "Placeholder text remains: “Lorem ipsum”."),
    ]


def test_findings_are_told_in_chinese_too() -> None:
    assert check_deck(drafted(with_words("Light becomes sugar", "TODO")), "zh") == [
        Finding(
            severity="error",
            place="第 2 张幻灯片",
            what="留有占位文字：“TODO”。",
            mend="请写上真正的内容，或去掉它。",
        )
    ]


WORDS = st.text(
    st.one_of(
        st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="[]【】<>{}"),
        st.sampled_from("汉字，。 \t\n\x00\x0b\u200b\u2028_x00"),
    ),
    min_size=1,
    max_size=60,
)


@st.composite
def decks(draw: st.DrawFn) -> DeckSpec:
    def line() -> str:
        return draw(WORDS) + draw(st.sampled_from("aZ9字é😀"))

    slides: list[Slide] = [
        BulletsSlide(title=line(), bullets=[line() for _ in range(draw(st.integers(1, 8)))], notes=draw(WORDS))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return DeckSpec(title=line(), subtitle=draw(st.one_of(st.just(""), WORDS)), slides=slides)


@given(decks())
def test_every_valid_deck_builds_and_verifies(spec: DeckSpec) -> None:
    assert [each for each in check_deck(build_deck(spec), "en") if each.severity == "error"] == []
