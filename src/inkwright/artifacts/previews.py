"""Previews: the pages of a file as images, or a sketch of its slides where LibreOffice is not installed."""

import asyncio
import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final, Literal

from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.rendering.office import Office, OfficeFile, OfficeTimedOut
from inkwright.artifacts.rendering.pdf import MAX_PAGES, Box, UnreadablePdf, draw_pdf_pages, read_pdf_text
from inkwright.artifacts.slides.checks.deck import inspect_deck, with_fixed_sizes
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.checks.styles import InspectedParagraph
from inkwright.artifacts.slides.fitting.fit import wrap_text
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.text import one_line
from inkwright.artifacts.typefaces import HUMANIST, Style, Typeface, face_for
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import run_in_worker_async
from inkwright.errors import LimitExceeded

_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_OUTLINE: Final = (160, 160, 160)
_INSET: Final = 7.2
_LEADING: Final = 1.3


def sketch_slide(slide: InspectedSlide, *, width: int) -> bytes:
    """Draw a slide as a PNG. Pictures and charts become boxes with their descriptions."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - slow to import

    scale = width / slide.page.width
    image = Image.new("RGB", (width, max(1, round(slide.page.height * scale))), slide.ground or _PAPER)
    pen = _SketchCanvas(ImageDraw.Draw(image), scale)
    for shape in (*slide.under, *slide.shapes):
        if shape.box is not None:
            pen.shape(shape, shape.box)
    png = io.BytesIO()
    image.save(png, "PNG")
    return png.getvalue()


class _SketchCanvas:
    """Draws on a page that is measured in points."""

    def __init__(self, draw: Any, scale: float) -> None:
        self._draw = draw
        self._scale = scale

    def shape(self, shape: InspectedShape, box: Box) -> None:
        """Draw a shape: its fill, its frame if it is a figure, and its text."""
        if shape.is_filled and shape.fill:
            self._draw.rectangle(self._pixels(box), fill=shape.fill)
        if shape.kind in ("picture", "chart", "figure"):
            self._draw.rectangle(self._pixels(box), outline=_OUTLINE)
            self._line(shape.description or shape.name, box.left + _INSET, box.top + _INSET, 12, _OUTLINE)
        self._words(shape.paragraphs, box)
        for cell in shape.cells:
            self._draw.rectangle(self._pixels(cell.box), outline=_OUTLINE, fill=cell.fill)
            self._words(cell.paragraphs, cell.box)

    def _words(self, paragraphs: tuple[InspectedParagraph, ...], box: Box) -> None:
        top = box.top + _INSET / 2
        for paragraph in paragraphs:
            if not paragraph.runs:
                continue
            size, colour = paragraph.runs[0].size, paragraph.runs[0].colour or _INK
            style: Style = "bold" if paragraph.runs[0].is_bold else "regular"
            left = box.left + _INSET + paragraph.indent
            for line in wrap_text(paragraph.text, max(box.right - _INSET - left, size), size, Faces(), style):
                self._line(line, left, top, size, colour, style)
                top += size * _LEADING

    def _line(
        self, line: str, left: float, top: float, size: float, colour: tuple[int, int, int], style: Style = "regular"
    ) -> None:
        pixels = max(1, round(size * self._scale))
        x = left * self._scale
        for char in one_line(line):
            font = _font(face_for(char, HUMANIST), style, pixels)
            self._draw.text((x, (top + size) * self._scale), char, fill=colour, font=font, anchor="ls")
            x += font.getlength(char)

    def _pixels(self, box: Box) -> tuple[float, float, float, float]:
        left, right = sorted((box.left * self._scale, box.right * self._scale))
        top, bottom = sorted((box.top * self._scale, box.bottom * self._scale))
        return left, top, right, bottom


@lru_cache(maxsize=128)
def _font(face: Typeface, style: Style, pixels: int) -> Any:
    from PIL import ImageFont  # noqa: PLC0415 - as above

    return ImageFont.truetype(face.file(style), pixels)


PREVIEW_WIDTH: Final = 1280
_MAX_HEADINGS: Final = 500
_MAX_HEADING: Final = 200
OFFICE_ENDINGS: Final = (".pptx", ".docx")
PREVIEW_ENDINGS: Final = (".pdf", *OFFICE_ENDINGS)

PreviewMethod = Literal["pdf", "office", "sketch"]
"""`pdf`: the pages of the file; `office`: rendered by LibreOffice; `sketch`: only boxes and text."""


@dataclass(frozen=True, slots=True)
class PagePreview:
    """PNG images of the first pages, in order, and the number of pages. Tell people when it is a sketch.

    `outline` has the headings of a document: level (from 0), title and page (from 0).
    """

    pages: tuple[bytes, ...]
    count: int
    how: PreviewMethod
    outline: tuple[tuple[int, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewSource:
    """A file to preview. The ending of its name tells its format; its bytes are not trusted."""

    name: str
    content: bytes

    @property
    def ending(self) -> str:
        """The ending in lower case, such as `.pptx`."""
        return PurePath(self.name).suffix.lower()


async def preview(
    file: PreviewSource,
    *,
    office: Office | None,
    width: int = PREVIEW_WIDTH,
    max_pages: int = MAX_PAGES,
) -> PagePreview | Finding:
    """Return the pages of a .pdf, .pptx or .docx as images; or why they cannot be shown.

    Without LibreOffice, slides are sketched and Word files cannot be shown.
    """
    location = Location(file=file.name)
    if file.ending not in PREVIEW_ENDINGS:
        return finding("pdf_view.unknown_ending", location, known=", ".join(PREVIEW_ENDINGS))
    try:
        if file.ending in OFFICE_ENDINGS and (problem := await run_in_worker_async(package_problem, file.content)):
            reason = problem.fields.get("problem") or problem.fields.get("part") or problem.fields.get("size", "")
            return finding("pdf_view.refused", location, problem=reason)
        if file.ending != ".pdf" and office is None:
            return await run_in_worker_async(sketch_preview, file, width, max_pages)
        pdf = file.content if office is None or file.ending == ".pdf" else await office_pdf(file, office)
        count, pages = await asyncio.to_thread(draw_pdf_pages, pdf, width=width, max_pages=max_pages)
        outline = await asyncio.to_thread(_outline, pdf) if file.ending != ".pptx" else ()
        return PagePreview(tuple(pages), count, "pdf" if file.ending == ".pdf" else "office", outline)
    except UnreadablePdf as problem:
        return finding(f"pdf_view.{problem.key}", location, **problem.fields)
    except LimitExceeded as problem:
        return finding("pdf_view.refused", location, problem=problem.fields["value"])
    except OfficeTimedOut as late:
        return finding("pdf_view.timed_out", location, seconds=str(late))


def _outline(pdf: bytes) -> tuple[tuple[int, str, int], ...]:
    """Return the headings of a PDF; none if its text cannot be read, because its pages are shown nevertheless."""
    try:
        found = read_pdf_text(pdf, skips_damaged=True).outline
    except UnreadablePdf:
        return ()
    return tuple((level, one_line(title)[:_MAX_HEADING], page) for level, title, page in found[:_MAX_HEADINGS])


async def office_pdf(file: PreviewSource, office: Office) -> bytes:
    """Convert a file to PDF with LibreOffice; UnreadablePdf if that fails."""
    content = with_fixed_sizes(file.content) if file.ending == ".pptx" else file.content
    [pdf] = await office.pdfs([OfficeFile(file.ending, content)])
    if pdf is None:
        raise UnreadablePdf("not_shown")
    return pdf


def sketch_preview(file: PreviewSource, width: int, max_pages: int) -> PagePreview | Finding:
    """Return a sketch of the first slides of a deck that passed `package_problem`."""
    location = Location(file=file.name)
    if file.ending != ".pptx":
        return finding("pdf_view.no_office", location)
    try:
        slides = inspect_deck(file.content)
    except UnreadableContent as problem:
        return finding("pptx.damaged", location, problem=problem.reason)
    return PagePreview(tuple(sketch_slide(slide, width=width) for slide in slides[:max_pages]), len(slides), "sketch")
