"""Tests of the source file saved with a document: it describes the same document."""

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.source import DocumentSpec, read_document
from inkwright.artifacts.documents.source_file import SOURCE_NAME, attach_source, source_text
from inkwright.errors import InvalidOption


@pytest.mark.parametrize("title", ["Rivers", "河流：“长江”", 'a "b": c # d', "- x", "'", "{a}", "12", "true", "~"])
def test_any_title_is_read_back(title: str) -> None:
    spec = read_document(source_text(title, "report", None, "## A\n\nWords.\n"))
    assert (spec.title, spec.kind, spec.body.strip()) == (title, "report", "## A\n\nWords.")


def test_front_matter_of_the_content_is_kept_except_for_the_given_keys() -> None:
    head = ["title: Other", "kind: plain", "grade: 5", "objectives: [a, b]", "date: 2026-11-15"]
    head += ["layout: page", "permalink: /rivers/", "toc: deep", "keywords: water", "author: {name: Ann}"]
    content = "\r\n".join(["---", *head, "---", "", "# Rivers", "", "Words.", ""])
    source = source_text("Rivers", "lesson_plan", "en", content)
    assert read_document(source) == DocumentSpec(
        kind="lesson_plan",
        title="Rivers",
        date="15 November 2026",
        fields={"grade": "5", "objectives": ["a", "b"]},
        body="\nWords.\n",
    )


def test_a_first_heading_that_differs_from_the_title_stays() -> None:
    assert source_text("Rivers", "plain", None, "# Springs\n\nx").endswith("# Springs\n\nx")
    assert source_text("Rivers", "plain", None, "Hello\n\n# Rivers\n\nx").endswith("Hello\n\n# Rivers\n\nx")


def test_invalid_front_matter_is_rejected() -> None:
    with pytest.raises(InvalidOption, match="front matter"):
        source_text("Rivers", "plain", None, "---\n- a\n---\n\nx")


def test_the_source_is_the_only_other_file_of_a_document() -> None:
    source = source_text("Rivers", "plain", "en", "Words.\n")
    draft = attach_source(build_document(read_document(source), "docx"), source, "mine.docx")
    assert sorted(draft.files) == ["mine.docx", SOURCE_NAME]
    assert check_docx(draft) == []
    broken = type(draft)(draft.kind, draft.name, draft.title, {**draft.files, SOURCE_NAME: b"\xff\xfe"})
    assert [each.message("en") for each in check_docx(broken)] == [
        "A document is a single file. The extra file source.md was not checked."
    ]
