"""Text of files from any program: slides, documents, pages and plain text; damaged files are refused."""

import io
import zipfile
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.source_formats.catalogue import READABLE_SUFFIXES
from inkwright.artifacts.text_extraction import MAX_BYTES, extract_text
from inkwright.errors import UnreadableFile
from inkwright.i18n import Language
from tests.artifacts.rendering.sample_pdfs import locked, many_pages, pdf, written
from tests.artifacts.sample_decks import respelled
from tests.artifacts.source_formats.test_decks import deck
from tests.each import each

PAGES = pdf([written("Rain", 50, 200), "", written("Snow", 50, 200)])
GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery" / "sources"
REPORT = (GALLERY / "report.zh.md").read_text(encoding="utf-8")
CHINESE = "雨从海上来，落在山上。\n河水流回大海。\n"


def problem(name: str, content: bytes, language: Language = "en") -> str:
    """Why the file is not read."""
    with pytest.raises(UnreadableFile) as caught:
        extract_text(name, content, language)
    assert caught.value.fields["name"] == name
    return str(caught.value.fields["problem"])


def outcome(name: str, content: bytes) -> str:
    """The text, or the reason why there is none."""
    try:
        return extract_text(name, content)
    except UnreadableFile as told:
        return str(told)


def word() -> bytes:
    document = docx.Document()
    document.add_heading("雨从哪里来", 1)
    document.add_paragraph("雨从海上来。")
    document.add_paragraph("海洋", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"格{number}"
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


@each("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
@each("ending", [".txt", ".md", ".json", ".yaml", ".log"])
def test_a_text_is_read_in_the_encodings_that_people_have(ending: str, encoding: str) -> None:
    assert extract_text(f"讲义{ending.upper()}", CHINESE.replace("\n", "\r\n").encode(encoding)) == CHINESE


def test_an_empty_file_has_an_empty_text() -> None:
    assert extract_text("a.txt", b"") == ""


@pytest.mark.parametrize("content", [b"abc\0def", bytes(range(256)) * 4, b"\x89PNG\r\n\x1a\n\0\0\0", b"\x01\x02\x03ab"])
def test_binary_content_is_refused(content: bytes) -> None:
    told = problem("a.txt", content)
    assert told.startswith("Inkwright does not read files of this type")


def test_a_web_page_gives_its_text_without_scripts_and_styles() -> None:
    page = (
        '<html><head><meta charset="gb2312"><title>水</title><style>p{color:red}</style></head><body><h1>雨</h1>'
        "<script>alert(1)</script><p>雨从<b>海</b>上来 &amp; more</p><ul><li>一</li></ul></body></html>"
    )
    for encoding in ("utf-8", "gb18030"):
        assert extract_text("a.html", page.encode(encoding)) == (
            "---\ntitle: 水\n---\n\n# 雨\n\n雨从**海**上来 & more\n\n- 一\n"
        )


def test_a_word_file_is_markdown_with_its_title_tables_and_formulas() -> None:
    assert extract_text("讲义.docx", word()) == (
        "# 雨从哪里来\n\n雨从海上来。\n\n- 海洋\n\n| 格0 | 格1 |\n|-----|-----|\n| 格2 | 格3 |\n"
    )
    made = extract_text("report.docx", build_document(read_document(REPORT), "docx").main)
    for part in ("title: 让走廊安静下来", "摘要\n", "$$L = 20\\log_{10}\\frac{p}{p_{0}}", "[^1]: "):
        assert part in made


def test_a_word_file_with_an_old_formula_object_in_it_is_still_read() -> None:
    assert "雨从海上来。" in extract_text(
        "a.docx", respelled(word(), {"word/embeddings/oleObject1.bin": b"\xd0\xcf\x11"})
    )


def test_a_pdf_is_read_and_pages_without_text_are_named() -> None:
    assert extract_text("a.pdf", PAGES) == (
        "Rain\n\n<!-- page 2 -->\n\n(page 2 has no text; it may be an image)\n\n<!-- page 3 -->\n\nSnow\n"
    )
    assert "（第 2 页没有文字，可能是图片）" in extract_text("a.pdf", PAGES, "zh")


def test_a_scanned_pdf_is_refused_with_advice() -> None:
    assert problem("scan.pdf", pdf(["", ""])).startswith("its pages are images without text, like those of a scan")


def test_a_chinese_pdf_is_read() -> None:
    made = build_document(read_document("---\ntitle: 雨\n---\n\n雨从海上来。\n"), "pdf").main
    assert "雨从海上来。" in extract_text("雨.pdf", made)


def test_the_reason_and_the_next_step_are_in_both_languages() -> None:
    assert problem("a.doc", b"x") == "Inkwright does not read .doc files; save the file as .docx"
    assert problem("a.xls", b"x", "zh") == "这里不读取 .xls 文件；请另存为 .xlsx"
    known = " ".join(READABLE_SUFFIXES)
    told = f"Inkwright does not read files of this type; use one of these: {known}, or plain text"
    for name in ("a.exe", "noending", "a.png"):
        assert problem(name, b"\x89PNG\0\1\2\3") == told
    assert problem("a.pdf", locked()) == "a password protects the file; save it without one"
    assert problem("a.pdf", many_pages(2_001)) == (
        "its length in pages or characters is 2001, with a limit of 2000; use a part of it"
    )
    assert problem("a.txt", b" " * (MAX_BYTES + 1)) == "the file is larger than 32 MB; use a part of it"


def test_the_content_tells_the_format_before_the_name() -> None:
    assert extract_text("a.txt", word()).startswith("# 雨从哪里来")
    assert extract_text("slides.docx", deck()).startswith("## Slide 1: 雨")
    assert extract_text("export.xls", b"<html><body><h1>Rain</h1></body></html>") == "# Rain\n"
    assert extract_text("noending", b"It rains.") == extract_text("a.log", b"It rains.") == "It rains."
    assert problem("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1locked") == (
        "a password protects the file; save it without one"
    )


@each("ending", [".docx", ".pptx", ".pdf"])
@each("content", [b"", b"not it at all", word()[:2_000], deck()[:9_000], PAGES[:40]])
def test_a_broken_file_or_another_format_is_refused_as_damaged(ending: str, content: bytes) -> None:
    told = problem(f"a{ending}", content, "zh")
    assert told.startswith("文件已损坏，或内容与文件名不符（")


@pytest.mark.parametrize("ending", [".docx", ".pptx"])
def test_a_zip_bomb_is_refused(ending: str) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", b"<Types/>")
        package.writestr("word/document.xml", b" " * (60 * 1024 * 1024))
    assert problem(f"a{ending}", made.getvalue()) == "reading it takes too much time or memory; use a part of it"


@given(st.sampled_from([".txt", ".csv", ".pptx"]), st.binary(max_size=300))
def test_any_bytes_are_a_text_or_a_reason(ending: str, content: bytes) -> None:
    assert isinstance(outcome(f"a{ending}", content), str)
