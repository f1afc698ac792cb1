"""Extract the text of a user's file (PDF, Word, slides, HTML, plain text) within limits."""

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.pandoc import convert
from inkwright.artifacts.rendering.pdf import UnreadablePdf, read_pdf_texts
from inkwright.artifacts.text import is_blank, one_line
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.artifacts.webpages.framing import page_in
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import LimitExceeded, TypesettingFailed, TypesettingTimedOut, UnreadableFile
from inkwright.i18n import Language, Reason, text

_CHART_NAMESPACE: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_FOOTER_TYPES: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_MAX_CHART_ROWS: Final = 1_000


def extract_deck_text(content: bytes, language: Language) -> str:
    """Return the text of each slide under its number and title.

    The package must have passed `package_problem`. UnreadableContent if it is not a deck.
    """
    import pptx  # noqa: PLC0415 - slow to import

    with unreadable_if_damaged():
        slides = pptx.Presentation(io.BytesIO(content)).slides
        parts = [part for number, slide in enumerate(slides, 1) for part in _slide_text(slide, number, language)]
    return "\n\n".join(parts or [text(language, "reading.no_slides")]) + "\n"


def _slide_text(slide: Any, number: int, language: Language) -> Iterator[str]:
    title = one_line(slide.shapes.title.text_frame.text) if slide.shapes.title is not None else ""
    heading = "reading.slide" if title else "reading.slide_untitled"
    yield text(language, heading, number=number, title=title)
    title_id = slide.shapes.title.shape_id if slide.shapes.title is not None else None
    written = [part for part in _shape_texts(slide.shapes, title_id, language) if not is_blank(part)]
    yield from written
    if not written and not title:
        yield text(language, "reading.slide_empty")
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    if frame is not None and not is_blank(frame.text):
        yield text(language, "reading.notes", notes=_paragraph_lines(frame))


def _shape_texts(shapes: Iterable[Any], title_id: int | None, language: Language) -> Iterator[str]:
    for shape in shapes:
        if shape.shape_id == title_id or _is_footer(shape):
            continue
        if hasattr(shape, "shapes"):
            yield from _shape_texts(shape.shapes, title_id, language)
        elif getattr(shape, "has_table", False):
            yield _markdown_table([[cell.text_frame.text for cell in row.cells] for row in shape.table.rows])
        elif getattr(shape, "has_chart", False):
            yield _chart_table(shape.chart.element)
        elif shape.has_text_frame:
            yield _paragraph_lines(shape.text_frame)
        elif described := one_line(shape.element.xpath("string(.//p:cNvPr/@descr)")):
            yield text(language, "reading.picture", described=described)


def _is_footer(shape: Any) -> bool:
    """Whether it is a date, a slide number, a header or a footer."""
    return bool(shape.is_placeholder and shape.element.xpath("string(.//p:nvPr/p:ph/@type)") in _FOOTER_TYPES)


def _paragraph_lines(frame: Any) -> str:
    """The paragraphs, indented by their level."""
    lines = ["  " * each.level + one_line(each.text) for each in frame.paragraphs]
    return "\n".join(line for line in lines if not is_blank(line))


def _chart_table(chart: Any) -> str:
    """The data of a chart of any kind as a table."""
    series = [*chart.iter(f"{_CHART_NAMESPACE}ser")]
    names = [" ".join(_series_values(each, "tx")) for each in series]
    columns = [_series_values(each, "val", "yVal") for each in series]
    across = max((_series_values(each, "cat", "xVal") for each in series), key=len, default=[])
    count = max(map(len, [across, *columns]))
    rows = [[_value_at(column, row) for column in (across, *columns)] for row in range(min(count, _MAX_CHART_ROWS))]
    return _markdown_table([["", *names], *rows]) if series else ""


def _series_values(series: Any, *names: str) -> list[str]:
    return [
        each.text or ""
        for name in names
        for part in series.findall(_CHART_NAMESPACE + name)
        for each in part.iter(f"{_CHART_NAMESPACE}v")
    ]


def _value_at(column: Sequence[str], row: int) -> str:
    return column[row] if row < len(column) else ""


def _markdown_table(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(map(_table_cell, row))} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) if lines else ""


def _table_cell(written: str) -> str:
    return one_line(written).replace("|", "\\|")


MAX_BYTES: Final = 32 * 1024 * 1024

_MAX_REASON: Final = 200
_MARKDOWN: Final = "gfm+yaml_metadata_block+tex_math_dollars-tex_math_gfm"
_CURRENT_FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".doc": ".docx",
        ".rtf": ".docx",
        ".odt": ".docx",
        ".ppt": ".pptx",
        ".odp": ".pptx",
        ".xls": ".csv",
        ".xlsx": ".csv",
    }
)
_UTF16_MARKS: Final = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MAX_CONTROL_SHARE: Final = 0.01
_BROKEN_HYPHEN = re.compile("[\x02\ufffe]")
"""How PDFium writes the hyphen of a word that continues on the next line."""

_COMMON_LEAD_BYTES: Final = frozenset({*range(0xA1, 0xA4), *range(0xB0, 0xD8)})
"""The first bytes of the common characters of GB2312 and of its punctuation."""

_MIN_COMMON_SHARE: Final = 0.5
"""GB18030 decodes nearly any bytes, but bytes that are not Chinese become characters that are rarely used."""

