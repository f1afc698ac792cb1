"""What a person may say about a file that is imported."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inkwright.school.reading.cells import plain
from inkwright.school.reading.headers import ColumnRole, TableColumn
from inkwright.school.reading.problems import ImportProblem
from inkwright.school.records import SchoolData, full_name


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """The maximum of tests by name, or of all tests that have no other; what columns hold, by their header; and the
    class of a table that names none. `known` are the names of the pupils who were imported before, by number, and
    `known_numbers` their numbers by class and name, where these are unique.
    """

    maxima: Mapping[str, float] = field(default_factory=dict)
    maximum: float | None = None
    columns: Mapping[str, ColumnRole] = field(default_factory=dict)
    class_name: str = ""
    known: Mapping[str, str] = field(default_factory=dict)
    known_numbers: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def maximum_of(self, test: str) -> float | None:
        """Return the maximum that the person gave for a test, or for all tests."""
        by_name = {plain(name): maximum for name, maximum in self.maxima.items()}
        return by_name.get(plain(test), self.maximum)

    def is_other_pupil(self, number: str, name: str) -> bool:
        """Whether the number is that of a pupil with another name."""
        return bool(name) and number in self.known and _name_words(self.known[number]) != _name_words(name)


def _name_words(name: str) -> list[str]:
    """Return the words of a name in any order: `Chan, Amy` is Amy Chan."""
    return sorted(plain(full_name(name, "")).replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class MappedPart:
    """How the columns of a sheet, or of the only table, were understood."""

    name: str
    columns: tuple[TableColumn, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class SchoolFile:
    """What was read from a file: the data without the rows that have errors, the problems, and the columns."""

    format: str
    data: SchoolData
    problems: tuple[ImportProblem, ...] = ()
    parts: tuple[MappedPart, ...] = ()

    @property
    def errors(self) -> list[ImportProblem]:
        """The problems that prevent the import."""
        return [each for each in self.problems if each.severity == "error"]

    @property
    def left_out(self) -> list[str]:
        """The rows with errors: their numbers, with the sheet or the file of a package if there are several."""
        places = {(each.part, each.row): None for each in self.errors if each.row}
        return [f"{part} {row}" if part else str(row) for part, row in places]

    @property
    def can_leave_out(self) -> bool:
        """Whether something is left if the rows with errors are left out."""
        return bool(self.data.pupils) and not any(each.is_whole for each in self.errors)
