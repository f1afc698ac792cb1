"""Reads quizzes from the XLSX workbooks of teachers."""

import io
from typing import Any, Final, NamedTuple

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.quizzes.formats.markdown.syntax import SECTION
from inkwright.artifacts.quizzes.formats.registry import ParsedQuiz
from inkwright.artifacts.quizzes.formats.sheets.cells import (
    MergedCells,
    cell_text,
    formulas_without_result,
    merged_cells,
    package_part,
)
from inkwright.artifacts.quizzes.formats.sheets.rows import (
    SheetColumns,
    SheetLocations,
    SheetRow,
    find_columns,
    join_header_rows,
    question_from_row,
)
from inkwright.artifacts.quizzes.formats.sheets.write import QUIZ_SHEET
from inkwright.artifacts.quizzes.losses import LossLog
from inkwright.artifacts.quizzes.model import MAX_QUESTIONS, MAX_WORD
from inkwright.artifacts.text import one_line
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, Reason, text

_MAX_ROWS: Final = 20 * MAX_QUESTIONS
_MAX_COLUMNS: Final = 80
_MAX_WIDTH: Final = 1_000
_MAX_SHEETS: Final = 10
_HEADER_ROWS: Final = 10
_MAX_SHOWN: Final = 60
_SHARED_FIELDS: Final = ("questionType", "difficulty", "points", "knowledgePoint", "tags")
"""Fields that apply to each row of a merged cell."""


class _UnreadableSheet(Exception):
    """A problem with the file: the key of its message, its row if it has one, and the fields of the message."""

    def __init__(self, key: str, row: int = 0, **fields: Reason | str) -> None:
        super().__init__(key)
        self.row = row
        self.fields = fields


class _ShownRow(NamedTuple):
    """A row as displayed, and its number from 1."""

    number: int
    cells: list[str]


class _FieldRow(NamedTuple):
    """A row by its fields, and whether some of them are in a cell merged with rows above."""

    number: int
    row: SheetRow
    is_shared: bool


class _Header(NamedTuple):
    """The header of a table: the number of its last row, the columns, and the rows above it."""

    row: int
    columns: SheetColumns
    above: list[_ShownRow]

    @property
    def is_sure(self) -> bool:
        """Whether it names more than the question: that word alone may be on any cover page."""
        return len([field for field in self.columns.fields if field]) > 1


class _Workbook(NamedTuple):
    """The sheet with the questions, and the rows about the quiz."""

    header: _Header
    rows: list[_ShownRow]
    merged: MergedCells
    about: list[list[str]]


def read_sheet(content: bytes, language: Language | None) -> ParsedQuiz:
    """Return the quiz as plain data. A workbook without such a table is an UnreadableQuiz."""
    try:
        return _read_content(content)
    except _UnreadableSheet as problem:
        language = language or "en"
        message = text(language, f"quiz.sheet.{problem}", **problem.fields)
        location = text(language, "quiz.sheet.row", row=problem.row) if problem.row else ""
        raise UnreadableQuiz(option="quiz", value=location, allowed=message) from problem


def _read_content(content: bytes) -> ParsedQuiz:
    if problem := package_problem(content):
        raise _UnreadableSheet("damaged", problem=problem.reason)
    notes = LossLog()
    book = _load_workbook(content, notes)
    columns = book.header.columns
    for name in columns.left_out:
        notes.add("columns", one_line(name)[:_MAX_SHOWN])
    quiz, rows = _questions_from_rows(_field_rows(book, notes), columns, notes)
    if len(book.about) > 1:
        pairs = zip(book.about[0], book.about[1], strict=False)
        quiz |= {name: value for name, value in pairs if name in ("title", "language")}
    _take_title(quiz, book.header.above, notes)
    found = {key: value for key, value in quiz.items() if value}
    return ParsedQuiz(found, notes.all(), SheetLocations(rows, columns.names))


def _load_workbook(content: bytes, notes: LossLog) -> _Workbook:
    import openpyxl  # noqa: PLC0415 - slow to import

    try:
        with unreadable_if_damaged():
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            found = _find_question_sheet(book, content, notes)
            book.close()
    except UnreadableContent as problem:
        raise _UnreadableSheet("damaged", problem=str(problem)) from problem
    if found is None:
        raise _UnreadableSheet("no_columns", rows=str(_HEADER_ROWS))
    if found.rows and found.rows[-1].number > _MAX_ROWS:
        raise _UnreadableSheet("too_long", most=str(_MAX_ROWS))
    return found


