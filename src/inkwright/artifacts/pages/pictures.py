"""Previews: the pages of a file as pictures, and how they came about."""

import asyncio
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Literal

from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.pages.office import Office, OfficeFile, OfficeTimedOut
from inkwright.artifacts.pages.pdf import MAX_PAGES, UnreadablePdf, pictures_of
from inkwright.artifacts.pages.sketches import sketch
from inkwright.artifacts.pptx_checks import slides_in
from inkwright.artifacts.unreadable import Unreadable
from inkwright.i18n import Language, text

WIDTH: Final = 1280
OFFICE_ENDINGS: Final = (".pptx", ".docx")
ENDINGS: Final = (".pdf", *OFFICE_ENDINGS)

How = Literal["pdf", "office", "sketch"]
"""`pdf`: the file's own pages; `office`: as LibreOffice shows it; `sketch`: boxes and words, not how it looks."""


@dataclass(frozen=True, slots=True)
class Preview:
    """PNG pictures of the first pages, in order, and how many pages there are. A sketch must be told to be one."""

    pages: tuple[bytes, ...]
    count: int
    how: How


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file to look at: its name, whose ending tells what it is, and its bytes, whatever they are."""

    name: str
    content: bytes

    @property
    def ending(self) -> str:
        """As `.pptx`."""
        return PurePath(self.name).suffix.lower()


async def preview(
    file: ShownFile, language: Language, *, office: Office | None, width: int = WIDTH, most_pages: int = MAX_PAGES
) -> Preview | Finding:
    """The pages of a .pdf, .pptx or .docx as pictures; or why they cannot be shown.

    Without LibreOffice, slides are sketched, and nothing else of an office can be shown.
    """
    place = text(language, "finding.place.file", name=file.name)
    if file.ending not in ENDINGS:
        return finding(language, "pdf_view.unknown_ending", place=place, known=", ".join(ENDINGS))
    if file.ending in OFFICE_ENDINGS and (problem := problem_with_package(file.content)):
        told = problem.fields.get("problem") or problem.fields.get("part") or problem.fields.get("size", "")
        return finding(language, "pdf_view.refused", place=place, problem=told)
    try:
        if file.ending != ".pdf" and office is None:
            return await asyncio.to_thread(_sketched, file, language, width, most_pages)
        pdf = file.content if office is None or file.ending == ".pdf" else await shown_by_office(file, office)
        count, pages = await asyncio.to_thread(pictures_of, pdf, width=width, most_pages=most_pages)
        return Preview(tuple(pages), count, "pdf" if file.ending == ".pdf" else "office")
    except UnreadablePdf as problem:
        return finding(language, f"pdf_view.{problem.key}", place=place, **problem.fields)
    except OfficeTimedOut as late:
        return finding(language, "pdf_view.timed_out", place=place, seconds=str(late))


async def shown_by_office(file: ShownFile, office: Office) -> bytes:
    """The PDF that LibreOffice makes of a file; UnreadablePdf where it makes none."""
    [pdf] = await office.pdfs([OfficeFile(file.ending, file.content)])
    if pdf is None:
        raise UnreadablePdf("not_shown")
    return pdf


def _sketched(file: ShownFile, language: Language, width: int, most_pages: int) -> Preview | Finding:
    place = text(language, "finding.place.file", name=file.name)
    if file.ending != ".pptx":
        return finding(language, "pdf_view.no_office", place=place)
    try:
        slides = slides_in(file.content)
    except ImportError:
        return finding(language, "pptx.not_installed", place=place)
    except Unreadable as problem:
        return finding(language, "pptx.damaged", place=place, problem=str(problem))
    return Preview(tuple(sketch(slide, width=width) for slide in slides[:most_pages]), len(slides), "sketch")
