"""Tests of the .docx checks with hostile bytes and planted faults."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.shared import Pt, RGBColor
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from tests.artifacts.documents.sample_documents import (
    document,
    parts_of,
    river,
    with_changed_part,
    with_content,
    zipped,
)
from tests.each import each

GOOD = river("docx")
BODY = "word/document.xml"


def found(draft: Draft) -> list[str]:
    return [each.message("en") for each in check_docx(draft)]


def cut(start: bytes, end: bytes) -> Callable[[bytes], bytes]:
    """Remove everything from one mark to the other."""

    def change(content: bytes) -> bytes:
        first = content.index(start)
        return content[:first] + content[content.index(end, first) + len(end) :]

    return change


def put(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda content: content.replace(old, new, 1)


LINE = b"<w:p><w:r><w:t>%s</w:t></w:r></w:p><w:sectPr"
BREAK = b'<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
FAULTS = {
    "a lost equation": (
        cut(b"<m:oMathPara>", b"</m:oMathPara>"),
        "The number of equations is 1, but the source has 2.",
    ),
    "a lost table": (cut(b"<w:tbl>", b"</w:tbl>"), "The number of tables is 0, but the source has 1."),
    "a lost picture": (cut(b"<w:drawing>", b"</w:drawing>"), "The number of images is 0, but the source has 1."),
    "a lost note": (cut(b"<w:footnoteReference", b">"), "The number of footnotes is 0, but the source has 1."),
    "a lost heading": (
        put(b'w:val="Heading1"', b'w:val="BodyText"'),
        "The number of headings is 1, but the source has 2.",
    ),
    "an empty heading": (put(b"Where they begin", b"  "), "The document has 1 empty heading."),
    "a broken link": (
        put(b'w:name="part-2"', b'w:name="elsewhere"'),
        "A link or reference points to “part-2”, which does not exist.",
    ),
    "a broken field": (
        put(b"<w:sectPr", b'<w:p><w:fldSimple w:instr=" REF missing \\h "/></w:p><w:sectPr'),
        "A link or reference points to “missing”, which does not exist.",
    ),
    "an error of Word": (
        put(b"<w:sectPr", LINE % b"See Error! Reference source not found."),
        "A reference has no target: “See Error! Reference source not found.”.",
    ),
    "a table of contents that Word did not find": (
        put(b"<w:sectPr", LINE % "错误！未找到目录项。".encode()),
        "A reference has no target: “错误！未找到目录项。”.",
    ),
    "a number that never came": (
        put(b"<w:sectPr", LINE % b"as Figure ?? shows"),
        "A reference has no target: “as Figure ?? shows”.",
    ),
    "a placeholder": (put(b"<w:sectPr", LINE % b"[insert date]"), "Placeholder text remains: “[insert date]”."),
    "a table out of the page": (
        put(b"<w:tblW ", b'<w:tblW w:type="dxa" w:w="19000" /><w:x '),
        "Table 1 is wider than the page.",
    ),
    "a picture out of the page": (put(b'<wp:extent cx="', b'<wp:extent cx="99'), "Image 1 is wider than the page."),
    "an empty page": (put(b"<w:sectPr", BREAK + BREAK + LINE % b"x"), "The document has 1 empty page."),
    "an empty last page": (put(b"<w:sectPr", BREAK + b"<w:sectPr"), "The document has 1 empty page."),
    "a lost character": (put(b"Rain falls", "R\ufffdin falls".encode()), "Some characters cannot be displayed: U+FFFD"),
    "a private character": (
        put(b"Rain falls", "R\ue000in falls".encode()),
        "Some characters cannot be displayed: U+E000",
    ),
}  # fmt: skip


@each("name", FAULTS)
def test_a_planted_fault_is_found(name: str) -> None:
    change, told = FAULTS[name]
    assert found(with_changed_part(GOOD, BODY, change)) == [told]


def test_a_good_document_has_no_findings() -> None:
    assert check_docx(GOOD) == []


def test_a_document_saved_by_another_program_is_not_compared_with_its_source() -> None:
    parts = parts_of(with_changed_part(GOOD, BODY, cut(b"<w:tbl>", b"</w:tbl>")).main)
    parts["docProps/app.xml"] = parts["docProps/app.xml"].replace(b"Inkwright", b"Microsoft Office Word")
    assert found(with_content(GOOD, zipped(parts))) == []


def test_a_document_of_another_program_is_checked() -> None:
    made = docx.Document()
    made.add_heading("Plan", 1)
    made.add_paragraph("Text.")
    saved = io.BytesIO()
    made.save(saved)
    assert found(with_content(GOOD, saved.getvalue())) == []


def test_a_broken_or_missing_picture_is_found() -> None:
    parts = parts_of(GOOD.main)
    [name] = [each for each in parts if each.startswith("word/media/")]
    assert found(with_content(GOOD, zipped(parts | {name: b"\x89PNG broken"}))) == [
        f"An image cannot be opened: /{name}."
    ]
    [told] = found(with_content(GOOD, zipped({each: part for each, part in parts.items() if each != name})))
    assert told.startswith("The file cannot be opened as a document: ")


@each("target", ["file:///etc/hostname", "https://example.org/pixel.png"])
def test_external_targets_are_found(target: str) -> None:
    link = f'<Relationship Id="rId999" Type="http://x/image" Target="{target}" TargetMode="External"/>'.encode()
    change = put(b"</Relationships>", link + b"</Relationships>")
    draft = with_changed_part(GOOD, "word/_rels/document.xml.rels", change)
    assert found(draft) == [f"The document refers to external content: {target}."]


def test_a_field_that_fetches_something_is_found() -> None:
    field = b'<w:p><w:fldSimple w:instr=" INCLUDEPICTURE &quot;https://example.org/pixel.png&quot; "/></w:p><w:sectPr'
    told = found(with_changed_part(GOOD, BODY, put(b"<w:sectPr", field)))
    assert told == ['The document refers to external content: INCLUDEPICTURE "https://example.org/pixel.png".']


def test_links_to_the_web_are_allowed() -> None:
    assert found(build_document(document("[x](https://example.org) <a@example.org>"), "docx")) == []


def test_active_content_is_found() -> None:
    assert found(with_content(GOOD, zipped(parts_of(GOOD.main) | {"word/vbaProject.bin": b"x"}))) == [
        "The document contains active content or an attachment: word/vbaProject.bin."
    ]


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04", GOOD.main[:2_000], zipped({"a": b"b"})])
def test_other_bytes_are_one_error(content: bytes) -> None:
    assert [each.severity for each in check_docx(with_content(GOOD, content))] == ["error"]


def test_a_bomb_is_not_unpacked() -> None:
    made = io.BytesIO(GOOD.main)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/media/x.png", bytes(300 * 1024 * 1024))
    assert found(with_content(GOOD, made.getvalue())) == [
        "The unpacked file is too large: 300 MB, with a limit of 256 MB."
    ]


def test_a_document_is_one_file_with_its_extension() -> None:
    draft = Draft("docx", "a.doc", "T", {"a.doc": GOOD.main, "b.sh": b"x"})
    assert found(draft) == [
        "A document is a single file. The extra file b.sh was not checked.",
        "The file name of this type of document must end in .docx.",
    ]


@given(st.integers(0, len(GOOD.main) - 1), st.integers(1, 255))
def test_a_flipped_byte_never_raises(place: int, flip: int) -> None:
    content = bytearray(GOOD.main)
    content[place] ^= flip
    assert all(isinstance(each, Finding) for each in check_docx(with_content(GOOD, bytes(content))))


@each("part", [BODY, "word/styles.xml", "[Content_Types].xml", "word/footnotes.xml", "docProps/custom.xml"])
@each("content", [b"", b"<w:p>", b"\xff\xfe", b"<a/>"])
def test_a_broken_part_never_raises(part: str, content: bytes) -> None:
    findings = check_docx(with_content(GOOD, zipped(parts_of(GOOD.main) | {part: content})))
    assert all(isinstance(each, Finding) for each in findings)


def _foreign(make: Callable[[Any], None]) -> list[Finding]:
    document = docx.Document()
    make(document)
    written = io.BytesIO()
    document.save(written)
    return check_docx(Draft("docx", "x.docx", "T", {"x.docx": written.getvalue()}))


def test_a_document_that_states_no_page_size_is_checked() -> None:
    def without_page(document: Any) -> None:
        document.add_paragraph("Some words.")
        section = document.sections[0]._sectPr
        for child in [*section]:
            section.remove(child)

    assert _foreign(without_page) == []


def test_markup_white_text_and_tiny_text_are_found_but_not_code() -> None:
    def planted(document: Any) -> None:
        document.add_paragraph("An **important** point.")
        document.add_paragraph().add_run("hidden").font.color.rgb = RGBColor(255, 255, 255)

    assert [each.code for each in _foreign(planted)] == ["document.markup", "docx.unseen"]

    def tiny(document: Any) -> None:
        document.add_paragraph().add_run("tiny").font.size = Pt(3)

    assert [each.code for each in _foreign(tiny)] == ["docx.unseen"]

    def code(document: Any) -> None:
        document.add_paragraph("Write ").add_run("<b>**bold**</b>").font.name = "Courier New"

    assert _foreign(code) == []
