"""Checks of decks: hostile bytes first, then problems that a viewer would see."""

import io
import re
import struct
import zipfile
from typing import Any

import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.dml.color import RGBColor
from pptx.util import Inches, Pt

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.slides.checks.deck import check_deck, is_own_deck, with_fixed_sizes
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.i18n import Reason
from tests.artifacts.sample_decks import LESSON, drafted, part_of, respelled, saved, with_words
from tests.each import each

GOOD = build_deck(LESSON).main
RELS = "ppt/slides/_rels/slide2.xml.rels"


FILE = Location(file="deck.pptx")


def on(slide: int) -> Location:
    return FILE.with_parts(slide=slide)


def found(content: bytes) -> list[Finding]:
    """The findings without missing notes: most decks here have none."""
    return [each for each in check_deck(drafted(content)) if each.code != "pptx.no_notes"]


def damaged(reason: str, **fields: object) -> Finding:
    return finding("pptx.damaged", FILE, problem=Reason(f"reason.package.{reason}", **fields))


def too_large(size: Reason | str, limit: str) -> Finding:
    return finding("pptx.too_large", FILE, size=size, most=limit)


def zipped(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return made.getvalue()


NOT_A_ZIP = finding("pptx.not_a_zip", FILE, problem=Reason("reason.package.not_zip"))
CUT = finding("pptx.not_a_zip", FILE, problem="File is not a zip file")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", finding("pptx.empty_file", FILE)),
        (b"<html><body>deck</body></html>", NOT_A_ZIP),
        (b"<html>" + GOOD, NOT_A_ZIP),
        (b"PK\x03\x04", CUT),
        (GOOD[: len(GOOD) // 2], CUT),
        (GOOD[:-30], CUT),
    ],
    ids=["empty", "html", "html before a zip", "four bytes", "half", "cut"],
)
def test_bytes_that_are_not_a_package_are_refused(content: bytes, expected: Finding) -> None:
    assert found(content) == [expected]


def test_a_zip_of_another_format_is_refused() -> None:
    [refused] = found(zipped({"hello.txt": b"hello"}))
    assert (refused.severity, refused.code, refused.location) == ("error", "pptx.damaged", FILE)


def test_wrong_content_types_are_refused() -> None:
    types = part_of(GOOD, "[Content_Types].xml").replace(
        b"presentationml.presentation.main", b"spreadsheetml.sheet.main"
    )
    [refused] = found(respelled(GOOD, {"[Content_Types].xml": types}))
    assert (refused.severity, refused.code) == ("error", "pptx.damaged")


@each("name", ["ppt/slides/slide2.xml", "ppt/presentation.xml", "_rels/.rels", "[Content_Types].xml"])
@each("content", [b"", b"<p:sld>", b"\xff\xfe\x00", b"<a/>"])
def test_a_broken_part_is_an_error_and_never_an_exception(name: str, content: bytes) -> None:
    assert {each.severity for each in found(respelled(GOOD, {name: content}))} == {"error"}


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_a_flipped_byte_never_raises(place: int, flip: int) -> None:
    spoilt = bytearray(GOOD)
    spoilt[place] ^= flip
    assert all(isinstance(each, Finding) for each in check_deck(drafted(bytes(spoilt))))


@given(st.binary(max_size=200))
def test_any_bytes_can_be_checked(content: bytes) -> None:
    assert [each.severity for each in check_deck(drafted(b"PK\x03\x04" + content))] == ["error"]


def test_a_zip_bomb_is_not_unpacked() -> None:
    made = io.BytesIO(GOOD)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("ppt/media/image1.png", bytes(300 * 1024 * 1024))
    assert len(made.getvalue()) < 1024 * 1024
    assert found(made.getvalue()) == [too_large("300 MB", "256 MB")]


def test_too_much_markup_is_not_parsed() -> None:
    content = respelled(GOOD, {"ppt/slides/slide2.xml": b"<a>" * (20 * 1024 * 1024)})
    assert found(content) == [too_large("60 MB XML", "48 MB")]


def test_a_zip_bomb_with_a_false_size_is_refused() -> None:
    bomb = zipped({"ppt/slides/slide1.xml": bytes(1024 * 1024)})
    lie = bomb.replace(struct.pack("<L", 1024 * 1024), struct.pack("<L", 10))
    assert found(lie) == [damaged("size", part="ppt/slides/slide1.xml", size=10)]


def test_too_many_parts_are_refused() -> None:
    many = zipped({f"part{number}": b"" for number in range(5_001)})
    assert found(many) == [too_large(Reason("reason.package.parts", count=5_001), "5000")]


def test_an_endless_list_of_parts_is_not_read() -> None:
    endless = b"PK\x03\x04" + b"PK\x01\x02" * 10_001
    assert found(endless) == [too_large(Reason("reason.package.parts", count=10_001), "5000")]


def test_entities_are_refused() -> None:
    slide = part_of(GOOD, "ppt/slides/slide2.xml")
    declared = b'<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]>' + slide.partition(b"?>")[2]
    [refused] = found(respelled(GOOD, {"ppt/slides/slide2.xml": declared}))
    assert refused == damaged("doctype", part="ppt/slides/slide2.xml")


def test_a_duplicate_part_is_refused() -> None:
    made = io.BytesIO(GOOD)
    with zipfile.ZipFile(made, "a") as package, pytest.warns(UserWarning, match="Duplicate name"):
        package.writestr("ppt/slides/slide2.xml", b"")
    assert found(made.getvalue()) == [damaged("duplicate_part")]


@pytest.mark.parametrize(
    "part", ["ppt/vbaProject.bin", "ppt/VBAPROJECT.BIN", "ppt/activeX/activeX1.xml", "ppt/embeddings/oleObject1.bin"]
)
def test_active_content_is_refused(part: str) -> None:
    assert found(respelled(GOOD, {part: b"x"})) == [finding("pptx.active", FILE, part=part)]


def test_a_deck_that_declares_macros_is_refused() -> None:
    types = part_of(GOOD, "[Content_Types].xml").replace(b"</Types>", b"<!-- ms-powerpoint.macroEnabled --></Types>")
    assert found(respelled(GOOD, {"[Content_Types].xml": types})) == [
        finding("pptx.active", FILE, part="[Content_Types].xml")
    ]


def test_a_link_out_of_the_file_is_refused() -> None:
    link = b'<Relationship Id="rId99" Type="http://x/image" Target="http://evil.example/a.png" TargetMode="External"/>'
    rels = part_of(GOOD, RELS).replace(b"</Relationships>", link + b"</Relationships>")
    assert found(respelled(GOOD, {RELS: rels})) == [finding("pptx.external", FILE, target="http://evil.example/a.png")]


def test_a_dangling_relation_is_refused() -> None:
    rels = re.sub(rb"slideLayout\d+\.xml", b"slideLayout77.xml", part_of(GOOD, RELS))
    [refused] = found(respelled(GOOD, {RELS: rels}))
    assert refused == damaged("missing_part", part="../slideLayouts/slideLayout77.xml")


def test_a_deck_is_one_file_that_ends_in_pptx() -> None:
    draft = Draft("pptx", "deck.zip", "Deck", {"deck.zip": GOOD, "run.sh": b"rm -rf ~"})
    assert [each.code for each in check_deck(draft)] == ["pptx.extra_file", "pptx.wrong_name"]


def test_a_sound_deck_has_no_findings() -> None:
    assert check_deck(drafted(GOOD)) == []


def test_missing_notes_are_a_warning_in_decks_of_this_program_only() -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = "Silence"
    assert check_deck(drafted(saved(deck))) == []
    deck.core_properties.last_modified_by = "Inkwright"
    assert check_deck(drafted(saved(deck))) == [finding("pptx.no_notes", on(1), severity="warning")]


def test_a_deck_without_slides_is_refused() -> None:
    assert found(saved(pptx.Presentation())) == [finding("pptx.no_slides", FILE)]


def test_a_slide_without_a_title_is_refused() -> None:
    assert found(with_words("What it is", "\u200b ")) == [finding("pptx.no_title", on(2))]


def test_a_slide_with_only_a_title_is_refused_unless_it_is_the_first() -> None:
    deck = pptx.Presentation()
    for title in ("One", "Two"):
        deck.slides.add_slide(deck.slide_layouts[1]).shapes.title.text_frame.text = title
    assert [each.code for each in found(saved(deck)) if each.location.slide == 2] == ["pptx.empty_slide"]


def test_a_slide_of_another_program_may_be_a_title_without_empty_placeholders() -> None:
    deck = pptx.Presentation()
    for title in ("One", "Two"):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text_frame.text = title
    assert found(saved(deck)) == []


def test_a_blank_slide_is_refused_even_as_the_first() -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[6])
    assert found(saved(deck)) == [finding("pptx.empty_slide", on(1))]


