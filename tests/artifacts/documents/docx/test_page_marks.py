"""Tests of kept paragraphs: lead-ins stay with their lists, and the end of a document stays together."""

import re

from inkwright.artifacts.documents.document_builder import build_document
from tests.artifacts.documents.sample_documents import document, parts_of


def kept(body: str) -> list[str]:
    written = parts_of(build_document(document(body), "docx").main)["word/document.xml"].decode()
    paragraphs = [each for each in re.findall(r"<w:p>.*?</w:p>", written, re.S) if "<w:keepNext/>" in each]
    return ["".join(re.findall(r"<w:t[^>]*>([^<]*)</w:t>", each)) for each in paragraphs]


def test_a_sentence_with_a_colon_stays_with_its_list() -> None:
    assert kept("Bring these:\n\n- a\n\n" + "x\n\n" * 9)[0] == "Bring these:"


def test_the_last_paragraphs_stay_together() -> None:
    body = "\n\n".join(f"paragraph {number}" for number in range(12))
    assert kept(body) == [f"paragraph {number}" for number in range(5, 11)]


def test_long_paragraphs_at_the_end_may_part() -> None:
    assert kept("\n\n".join(["word " * 200] * 4)) == []
