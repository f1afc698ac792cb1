"""Read tables in text (.csv, .tsv) into a grid, in the encodings that people have."""

import codecs
import csv
import io
from typing import Final

from inkwright.artifacts.text_decoding import NotText, decode_text
from inkwright.school.reading.cells import Cell, Grid, clean
from inkwright.school.reading.problems import FileRefused

_DELIMITERS: Final = ",;\t|"
_SAMPLE: Final = 20_000
_MAX_ROWS: Final = 400_000
_MAX_COLUMNS: Final = 300
_FEW: Final = 50
"""A text with one damaged character for so many whole ones is damaged, not in another encoding."""


def read_text_table(content: bytes, name: str = "") -> Grid:
    """Return the table. Commas, semicolons, tabs or bars separate its cells, whichever fits."""
    written = decode_table(content)
    rows = [[Cell(clean(cell)) for cell in row] for row in split_rows(written)]
    while rows and all(cell.is_blank for cell in rows[-1]):
        rows.pop()
    return Grid(name, rows, has_fixed_width=True)


def decode_table(content: bytes) -> str:
    """Return the text; FileRefused names the row of bytes that are in no encoding."""
    if not content.strip():
        raise FileRefused("empty_file")
    _refuse_damaged(content)
    try:
        return decode_text(content)
    except NotText as problem:
        kind = "not_a_table" if problem.key == "binary" else "wrong_encoding"
        raise FileRefused(kind) from problem


def split_rows(written: str) -> list[list[str]]:
    """Return the cells of each row."""
    csv.field_size_limit(len(written) + 1)
    try:
        rows = list(csv.reader(io.StringIO(written), delimiter=_delimiter(written[:_SAMPLE])))
    except csv.Error as problem:
        raise FileRefused("not_a_table") from problem
    if len(rows) > _MAX_ROWS or any(len(row) > _MAX_COLUMNS for row in rows):
        raise FileRefused("too_large")
    return rows


def _refuse_damaged(content: bytes) -> None:
    """Refuse a text that is UTF-8 but for a few bytes: another encoding would make nonsense of all of it."""
    if b"\0" in content or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as problem:
        whole = content.decode("utf-8", "replace")
        damaged = whole.count("\ufffd")
        foreign = sum(1 for char in whole if not char.isascii()) - damaged
        if foreign > damaged and _is_mostly_utf8(foreign, damaged):
            raise FileRefused("wrong_encoding", row=content[: problem.start].count(b"\n") + 1) from problem


def _is_mostly_utf8(foreign: int, damaged: int) -> bool:
    return damaged <= max(4, foreign // _FEW) and foreign >= 4 * damaged


def _delimiter(sample: str) -> str:
    """Return the separator that splits most lines into equally many cells."""
    lines = [line for line in sample.splitlines() if line.strip()][:60]

    def score(delimiter: str) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        usual = max(counts, key=counts.count, default=1)
        return (counts.count(usual) if usual > 1 else 0, usual)

    return max(_DELIMITERS, key=score)