_SAMPLE_SIZE: Final = 20_000


class NotExtractable(Exception):
    """The file is not read; `reading.<key>` is the message."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields: dict[str, Any] = fields


def extract_text(name: str, content: bytes, language: Language = "en") -> str:
    """Return all text of the file, whose name tells its format; UnreadableFile if that is not possible.

    The headings of pages and slides are in the given language, and so is the reason of the error. It may run another
    program and wait for it: call it in a thread where that matters.
    """
    ending = PurePosixPath(name).suffix.lower()
    try:
        if ending not in _READERS:
            raise _unknown_format(ending)
        if len(content) > MAX_BYTES:
            raise NotExtractable("too_large", most=MAX_BYTES // 1024 // 1024)
        if _READERS[ending] is _plain_text:
            return decode_text(content)
        return run_in_worker(read_content, ending, content, language)
    except LimitExceeded:
        reason = text(language, "reading.too_costly")
    except NotExtractable as problem:
        reason = text(language, f"reading.{problem.key}", **problem.fields)
    except UnreadableContent as problem:
        reason = text(language, "reading.damaged", problem=problem.reason)
    raise UnreadableFile(name=one_line(name)[:_MAX_REASON], problem=reason)


def read_content(ending: str, content: bytes, language: Language) -> str:
    """Return the text of a file with this ending, in a worker."""
    return _READERS[ending](content, language)


def decode_text(content: bytes) -> str:
    """Decode a text file: UTF-8, UTF-16 with a byte order mark, or Chinese in GB18030."""
    written = _decode(content).replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in written or len(_CONTROL.findall(written)) > _MAX_CONTROL_SHARE * len(written):
        raise NotExtractable("binary")
    return written


def _unknown_format(ending: str) -> NotExtractable:
    if ending in _CURRENT_FORMATS:
        return NotExtractable("old_kind", ending=ending, newer=_CURRENT_FORMATS[ending])
    return NotExtractable("unknown", known=" ".join(_READERS))


def _decode(content: bytes) -> str:
    try:
        return content.decode(_UTF16_MARKS.get(content[:2], "utf-8-sig"))
    except UnicodeDecodeError:
        pass
    if b"\0" in content:
        raise NotExtractable("binary")
    try:
        written = content.decode("gb18030")
    except UnicodeDecodeError as problem:
        raise NotExtractable("encoding") from problem
    foreign = "".join(char for char in written if not char.isascii())[:_SAMPLE_SIZE]
    firsts = foreign.encode("gb2312", "ignore")[::2]
    if sum(byte in _COMMON_LEAD_BYTES for byte in firsts) < _MIN_COMMON_SHARE * len(foreign):
        raise NotExtractable("encoding")
    return written


def _plain_text(content: bytes, _: Language) -> str:
    return decode_text(content)


def _html_text(content: bytes, _: Language) -> str:
    return _pandoc_text(page_in(decode_text(content)).encode(), ["-f", "html", "-t", "plain"])


def _word_text(content: bytes, _: Language) -> str:
    _check_package(content)
    return _pandoc_text(content, ["-f", "docx", "-t", _MARKDOWN])


def _pptx_text(content: bytes, language: Language) -> str:
    _check_package(content)
    return extract_deck_text(content, language)


def _pdf_text(content: bytes, language: Language) -> str:
    try:
        pages = read_pdf_texts(content)
    except UnreadablePdf as problem:
        raise NotExtractable(problem.key, **{"problem": "", **problem.fields}) from problem
    parts = []
    for number, page in enumerate(pages, 1):
        # A scanned page has no text, and must not look as if it were missing.
        words = _BROKEN_HYPHEN.sub("", page).replace("\r\n", "\n").strip()
        parts += [text(language, "reading.page", number=number)]
        parts += [text(language, "reading.page_empty") if is_blank(words) else words]
    return "\n\n".join(parts) + "\n"


def _check_package(content: bytes) -> None:
    # Only the text is read, so active content is harmless: formulas of older programs are such parts.
    problem = package_problem(content, may_be_active=True)
    if problem is not None and problem.key == "too_large":
        raise NotExtractable("too_costly")
    if problem is not None:
        raise UnreadableContent(problem.fields.get("problem", problem.key))


def _pandoc_text(content: bytes, arguments: Sequence[str]) -> str:
    try:
        # A standalone document, because only that contains the title and the author.
        made = convert(content, [*arguments, "--standalone", "--wrap=none"])
    except TypesettingTimedOut as problem:
        raise NotExtractable("too_costly") from problem
    except TypesettingFailed as problem:
        reason = problem.fields.get("problem", "")
        raise UnreadableContent(
            reason if isinstance(reason, Reason) else one_line(str(reason))[:_MAX_REASON]
        ) from problem
    return made.content.decode("utf-8", "replace").strip("\n") + "\n"


_READERS: Final[Mapping[str, Callable[[bytes, Language], str]]] = MappingProxyType(
    {
        **dict.fromkeys((".txt", ".md", ".markdown", ".csv", ".tsv", ".json", ".yaml", ".yml", ".tex"), _plain_text),
        **dict.fromkeys((".html", ".htm"), _html_text),
        ".docx": _word_text,
        ".pptx": _pptx_text,
        ".pdf": _pdf_text,
    }
)
READABLE_ENDINGS: Final = tuple(_READERS)
"""The endings of files that can be read."""
