"""Tests of the pages of headings: in the PDF of the same document, and none for a file that cannot be shown."""

from inkwright.artifacts.documents.docx.page_numbers import laid_out_pages, typeset_pages
from inkwright.artifacts.documents.prepare import prepare_document
from tests.artifacts.documents.sample_documents import document


def test_headings_after_a_page_break_are_on_the_next_page() -> None:
    made = prepare_document(document("# A\n\nx\n\n::: {.newpage}\n:::\n\n# B\n\ny"), {})
    assert typeset_pages(made) == [1, 2]


def test_a_file_that_is_no_document_has_no_pages() -> None:
    assert laid_out_pages(b"not a document", 1) is None
