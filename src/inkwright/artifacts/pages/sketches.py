"""Sketches of slides for machines without LibreOffice: boxes, colours and words where they stand, and no more."""

import io
from functools import lru_cache
from typing import Any, Final

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.shapes import ShapeSeen, SlideSeen
from inkwright.artifacts.checks.text_styles import Paragraph
from inkwright.artifacts.slides.fitting import Faces, wrapped
from inkwright.artifacts.typefaces import HUMANIST, Style, Typeface, face_of
from inkwright.artifacts.wording import one_line

_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_RULE: Final = (160, 160, 160)
_INSET: Final = 7.2
_LEADING: Final = 1.3


def sketch(slide: SlideSeen, *, width: int) -> bytes:
    """A slide as a PNG. Pictures and charts are boxes with their descriptions in them."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - comes with an extra, and is slow to import

    scale = width / slide.page.width
    image = Image.new("RGB", (width, max(1, round(slide.page.height * scale))), slide.ground or _PAPER)
    pen = _Pen(ImageDraw.Draw(image), scale)
    for shape in (*slide.under, *slide.shapes):
        if shape.box is not None:
            pen.shape(shape, shape.box)
    png = io.BytesIO()
    image.save(png, "PNG")
    return png.getvalue()


class _Pen:
    """Draws on a page that is measured in points."""

    def __init__(self, draw: Any, scale: float) -> None:
        self._draw = draw
        self._scale = scale

    def shape(self, shape: ShapeSeen, box: Box) -> None:
        """A shape: its ground, its frame where it is a figure, its words."""
        if shape.is_filled and shape.fill:
            self._draw.rectangle(self._pixels(box), fill=shape.fill)
        if shape.kind in ("picture", "chart", "figure"):
            self._draw.rectangle(self._pixels(box), outline=_RULE)
            self._line(shape.description or shape.name, box.left + _INSET, box.top + _INSET, 12, _RULE)
        self._words(shape.paragraphs, box)
        for cell in shape.cells:
            self._draw.rectangle(self._pixels(cell.box), outline=_RULE, fill=cell.fill)
            self._words(cell.paragraphs, cell.box)

    def _words(self, paragraphs: tuple[Paragraph, ...], box: Box) -> None:
        top = box.top + _INSET / 2
        for paragraph in paragraphs:
            if not paragraph.runs:
                continue
            size, colour = paragraph.runs[0].size, paragraph.runs[0].colour or _INK
            style: Style = "bold" if paragraph.runs[0].is_bold else "regular"
            left = box.left + _INSET + paragraph.indent
            for line in wrapped(paragraph.text, max(box.right - _INSET - left, size), size, Faces(), style):
                self._line(line, left, top, size, colour, style)
                top += size * _LEADING

    def _line(
        self, line: str, left: float, top: float, size: float, colour: tuple[int, int, int], style: Style = "regular"
    ) -> None:
        pixels = max(1, round(size * self._scale))
        x = left * self._scale
        for char in one_line(line):
            font = _font(face_of(char, HUMANIST), style, pixels)
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
