"""Rendered pages: the characters, boxes and images of a PDF, read by a separate process within limits."""

import json
import math
import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points, measured from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """In square points; nothing where it is turned inside out."""
        return max(0.0, self.width) * max(0.0, self.height)

    def beyond(self, other: "Box") -> float:
        """How far this box sticks out of another one, in points."""
        sides = (other.left - self.left, other.top - self.top, self.right - other.right, self.bottom - other.bottom)
        return max(0.0, *sides)

    def shared(self, other: "Box") -> "Box":
        """What lies in both; its area is zero where nothing does."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Box(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def around(self, other: "Box") -> "Box":
        """The smallest box that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def turned(self, degrees: float) -> "Box":
        """The smallest upright box around this one after it was turned about its middle."""
        angle = math.radians(degrees)
        across = abs(self.width * math.cos(angle)) + abs(self.height * math.sin(angle))
        down = abs(self.width * math.sin(angle)) + abs(self.height * math.cos(angle))
        middle, centre = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Box(middle - across / 2, centre - down / 2, middle + across / 2, centre + down / 2)


MAX_PAGES: Final = 200
MAX_CHARS: Final = 400_000
MAX_TEXT_PAGES: Final = 2_000
MAX_TEXT_CHARS: Final = 2_000_000
MAX_PIXELS: Final = 4_000_000
MAX_MEMORY: Final = 1024 * 1024 * 1024
SECONDS: Final = 30

_EDGE: Final = 2
_SHADE: Final = 8
_WORKER: Final = Path(__file__).with_name("pdf_worker.py")
_LENGTH: Final = struct.Struct(">Q")


class UnreadablePdf(Exception):
    """The PDF cannot be seen: `key` is `damaged`, `encrypted`, `too_long`, `too_costly` or `not_installed`."""

    def __init__(self, key: str, fields: Mapping[str, object] | None = None) -> None:
        super().__init__(key, dict(fields or {}))
        self.key = key
        self.fields: dict[str, Any] = dict(fields or {})


@dataclass(frozen=True, slots=True)
class CharacterStyle:
    """How a character is set: its real size in points, its font as the file names it, its colour."""

    size: float
    font: str
    colour: tuple[int, int, int]
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class PageCharacter:
    """A visible character; the box is that of its ink."""

    text: str
    box: Box
    style: CharacterStyle


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture of a page: rows of red, green, blue."""

    width: int
    height: int
    pixels: bytes

    @property
    def is_blank(self) -> bool:
        """Whether it is one colour all over, its very edges aside: there a page may be mixed with what is around it."""
        wide = 3 * self.width
        rows = (self.pixels[row * wide + 3 * _EDGE : (row + 1) * wide - 3 * _EDGE] for row in self._inner_rows())
        inner = b"".join(rows)
        return all(max(inner[part::3], default=0) - min(inner[part::3], default=0) <= _SHADE for part in range(3))

    def _inner_rows(self) -> range:
        return range(_EDGE, self.height - _EDGE)


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """One page as it is shown. `text` is in reading order, `chars` are its visible characters."""

    width: float
    height: float
    text: str
    chars: tuple[PageCharacter, ...]
    glance: Thumbnail

    @property
    def box(self) -> Box:
        """The whole page."""
        return Box(0, 0, self.width, self.height)

    @property
    def is_blank(self) -> bool:
        """Whether a viewer sees nothing on it."""
        return self.glance.is_blank


def read_pdf_pages(content: bytes, *, seconds: int = SECONDS) -> list[RenderedPage]:
    """The pages of a PDF, all of them; UnreadablePdf where that is not possible within the bounds."""
    order = {"do": "read", "most_pages": MAX_PAGES, "most_chars": MAX_CHARS, "seconds": seconds}
    told, glances = _ask_worker(content, order)
    return [_rendered_page(page, glance) for page, glance in zip(told["pages"], glances, strict=True)]


def read_pdf_texts(content: bytes, *, seconds: int = SECONDS) -> list[str]:
    """What is written on each page of a PDF, in reading order: cheaper than the pages themselves, so there may be more
    of them.
    """
    limits = {"most_pages": MAX_TEXT_PAGES, "most_chars": MAX_TEXT_CHARS, "seconds": seconds}
    told, _ = _ask_worker(content, {"do": "tell", **limits})
    return [str(each) for each in told["texts"]]


def draw_pdf_pages(content: bytes, *, width: int, most_pages: int = MAX_PAGES) -> tuple[int, list[bytes]]:
    """How many pages a PDF has, and the first of them as PNG files about `width` pixels wide."""
    limits = {"most_pages": most_pages, "most_pixels": MAX_PIXELS, "seconds": SECONDS}
    order = {"do": "draw", "width": width, **limits}
    told, pictures = _ask_worker(content, order)
    return int(told["count"]), pictures


def _rendered_page(told: Mapping[str, Any], glance: bytes) -> RenderedPage:
    styles = [
        CharacterStyle(style["size"], style["font"], tuple(style["colour"]), style["hidden"])
        for style in told["styles"]
    ]
    chars = tuple(PageCharacter(text, Box(*box), styles[style]) for text, *box, style in told["chars"])
    width, height = told["picture"]
    return RenderedPage(told["width"], told["height"], told["text"], chars, Thumbnail(width, height, glance))


def _ask_worker(content: bytes, order: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """The worker's answer: what it tells, and the pictures."""
    seconds = order["seconds"]
    # Isolated: neither the folder that we happen to be in nor the user's settings choose what is imported.
    command = [sys.executable, "-I", str(_WORKER), json.dumps({**order, "most_memory": MAX_MEMORY})]
    environment = {name: value for name, value in os.environ.items() if name.startswith(("LANG", "LC_", "COVERAGE_"))}
    try:
        done = subprocess.run(  # noqa: S603
            command, input=content, capture_output=True, timeout=seconds, env=environment, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise UnreadablePdf("too_costly") from late
    if done.returncode:
        # It is killed by the limits it took upon itself, or native code crashed: either way the file is to blame.
        raise UnreadablePdf("too_costly" if done.returncode < 0 else "damaged", {"problem": _last_line(done.stderr)})
    first, *pictures = _split_frames(done.stdout)
    told = json.loads(first)
    if problem := told.get("problem"):
        raise UnreadablePdf(problem["key"], problem["fields"])
    return told, pictures


def _last_line(stderr: bytes) -> str:
    return (stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1][:200]


def _split_frames(answer: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(answer):
        (length,) = _LENGTH.unpack_from(answer, at)
        at += _LENGTH.size
        yield answer[at : at + length]
        at += length
