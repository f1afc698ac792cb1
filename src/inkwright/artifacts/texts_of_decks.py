"""What is written on the slides of a deck, as Markdown: titles, text, tables, charts, notes."""

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from inkwright.artifacts.unreadable import reading
from inkwright.artifacts.wording import is_blank, one_line
from inkwright.i18n import Language, text

_C: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_FURNITURE: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_MOST_ROWS: Final = 1_000


def text_of_deck(content: bytes, language: Language) -> str:
    """Each slide under its number and title. The bytes are those of a package within its bounds; Unreadable where
    they are no deck.
    """
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    with reading():
        slides = pptx.Presentation(io.BytesIO(content)).slides
        parts = [part for number, slide in enumerate(slides, 1) for part in _slide(slide, number, language)]
    return "\n\n".join(parts or [text(language, "reading.no_slides")]) + "\n"


def _slide(slide: Any, number: int, language: Language) -> Iterator[str]:
    title = one_line(slide.shapes.title.text_frame.text) if slide.shapes.title is not None else ""
    heading = "reading.slide" if title else "reading.slide_untitled"
    yield text(language, heading, number=number, title=title)
    title_id = slide.shapes.title.shape_id if slide.shapes.title is not None else None
    written = [part for part in _shapes(slide.shapes, title_id, language) if not is_blank(part)]
    yield from written
    if not written and not title:
        yield text(language, "reading.slide_empty")
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    if frame is not None and not is_blank(frame.text):
        yield text(language, "reading.notes", notes=_lines(frame))


def _shapes(shapes: Iterable[Any], title_id: int | None, language: Language) -> Iterator[str]:
    for shape in shapes:
        if shape.shape_id == title_id or _is_furniture(shape):
            continue
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes, title_id, language)
        elif getattr(shape, "has_table", False):
            yield _table([[cell.text_frame.text for cell in row.cells] for row in shape.table.rows])
        elif getattr(shape, "has_chart", False):
            yield _chart(shape.chart.element)
        elif shape.has_text_frame:
            yield _lines(shape.text_frame)
        elif described := one_line(shape.element.xpath("string(.//p:cNvPr/@descr)")):
            yield text(language, "reading.picture", described=described)


def _is_furniture(shape: Any) -> bool:
    """Whether it is a date, a number or a line at the foot."""
    return bool(shape.is_placeholder and shape.element.xpath("string(.//p:nvPr/p:ph/@type)") in _FURNITURE)


def _lines(frame: Any) -> str:
    """The paragraphs, each as deep as it stands."""
    lines = ["  " * each.level + one_line(each.text) for each in frame.paragraphs]
    return "\n".join(line for line in lines if not is_blank(line))


def _chart(chart: Any) -> str:
    """The numbers of a chart as a table: what it is drawn from, whatever its kind."""
    series = [*chart.iter(f"{_C}ser")]
    names = [" ".join(_values(each, "tx")) for each in series]
    columns = [_values(each, "val", "yVal") for each in series]
    across = max((_values(each, "cat", "xVal") for each in series), key=len, default=[])
    count = max(map(len, [across, *columns]))
    rows = [[_at(column, row) for column in (across, *columns)] for row in range(min(count, _MOST_ROWS))]
    return _table([["", *names], *rows]) if series else ""


def _values(series: Any, *names: str) -> list[str]:
    return [each.text or "" for name in names for part in series.findall(_C + name) for each in part.iter(f"{_C}v")]


def _at(column: Sequence[str], row: int) -> str:
    return column[row] if row < len(column) else ""


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) if lines else ""


def _cell(written: str) -> str:
    return one_line(written).replace("|", "\\|")