def _find_question_sheet(book: Any, content: bytes, notes: LossLog) -> _Workbook | None:
    tops = {sheet.title: _shown_rows(sheet, 1, _HEADER_ROWS + 1, _MAX_WIDTH) for sheet in book.worksheets[:_MAX_SHEETS]}
    headers = {title: header for title, top in tops.items() if (header := _find_header(top))}
    sure = [title for title, header in headers.items() if header.is_sure]
    title = next(iter(sure or headers), None)
    if title is None:
        return None
    if len(sure) > 1 or len(book.worksheets) > _MAX_SHEETS:
        notes.add("one_sheet", one_line(title)[:_MAX_SHOWN])
    sheet, header = book[title], headers[title]
    rows = _shown_rows(sheet, header.row + 1, _MAX_ROWS + 1, _MAX_COLUMNS)
    xml = package_part(content, str(getattr(sheet, "_worksheet_path", "")))
    known = {index for index, field in enumerate(header.columns.fields) if field}
    for cell in formulas_without_result(xml):
        if cell.row > header.row and cell.column in known:
            notes.add("formulas", cell.name)
    about = [row.cells for row in tops.get(QUIZ_SHEET, [])[:2]]
    return _Workbook(header, rows, merged_cells(xml, _MAX_ROWS), about)


def _shown_rows(sheet: Any, first: int, last: int, width: int) -> list[_ShownRow]:
    """Return the rows that are not empty, without the empty cells at their ends."""
    found = []
    for number, cells in enumerate(sheet.iter_rows(min_row=first, max_row=last, max_col=width), first):
        filled = [count for count, cell in enumerate(cells, 1) if cell.value is not None]
        if filled:
            found.append(_ShownRow(number, [_shown_cell(each) for each in cells[: filled[-1]]]))
    return [row for row in found if any(cell.strip() for cell in row.cells)]


def _shown_cell(cell: Any) -> str:
    is_text = cell.value is None or isinstance(cell.value, str)
    return cell.value or "" if is_text else cell_text(cell.value, cell.number_format or "")


def _find_header(top: list[_ShownRow]) -> _Header | None:
    """Return the first row that names a question and something else, or else the first that names a question."""
    found: _Header | None = None
    for index, row in enumerate(top):
        names, last = row.cells, row.number
        if "question" not in find_columns(names[:_MAX_COLUMNS]).fields or row.number > _HEADER_ROWS:
            continue
        below = top[index + 1] if index + 1 < len(top) else None
        if below and below.number == last + 1 and (both := join_header_rows(names, below.cells)):
            names, last = both, last + 1
        columns = find_columns(names[:_MAX_COLUMNS])
        beyond = names[_MAX_COLUMNS:]
        fields = (*columns.fields, *[None] * len(beyond))
        header = _Header(last, columns._replace(fields=fields, written=tuple(names)), top[:index])
        if header.is_sure:
            return header
        found = found or header
    return found


def _field_rows(book: _Workbook, notes: LossLog) -> list[_FieldRow]:
    """Return the rows with each cell under the field of its column. Section headings are left out."""
    by_number = {row.number: row.cells for row in book.rows}
    columns = [(index, field) for index, field in enumerate(book.header.columns.fields) if field]
    found = []
    for number, cells in book.rows:
        row: SheetRow = {field: cells[index] for index, field in columns if index < len(cells) and cells[index].strip()}
        if len(row) == 1 and SECTION.fullmatch(next(iter(row.values())).strip()):
            notes.add("sections")
            continue
        shared = {}
        for index, field in columns:
            above = by_number.get(book.merged.get((number, index), 0), [])
            if field in _SHARED_FIELDS and field not in row and index < len(above) and above[index].strip():
                shared[field] = above[index]
        if row:
            found.append(_FieldRow(number, row | shared, bool(shared)))
    return found


def _questions_from_rows(
    lines: list[_FieldRow], columns: SheetColumns, notes: LossLog
) -> tuple[dict[str, Any], dict[tuple[int, ...], int]]:
    """Return the questions of a quiz, and the row of each."""
    found: list[dict[str, Any]] = []
    by_id: dict[str, int] = {}
    rows: dict[tuple[int, ...], int] = {}
    for line in lines:
        parent = line.row.pop("parent", "")
        question, is_doubtful = question_from_row(line.row, has_numbers=columns.has_numbers)
        if parent and parent not in by_id:
            raise _UnreadableSheet("no_parent", line.number, parent=parent[:_MAX_SHOWN])
        if parent:
            parts = found[by_id[parent]].setdefault("subQuestions", [])
            parts.append(question)
            numbers: tuple[int, ...] = (by_id[parent], len(parts) - 1)
        else:
            found.append(question)
            numbers = (len(found) - 1,)
            if "id" in question:
                by_id[question["id"]] = numbers[0]
        rows[numbers] = line.number
        for key, is_so in (("merged", line.is_shared), ("number_or_text", is_doubtful)):
            if is_so:
                notes.add(key, ".".join(str(each + 1) for each in numbers))
    if not found:
        raise _UnreadableSheet("none")
    return {"questions": found}, rows


def _take_title(quiz: dict[str, Any], above: list[_ShownRow], notes: LossLog) -> None:
    """Take the first single line above the columns as the title, and report the rest as lost."""
    for row in above:
        filled = [one_line(cell) for cell in row.cells if cell.strip()]
        if len(filled) == 1 and not quiz.get("title") and len(filled[0]) <= MAX_WORD:
            quiz["title"] = filled[0]
            continue
        for cell in filled:
            notes.add("above", cell[:_MAX_SHOWN])
