"""Rendered pages: the characters, boxes and images of a PDF, read in a separate process within limits."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from inkwright.artifacts.rendering.pdf_worker import RefusedPdf, answer_request
from inkwright.artifacts.workers import READING, run_limited
from inkwright.errors import LimitExceeded
from inkwright.i18n import Reason


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points, measured from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The distance from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from top to bottom."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """The area in square points; zero if an edge is on the wrong side of the other."""
        return max(0.0, self.width) * max(0.0, self.height)

    def beyond(self, other: "Box") -> float:
        """Return how far this box extends beyond another one, in points."""
        sides = (other.left - self.left, other.top - self.top, self.right - other.right, self.bottom - other.bottom)
        return max(0.0, *sides)

    def shared(self, other: "Box") -> "Box":
        """Return the intersection; its area is zero if there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Box(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def around(self, other: "Box") -> "Box":
        """Return the smallest box that contains both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def turned(self, degrees: float) -> "Box":
        """Return the smallest upright box around this one after a rotation about its centre."""
        angle = math.radians(degrees)
        across = abs(self.width * math.cos(angle)) + abs(self.height * math.sin(angle))
        down = abs(self.width * math.sin(angle)) + abs(self.height * math.cos(angle))
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Box(x - across / 2, y - down / 2, x + across / 2, y + down / 2)


MAX_PAGES: Final = 200
MAX_CHARS: Final = 400_000
MAX_TEXT_PAGES: Final = 2_000
MAX_TEXT_CHARS: Final = 2_000_000
MAX_PIXELS: Final = 4_000_000
SECONDS: Final = 15

_EDGE: Final = 2
_SHADE: Final = 8


class UnreadablePdf(Exception):
    """The PDF cannot be read: `key` is `damaged`, `encrypted`, `too_long` or `too_costly`."""

    def __init__(self, key: str, fields: Mapping[str, object] | None = None) -> None:
        super().__init__(key, dict(fields or {}))
        self.key = key
        self.fields: dict[str, Any] = dict(fields or {})


@dataclass(frozen=True, slots=True)
class CharacterStyle:
    """The style of a character: its real size in points, the font name in the file, and its colour."""

    size: float
    font: str
    colour: tuple[int, int, int]
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class PageCharacter:
    """A visible character and the box of its ink."""

    text: str
    box: Box
    style: CharacterStyle


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small image of a page, as rows of red, green and blue."""

    width: int
    height: int
    pixels: bytes

    @property
    def is_blank(self) -> bool:
        """Whether it is all one colour, apart from the outermost pixels, which may blend with the background."""
        wide = 3 * self.width
        rows = (self.pixels[row * wide + 3 * _EDGE : (row + 1) * wide - 3 * _EDGE] for row in self._inner_rows())
        inner = b"".join(rows)
        return all(max(inner[part::3], default=0) - min(inner[part::3], default=0) <= _SHADE for part in range(3))

    def _inner_rows(self) -> range:
        return range(_EDGE, self.height - _EDGE)


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A rendered page. `text` is in reading order; `chars` are its visible characters."""

    width: float
    height: float
    text: str
    chars: tuple[PageCharacter, ...]
    thumbnail: Thumbnail

    @property
    def box(self) -> Box:
        """The box of the whole page."""
        return Box(0, 0, self.width, self.height)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is visible on it."""
        return self.thumbnail.is_blank


def read_pdf_pages(content: bytes, *, seconds: int = SECONDS) -> list[RenderedPage]:
    """Return all pages of a PDF; UnreadablePdf if that is not possible within the limits."""
    limits = {"max_pages": MAX_PAGES, "max_chars": MAX_CHARS, "seconds": seconds}
    result, thumbnails = _run_worker(content, {"task": "pages", **limits})
    return [_rendered_page(page, pixels) for page, pixels in zip(result["pages"], thumbnails, strict=True)]


class PdfText(NamedTuple):
    """The text of each page in reading order, the size of the letters of each line of it, and the outline of the file:
    level (from 0), title and page (from 0) of each entry. `damaged` are the pages (from 0) that could not be read.
    """

    pages: list[str]
    sizes: list[list[float]]
    outline: list[tuple[int, str, int]]
    damaged: frozenset[int] = frozenset()


def read_pdf_text(content: bytes, *, seconds: int = SECONDS, skips_damaged: bool = False) -> PdfText:
    """Return the text of a PDF. A damaged page is an error, unless such pages are skipped.

    This is cheaper than `read_pdf_pages`, so more pages are allowed.
    """
    limits = {"max_pages": MAX_TEXT_PAGES, "max_chars": MAX_TEXT_CHARS, "seconds": seconds}
    result, _ = _run_worker(content, {"task": "texts", "skips_damaged": skips_damaged, **limits})
    outline = [(int(level), str(title), int(page)) for level, title, page in result["outline"]]
    damaged = frozenset(map(int, result["damaged"]))
    return PdfText([str(each) for each in result["texts"]], result["sizes"], outline, damaged)


def draw_pdf_pages(content: bytes, *, width: int, max_pages: int = MAX_PAGES) -> tuple[int, list[bytes]]:
    """Return the number of pages of a PDF, and the first pages as PNG files about `width` pixels wide."""
    limits = {"max_pages": max_pages, "max_pixels": MAX_PIXELS, "seconds": SECONDS}
    result, pictures = _run_worker(content, {"task": "draw", "width": width, **limits})
    return int(result["count"]), pictures


def _rendered_page(record: Mapping[str, Any], pixels: bytes) -> RenderedPage:
    styles = [
        CharacterStyle(style["size"], style["font"], tuple(style["colour"]), style["hidden"])
        for style in record["styles"]
    ]
    chars = tuple(PageCharacter(text, Box(*box), styles[style]) for text, *box, style in record["chars"])
    width, height = record["picture"]
    return RenderedPage(record["width"], record["height"], record["text"], chars, Thumbnail(width, height, pixels))


def _run_worker(content: bytes, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """Read the PDF in a worker and return the result and the images."""
    limits = READING._replace(seconds=request["seconds"])
    try:
        return run_limited(answer_request, limits, content, dict(request))
    except RefusedPdf as problem:
        raise UnreadablePdf(problem.key, _problem_fields(problem.reason, problem.fields)) from problem
    except LimitExceeded as problem:
        raise UnreadablePdf("too_costly") from problem


def _problem_fields(reason: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of the message; a reason that the worker names takes the fields that it gives."""
    return {"problem": Reason(f"reason.pdf.{reason}", **fields)} if reason else fields
