"""Choose the columns that identify a pupil: the number, which may count within a class only, and the names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.school.reading.cells import BLANK, Cell, plain
from inkwright.school.reading.headers import (
    TableColumn,
    TableHeader,
    is_class_number,
    is_family_name,
    is_given_name,
    is_plain_name,
    is_row_number,
)
from inkwright.school.records import MAX_NAME, unnumbered

Rows = Sequence[tuple[int, list[Cell]]]
_LONGEST_IN_CLASS: Final = 3
"""The digits of a number within a class."""


@dataclass(frozen=True, slots=True)
class PupilColumns:
    """The columns of the number, the whole name, or its parts. `counts_in_class`: the number is that in the class.
    `known` are numbers of pupils who were imported before, by class and name.
    """

    number: TableColumn | None
    whole: TableColumn | None
    given: TableColumn | None
    family: TableColumn | None
    counts_in_class: bool = False
    known: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def used(self) -> list[TableColumn]:
        """The columns that are read."""
        return [each for each in (self.number, self.whole, self.given, self.family) if each is not None]

    def full_number(self, written: str, class_name: str, name: str) -> str:
        """Return the number by which the pupil is known, which is unique in the school."""
        if self.number is None:
            known = self.known.get((plain(class_name), plain(name)), "")
            return known or (unnumbered(class_name, name) if name else "")
        return f"{class_name}-{written}"[:MAX_NAME] if written and self.counts_in_class else written


def pupil_columns(header: TableHeader, rows: Rows, known: Mapping[tuple[str, str], str]) -> PupilColumns:
    """Return the columns of a table that identify its pupils."""
    numbers = header.of("number")
    number = next((each for each in numbers if not _counts_in_class(each, rows)), next(iter(numbers), None))
    names = header.of("name")
    given = next((each for each in names if is_given_name(each.header)), None)
    family = next((each for each in names if is_family_name(each.header)), None)
    whole = next((each for each in names if not is_given_name(each.header) and not is_family_name(each.header)), None)
    if whole and given and not family and is_plain_name(whole.header) and not _repeats(whole, given, rows):
        whole, family = None, whole
    if whole is not None:
        given = family = None
    counts_in_class = number is not None and _counts_in_class(number, rows)
    return PupilColumns(number, whole, given, family, counts_in_class, known)


def _counts_in_class(column: TableColumn, rows: Rows) -> bool:
    if is_class_number(column.header):
        return True
    return is_row_number(column.header) and all(
        cell.text.isdigit() and len(cell.text) <= _LONGEST_IN_CLASS for cell in _cells(column, rows)
    )


def _repeats(whole: TableColumn, given: TableColumn, rows: Rows) -> bool:
    """Whether the names of a column contain the given names, so that they are whole names."""
    both = [(_at(row, whole.index).text, _at(row, given.index).text) for _, row in rows]
    return any(part and part in name for name, part in both)


def _cells(column: TableColumn, rows: Rows) -> list[Cell]:
    return [cell for _, row in rows if not (cell := _at(row, column.index)).is_blank]


def _at(row: Sequence[Cell], index: int) -> Cell:
    return row[index] if index < len(row) else BLANK
