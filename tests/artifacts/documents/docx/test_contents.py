"""Tests of the contents of a Word document: every entry has the number of its page."""

import re

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from tests.artifacts.documents.sample_documents import SOURCES, document, parts_of

_ENTRY = re.compile(r'<w:pStyle w:val="TOC\d"/>.*?</w:p>', re.S)


def entries(content: bytes) -> list[tuple[str, str]]:
    written = parts_of(content)["word/document.xml"].decode()
    texts = [re.findall(r"<w:t[^>]*>([^<]*)</w:t>", entry) for entry in _ENTRY.findall(written)]
    return [(found[0], found[-1]) for found in texts]


def test_every_entry_has_a_page() -> None:
    made = build_document(document("# A\n\nx\n\n## B\n\ny\n\n# C\n\nz", kind="report"), "docx").main
    assert entries(made) == [("A", "3"), ("B", "3"), ("C", "3")]


def test_the_pages_of_a_long_report_grow() -> None:
    made = build_document(read_document((SOURCES / "report.en.md").read_text(encoding="utf-8")), "docx").main
    pages = [int(page) for _, page in entries(made)]
    assert pages == sorted(pages)
    assert pages[0] == 3 < pages[-1]


def test_a_document_without_contents_has_no_entries() -> None:
    assert entries(build_document(document("# A\n\nx"), "docx").main) == []
