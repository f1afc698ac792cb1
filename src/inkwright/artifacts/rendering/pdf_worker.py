"""Opens a PDF and reads its characters, texts and images; it runs in a worker.

PDFium is native code that may hang, crash or fill the memory on hostile bytes, and two threads must not use it at once.
"""

import ctypes
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

_THUMBNAIL_WIDTH: Final = 320
_INVISIBLE: Final = 3
_PASSWORD: Final = 4
# No real page is larger, and PDFium draws any size.
_MAX_SIDE: Final = 20_000
_MAX_OUTLINE: Final = 2_000
_MAX_OUTLINE_DEPTH: Final = 6
_MAX_TITLE: Final = 200


class RefusedPdf(Exception):
    """The PDF is not read: `key` names the problem, `fields` fills in its message.

    `reason` names a message `reason.pdf.<reason>`, which then takes the fields.
    """

    def __init__(self, key: str, reason: str = "", **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.reason = reason
        self.fields: dict[str, Any] = fields


@dataclass(slots=True)
class _Styles:
    """The distinct styles of characters: a page has few of them."""

    seen: list[dict[str, object]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    by_object: dict[int, int] = field(default_factory=dict)

    def number_of(self, style: dict[str, object]) -> int:
        key = repr(style)
        if key not in self.numbers:
            self.numbers[key] = len(self.seen)
            self.seen.append(style)
        return self.numbers[key]


def answer_request(content: bytes, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """Return the result of the requested task, and the images that belong to it."""
    import pypdfium2 as pdfium  # noqa: PLC0415 - an extra, and slow to import

    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as problem:
        key = "encrypted" if getattr(problem, "err_code", None) == _PASSWORD else "damaged"
        raise RefusedPdf(key, problem=str(problem)[:200].rstrip(".")) from problem
    count = len(document)
    if count == 0:
        raise RefusedPdf("damaged", "no_pages")
    if request["task"] == "draw":
        numbers = range(min(count, request["max_pages"]))
        pictures = [
            _page_png(_open_page(document, number), request["width"], request["max_pixels"]) for number in numbers
        ]
        return {"count": count}, pictures
    if count > request["max_pages"]:
        raise RefusedPdf("too_long", count=count, most=request["max_pages"])
    return _page_texts(document, request) if request["task"] == "texts" else _page_contents(document, request)


def _page_texts(document: Any, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """Read the text of each page with the sizes of its lines, and the outline. A damaged page may be left out."""
    left = request["max_chars"]
    texts: list[str] = []
    sizes: list[list[float]] = []
    damaged: list[int] = []
    for number in range(len(document)):
        try:
            page = _open_page(document, number)
        except RefusedPdf:
            if not request.get("skips_damaged"):
                raise
            damaged.append(number)
            texts.append("")
            sizes.append([])
            continue
        textpage = page.get_textpage()
        left -= textpage.count_chars()
        if left < 0:
            raise RefusedPdf("too_long", count=f"> {request['max_chars']}", most=request["max_chars"])
        texts.append(textpage.get_text_range() if textpage.count_chars() else "")
        sizes.append(_line_sizes(textpage, texts[-1]))
        textpage.close()
        page.close()
    return {"texts": texts, "sizes": sizes, "outline": _outline(document), "damaged": damaged}, []


def _line_sizes(textpage: Any, text: str) -> list[float]:
    """The size of the first visible character of each line."""
    found, start = [], 0
    for line in text.split("\n"):
        index = start + len(line) - len(line.lstrip())
        found.append(round(_letter_size(textpage, index), 1) if line.strip() else 0.0)
        start += len(line) + 1
    return found


def _letter_size(textpage: Any, index: int) -> float:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    matrix = raw.FS_MATRIX()
    scale = math.hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(textpage, index, matrix) else 1.0
    return float(raw.FPDFText_GetFontSize(textpage, index)) * scale


def _outline(document: Any) -> list[list[Any]]:
    """Level, title and page of the entries of the outline; an outline may be endless."""
    found = []
    for entry in islice(document.get_toc(max_depth=_MAX_OUTLINE_DEPTH), _MAX_OUTLINE):
        target = entry.get_dest()
        page = target.get_index() if target else None
        if page is not None:
            found.append([entry.level, entry.get_title()[:_MAX_TITLE], page])
    return found


def _page_contents(document: Any, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    left = request["max_chars"]
    records, thumbnails = [], []
    for number in range(len(document)):
        page = _open_page(document, number)
        record = _page_record(page, left)
        left -= len(record["chars"])
        width, height, pixels = _thumbnail(page)
        records.append({**record, "picture": [width, height]})
        thumbnails.append(pixels)
        page.close()
    return {"pages": records}, thumbnails


def _open_page(document: Any, number: int) -> Any:
    import pypdfium2 as pdfium  # noqa: PLC0415 - as above

    try:
        page = document[number]
    except pdfium.PdfiumError as problem:
        raise RefusedPdf("damaged", "page", number=number + 1, problem=str(problem)[:200]) from problem
    width, height = page.get_size()
    if not (0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE):
        raise RefusedPdf("damaged", "page_size", number=number + 1)
    return page


def _page_record(page: Any, max_chars: int) -> dict[str, Any]:
    width, height = page.get_size()
    textpage = page.get_textpage()
    count = textpage.count_chars()
    if count > max_chars:
        raise RefusedPdf("too_long", count=count, most=max_chars)
    styles = _Styles()
    chars = [*_chars(page, textpage, styles)]
    text = textpage.get_text_range() if count else ""
    textpage.close()
    return {"width": width, "height": height, "text": text, "styles": styles.seen, "chars": chars}


def _chars(page: Any, textpage: Any, styles: _Styles) -> Iterator[list[Any]]:
    """Yield every visible character with its box, measured from the upper left corner of the page as shown."""
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    edges = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = edges
    turned = _box_transform(page)
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        if raw.FPDFText_IsGenerated(textpage, index) == 1 or code in (0x20, 0xA0, 0x3000, 0x0A, 0x0D):
            continue
        if not raw.FPDFText_GetCharBox(textpage, index, *edges):
            continue
        box = turned(left.value, bottom.value, right.value, top.value)
        char = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        yield [char, *(round(edge, 2) for edge in box), _style(textpage, index, styles)]


def _box_transform(page: Any) -> Any:
    """A function that maps a box in page space to its position on the page as shown."""
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


def _style(textpage: Any, index: int, styles: _Styles) -> int:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    drawn = raw.FPDFText_GetTextObject(textpage, index)
    address = ctypes.cast(drawn, ctypes.c_void_p).value or 0
    if address not in styles.by_object:
        styles.by_object[address] = styles.number_of(_style_of(textpage, index, drawn))
    return styles.by_object[address]


def _style_of(textpage: Any, index: int, drawn: Any) -> dict[str, object]:
    import pypdfium2.raw as raw  # noqa: PLC0415 - as above

    matrix = raw.FS_MATRIX()
    scale = 1.0
    if raw.FPDFText_GetMatrix(textpage, index, matrix):
        scale = math.hypot(matrix.c, matrix.d)
    size = round(raw.FPDFText_GetFontSize(textpage, index) * scale, 2)
    colour = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFText_GetFillColor(textpage, index, *colour)
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
    """The page as a small image: enough to see where there is ink."""
    picture = page.render(scale=_THUMBNAIL_WIDTH / max(page.get_size()), rev_byteorder=True).to_pil().convert("RGB")
    return picture.width, picture.height, picture.tobytes()


def _page_png(page: Any, width: int, max_pixels: int) -> bytes:
    """The page as a PNG of the requested width, or narrower if that would be too many pixels."""
    across, down = page.get_size()
    scale = min(width / across, math.sqrt(max_pixels / (across * down)))
    png = io.BytesIO()
    page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB").save(png, "PNG")
    page.close()
    return png.getvalue()
