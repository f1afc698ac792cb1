"""The text of a .docx as blocks for the checks of prose, its tables as rows, and what is wrong with its pictures."""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.office_graphics import chart_values, is_stretched
from inkwright.artifacts.prose.prose_blocks import BlockKind, ProseBlock
from inkwright.artifacts.text import is_blank

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_C: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DRAWING: Final = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_HEADING: Final = re.compile(r"heading ([1-9])", re.I)
_APART: Final = re.compile(r"code|verbatim|preformatted|listing|quote|block text|verse|代码|引用", re.I)
_LIST: Final = re.compile(r"list|compact|列表", re.I)
_EMU_PER_INCH: Final = 914_400
_HUNDRED_PERCENT: Final = 100_000
_MAX_ROWS: Final = 400


def docx_blocks(body: Any, names: Mapping[str, str]) -> list[ProseBlock]:
    """Return the blocks of a document. `names` are those of its styles by their ids."""
    found: list[ProseBlock] = []
    blanks = 0
    for element in _top_level(body):
        if element.tag == f"{_W}tbl":
            found.append(ProseBlock("", "figure"))
            continue
        text = _text(element)
        if is_blank(text):
            kind: BlockKind | None = "figure" if _has_figure(element) else None
            blanks = 0 if kind else blanks + 1
            if kind or blanks > 1 or _breaks_page(element):
                found.append(ProseBlock("", kind or "break"))
            continue
        blanks = 0
        found.append(_block(element, text, names))
    return found


def _top_level(body: Any) -> Iterator[Any]:
    """Yield the paragraphs and tables, also those in the controls that hold contents."""
    for element in body:
        if element.tag in (f"{_W}p", f"{_W}tbl"):
            yield element
        elif element.tag == f"{_W}sdt":
            content = element.find(f"{_W}sdtContent")
            yield from () if content is None else (each for each in content if each.tag in (f"{_W}p", f"{_W}tbl"))


def _block(paragraph: Any, text: str, names: Mapping[str, str]) -> ProseBlock:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    identifier = style.get(f"{_W}val", "") if style is not None else ""
    name = names.get(identifier, identifier)
    heading = _HEADING.fullmatch(name)
    if heading or name.lower() in ("title", "subtitle"):
        return ProseBlock(text, "heading", int(heading[1]) if heading else 0)
    if _APART.search(name) or _has_figure(paragraph):
        return ProseBlock(text, "figure")
    is_item = paragraph.find(f"{_W}pPr/{_W}numPr") is not None or _LIST.search(name)
    return ProseBlock(text, "item" if is_item else "paragraph")


def _text(paragraph: Any) -> str:
    """Return the text of a paragraph with its tabs and line breaks, without that of its text boxes."""
    marks = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}
    inner = {each for box in paragraph.iter(f"{_W}txbxContent") for each in box.iter()}
    nodes = (each for each in paragraph.iter(f"{_W}t", f"{_M}t", *marks) if each not in inner)
    stops = (each for each in nodes if each.getparent().tag != f"{_W}tabs")
    return "".join(marks.get(each.tag) or each.text or "" for each in stops).strip()


def _has_figure(paragraph: Any) -> bool:
    tags = (f"{_A}blip", f"{_C}chart", f"{_M}oMathPara", f"{_W}pict", f"{_W}object")
    return next(paragraph.iter(*tags), None) is not None


def _breaks_page(paragraph: Any) -> bool:
    return any(each.get(f"{_W}type") == "page" for each in paragraph.iter(f"{_W}br"))


def docx_tables(body: Any) -> Iterator[list[list[str]]]:
    """Yield the tables as rows of texts."""
    for table in body.iter(f"{_W}tbl"):
        rows = table.findall(f"{_W}tr")
        if len(rows) <= _MAX_ROWS:
            yield [
                ["\n".join(_text(each) for each in cell.iter(f"{_W}p")) for cell in row.findall(f"{_W}tc")]
                for row in rows
            ]


@dataclass(frozen=True, slots=True)
class DocxGraphics:
    """The numbers of the pictures that are stretched or have no alternative text, and of charts without values."""

    stretched: tuple[int, ...] = ()
    undescribed: tuple[int, ...] = ()
    empty_charts: tuple[int, ...] = ()


def docx_graphics(document: Any) -> DocxGraphics:
    """Look at the pictures and charts of a python-docx document. Broken files are found elsewhere."""
    stretched, undescribed, empty = [], [], []
    pictures = charts = 0
    for frame in document.element.body.iter(f"{_DRAWING}inline", f"{_DRAWING}anchor"):
        blip, chart = next(frame.iter(f"{_A}blip"), None), next(frame.iter(f"{_C}chart"), None)
        if chart is not None:
            charts += 1
            if not _chart_has_values(document, chart):
                empty.append(charts)
        if blip is None:
            continue
        pictures += 1
        size = _extent(frame)
        shown = _shown_pixels(document, frame, blip)
        if shown and is_stretched(shown, size):
            stretched.append(pictures)
        if max(size) >= _EMU_PER_INCH and not _is_described(frame):
            undescribed.append(pictures)
    return DocxGraphics(tuple(stretched), tuple(undescribed), tuple(empty))


def _extent(frame: Any) -> tuple[int, int]:
    extent = frame.find(f"{_DRAWING}extent")
    return (int(extent.get("cx", "0")), int(extent.get("cy", "0"))) if extent is not None else (0, 0)


def _is_described(frame: Any) -> bool:
    """Whether a picture has an alternative text, or is marked as decoration."""
    names = frame.find(f"{_DRAWING}docPr")
    if names is None:
        return False
    is_decoration = any(str(each.tag).endswith("}decorative") and each.get("val") == "1" for each in names.iter())
    return is_decoration or not all(is_blank(names.get(name, "")) for name in ("descr", "title"))


def _shown_pixels(document: Any, frame: Any, blip: Any) -> tuple[float, float] | None:
    """Return the pixels of the visible part of a picture, or None where they cannot be read."""
    from PIL import Image  # noqa: PLC0415 - slow to import

    part = document.part.related_parts.get(blip.get(f"{_R}embed", ""))
    try:
        with Image.open(io.BytesIO(part.blob if part is not None else b"")) as picture:
            width, height = picture.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    crop = next(frame.iter(f"{_A}srcRect"), None)
    cut = {name: int(crop.get(name, "0")) / _HUNDRED_PERCENT for name in "lrtb"} if crop is not None else {}
    across = width * (1 - cut.get("l", 0) - cut.get("r", 0))
    down = height * (1 - cut.get("t", 0) - cut.get("b", 0))
    turn = next((int(each.get("rot", "0")) for each in frame.iter(f"{_A}xfrm")), 0)
    return (across, down) if across > 0 and down > 0 and turn == 0 else None


def _chart_has_values(document: Any, chart: Any) -> bool:
    from docx.oxml import parse_xml  # noqa: PLC0415 - as above

    part = document.part.related_parts.get(chart.get(f"{_R}id", ""))
    return part is None or bool(chart_values(parse_xml(part.blob)))
