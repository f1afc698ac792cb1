"""Tell sheets of subjects or terms, which hold the same pupils, from sheets of classes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from inkwright.school.reading.cells import Grid, plain
from inkwright.school.reading.headers import TableColumn, TableHeader, is_mark

Table = tuple[Grid, TableHeader]
_FEWEST_SHARED: Final = 2
"""One pupil in two sheets may be a mistake."""
_DEFAULT_SHEETS: Final = ("sheet", "工作表", "tabelle", "feuille")


def has_own_name(grid: Grid) -> bool:
    """Whether a person named the sheet."""
    return bool(grid.name) and not plain(grid.name).startswith(_DEFAULT_SHEETS)


def name_tests_by_sheet(tables: Sequence[Table]) -> list[Table]:
    """Return the tables; a test whose header is in several sheets of the same pupils has the name of its sheet too."""
    pupils = [_pupils(grid, header) for grid, header in tables]
    named: list[Table] = []
    for at, (grid, header) in enumerate(tables):
        others = [
            other
            for position, (_, other) in enumerate(tables)
            if position != at and _are_the_same(pupils[at], pupils[position])
        ]
        repeated = {plain(column.header) for other in others for column in other.of("test")}
        is_subject = bool(others) and has_own_name(grid) and bool(repeated & _tests(header))
        named.append((grid, _renamed(grid, header, repeated) if is_subject else header))
    return named


def _pupils(grid: Grid, header: TableHeader) -> set[tuple[str, ...]]:
    about = [column.index for role in ("number", "name") for column in header.of(role)]
    rows = ([plain(row[at].text) for at in about if at < len(row)] for row in grid.rows[header.last_row :])
    return {tuple(row) for row in rows if all(row)}


def _are_the_same(first: set[tuple[str, ...]], second: set[tuple[str, ...]]) -> bool:
    shared = len(first & second)
    return shared >= _FEWEST_SHARED and 2 * shared >= max(len(first), len(second))


def _tests(header: TableHeader) -> set[str]:
    return {plain(column.header) for column in header.of("test")}


def _renamed(grid: Grid, header: TableHeader, repeated: set[str]) -> TableHeader:
    def name(column: TableColumn) -> TableColumn:
        if column.role != "test" or plain(column.header) not in repeated:
            return column
        return replace(column, header=grid.name if is_mark(column.header) else f"{grid.name} {column.header}")

    return replace(header, columns=tuple(map(name, header.columns)), sheet_is_subject=True)
