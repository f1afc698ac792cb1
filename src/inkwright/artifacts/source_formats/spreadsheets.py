"""Read spreadsheets (.xlsx, .ods) and tables in text (.csv, .tsv): each sheet becomes a table under its name."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from inkwright.artifacts.source_formats.markdown_tables import markdown_table
from inkwright.artifacts.source_formats.packages import check_package
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.source_formats.records import DocumentFormat, ExtractedPage
from inkwright.artifacts.text import one_line
from inkwright.artifacts.text_decoding import decode_text
from inkwright.artifacts.validation import unreadable_if_damaged
from inkwright.i18n import Language

_MAX_ROWS: Final = 20_000
_MAX_COLUMNS: Final = 200
_MAX_CELLS: Final = 400_000
_SNIFFED_CHARACTERS: Final = 10_000
_DELIMITERS: Final = ",;\t|"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"

Row = list[str]
_Sheet = tuple[str, list[Row]]


def read_csv(content: bytes, _language: Language) -> str:
    """Return the table. Commas, semicolons, tabs or bars separate its cells, whichever fits."""
    written = decode_text(content)
    # A field may be long; the whole file is bounded already. The limit is one for all threads, so it only grows.
    csv.field_size_limit(max(csv.field_size_limit(), len(written) + 1))
    delimiter = _delimiter(written[:_SNIFFED_CHARACTERS])
    return markdown_table(_trimmed(csv.reader(io.StringIO(written), delimiter=delimiter))) + "\n"


def _delimiter(sample: str) -> str:
    """Return the separator that splits most lines into equally many cells."""
    lines = [line for line in sample.splitlines() if line.strip()][:50]

    def score(delimiter: str) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        usual = max(counts, key=counts.count, default=1)
        return (counts.count(usual) if usual > 1 else 0, usual)

    return max(_DELIMITERS, key=score)


def read_xlsx(content: bytes, _language: Language) -> str:
    """Return the values of each sheet; formulas give the values that were saved with them."""
    return _sheet_texts(_xlsx_sheets(content))


def read_xlsx_by_sheet(content: bytes, _language: Language) -> list[ExtractedPage]:
    """Return the values of each sheet as a page."""
    return _sheet_pages(_xlsx_sheets(content))


def _xlsx_sheets(content: bytes) -> list[_Sheet]:
    check_package(content)
    import openpyxl  # noqa: PLC0415 - comes with an extra, and is slow to import

    with unreadable_if_damaged():
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [(sheet.title, _xlsx_rows(sheet)) for sheet in book.worksheets if sheet.sheet_state == "visible"]
        return [(name, _trimmed(rows)) for name, rows in sheets]


def _xlsx_rows(sheet: Any) -> Iterator[Row]:
    # The size that a sheet states may be wrong.
    sheet.reset_dimensions()
    for row in sheet.iter_rows(values_only=True):
        yield [_value_text(value) for value in row[:_MAX_COLUMNS]]


def _value_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)


def read_ods(content: bytes, _language: Language) -> str:
    """Return the values of each sheet."""
    return _sheet_texts(_ods_sheets(content))


def read_ods_by_sheet(content: bytes, _language: Language) -> list[ExtractedPage]:
    """Return the values of each sheet as a page."""
    return _sheet_pages(_ods_sheets(content))


def _ods_sheets(content: bytes) -> list[_Sheet]:
    check_package(content)
    from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

    with unreadable_if_damaged():
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            root = etree.fromstring(package.read("content.xml"), etree.XMLParser(resolve_entities=False))
        sheets = root.iter(f"{_TABLE}table")
        return [(each.get(f"{_TABLE}name", ""), _trimmed(_ods_rows(each))) for each in sheets]


def _ods_rows(sheet: Any) -> Iterator[Row]:
    for row in sheet.iter(f"{_TABLE}table-row"):
        cells: Row = []
        for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            written = _ods_cell(cell)
            repeated = _count(cell.get(f"{_TABLE}number-columns-repeated"))
            cells += [written] * min(repeated, _MAX_COLUMNS - len(cells))
        repeated = _count(row.get(f"{_TABLE}number-rows-repeated"))
        # Empty rows at the end are stored as one row that is repeated a million times.
        yield from [cells] * min(repeated, _MAX_ROWS if any(cells) else 1)


def _ods_cell(cell: Any) -> str:
    paragraphs = ["".join(each.itertext()) for each in cell.iterchildren(f"{_TEXT}p")]
    return " ".join(filter(None, paragraphs)) or cell.get(f"{_OFFICE}value") or ""


def _count(written: str | None) -> int:
    return int(written) if written and written.isdigit() else 1


def _trimmed(rows: Iterable[Sequence[str]]) -> list[Row]:
    """Return the rows that have content, without the empty columns at their end; refuse too many."""
    kept: list[Row] = []
    cells = 0
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        filled = max(index for index, cell in enumerate(row) if cell.strip()) + 1
        cells += filled
        if len(kept) >= _MAX_ROWS or cells > _MAX_CELLS or filled > _MAX_COLUMNS:
            raise NotExtractable("too_costly")
        kept.append([*row[:filled]])
    return kept


def _sheet_texts(sheets: Iterable[_Sheet]) -> str:
    """Return each sheet that has content; the names of sheets are headings if there are several."""
    filled = [(name, rows) for name, rows in sheets if rows]
    if len(filled) == 1:
        return markdown_table(filled[0][1]) + "\n"
    return "\n\n".join(_sheet_text(name, rows) for name, rows in filled) + "\n"


def _sheet_pages(sheets: Iterable[_Sheet]) -> list[ExtractedPage]:
    return [
        ExtractedPage(_sheet_text(name, rows)) if rows else ExtractedPage("", "page_no_text") for name, rows in sheets
    ]


def _sheet_text(name: str, rows: Sequence[Row]) -> str:
    return f"## {one_line(name)}\n\n{markdown_table(rows)}"


_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument.spreadsheet"
FORMATS: Final = (
    DocumentFormat("xlsx", (".xlsx",), read_xlsx, read_pages=read_xlsx_by_sheet, package="xl/"),
    DocumentFormat("ods", (".ods",), read_ods, read_pages=read_ods_by_sheet, package=_OPEN_DOCUMENT),
    DocumentFormat("csv", (".csv", ".tsv"), read_csv, is_text=True, is_bounded=True),
)
