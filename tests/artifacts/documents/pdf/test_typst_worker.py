"""Typst in its worker: files in, a document out, its errors in its own words."""

import pytest

from inkwright.artifacts import typefaces
from inkwright.artifacts.documents.pdf.typst_worker import TypstError, compile_files

FONTS = str(typefaces.FONT_FOLDER)


def test_files_become_a_document_and_the_time_is_measured() -> None:
    content, seconds = compile_files(
        {"main.typ": b'#include "part.typ"', "part.typ": b"Hello"}, {"format": "pdf"}, FONTS
    )
    assert content.startswith(b"%PDF-")
    assert seconds > 0


def test_a_picture_is_the_first_page() -> None:
    content, _ = compile_files({"main.typ": b"One #pagebreak() Two"}, {"format": "png", "ppi": 72}, FONTS)
    assert content.startswith(b"\x89PNG")


def test_an_error_has_the_words_of_typst() -> None:
    with pytest.raises(TypstError, match="unknown variable"):
        compile_files({"main.typ": b"#unknown"}, {"format": "pdf"}, FONTS)
