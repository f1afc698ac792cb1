"""Tests of letters: head, salutation, closing and signature, in English and in Chinese."""

from typing import Any

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.letters import letter_head
from inkwright.artifacts.documents.source import read_document
from tests.artifacts.documents.sample_documents import open_docx, pdf_text

ENGLISH = """---
kind: letter
title: The trip
author: Anna Berg
date: 4 May 2026
sender: [River School, 12 Lake Street]
recipient: The parents of class 5
---

Dear parents,

We leave at eight.

With kind regards
"""
CHINESE = "---\nkind: letter\ntitle: 参观通知\nauthor: 李老师\ndate: 2026-05-04\n---\n" + (
    "各位家长：\n\n早上八点出发。\n\n此致\n\n敬礼！\n"
)


def style_name(paragraph: Any) -> str:
    return str(paragraph.style.name)


def styled(source: str) -> list[tuple[str, str]]:
    made = open_docx(build_document(read_document(source), "docx").main)
    return [(style_name(each), each.text) for each in made.paragraphs if each.text.strip()]


def test_an_english_letter_has_its_head_above_and_its_signature_below() -> None:
    assert styled(ENGLISH) == [
        ("Sender", "Anna Berg"),
        ("Sender", "River School"),
        ("Sender", "12 Lake Street"),
        ("Letter Date", "4 May 2026"),
        ("Recipient", "The parents of class 5"),
        ("Title", "The trip"),
        ("Salutation", "Dear parents,"),
        ("Body Text", "We leave at eight."),
        ("Letter Closing", "With kind regards"),
        ("Signature", "Anna Berg"),
    ]


def test_a_chinese_letter_is_signed_and_dated_at_the_end() -> None:
    assert styled(CHINESE) == [
        ("Title", "参观通知"),
        ("Salutation", "各位家长："),
        ("Body Text", "早上八点出发。"),
        ("Body Text", "此致"),
        ("Salutation", "敬礼！"),
        ("Signature", "李老师"),
        ("Signature Date", "2026 年 5 月 4 日"),
    ]


@pytest.mark.parametrize(
    ("body", "salutations"),
    [
        ("早上八点出发。", ["三班全体家长："]),
        ("三班全体家长：\n\n你好。", ["三班全体家长："]),
        ("各位好：\n\n你好。", ["三班全体家长", "各位好："]),
    ],
)
def test_a_chinese_letter_begins_with_its_recipient(body: str, salutations: list[str]) -> None:
    found = styled(f"---\nkind: letter\ntitle: 通知\nrecipient: 三班全体家长\n---\n{body}\n")
    assert found[0] == ("Title", "通知")
    assert [text for style, text in found if style == "Salutation"] == salutations


@pytest.mark.parametrize("source", [ENGLISH, CHINESE])
def test_a_letter_is_complete_in_every_format(source: str) -> None:
    spec = read_document(source)
    assert check_docx(build_document(spec, "docx")) == []
    shown = pdf_text(build_document(spec, "pdf").main)
    assert spec.author in shown
    assert spec.date.replace(" ", "") in shown.replace(" ", "")
    assert spec.author in build_document(spec, "tex").main.decode() or spec.language == "en"


@pytest.mark.parametrize("body", ["x", "Dear all,", "# Only a heading", "- a\n- b", "::: {.letter part=evil}\nx\n:::"])
def test_an_odd_letter_is_built_all_the_same(body: str) -> None:
    spec = read_document(f"---\nkind: letter\ntitle: T\nlanguage: en\n---\n{body}\n")
    for form in ("docx", "pdf", "tex"):
        assert build_document(spec, form).main


def test_an_address_keeps_its_lines() -> None:
    spec = read_document(
        "---\nkind: letter\ntitle: A\nsender: |\n  Hillside School\n  12 Mill Lane\n---\nDear Ann,\n\nYes."
    )
    assert letter_head(spec).sender == ("Hillside School", "12 Mill Lane")