def test_an_empty_bullet_is_refused() -> None:
    assert found(with_words("Light becomes sugar", " ")) == [finding("pptx.empty_bullet", on(2))]


def test_an_empty_subtitle_is_refused() -> None:
    assert found(with_words("How plants feed themselves", "")) == [finding("pptx.empty_bullet", on(1))]


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
    assert found(with_words("Light becomes sugar", words)) == [finding("pptx.leftover", on(2), text=words)]


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
def test_text_that_only_looks_like_a_placeholder_is_allowed(words: str) -> None:
    assert found(with_words("Light becomes sugar", words)) == []


def test_a_repeated_title_is_a_warning() -> None:
    content = with_words("Where it happens", "ＷＨＡＴ it is")
    assert found(content) == [finding("pptx.same_title", on(3), severity="warning", text="ＷＨＡＴ it is")]


def test_too_many_and_too_long_bullets_are_warnings() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text_frame.text = "Much"
    frame = slide.placeholders[1].text_frame
    frame.text = "\n".join(["x" * 301, *"abcdefghijkl"])
    for paragraph in frame.paragraphs:
        paragraph.runs[0].font.size = Pt(12)
    assert found(saved(deck)) == [
        finding("pptx.many_bullets", on(1), severity="warning", count=13, most=12),
        finding("pptx.long_bullet", on(1), severity="warning", count=301, most=300, text="x" * 60 + "…"),
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
        finding("pptx.leftover", on(2), text="TBD"),
        finding("pptx.leftover", on(3), text="Lorem ipsum"),
    ]


