"""Turn a table with one row a result into one with one row a pupil, as gradebooks export it."""

from collections.abc import Mapping, Sequence
from typing import Final

from inkwright.school.reading.cells import BLANK, Cell, Grid, plain
from inkwright.school.reading.headers import ColumnRole, TableColumn, TableHeader, find_header, is_mark, is_maximum
from inkwright.school.reading.problems import FileRefused

_TEST_NAMES: Final = frozenset(
    "assessment,assessment name,assignment,assignment name,test,test name,exam,exam name,quiz,quiz name,task,activity,"
    "item,subject,course work,考试,考試,考试名称,考試名稱,测验,測驗,测验名称,測驗名稱,"
    "作业,作業,作业名称,科目,学科,學科,项目,項目".split(",")
)
_MOST_TESTS: Final = 300


def with_row_per_pupil(grid: Grid, mapping: Mapping[str, ColumnRole]) -> Grid:
    """Return the table with a column for each test if each of its rows is one result; else the table as it is. A pupil
    stays in the row where the first result is, so that problems name a row of the file.
    """
    header = find_header(grid, mapping)
    layout = header and _Layout.of(header)
    if not header or not layout:
        return grid
    results = [
        (number, row) for number, row in enumerate(grid.rows[header.last_row :], header.last_row + 1) if _filled(row)
    ]
    pupils = {layout.pupil(row) for _, row in results}
    if len(pupils) == len(results) or len({layout.test(row) for _, row in results}) > _MOST_TESTS:
        return grid
    return _widened(grid, header, layout, results)


class _Layout:
    """Which columns of a long table are about the pupil, name the test, hold its mark and its maximum."""

    def __init__(self, about: Sequence[TableColumn], names: Sequence[int], mark: int, maximum: int | None) -> None:
        self.about = about
        self._names = names
        self._mark = mark
        self._maximum = maximum

    @classmethod
    def of(cls, header: TableHeader) -> "_Layout | None":
        """Return the layout of a table with columns for the name of a test and for its mark; None for any other."""
        tests = header.of("test")
        names = [column.index for column in tests if plain(column.header) in _TEST_NAMES]
        marks = [column.index for column in tests if is_mark(column.header)]
        maxima = [each.index for each in header.columns if is_maximum(each.header) and each.index not in marks[:1]]
        if not names or not marks:
            return None
        about = [column for column in header.columns if column.role in ("number", "name", "class")]
        return cls(about, names, marks[0], next(iter(maxima), None))

    def pupil(self, row: Sequence[Cell]) -> tuple[str, ...]:
        """Return what identifies the pupil of a result."""
        return tuple(plain(_at(row, column.index).text) for column in self.about)

    def test(self, row: Sequence[Cell]) -> str:
        """Return the name of the test of a result."""
        return " ".join(filter(None, (_at(row, at).text for at in self._names)))

    def mark(self, row: Sequence[Cell]) -> Cell:
        """Return the cell with the mark."""
        return _at(row, self._mark)

    def maximum(self, row: Sequence[Cell]) -> str:
        """Return what the row says about the maximum; empty if nothing."""
        return "" if self._maximum is None else _at(row, self._maximum).text


def _widened(grid: Grid, header: TableHeader, layout: _Layout, results: Sequence[tuple[int, list[Cell]]]) -> Grid:
    maxima: dict[str, set[str]] = {}
    for _, row in results:
        maxima.setdefault(layout.test(row), set()).add(layout.maximum(row))
    column_of = {test: at for at, test in enumerate(maxima, len(layout.about))}
    rows: list[list[Cell]] = [[] for _ in grid.rows]
    labels = [_label(test, known) for test, known in maxima.items()]
    rows[header.last_row - 1] = [*(Cell(column.header) for column in layout.about), *map(Cell, labels)]
    wide: dict[tuple[str, ...], list[Cell]] = {}
    for number, row in results:
        pupil, at = layout.pupil(row), column_of[layout.test(row)]
        if pupil not in wide:
            about = [_at(row, column.index) for column in layout.about]
            wide[pupil] = rows[number - 1] = [*about, *[BLANK] * len(column_of)]
        if not wide[pupil][at].is_blank:
            raise FileRefused("repeated_result", row=number, value=layout.test(row))
        wide[pupil][at] = layout.mark(row)
    return Grid(grid.name, rows)


def _label(test: str, maxima: set[str]) -> str:
    """Return the header of a test: with its maximum if all rows name the same."""
    maximum = next(iter(maxima))
    return f"{test} ({maximum})" if maximum and len(maxima) == 1 else test


def _filled(row: Sequence[Cell]) -> bool:
    return any(not cell.is_blank for cell in row)


def _at(row: Sequence[Cell], index: int) -> Cell:
    return row[index] if index < len(row) else BLANK
