"""Read plain tables: one row a pupil, one column a test, and a row with the maximum of each test."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inkwright.school.reading.cells import BLANK, Cell, Grid, is_damaged, plain, read_mark, read_number
from inkwright.school.reading.headers import (
    DATE_WORDS,
    KNOWLEDGE_WORDS,
    TableColumn,
    TableHeader,
    find_header,
    is_ambiguous_maximum,
    is_maximum,
    is_note,
    is_summary,
    is_test_pupil,
)
from inkwright.school.reading.long_tables import with_row_per_pupil
from inkwright.school.reading.problems import FileRefused, ImportProblem
from inkwright.school.reading.pupil_columns import Rows, pupil_columns
from inkwright.school.reading.scales import MarkScale, scale_of
from inkwright.school.reading.settings import ImportSettings, MappedPart, SchoolFile
from inkwright.school.reading.sheets import has_own_name, name_tests_by_sheet
from inkwright.school.records import MAX_NAME, Pupil, Result, SchoolClass, SchoolData, Test, full_name, name_beside

_WARNINGS: Final = frozenset({"absent_mark", "full_width_digits", "decimal_comma"})
_IGNORED_COLUMNS: Final = {
    "total": "total_column", "rank": "rank_column", "dropped": "dropped_column", "unknown": "unknown_column",
}  # fmt: skip
_OF_PUPILS: Final = frozenset({"number", "name", "class", "test"})
_DATE_LENGTH: Final = 10
_DATE: Final = re.compile(r"\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b")


@dataclass
class _Collected:
    """What the tables of one file hold so far. `names` and `seen` are the name and the tests of each pupil by number,
    of rows with errors too.
    """

    classes: dict[str, SchoolClass] = field(default_factory=dict)
    pupils: dict[str, Pupil] = field(default_factory=dict)
    tests: dict[str, Test] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    problems: list[ImportProblem] = field(default_factory=list)
    parts: list[MappedPart] = field(default_factory=list)


def read_tables(grids: Sequence[Grid], settings: ImportSettings, format_: str) -> SchoolFile:
    """Return what the tables of a file hold. A sheet without a header is left out if another one has one."""
    filled = [with_row_per_pupil(grid, settings.columns) for grid in grids if grid.rows]
    if not filled:
        raise FileRefused("empty_file")
    tables = [(grid, header) for grid in filled if (header := find_header(grid, settings.columns))]
    if not tables:
        raise FileRefused("not_a_table")
    collected = _Collected()
    for grid, header in name_tests_by_sheet(tables):
        _Table(grid, header, settings, collected, len(filled) > 1).read()
    data = SchoolData(
        tuple(collected.classes.values()),
        tuple(collected.pupils.values()),
        tuple(collected.tests.values()),
        tuple(collected.results),
    )
    if not data.pupils and not any(each.severity == "error" for each in collected.problems):
        raise FileRefused("empty_file")
    return SchoolFile(format_, data, tuple(collected.problems), tuple(collected.parts))


class _Table:
    """One table while it is read."""

    def __init__(
        self, grid: Grid, header: TableHeader, settings: ImportSettings, collected: _Collected, has_others: bool
    ) -> None:
        self._grid = grid
        self._header = header
        self._settings = settings
        self._all = collected
        self._part = grid.name if has_others else None
        self._maxima: dict[int, tuple[int, Cell]] = {}
        self._points: dict[int, str] = {}
        self._dates: dict[int, str] = {}
        self._scales: dict[int, MarkScale] = {}
        self._tests: dict[int, Test] = {}
        self._numbers: set[str] = set()
        self._unclear: set[int] = set()
        self._errors = 0

    def read(self) -> None:
        """Read the header, then the rows of pupils."""
        rows = list(self._pupil_rows())
        self._about = pupil_columns(self._header, rows, self._settings.known_numbers)
        self._check_header(rows)
        self._all.parts.append(MappedPart(self._grid.name, self._understood(), len(rows)))
        self._report_merged(rows)
        for number, row in rows:
            self._read_pupil(number, row)

    def _report(self, kind: str, row: int | None = None, column: str | None = None, **more: object) -> None:
        known = {"severity": "error", "part": self._part, **more}
        self._errors += known["severity"] == "error"
        self._all.problems.append(ImportProblem(kind, row=row, column=column, **known))  # type: ignore[arg-type]

    def _warn(self, kind: str, row: int | None = None, column: str | None = None, value: str = "") -> None:
        self._report(kind, row, column, severity="warning", value=value)

    # The header.

    def _understood(self) -> tuple[TableColumn, ...]:
        """Return the columns with what is read from them in the end."""
        read = {column.index for column in self._used()} | self._tests.keys()
        own = ("number", "name", "class", "test")
        is_left_out = (column.role in own and column.index not in read for column in self._header.columns)
        pairs = zip(self._header.columns, is_left_out, strict=True)
        return tuple(replace(column, role="unknown") if left_out else column for column, left_out in pairs)

    def _pupil_rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows of pupils with their numbers; note the other rows: maxima, knowledge points, summaries."""
        header = self._header
        if header.last_row > header.row:
            self._warn("two_header_rows", header.last_row)
        for number, row in enumerate(self._grid.rows[: header.row - 1], 1):
            if any(is_maximum(cell.text) for cell in self._leading(row)):
                self._maxima |= {at: (number, cell) for at, cell in enumerate(row) if not cell.is_blank}
        first = [plain(cell.text) for cell in self._grid.rows[header.row - 1]]
        for number, row in enumerate(self._grid.rows[header.last_row :], header.last_row + 1):
            if all(cell.is_blank for cell in row) or self._is_about_tests(number, row):
                continue
            if [plain(cell.text) for cell in row][: len(first)] == first:
                self._warn("two_header_rows", number)
            elif about := self._summary(row):
                self._warn("average_row", number, value=about)
            else:
                yield number, row

    def _is_about_tests(self, number: int, row: Sequence[Cell]) -> bool:
        """Whether a row holds the maximum, the knowledge point or the date of each test; note it."""
        words = {plain(cell.text) for cell in self._leading(row) if cell.text}
        if any(map(is_maximum, words)) and not self._is_called_so(row):
            self._maxima |= {at: (number, cell) for at, cell in enumerate(row) if not cell.is_blank}
        elif words & KNOWLEDGE_WORDS:
            self._points |= {at: cell.text[:MAX_NAME] for at, cell in enumerate(row) if cell.text}
        elif words and words <= DATE_WORDS:
            self._dates |= {at: cell.text[:_DATE_LENGTH] for at, cell in enumerate(row) if cell.kind != "number"}
        else:
            return False
        return True

    def _is_called_so(self, row: Sequence[Cell]) -> bool:
        """Whether the label of a row of maxima is the name of a pupil, of whom the row says more."""
        about = [cell.text for column in self._about_columns() if (cell := _at(row, column.index)).text]
        return len(about) > 1 and not any(is_maximum(each) and not is_ambiguous_maximum(each) for each in about)

    def _about_columns(self) -> list[TableColumn]:
        return [*self._header.of("number"), *self._header.of("name")]

    def _summary(self, row: Sequence[Cell]) -> str:
        """Return the words of a row that is about the class or the table, not about a pupil; empty for a pupil."""
        leading = [cell.text for cell in self._leading(row) if cell.text]
        has_marks = any(not _at(row, column.index).is_blank for column in self._header.of("test"))
        number = next((_at(row, column.index).text for column in self._header.of("number")), "")
        if test_pupil := next((each for each in leading if is_test_pupil(each)), ""):
            return test_pupil
        if (not number or is_summary(number)) and (found := next(filter(is_summary, leading), "")):
            return found
        first = next((cell.text for cell in row if cell.text), "")
        return first if not has_marks and is_note(first) else ""

    def _leading(self, row: Sequence[Cell]) -> list[Cell]:
        """Return the cells of a row that are about the pupil, and the first one."""
        about = [column.index for column in self._header.columns if column.role in ("number", "name", "class")]
        return [row[at] for at in sorted({0, *about}) if at < len(row)]

    def _check_header(self, rows: Rows) -> None:
        header = self._header
        if not header.of("name"):
            self._report("missing_name", header.row, is_whole=True)
        elif self._about.number is None:
            self._warn("no_numbers", header.row)
        elif self._about.counts_in_class:
            self._warn("class_numbers", header.row, self._about.number.header)
        if not header.of("class") and not self._class_name():
            self._report("missing_class", header.row, is_whole=True)
        seen: set[str] = set()
        for column in header.columns:
            if is_damaged(column.header):
                self._report("wrong_encoding", header.row, column.header, is_whole=True)
            if plain(column.header) in seen:
                self._report("duplicate_column", header.row, column.header, is_whole=True)
            seen.add(plain(column.header))
            self._check_column(column, rows)

    def _check_column(self, column: TableColumn, rows: Rows) -> None:
        if column.role in _IGNORED_COLUMNS:
            self._warn(_IGNORED_COLUMNS[column.role], self._header.row, column.header)
        elif column.role == "test":
            self._add_test(column, rows)
        elif column not in self._used():
            self._warn("unknown_column", self._header.row, column.header)

    def _used(self) -> list[TableColumn]:
        """Return the columns that tell the number, the name and the class of a pupil."""
        return [*self._about.used, *self._header.of("class")[:1]]

    def _add_test(self, column: TableColumn, rows: Rows) -> None:
        maximum, problem = self._maximum(column, rows)
        if problem == "derived_column":
            self._warn("total_column", self._header.row, column.header)
        elif problem:
            row = self._maxima.get(column.index, (self._header.row,))[0]
            self._refuse_test(problem, row, column)
        elif maximum is None and not _has_marks(column.index, rows):
            self._warn("unknown_column", self._header.row, column.header)
        elif maximum is None:
            self._refuse_test("missing_maximum", self._header.row, column)
        else:
            date = self._dates.get(column.index, "") or _date_in(column.header)
            test = Test(column.header[:MAX_NAME], maximum, self._points.get(column.index, ""), date)
            named = replace(test, name=name_beside(self._all.tests, test))
            self._all.tests.setdefault(named.name, named)
            self._tests[column.index] = named

    def _refuse_test(self, problem: str, row: int, column: TableColumn) -> None:
        """Report a test without a maximum. Its marks are checked all the same: every problem is known at once."""
        self._report(problem, row, column.header, is_whole=True)
        self._tests[column.index] = Test(column.header[:MAX_NAME], math.inf)

    def _maximum(self, column: TableColumn, rows: Rows) -> tuple[float | None, str]:
        """Return the maximum of a test, or its problem: from the person, the row of maxima or the header; from its
        marks if each of them names it; or for all tests.
        """
        given, problem = self._named_maximum(column)
        if problem:
            return None, problem
        scale = scale_of((_at(row, column.index) for _, row in rows), given)
        if scale is not None:
            self._scales[column.index] = scale
            kind = "percent_column" if scale.is_percent else "fraction_column"
            self._warn(kind, self._header.row, column.header, f"{scale.maximum:g}")
            return scale.maximum, ""
        return self._settings.maximum if given is None else given, ""

    def _named_maximum(self, column: TableColumn) -> tuple[float | None, str]:
        named = {plain(name): each for name, each in self._settings.maxima.items()}.get(plain(column.header))
        if named is None and column.index in self._maxima:
            cell = self._maxima[column.index][1]
            named = read_mark(cell).mark
            if named is None:
                return None, "derived_column" if "read only" in plain(cell.text) else "bad_maximum"
        named = column.maximum if named is None else named
        return named, "bad_maximum" if named is not None and named <= 0 else ""

    # The rows.

    def _read_pupil(self, row_number: int, row: list[Cell]) -> None:
        if row_number in self._unclear:
            return
        before = self._errors
        if self._is_ragged(row_number, row):
            return
        name = self._name(row_number, row)
        class_name = self._text(row_number, row, self._header.of("class")[:1], "missing_class") or self._class_name()
        number = self._about.full_number(self._number(row_number, row), class_name, name)
        results = list(self._results(row_number, row, number))
        self._refuse_duplicate(row_number, number, name)
        if self._settings.is_other_pupil(number, name):
            self._report_number("other_name", row_number, f"{number}: {self._settings.known[number]}")
        if self._errors == before and number and name:
            self._all.classes.setdefault(class_name, SchoolClass(class_name, class_name))
            self._all.pupils.setdefault(number, Pupil(number, name, (class_name,)))
            self._all.results += results

    def _is_ragged(self, row_number: int, row: Sequence[Cell]) -> bool:
        """Whether a row has more cells than the header, and cannot be matched with it. Marks at the end may be missing:
        they do not count as results.
        """
        if not self._grid.has_fixed_width:
            return False
        width = len(self._grid.rows[self._header.row - 1])
        is_ragged = any(not cell.is_blank for cell in row[width:])
        if is_ragged:
            self._report("ragged_row", row_number)
        elif len(row) < width:
            self._warn("ragged_row", row_number)
        return is_ragged

    def _number(self, row_number: int, row: Sequence[Cell]) -> str:
        column = self._about.number
        if column is None:
            return ""
        number, problem = read_number(_at(row, column.index))
        if not number:
            self._report("missing_id", row_number, column.header)
        elif problem in _WARNINGS:
            self._warn(problem, row_number, column.header, number)
        elif problem:
            self._report(problem, row_number, column.header, value=number)
        return number[:MAX_NAME]

    def _name(self, row_number: int, row: Sequence[Cell]) -> str:
        """Return the name, from the column of whole names, or from those of given and family names."""
        parts = (self._about.whole or self._about.given, self._about.family)
        given, family = (self._text(row_number, row, [each] if each else [], "missing_name") for each in parts)
        return full_name(given, family)

    def _text(self, row_number: int, row: Sequence[Cell], columns: Sequence[TableColumn], missing: str) -> str:
        column = next(iter(columns), None)
        if column is None:
            return ""
        written = self._unmerged(row_number, row, column)
        if not written:
            self._report(missing, row_number, column.header)
        elif is_damaged(written):
            self._report("wrong_encoding", row_number, column.header, value=written)
        return written[:MAX_NAME]

    def _unmerged(self, row_number: int, row: Sequence[Cell], column: TableColumn) -> str:
        """Return the text of a cell; for a class that is merged with one above, the text of that one."""
        written = _at(row, column.index).text
        first = self._grid.merged.get((row_number, column.index))
        if not written and first is not None and column.role == "class":
            return _at(self._grid.rows[first[0] - 1], column.index).text
        return written

    def _results(self, row_number: int, row: Sequence[Cell], number: str) -> Iterator[Result]:
        for column in self._header.of("test"):
            test = self._tests.get(column.index)
            if test is None:
                continue
            cell = _at(row, column.index)
            scale = self._scales.get(column.index)
            read = scale.read(cell) if scale else read_mark(cell)
            for problem in filter(None, (read.problem, _range_problem(read.mark, test))):
                has_result = problem == "formula_cell" and read.mark is not None
                severity = "warning" if problem in _WARNINGS or has_result else "error"
                self._report(problem, row_number, column.header, value=cell.text, severity=severity)
            if read.mark is not None and test.name in self._all.tests:
                yield Result(number, test.name, read.mark)

    def _refuse_duplicate(self, row_number: int, number: str, name: str) -> None:
        """Report a pupil who is in the file already, unless another table has other tests of the same pupil."""
        if not number:
            return
        tests = self._all.seen.setdefault(number, set())
        is_same = self._all.names.setdefault(number, name) == name
        if not is_same or number in self._numbers or tests & self._test_names():
            self._report_number("duplicate_pupil", row_number, number)
        self._numbers.add(number)
        tests |= self._test_names()

    def _report_number(self, kind: str, row_number: int, value: str) -> None:
        column = self._about.number or self._about.whole or self._about.family
        self._report(kind, row_number, column.header if column else None, value=value)

    def _test_names(self) -> set[str]:
        return {test.name for test in self._tests.values()}

    def _class_name(self) -> str:
        """Return the class of a table without a column for it: as the person says, or the name of its sheet."""
        if self._settings.class_name:
            return self._settings.class_name
        is_class = has_own_name(self._grid) and not self._header.sheet_is_subject
        return self._grid.name[:MAX_NAME] if is_class else ""

    def _report_merged(self, rows: Rows) -> None:
        """Report merged cells of pupils: a class is that of all rows of its range, any other one is unclear."""
        known = {number for number, _ in rows}
        columns = {column.index: column for column in self._header.columns if column.role in _OF_PUPILS}
        ranges: set[tuple[int, int]] = set()
        for (number, at), first in sorted(self._grid.merged.items()):
            if at not in columns or not {number, first[0]} <= known:
                continue
            column = columns[at]
            if column.role != "class" or first[1] != at:
                self._report("merged_cells", number, column.header)
                self._unclear.add(number)
            elif first not in ranges:
                ranges.add(first)
                self._warn("merged_cells", first[0], column.header)


def _date_in(header: str) -> str:
    found = _DATE.search(header)
    return found[0] if found else ""


def _at(row: Sequence[Cell], index: int) -> Cell:
    return row[index] if index < len(row) else BLANK


def _has_marks(index: int, rows: Iterable[tuple[int, list[Cell]]]) -> bool:
    return any(read_mark(_at(row, index)).mark is not None for _, row in rows)


def _range_problem(mark: float | None, test: Test) -> str:
    if mark is None:
        return ""
    if mark < 0:
        return "negative_mark"
    return "mark_over_maximum" if mark > test.maximum else ""
