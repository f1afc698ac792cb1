"""The images of a document, from data URIs or files that the caller passes, opened before they are used."""

import base64
import io
import re
import urllib.parse
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from inkwright.artifacts.documents.pdf.typesetter import rasterise
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InkwrightError, InvalidOption, LimitExceeded
from inkwright.i18n import Language, Reason, text

if TYPE_CHECKING:
    from PIL.Image import Image as Opened

MAX_IMAGES: Final = 60
MAX_IMAGE_BYTES: Final = 8 * 1024 * 1024
MAX_PIXELS: Final = 40_000_000
_MAX_CONVERTED_PIXELS: Final = 6_000_000
_MAX_CONVERTED_SIDE: Final = 2_400
LINE_CM: Final = 16.2
"""The width of the text area in centimetres."""

_MAX_HEIGHT: Final = 19.0
_CM_PER_PIXEL: Final = 2.54 / 110
_DATA_URI = re.compile(r"data:[\w.+-]+/[\w.+-]+(?:;[\w=.+-]+)*(,)", re.I)
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|cm|mm|in|pt|px)?\s*")
_UNITS: Final = {
    "%": LINE_CM / 100,
    "cm": 1.0,
    "mm": 0.1,
    "in": 2.54,
    "pt": 2.54 / 72,
    "px": _CM_PER_PIXEL,
    None: _CM_PER_PIXEL,
}
_SUPPORTED_FORMATS: Final = {"PNG": "png", "JPEG": "jpg"}
_CONVERTED_FORMATS: Final = ("GIF", "WEBP", "BMP", "TIFF")


class UnusableImage(Exception):
    """A picture that cannot be opened, or has unusable dimensions."""

    def __init__(self, reason: Reason | str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """A picture that was opened: PNG or JPEG, and its size on the page in centimetres."""

    name: str
    content: bytes
    width: float
    height: float

    @property
    def data_uri(self) -> str:
        """The picture as a data URI."""
        kind = "png" if self.name.endswith("png") else "jpeg"
        return f"data:image/{kind};base64,{base64.b64encode(self.content).decode('ascii')}"


@dataclass(slots=True)
class EmbeddedImages:
    """The pictures of a document, each opened once."""

    files: Mapping[str, bytes]
    language: Language
    pictures: dict[str, EmbeddedImage] = field(default_factory=dict)
    _opened: dict[str, tuple[bytes, str, int, int]] = field(default_factory=dict)

    def picture(self, target: str, width: str) -> EmbeddedImage:
        """Return the picture at a target with a width such as `50%` or `6cm`; an empty one means its own width.

        A broken picture raises InvalidOption.
        """
        if target not in self._opened:
            if len(self._opened) >= MAX_IMAGES:
                raise self._invalid(target, "document.many_pictures", most=MAX_IMAGES)
            self._opened[target] = self._read(target)
        content, ending, across, down = self._opened[target]
        shown = min(_length(width) or across * _CM_PER_PIXEL, LINE_CM, _MAX_HEIGHT * across / down)
        name = f"picture-{len(self.pictures) + 1}.{ending}"
        made = EmbeddedImage(name, content, round(shown, 2), round(shown * down / across, 2))
        self.pictures[name] = made
        return made

    def _read(self, target: str) -> tuple[bytes, str, int, int]:
        content = self._content(target)
        if len(content) > MAX_IMAGE_BYTES:
            raise self._invalid(target, "document.large_picture", most=MAX_IMAGE_BYTES // (1024 * 1024))
        if b"<svg" in content[:2_000].lower():
            try:
                content = rasterise(content, LINE_CM, _MAX_HEIGHT)
            except InkwrightError as problem:
                reason = problem.fields.get("problem", problem)
                raise self._invalid(target, "document.broken_picture", problem=reason) from problem
        try:
            return run_in_worker(open_image, content)
        except UnusableImage as problem:
            raise self._invalid(target, "document.broken_picture", problem=problem.reason) from problem
        except LimitExceeded as problem:
            raise self._invalid(target, "document.broken_picture", problem=problem.fields["value"]) from problem

    def _content(self, target: str) -> bytes:
        if found := _DATA_URI.match(target[:300]):
            head, written = target[: found.end()], target[found.end() :]
            try:
                raw = urllib.parse.unquote_to_bytes(written)
                return base64.b64decode(raw, validate=True) if ";base64" in head.lower() else raw
            except ValueError as problem:
                raise self._invalid(target, "document.broken_picture", problem=str(problem)) from problem
        for name in (target, urllib.parse.unquote(target), urllib.parse.unquote(target).removeprefix("./")):
            if name in self.files:
                return self.files[name]
        raise self._invalid(target, "document.no_picture")

    def _invalid(self, target: str, key: str, **fields: object) -> InvalidOption:
        return InvalidOption(option="picture", value=target[:80], allowed=text(self.language, key, **fields))


def _length(written: str) -> float | None:
    found = _LENGTH.fullmatch(written)
    return float(found[1]) * _UNITS[found[2]] if found and float(found[1]) > 0 else None


def open_image(content: bytes) -> tuple[bytes, str, int, int]:
    """Return the picture in a format that every document format supports, its extension and its size in pixels."""
    from PIL import Image  # noqa: PLC0415 - slow to import

    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            return _decode_image(
                Image.open(io.BytesIO(content), formats=[*_SUPPORTED_FORMATS, *_CONVERTED_FORMATS]), content
            )
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as problem:
            raise UnusableImage(Reason("reason.documents.pixels", limit=MAX_PIXELS)) from problem
        except (OSError, ValueError, SyntaxError) as problem:
            # Pillow raises different errors for damaged pictures of different formats.
            raise UnusableImage(Reason("reason.package.damaged")) from problem


def _decode_image(image: "Opened", content: bytes) -> tuple[bytes, str, int, int]:
    with image:
        across, down = image.size
        if across * down > MAX_PIXELS or not across * down or max(across / down, down / across) > 100:
            raise UnusableImage(Reason("reason.documents.image_size", width=across, height=down))
        if ending := _SUPPORTED_FORMATS.get(image.format or ""):
            image.load()
            return content, ending, across, down
        # Packing a picture takes much longer than unpacking it, and no page shows so many pixels.
        if across * down > _MAX_CONVERTED_PIXELS:
            image.thumbnail((_MAX_CONVERTED_SIDE, _MAX_CONVERTED_SIDE))
        made = io.BytesIO()
        image.convert("RGBA").save(made, "PNG")
        return made.getvalue(), "png", across, down
