"""Tests of reference documents: ours opens in python-docx, and a user's is checked before it is used."""

import io
import zipfile
from collections.abc import Mapping
from types import MappingProxyType

import docx
import pytest
from docx.shared import Emu, RGBColor

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.docx.word_styles import check_reference, default_reference
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage
from inkwright.errors import InvalidOption
from tests.artifacts.documents.sample_documents import document, docx_text, open_docx, parts_of, zipped
from tests.each import each


@each("kind", ["plain", "lesson_plan", "worksheet", "report", "letter"])
@each("language", ["en", "zh", "zh-Hant"])
def test_our_reference_has_the_styles_that_pandoc_uses(kind: DocumentKind, language: DocumentLanguage) -> None:
    names = {style.name for style in docx.Document(io.BytesIO(default_reference(kind, language))).styles}
    needed = "Title, Heading 1, Heading 6, Body Text, First Paragraph, Compact, Source Code, Table, Image Caption"
    assert set(needed.split(", ")) <= names


def own(parts: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
    made = io.BytesIO()
    docx.Document().save(made)
    return zipped(parts_of(made.getvalue()) | dict(parts))


def test_styles_header_and_page_of_a_users_document_are_used() -> None:
    reference = docx.Document()
    reference.styles["Heading 1"].font.color.rgb = RGBColor(0xAA, 0x00, 0x55)
    reference.sections[0].header.paragraphs[0].text = "Lindenschule"
    reference.sections[0].page_width = Emu(9_144_000)
    saved = io.BytesIO()
    reference.save(saved)
    draft = build_document(document("# A\n\n| x |\n|---|\n| y |\n"), "docx", reference=saved.getvalue())
    made = open_docx(draft.main)
    assert made.styles["Heading 1"].font.color.rgb == RGBColor(0xAA, 0x00, 0x55)
    assert made.sections[0].header.paragraphs[0].text == "Lindenschule"
    assert made.sections[0].page_width == 9_144_000
    assert "Table Text" in {style.name for style in made.styles}
    assert check_docx(draft) == []


def test_the_text_of_a_users_document_is_not_used() -> None:
    reference = docx.Document()
    reference.add_paragraph("Secret salaries")
    saved = io.BytesIO()
    reference.save(saved)
    made = build_document(document("Text."), "docx", reference=saved.getvalue())
    assert docx_text(made.main) == "A title\u00a0Text."


def bomb() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", bytes(300 * 1024 * 1024))
    return made.getvalue()


LINK = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    b'Type="http://x/attachedTemplate" Target="file:///etc/hostname" TargetMode="External"/></Relationships>'
)

FIELD = (
    b'<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>'
    b'<w:fldSimple w:instr=" DDEAUTO cmd "/></w:p></w:hdr>'
)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zip",
        b"PK\x03\x04",
        bomb(),
        own({"word/vbaProject.bin": b"x"}),
        own({"word/_rels/settings.xml.rels": LINK}),
        own({"word/_rels/settings.xml.rels": LINK.replace(b"file:///etc/hostname", b"https://example.org/x.dotm")}),
        own({"word/header9.xml": FIELD}),
        own({"word/styles.xml": b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'}),
        zipped({"hello.txt": b"hello"}),
        b"PK\x03\x04" + b"x" * (9 * 1024 * 1024),
    ],
    ids=[
        "empty",
        "text",
        "four bytes",
        "bomb",
        "macro",
        "link",
        "web template",
        "field",
        "entity",
        "other zip",
        "large",
    ],
)
def test_an_invalid_reference_is_rejected(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="A reference document must be a valid"):
        check_reference(content, "en")


def test_a_reference_is_only_for_word() -> None:
    with pytest.raises(InvalidOption, match=r"only with \.docx"):
        build_document(document("x"), "pdf", reference=own())
