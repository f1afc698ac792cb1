"""A quiz from an XLSX table with the columns that `sheets` writes; a person may leave most of them out."""

import io
from typing import Any, Final, NamedTuple

from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.quizzes.complaints import Places
from inkwright.artifacts.quizzes.markdown.lines import SECTION
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.sheets.cells import shown
from inkwright.artifacts.quizzes.sheets.columns import Columns, columns_of, with_second_row
from inkwright.artifacts.quizzes.sheets.parts import Merged, merged_in, part_of, without_result
from inkwright.artifacts.quizzes.sheets.questions import Row, question_of_row
from inkwright.artifacts.quizzes.sheets.writing import ABOUT
from inkwright.artifacts.quizzes.specs import MAX_QUESTIONS, MAX_WORD
from inkwright.artifacts.unreadable import Unreadable, reading
from inkwright.artifacts.wording import one_line
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, reason, text

_MOST_ROWS: Final = 20 * MAX_QUESTIONS
_MOST_COLUMNS: Final = 80
_WIDEST: Final = 1_000
_MOST_SHEETS: Final = 10
_HEAD_ROWS: Final = 10
_SHOWN: Final = 60
_SHARED: Final = ("questionType", "difficulty", "points", "knowledgePoint", "tags")
"""What a cell that is merged over several rows says of each of them."""


class SheetRead(NamedTuple):
    """The quiz as a value, what of the file did not come along, and where each question stands in it."""

    quiz: dict[str, Any]
    notes: list[Note]
    places: Places


class _NoTable(Exception):
    """What is wrong with the file, by its key, the row if it is about one, and what the words for it need."""

    def __init__(self, key: str, row: int = 0, **fields: str) -> None:
        super().__init__(key)
        self.row = row
        self.fields = fields


class _Cells(NamedTuple):
    """A row as it is shown, and its number from 1."""

    number: int
    cells: list[str]


class _Line(NamedTuple):
    """A row by its fields, and whether some of them stand in a cell that it shares with rows above."""

    number: int
    row: Row
    is_shared: bool


class _Head(NamedTuple):
    """Where the names of the columns stand: the number of their last row, the columns, and the rows above."""

    row: int
    columns: Columns
    above: list[_Cells]

    @property
    def is_sure(self) -> bool:
        """Whether more is named than the question: that word alone may be on any cover."""
        return len([field for field in self.columns.fields if field]) > 1


class _Book(NamedTuple):
    """What is taken from a workbook: the sheet with the questions, and what it says about the quiz."""

    head: _Head
    rows: list[_Cells]
    merged: Merged
    about: list[list[str]]


def read_sheet(content: bytes, language: Language) -> SheetRead:
    """The quiz as a value. What is no such table is an UnreadableQuiz, in that language."""
    try:
        return _read(content)
    except _NoTable as problem:
        told = text(language, f"quiz.sheet.{problem}", **{k: reason(language, v) for k, v in problem.fields.items()})
        place = text(language, "quiz.sheet.row", row=problem.row) if problem.row else ""
        raise UnreadableQuiz(option="quiz", value=place, allowed=told) from problem


def _read(content: bytes) -> SheetRead:
    if problem := problem_with_package(content):
        raise _NoTable("damaged", problem=problem.fields.get("problem", problem.key))
    notes = Notes()
    book = _book(content, notes)
    columns = book.head.columns
    for name in columns.left_out:
        notes.add("columns", one_line(name)[:_SHOWN])
    quiz, rows = _questions(_lines(book, notes), columns, notes)
    if len(book.about) > 1:
        pairs = zip(book.about[0], book.about[1], strict=False)
        quiz |= {name: value for name, value in pairs if name in ("title", "language")}
    _take_title(quiz, book.head.above, notes)
    found = {key: value for key, value in quiz.items() if value}
    return SheetRead(found, notes.all(), Places(rows, columns.names))


def _book(content: bytes, notes: Notes) -> _Book:
    try:
        import openpyxl  # noqa: PLC0415 - of the extra `office`
    except ImportError as problem:
        raise _NoTable("not_installed") from problem
    try:
        with reading():
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            found = _opened(book, content, notes)
            book.close()
    except Unreadable as problem:
        raise _NoTable("damaged", problem=str(problem)) from problem
    if found is None:
        raise _NoTable("no_columns", rows=str(_HEAD_ROWS))
    if found.rows and found.rows[-1].number > _MOST_ROWS:
        raise _NoTable("too_long", most=str(_MOST_ROWS))
    return found


