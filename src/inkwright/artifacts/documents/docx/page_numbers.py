"""The pages of the headings of a Word document: as LibreOffice shows it, or else as in the PDF of the same text."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from inkwright.artifacts.documents.pdf.pdf_builder import typst_files
from inkwright.artifacts.documents.pdf.typesetter import typeset
from inkwright.artifacts.documents.prepare import PreparedDocument
from inkwright.artifacts.rendering.office import Office, OfficeFile, OfficeTimedOut, find_office
from inkwright.artifacts.rendering.pdf import UnreadablePdf, read_pdf_text
from inkwright.errors import LimitExceeded


def laid_out_pages(content: bytes, count: int) -> list[int] | None:
    """Return the page of each of `count` headings, from 1; None without LibreOffice, or if it finds other headings."""
    program = find_office()
    if program is None:
        return None
    office = Office(program)
    try:
        # The caller may be in a thread with a running loop.
        with ThreadPoolExecutor(1) as thread:
            work = thread.submit(lambda: asyncio.run(office.pdfs([OfficeFile(".docx", content)])))
            [pdf] = work.result()
    except (OfficeTimedOut, LimitExceeded):
        return None
    return _outline_pages(pdf, count) if pdf else None


def typeset_pages(document: PreparedDocument) -> list[int] | None:
    """Return the page of each heading in the PDF of the document; None if a heading has no bookmark there."""
    return _outline_pages(typeset(typst_files(document), timestamp=0).content, len(document.headings))


def _outline_pages(pdf: bytes, count: int) -> list[int] | None:
    try:
        pages = [page + 1 for _, _, page in read_pdf_text(pdf).outline]
    except UnreadablePdf:
        return None
    return pages if len(pages) == count else None
