"""Tests of document sources: front matter, titles, languages, limits."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.documents.source import DocumentSpec, SourceFormat, read_document
from inkwright.errors import InvalidOption
from tests.each import each


def test_front_matter_and_body_become_a_document() -> None:
    source = """---
kind: lesson_plan
title: The Moon
author: [Ann, Bo]
date: 2026-03-12
grade: 5
objectives: [Name the phases, "Explain: why"]
fields:
  Room: "12"
theme: chalk
---
Text.
"""
    assert read_document(source) == DocumentSpec(
        kind="lesson_plan",
        title="The Moon",
        author="Ann, Bo",
        date="12 March 2026",
        language="en",
        fields={"grade": "5", "objectives": ["Name the phases", "Explain: why"], "Room": "12"},
        body="Text.\n",
    )


def test_the_first_heading_is_the_default_title() -> None:
    spec = read_document("# Rivers *and* lakes\n\nText.")
    assert (spec.title, spec.body) == ("Rivers and lakes", "\nText.")


def test_the_first_words_are_the_title_without_a_heading() -> None:
    spec = read_document("Dear all,\nthe garden is open.")
    assert (spec.title, spec.body) == ("Dear all,", "Dear all,\nthe garden is open.")


def test_a_heading_too_long_for_a_title_stays_in_the_text() -> None:
    spec = read_document(f"# {'word ' * 2_000}\n\nText.")
    assert len(spec.title) <= 100
    assert spec.body.startswith("# word")


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("# Rivers\n\nThe word 河 means river.", "en"),
        ("# 河流\n\n河流从高处流向低处。", "zh"),
        ("---\nlanguage: zh-TW\n---\n# 河流\n\n水", "zh-Hant"),
        ("---\nlanguage: en-GB\n---\n# 河流\n\n水", "en"),
    ],
)
def test_the_language_is_stated_or_that_of_most_of_the_text(source: str, language: str) -> None:
    assert read_document(source).language == language


def test_a_date_reads_as_a_reader_of_the_language_expects() -> None:
    assert read_document("---\ntitle: 河\ndate: 2026-06-30\n---\n水").date == "2026 年 6 月 30 日"


def test_a_spec_reads_the_same_from_json_and_yaml() -> None:
    given_json = json.dumps({"title": "Rivers", "body": "Text with $x$.", "numbered": True})
    given_yaml = "title: Rivers\nbody: Text with $x$.\nnumbered: true\n"
    assert read_document(given_json, "json") == read_document(given_yaml, "yaml")


def test_there_is_a_json_schema_with_the_limits() -> None:
    schema = DocumentSpec.model_json_schema()
    assert schema["properties"]["body"]["maxLength"] == 200_000
    assert schema["properties"]["title"]["maxLength"] == 300
    assert schema["additionalProperties"] is False


@each(
    ("source", "form", "option"),
    [
        ("", "markdown", "title"),
        ("---\ntitle: ' '\n---\nx", "markdown", "title"),
        (f"---\ntitle: {'x' * 10_000}\n---\nx", "markdown", "title"),
        (f"# T\n\n{'x' * 200_001}", "markdown", "body"),
        ("---\ntitle: T\nfoo: 1\n---\nx", "markdown", "foo"),
        ("---\ntitle: T\nkind: poem\n---\nx", "markdown", "kind"),
        ("---\ntitle: T\nlanguage: fr\n---\nx", "markdown", "language"),
        ("---\ntitle: T\nanswer_lines: 99\n---\nx", "markdown", "answer_lines"),
        ("---\ntitle: T\nfields: [1]\n---\nx", "markdown", "fields"),
        (f"---\n{'# y' * 10_000}\ntitle: T\n---\nx", "markdown", "front matter"),
        ("---\n- a\n- b\n---\nx", "markdown", "front matter"),
        ("---\ntitle: [\n---\nx", "markdown", "YAML"),
        ("{", "json", "source"),
        ("[" * 100_000, "json", "source"),
        ("[]", "json", "source"),
        ('{"title": "T"}', "json", "body"),
        (f'{{"title": "{"x" * 500_000}"}}', "json", "source"),
    ],
)
def test_unknown_keys_and_exceeded_limits_are_rejected(source: str, form: SourceFormat, option: str) -> None:
    with pytest.raises(InvalidOption) as told:
        read_document(source, form)
    assert str(told.value.fields["option"]).startswith(option)
    assert len(str(told.value)) < 600


def test_control_characters_and_odd_line_ends_are_left_out() -> None:
    spec = read_document('\ufeff---\r\ntitle: "A\\x07B"\r\n---\r\na\x00b\x0bc\rd')
    assert (spec.title, spec.body) == ("AB", "abc\nd")


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_is_a_document_or_an_invalid_option(head: str, body: str) -> None:
    try:
        spec = read_document(f"---\n{head}\n---\n{body}")
    except InvalidOption as told:
        assert str(told)  # noqa: PT017 - either is right; what counts is that nothing else is raised
    else:
        assert spec.title.strip()
