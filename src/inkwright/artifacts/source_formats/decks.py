"""Read slides (.pptx): the text, tables, charts and notes of each slide under its title."""

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from inkwright.artifacts.source_formats.markdown_tables import markdown_table
from inkwright.artifacts.source_formats.packages import check_package
from inkwright.artifacts.source_formats.records import DocumentFormat, ExtractedPage
from inkwright.artifacts.text import is_blank, one_line
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.i18n import Language, text

_CHART_NAMESPACE: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_ALTERNATE: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_PROPERTIES: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}cNvPr"
_FOOTER_TYPES: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_MAX_CHART_ROWS: Final = 1_000


def read_deck(content: bytes, language: Language) -> str:
    """Return the text of each slide under its number and title; UnreadableContent if it is not a deck."""
    texts = [_joined(slide, number, language) for number, slide in enumerate(_slides(content), 1)]
    return "\n\n".join(texts or [text(language, "reading.no_slides")]) + "\n"


def read_deck_by_slide(content: bytes, language: Language) -> list[ExtractedPage]:
    """Return the text of each slide; one that is damaged does not prevent reading the others."""
    return [_extracted(slide, number, language) for number, slide in enumerate(_slides(content), 1)]


def _slides(content: bytes) -> list[Any]:
    check_package(content)
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    with unreadable_if_damaged():
        return [*pptx.Presentation(io.BytesIO(content)).slides]


def _extracted(slide: Any, number: int, language: Language) -> ExtractedPage:
    try:
        return ExtractedPage(_joined(slide, number, language))
    except UnreadableContent:
        return ExtractedPage("", "page_damaged")


def _joined(slide: Any, number: int, language: Language) -> str:
    with unreadable_if_damaged():
        return "\n\n".join(_slide_text(slide, number, language))


def _slide_text(slide: Any, number: int, language: Language) -> Iterator[str]:
    title = one_line(slide.shapes.title.text_frame.text) if slide.shapes.title is not None else ""
    heading = "reading.slide" if title else "reading.slide_untitled"
    yield text(language, heading, number=number, title=title)
    title_id = slide.shapes.title.shape_id if slide.shapes.title is not None else None
    texts = (*_shape_texts(slide.shapes, title_id, language), *_alternate_texts(slide, language))
    written = [part for part in texts if not is_blank(part)]
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
            yield markdown_table([[cell.text_frame.text for cell in row.cells] for row in shape.table.rows])
        elif getattr(shape, "has_chart", False):
            yield _chart_table(shape.chart.element)
        elif shape.has_text_frame:
            yield _paragraph_lines(shape.text_frame)
        elif described := one_line(shape.element.xpath("string(.//p:cNvPr/@descr)")):
            yield text(language, "reading.picture", described=described)


def _alternate_texts(slide: Any, language: Language) -> Iterator[str]:
    """Yield what shapes in two forms show, such as equations with a picture for older programs: each once."""
    for shape in slide.element.iter(_ALTERNATE):
        described = (one_line(each.get("descr", "")) for each in shape.iter(_PROPERTIES))
        if first := next(filter(None, described), ""):
            yield text(language, "reading.picture", described=first)


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
    return markdown_table([["", *names], *rows]) if series else ""


def _series_values(series: Any, *names: str) -> list[str]:
    return [
        each.text or ""
        for name in names
        for part in series.findall(_CHART_NAMESPACE + name)
        for each in part.iter(f"{_CHART_NAMESPACE}v")
    ]


def _value_at(column: Sequence[str], row: int) -> str:
    return column[row] if row < len(column) else ""


FORMATS: Final = (DocumentFormat("pptx", (".pptx",), read_deck, read_pages=read_deck_by_slide, package="ppt/"),)