def test_findings_read_in_chinese_too() -> None:
    [found] = check_deck(drafted(with_words("Light becomes sugar", "TODO")))
    assert found == finding("pptx.leftover", Location(file="deck.pptx", slide=2), text="TODO")
    assert found.summary("zh") == "第 2 张幻灯片: 留有占位文字：“TODO”。 请写上真正的内容，或去掉它。"


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
    assert [each for each in check_deck(build_deck(spec)) if each.severity == "error"] == []


def test_a_slide_that_says_the_same_as_an_earlier_one_is_a_warning() -> None:
    said = BulletsSlide(title="How rivers grow", bullets=["Rain falls on the hills", "Streams meet in the valley"])
    other = BulletsSlide(title="How rivers end", bullets=["They reach the sea", "They leave mud at the mouth"])
    deck = DeckSpec(title="Rivers", slides=[said, other, said])
    codes = [(each.code, each.location.slide) for each in found(build_deck(deck).main)]
    assert codes == [("pptx.same_slide", 4)]  # after the title slide


def test_markup_on_a_slide_is_a_warning_but_not_in_code() -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Area"
    slide.placeholders[1].text_frame.text = r"It is \frac{1}{2} of the whole"
    assert "pptx.markup" in [each.code for each in found(saved(presentation))]
    slide.placeholders[1].text_frame.paragraphs[0].runs[0].font.name = "Courier New"
    assert "pptx.markup" not in [each.code for each in found(saved(presentation))]


def test_only_decks_of_this_program_are_its_own() -> None:
    foreign = pptx.Presentation()
    foreign.slides.add_slide(foreign.slide_layouts[5])
    assert is_own_deck(GOOD)
    assert not is_own_deck(saved(foreign))


def test_text_that_a_wider_typeface_might_push_out_may_shrink_but_not_where_it_is_checked() -> None:
    long = "Small molecules, such as gases and lipids, can diffuse directly through the membranes of a capillary. "
    slides: list[Slide] = [
        BulletsSlide(title="Short", bullets=["Water"]),
        BulletsSlide(title="Full", bullets=[long * 2] * 3),
    ]
    made = build_deck(DeckSpec(title="Cells", slides=slides)).main
    assert b"<a:normAutofit/>" in read_part(made, "ppt/slides/slide3.xml")
    assert b"<a:noAutofit/>" in read_part(made, "ppt/slides/slide3.xml")
    assert b"<a:normAutofit/>" not in read_part(with_fixed_sizes(made), "ppt/slides/slide3.xml")


def read_part(content: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(name)


_new_colour: Any = RGBColor  # its library has no types
WHITE: RGBColor = _new_colour(255, 255, 255)
YELLOW: RGBColor = _new_colour(255, 238, 0)


def _with_tables(*colours: RGBColor) -> bytes:
    """A deck with one slide for each colour, which fills the first cell of the same table."""
    presentation = pptx.Presentation()
    for colour in colours:
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = "Rain"
        table = slide.shapes.add_table(2, 2, *map(Inches, (1, 2, 5, 2))).table
        for index, words in enumerate(("Month", "Rain", "May", "80 mm")):
            table.cell(*divmod(index, 2)).text = words
        table.cell(0, 0).fill.solid()
        table.cell(0, 0).fill.fore_color.rgb = colour
    return saved(presentation)


def test_a_table_that_comes_again_is_a_warning_unless_another_cell_is_in_colour() -> None:
    assert "pptx.same_slide" in [each.code for each in found(_with_tables(WHITE, WHITE))]
    assert "pptx.same_slide" not in [each.code for each in found(_with_tables(WHITE, YELLOW))]


def test_a_hidden_slide_of_another_program_is_hidden_on_purpose() -> None:
    presentation = pptx.Presentation(io.BytesIO(_with_tables(WHITE)))
    presentation.slides[0]._element.set("show", "0")
    assert "pptx.hidden" not in [each.code for each in found(saved(presentation))]
