"""Previews: pages as images, sketches, and hostile files that are refused."""

import asyncio
import io

import pytest
from PIL import Image

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.previews import PagePreview, PreviewSource, preview
from inkwright.artifacts.rendering.office import Office, find_office
from tests.artifacts.faults.deck_faults import IN_THE_FILE
from tests.artifacts.faults.valid_decks import every_layout
from tests.artifacts.rendering.sample_pdfs import endless, locked, many_pages, pdf, running, written
from tests.artifacts.rendering.test_office import a_document

SPOIL = {fault.name: fault.spoil for fault in IN_THE_FILE}


def previewed(name: str, content: bytes, office: Office | None = None, max_pages: int = 200) -> PagePreview | Finding:
    return asyncio.run(preview(PreviewSource(name, content), office=office, width=320, max_pages=max_pages))


def sizes(shown: PagePreview | Finding) -> list[tuple[int, int]]:
    assert isinstance(shown, PagePreview)
    return [Image.open(io.BytesIO(page)).size for page in shown.pages]


def told(shown: PagePreview | Finding) -> str:
    assert isinstance(shown, Finding)
    return shown.message("en")


def test_a_deck_is_rendered_by_libreoffice(office: Office) -> None:
    shown = previewed("deck.pptx", every_layout(), office)
    assert isinstance(shown, PagePreview)
    assert (shown.how, shown.count, sizes(shown)) == ("office", 8, [(320, 180)] * 8)


def test_a_document_is_rendered_by_libreoffice(office: Office) -> None:
    shown = previewed("Letter.DOCX", a_document().content, office)
    assert isinstance(shown, PagePreview)
    assert (shown.how, shown.count) == ("office", 1)


def test_a_pdf_shows_its_own_pages() -> None:
    shown = previewed("a.pdf", pdf([written("Hello", 10, 10), ""]))
    assert isinstance(shown, PagePreview)
    assert (shown.how, shown.count, sizes(shown)) == ("pdf", 2, [(320, 240)] * 2)


def test_without_libreoffice_a_deck_is_sketched() -> None:
    shown = previewed("deck.pptx", every_layout())
    assert isinstance(shown, PagePreview)
    assert (shown.how, shown.count, sizes(shown)) == ("sketch", 8, [(320, 180)] * 8)
    assert all(len(Image.open(io.BytesIO(page)).getcolors(1 << 20) or []) > 10 for page in shown.pages)


def test_without_libreoffice_a_document_is_not_shown() -> None:
    assert told(previewed("a.docx", a_document().content)) == (
        "Showing Word files needs LibreOffice, which is not installed."
    )


def test_only_the_first_pages_are_drawn() -> None:
    shown = previewed("a.pdf", many_pages(10_000), max_pages=2)
    assert isinstance(shown, PagePreview)
    assert (shown.count, len(shown.pages)) == (10_000, 2)


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.xls", b"", "Files of this type cannot be shown."),
        ("a.pdf", b"", "The pages cannot be shown: "),
        ("a.pdf", locked(), "A password protects the pages."),
        ("a.pptx", b"hello", "The file was not opened "),
        ("a.pptx", b"", "The file was not opened "),
        ("a.docx", pdf([""]), "The file was not opened "),
        ("a.pptx", SPOIL["a zip bomb"](every_layout()), "The file was not opened "),
        ("a.pptx", SPOIL["entities in a drawing"](every_layout()), "The file was not opened "),
        ("a.pptx", SPOIL["a macro"](every_layout()), "The file was not opened "),
        ("a.pptx", SPOIL["a slide that is no XML"](every_layout()), "The file cannot be opened as a deck: "),
    ],
    ids=[
        "another kind", "empty pdf", "locked pdf", "text as deck", "empty deck", "pdf as document", "zip bomb",
        "svg bomb", "macro", "broken slide",
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_shown_is_a_finding(name: str, content: bytes, what: str) -> None:
    assert told(previewed(name, content)).startswith(what)


def test_a_program_in_a_pdf_is_not_run() -> None:
    assert sizes(previewed("a.pdf", running())) == [(320, 240)]


def test_a_file_that_takes_too_long_is_a_finding(office: Office) -> None:
    program = find_office()
    assert program is not None
    hurried = Office(program, seconds=0.2)
    assert told(previewed("deck.pptx", every_layout(), hurried)) == (
        "LibreOffice took too long to show the file (0.2 s) and was stopped."
    )


@pytest.mark.soak
def test_an_endless_drawing_is_a_finding() -> None:
    assert told(previewed("a.pdf", endless())) == "Showing the pages takes more time or memory than allowed."
