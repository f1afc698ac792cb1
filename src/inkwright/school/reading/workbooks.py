"""Read workbooks (.xlsx) into grids: displayed texts, kinds of values, merged cells, and formulas without a result."""

import datetime as dt
import io
import re
import zipfile
from typing import Any, Final

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.quizzes.formats.sheets.cells import cell_text, formula_cells, merged_ranges
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.school.reading.cells import BLANK, Cell, Grid, clean
from inkwright.school.reading.problems import FileRefused

_MAX_ROWS: Final = 60_000
_MAX_COLUMNS: Final = 300
_MAX_CELLS: Final = 1_500_000
_MAX_PRECISE: Final = 10**15
_REFUSALS: Final = {"too_large": "zip_bomb", "not_a_zip": "damaged", "damaged": "damaged"}
_MACROS: Final = re.compile(r"vbaproject|macrosheets|activex", re.IGNORECASE)


def read_workbook(content: bytes) -> list[Grid]:
    """Return the visible sheets that have content."""
    problem = package_problem(content, may_be_active=True)
    if problem is not None:
        raise FileRefused(_REFUSALS.get(problem.key, "not_a_table"))
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if any(_MACROS.search(name) for name in package.namelist()):
            raise FileRefused("macro")
    try:
        with unreadable_if_damaged():
            return _grids(content)
    except UnreadableContent as problem_found:
        raise FileRefused("damaged") from problem_found


def _grids(content: bytes) -> list[Grid]:
    import openpyxl  # noqa: PLC0415 - slow to import

    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    grids = []
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                xml = package.read(_part_name(sheet, package))
                grids.append(_grid(sheet, xml))
    return [grid for grid in grids if grid.rows]


def _part_name(sheet: Any, package: zipfile.ZipFile) -> str:
    path = str(sheet._worksheet_path)  # noqa: SLF001 - the library has no other name for it
    return next(name for name in package.namelist() if name == path.lstrip("/"))


def _grid(sheet: Any, xml: bytes) -> Grid:
    sheet.reset_dimensions()
    formulas = {(row, column): is_text for row, column, is_text in formula_cells(xml)}
    rows: list[list[Cell]] = []
    cells = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        read = [_cell(cell, formulas.get((number, at))) for at, cell in enumerate(row[:_MAX_COLUMNS])]
        while read and read[-1].is_blank:
            read.pop()
        cells += len(read)
        if number > _MAX_ROWS or cells > _MAX_CELLS:
            raise FileRefused("too_large")
        rows.append(read)
    while rows and not rows[-1]:
        rows.pop()
    return Grid(clean(str(sheet.title)), rows, _merged(xml, len(rows)))


def _merged(xml: bytes, last_row: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the cells that a merged range has swallowed, each with the first cell of the range."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for each in merged_ranges(xml):
        bottom, right = min(each.bottom, last_row), min(each.right, _MAX_COLUMNS - 1)
        if len(found) + max(0, bottom - each.top + 1) * max(0, right - each.left + 1) > _MAX_CELLS:
            raise FileRefused("too_large")
        first = each.top, each.left
        rows, columns = range(each.top, bottom + 1), range(each.left, right + 1)
        found |= {(row, at): first for row in rows for at in columns if (row, at) != first}
    return found


def _cell(cell: Any, formula: bool | None) -> Cell:
    """Return a cell; `formula` is None without one, else whether its result is a text, which may be empty."""
    if formula is not None:
        result = _value_cell(cell)
        is_unknown = result.is_blank and not formula
        return Cell("", "formula") if is_unknown else result._replace(is_formula=True)
    return _value_cell(cell)


def _value_cell(cell: Any) -> Cell:
    value = cell.value
    if value is None:
        return BLANK
    if isinstance(value, dt.datetime | dt.date | dt.time):
        is_day = isinstance(value, dt.datetime) and value.time() == dt.time()
        return Cell(clean(str(value.date() if is_day and isinstance(value, dt.datetime) else value)), "date")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number_cell(value, cell.number_format or "General")
    return Cell(clean(str(value)))


def _number_cell(value: float, number_format: str) -> Cell:
    if abs(value) >= _MAX_PRECISE:
        return Cell(f"{value:.4e}", "number")  # a sheet has lost the last digits
    if "%" in number_format:
        return Cell(f"{value * 100:.12g}%", "number")  # a share of one: the displayed text may be rounded
    if set(number_format) <= {"0"}:
        # A number with leading zeros: the person sees the displayed text.
        return Cell(clean(cell_text(value, number_format)), "number")
    return Cell(str(int(value)) if float(value).is_integer() else f"{value:.15g}", "number")
