"""The process that opens a PDF: the file in on standard input, what its pages show out as frames.

A process of its own, because PDFium is native code that may hang, crash or fill the memory on hostile bytes, and
because it must not be entered by two threads. It is run as a file, not as a module, so that it starts quickly: it
imports nothing of ours.
"""

import ctypes
import io
import json
import math
import resource
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

_THUMBNAIL_WIDTH: Final = 320
_INVISIBLE: Final = 3
_PASSWORD: Final = 4
# Not worth a page of its own in any document; PDFium draws what it is told to.
_MAX_SIDE: Final = 20_000


class RefusedPdf(Exception):
    """The PDF is not read: `key` names the reason, `fields` are those of its message."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.told = {"key": key, "fields": fields}


@dataclass(slots=True)
class _Styles:
    """How characters are set, each way once: the objects of a page share few."""

    seen: list[dict[str, object]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    by_object: dict[int, int] = field(default_factory=dict)

    def number_of(self, style: dict[str, object]) -> int:
        key = repr(style)
        if key not in self.numbers:
            self.numbers[key] = len(self.seen)
            self.seen.append(style)
        return self.numbers[key]


def answer(content: bytes, order: Mapping[str, Any]) -> Iterator[bytes]:
    """The frames of an answer: first what is told, as JSON, then the pictures."""
    import pypdfium2 as pdfium  # noqa: PLC0415 - what is missing is told, not raised

    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as problem:
        key = "encrypted" if getattr(problem, "err_code", None) == _PASSWORD else "damaged"
        raise RefusedPdf(key, problem=str(problem)[:200].rstrip(".")) from problem
    count = len(document)
    if count == 0:
        raise RefusedPdf("damaged", problem="it has no pages")
    if order["do"] == "draw":
        numbers = range(min(count, order["most_pages"]))
        pictures = [_page_png(_open_page(document, number), order["width"], order["most_pixels"]) for number in numbers]
        yield _json_frame({"count": count})
        yield from pictures
        return
    if count > order["most_pages"]:
        raise RefusedPdf("too_long", count=count, most=order["most_pages"])
    yield from _page_texts(document, order) if order["do"] == "tell" else _page_contents(document, order)


def _page_texts(document: Any, order: Mapping[str, Any]) -> Iterator[bytes]:
    """What is written on each page, and nothing else."""
    left = order["most_chars"]
    texts = []
    for number in range(len(document)):
        page = _open_page(document, number)
        words = page.get_textpage()
        left -= words.count_chars()
        if left < 0:
            raise RefusedPdf("too_long", count=f"> {order['most_chars']}", most=order["most_chars"])
        texts.append(words.get_text_range() if words.count_chars() else "")
        words.close()
        page.close()
    yield _json_frame({"texts": texts})


def _page_contents(document: Any, order: Mapping[str, Any]) -> Iterator[bytes]:
    left = order["most_chars"]
    told, glances = [], []
    for number in range(len(document)):
        page = _open_page(document, number)
        sheet = _page_record(page, left)
        left -= len(sheet["chars"])
        width, height, pixels = _thumbnail(page)
        told.append({**sheet, "picture": [width, height]})
        glances.append(pixels)
        page.close()
    yield _json_frame({"pages": told})
    yield from glances


def _open_page(document: Any, number: int) -> Any:
    import pypdfium2 as pdfium  # noqa: PLC0415 - as above

    try:
        page = document[number]
    except pdfium.PdfiumError as problem:
        raise RefusedPdf("damaged", problem=f"page {number + 1}: {problem}"[:200]) from problem
    width, height = page.get_size()
    if not (0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE):
        raise RefusedPdf("damaged", problem=f"page {number + 1} has no usable size")
    return page


def _page_record(page: Any, most_chars: int) -> dict[str, Any]:
    width, height = page.get_size()
    words = page.get_textpage()
    count = words.count_chars()
    if count > most_chars:
        raise RefusedPdf("too_long", count=count, most=most_chars)
    styles = _Styles()
    chars = [*_chars(page, words, styles)]
    text = words.get_text_range() if count else ""
    words.close()
    return {"width": width, "height": height, "text": text, "styles": styles.seen, "chars": chars}


def _chars(page: Any, words: Any, styles: _Styles) -> Iterator[list[Any]]:
    """Every visible character with its box, from the upper left corner of the page as it is shown."""
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    edges = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = edges
    turned = _box_transform(page)
    for index in range(words.count_chars()):
        code = raw.FPDFText_GetUnicode(words, index)
        if raw.FPDFText_IsGenerated(words, index) == 1 or code in (0x20, 0xA0, 0x3000, 0x0A, 0x0D):
            continue
        if not raw.FPDFText_GetCharBox(words, index, *edges):
            continue
        box = turned(left.value, bottom.value, right.value, top.value)
        char = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        yield [char, *(round(edge, 2) for edge in box), _style(words, index, styles)]


def _box_transform(page: Any) -> Any:
    """A function from a box of the page's own space to where it is shown."""
    first_x, first_y, last_x, last_y = page.get_cropbox()
    turns = page.get_rotation() // 90

    def turned(left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        if turns == 1:
            return bottom - first_y, left - first_x, top - first_y, right - first_x
        if turns == 2:
            return last_x - right, bottom - first_y, last_x - left, top - first_y
        if turns == 3:
            return last_y - top, last_x - right, last_y - bottom, last_x - left
        return left - first_x, last_y - top, right - first_x, last_y - bottom

    return turned


def _style(words: Any, index: int, styles: _Styles) -> int:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    drawn = raw.FPDFText_GetTextObject(words, index)
    address = ctypes.cast(drawn, ctypes.c_void_p).value or 0
    if address not in styles.by_object:
        styles.by_object[address] = styles.number_of(_style_of(words, index, drawn))
    return styles.by_object[address]


def _style_of(words: Any, index: int, drawn: Any) -> dict[str, object]:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    matrix = raw.FS_MATRIX()
    scale = 1.0
    if raw.FPDFText_GetMatrix(words, index, matrix):
        scale = math.hypot(matrix.c, matrix.d)
    size = round(raw.FPDFText_GetFontSize(words, index) * scale, 2)
    colour = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFText_GetFillColor(words, index, *colour)
    red, green, blue, opacity = (part.value for part in colour)
    is_hidden = opacity == 0 or (bool(drawn) and raw.FPDFTextObj_GetTextRenderMode(drawn) == _INVISIBLE)
    return {"size": size, "font": _font_name(drawn), "colour": [red, green, blue], "hidden": is_hidden}


def _font_name(drawn: Any) -> str:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    if not drawn:
        return ""
    font = raw.FPDFTextObj_GetFont(drawn)
    name = ctypes.create_string_buffer(128)
    length = raw.FPDFFont_GetBaseFontName(font, name, len(name)) if font else 0
    return name.raw[: max(0, min(length, 128) - 1)].decode("utf-8", "replace")


def _thumbnail(page: Any) -> tuple[int, int, bytes]:
    """The page as a small picture: enough to see where there is ink."""
    picture = page.render(scale=_THUMBNAIL_WIDTH / max(page.get_size()), rev_byteorder=True).to_pil().convert("RGB")
    return picture.width, picture.height, picture.tobytes()


def _page_png(page: Any, width: int, most_pixels: int) -> bytes:
    """The page as a PNG: as wide as asked for, unless that were too many pixels."""
    across, down = page.get_size()
    scale = min(width / across, math.sqrt(most_pixels / (across * down)))
    png = io.BytesIO()
    page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB").save(png, "PNG")
    page.close()
    return png.getvalue()


def _json_frame(told: Mapping[str, object]) -> bytes:
    return json.dumps(told).encode("ascii")


def _write_frame(out: BinaryIO, frame: bytes) -> None:
    out.write(struct.pack(">Q", len(frame)))
    out.write(frame)


def main() -> None:
    """Take the limits upon itself, read, answer."""
    order = json.loads(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (order["most_memory"],) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (order["seconds"],) * 2)
    out = sys.stdout.buffer
    try:
        for frame in answer(sys.stdin.buffer.read(), order):
            _write_frame(out, frame)
    except RefusedPdf as refused:
        _write_frame(out, _json_frame({"problem": refused.told}))
    except ImportError:
        _write_frame(out, _json_frame({"problem": {"key": "not_installed", "fields": {}}}))
    except MemoryError:
        _write_frame(out, _json_frame({"problem": {"key": "too_costly", "fields": {}}}))


if __name__ == "__main__":
    main()
