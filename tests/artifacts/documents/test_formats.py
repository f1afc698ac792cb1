"""The formats in which documents are written."""

from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.source_formats.catalogue import detect_format
from inkwright.artifacts.verification import CHECKERS
from inkwright.usecases.render import RENDER_FORMATS


def test_every_folder_of_documents_is_a_format_that_is_read_written_checked_and_offered() -> None:
    assert sorted(WRITTEN_FORMATS) == ["docx", "pdf", "tex"]
    assert all(each.write and each.check for each in WRITTEN_FORMATS.values())
    assert set(WRITTEN_FORMATS) <= set(CHECKERS)
    assert set(WRITTEN_FORMATS) <= set(RENDER_FORMATS)


def test_a_written_format_is_recognised_when_it_comes_back() -> None:
    assert detect_format("a.txt", b"%PDF-1.7") is WRITTEN_FORMATS["pdf"]
    assert detect_format("a.tex", b"Tea") is WRITTEN_FORMATS["tex"]