def _opened(book: Any, content: bytes, notes: Notes) -> _Book | None:
    tops = {sheet.title: _rows(sheet, 1, _HEAD_ROWS + 1, _WIDEST) for sheet in book.worksheets[:_MOST_SHEETS]}
    heads = {title: head for title, top in tops.items() if (head := _head(top))}
    sure = [title for title, head in heads.items() if head.is_sure]
    title = next(iter(sure or heads), None)
    if title is None:
        return None
    if len(sure) > 1 or len(book.worksheets) > _MOST_SHEETS:
        notes.add("one_sheet", one_line(title)[:_SHOWN])
    sheet, head = book[title], heads[title]
    rows = _rows(sheet, head.row + 1, _MOST_ROWS + 1, _MOST_COLUMNS)
    xml = part_of(content, str(getattr(sheet, "_worksheet_path", "")))
    known = {at for at, field in enumerate(head.columns.fields) if field}
    for cell in without_result(xml):
        if cell.row > head.row and cell.column in known:
            notes.add("formulas", cell.name)
    about = [row.cells for row in tops.get(ABOUT, [])[:2]]
    return _Book(head, rows, merged_in(xml, _MOST_ROWS), about)


def _rows(sheet: Any, first: int, last: int, width: int) -> list[_Cells]:
    """The rows in which anything stands, without what is empty at their ends."""
    found = []
    for number, cells in enumerate(sheet.iter_rows(min_row=first, max_row=last, max_col=width), first):
        filled = [at for at, cell in enumerate(cells, 1) if cell.value is not None]
        if filled:
            kept = cells[: filled[-1]]
            found.append(_Cells(number, [_shown(each) for each in kept]))
    return [row for row in found if any(cell.strip() for cell in row.cells)]


def _shown(cell: Any) -> str:
    is_text = cell.value is None or isinstance(cell.value, str)
    return cell.value or "" if is_text else shown(cell.value, cell.number_format or "")


def _head(top: list[_Cells]) -> _Head | None:
    """The first row that names a question and something else; or else the first that names a question."""
    found: _Head | None = None
    for at, row in enumerate(top):
        names, last = row.cells, row.number
        if "question" not in columns_of(names[:_MOST_COLUMNS]).fields or row.number > _HEAD_ROWS:
            continue
        below = top[at + 1] if at + 1 < len(top) else None
        if below and below.number == last + 1 and (both := with_second_row(names, below.cells)):
            names, last = both, last + 1
        columns = columns_of(names[:_MOST_COLUMNS])
        beyond = names[_MOST_COLUMNS:]
        fields = (*columns.fields, *[None] * len(beyond))
        head = _Head(last, columns._replace(fields=fields, written=tuple(names)), top[:at])
        if head.is_sure:
            return head
        found = found or head
    return found


def _lines(book: _Book, notes: Notes) -> list[_Line]:
    """The rows, each cell under the field of its column; headings of sections are none."""
    by_number = {row.number: row.cells for row in book.rows}
    places = [(at, field) for at, field in enumerate(book.head.columns.fields) if field]
    found = []
    for number, cells in book.rows:
        row: Row = {field: cells[at] for at, field in places if at < len(cells) and cells[at].strip()}
        if len(row) == 1 and SECTION.fullmatch(next(iter(row.values())).strip()):
            notes.add("sections")
            continue
        shared = {}
        for at, field in places:
            above = by_number.get(book.merged.get((number, at), 0), [])
            if field in _SHARED and field not in row and at < len(above) and above[at].strip():
                shared[field] = above[at]
        if row:
            found.append(_Line(number, row | shared, bool(shared)))
    return found


def _questions(lines: list[_Line], columns: Columns, notes: Notes) -> tuple[dict[str, Any], dict[tuple[int, ...], int]]:
    """The questions of a quiz, and the row of each."""
    found: list[dict[str, Any]] = []
    by_id: dict[str, int] = {}
    rows: dict[tuple[int, ...], int] = {}
    for line in lines:
        parent = line.row.pop("parent", "")
        question, is_doubtful = question_of_row(line.row, has_numbers=columns.has_numbers)
        if parent and parent not in by_id:
            raise _NoTable("no_parent", line.number, parent=parent[:_SHOWN])
        if parent:
            parts = found[by_id[parent]].setdefault("subQuestions", [])
            parts.append(question)
            at: tuple[int, ...] = (by_id[parent], len(parts) - 1)
        else:
            found.append(question)
            at = (len(found) - 1,)
            if "id" in question:
                by_id[question["id"]] = at[0]
        rows[at] = line.number
        for key, is_so in (("merged", line.is_shared), ("number_or_text", is_doubtful)):
            if is_so:
                notes.add(key, ".".join(str(each + 1) for each in at))
    if not found:
        raise _NoTable("none")
    return {"questions": found}, rows


def _take_title(quiz: dict[str, Any], above: list[_Cells], notes: Notes) -> None:
    """The first line that stands alone above the columns is the title; whatever else is there is told."""
    for row in above:
        filled = [one_line(cell) for cell in row.cells if cell.strip()]
        if len(filled) == 1 and not quiz.get("title") and len(filled[0]) <= MAX_WORD:
            quiz["title"] = filled[0]
            continue
        for cell in filled:
            notes.add("above", cell[:_SHOWN])
