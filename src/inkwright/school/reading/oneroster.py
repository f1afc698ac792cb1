"""Read OneRoster 1.2 packages: CSV files in a zip. Only what is needed is read; passwords and phones never are."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from inkwright.school.reading.cells import Cell, clean, is_damaged, read_mark
from inkwright.school.reading.problems import ZIP_DAMAGES, FileRefused, ImportProblem
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from inkwright.school.reading.text_tables import decode_table, split_rows
from inkwright.school.records import MAX_NAME, Pupil, Result, SchoolClass, SchoolData, Test, full_name, name_beside

_NAMES: Final = frozenset({"manifest", "users", "classes", "enrollments", "lineitems", "results", "orgs", "courses"})
_NEEDED: Final = ("users", "classes", "enrollments")
_DROPPED: Final = ("password", "phone", "sms", "email")
_OBJECTIVES: Final = "lineitemlearningobjectiveids"
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_MAX_PARTS: Final = 200
_MAX_UNPACKED: Final = 64_000_000


def is_oneroster(content: bytes) -> bool:
    """Whether a package has at least two of the files of OneRoster."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return len(_NAMES & {_stem(name) for name in package.namelist()[:_MAX_PARTS]}) > 1
    except ZIP_DAMAGES:
        return False


def read_oneroster(content: bytes, settings: ImportSettings) -> SchoolFile:
    """Return the classes, pupils, tests and results of the package."""
    tables = _tables(content)
    for name in _NEEDED:
        if name not in tables:
            raise FileRefused("missing_file", part=f"{name}.csv")
    if "results" in tables and "lineitems" not in tables:
        raise FileRefused("missing_file", part="lineItems.csv")
    return _Package(tables, settings).read()


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")


@dataclass
class _CsvPart:
    name: str
    header: list[str]
    rows: list[_Row] = field(default_factory=list)


def _stem(name: str) -> str:
    base = name.replace("\\", "/").rpartition("/")[2].casefold()
    return base.removesuffix(".csv") if base.endswith(".csv") else ""


def _tables(content: bytes) -> dict[str, _CsvPart]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = package.infolist()
        _check_parts(parts)
        tables: dict[str, _CsvPart] = {}
        for part in parts:
            if stem := _stem(part.filename):
                tables[stem] = _csv_part(part.filename.rpartition("/")[2], _unpacked(package, part))
        return tables


def _check_parts(parts: list[zipfile.ZipInfo]) -> None:
    if len(parts) > _MAX_PARTS or sum(part.file_size for part in parts) > _MAX_UNPACKED:
        raise FileRefused("zip_bomb")
    for part in parts:
        path = part.filename.replace("\\", "/")
        if path.startswith("/") or ":" in path or ".." in path.split("/") or (part.external_attr >> 28) == 0o12:
            raise FileRefused("unsafe_path", part=part.filename[:MAX_NAME])
        if part.flag_bits & 1:
            raise FileRefused("encrypted")


def _unpacked(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    try:
        with package.open(part) as file:
            content = file.read(_MAX_UNPACKED + 1)
    except ZIP_DAMAGES as problem:
        raise FileRefused("not_a_table", part=part.filename[:MAX_NAME]) from problem
    if len(content) > _MAX_UNPACKED:
        raise FileRefused("zip_bomb")
    return content


def _csv_part(name: str, content: bytes) -> _CsvPart:
    try:
        rows = split_rows(decode_table(content))
    except FileRefused as refused:
        raise FileRefused(refused.problem.kind, part=name, row=refused.problem.row) from refused
    header = [clean(cell) for cell in rows[0]] if rows else []
    part = _CsvPart(name, header)
    for number, row in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in row):
            part.rows.append(_Row(number, dict(zip(header, (clean(cell)[:MAX_NAME] for cell in row), strict=False))))
    return part


class _Package:
    """A package while it is read. `bad_users` are pupils whose rows have errors: what names them is left out too."""

    def __init__(self, tables: dict[str, _CsvPart], settings: ImportSettings) -> None:
        self._settings = settings
        self._tables = tables
        self._problems: list[ImportProblem] = []
        self._classes: dict[str, SchoolClass] = {}
        self._names: dict[str, str] = {}
        self._bad_users: set[str] = set()
        self._items: dict[str, Test | None] = {}
        self._tests: dict[str, Test] = {}

    def read(self) -> SchoolFile:
        """Read the files in the order in which they name each other."""
        self._warn_dropped()
        self._read_classes()
        self._read_users()
        enrolled = self._enrollments()
        self._read_line_items()
        results = self._results(enrolled)
        pupils = tuple(Pupil(number, self._names[number], tuple(ids)) for number, ids in enrolled.items())
        used = {class_id for pupil in pupils for class_id in pupil.classes}
        classes = tuple(each for each in self._classes.values() if each.id in used)
        data = SchoolData(classes, pupils, tuple(self._tests.values()), tuple(results))
        return SchoolFile("oneroster", data, tuple(self._problems))

    def _rows(self, name: str) -> Iterator[_Row]:
        part = self._tables.get(name)
        for row in part.rows if part else ():
            if row["status"].casefold() != "tobedeleted":
                yield row

    def _report(self, kind: str, table: str, row: int | None, column: str | None = None, **more: object) -> None:
        known = {"severity": "error", "part": self._tables[table].name, **more}
        self._problems.append(ImportProblem(kind, row=row, column=column, **known))  # type: ignore[arg-type]

    def _warn_dropped(self) -> None:
        for column in _DROPPED:
            if column in self._tables["users"].header:
                self._report("dropped_column", "users", 1, column, severity="warning")

    def _read_classes(self) -> None:
        for row in self._rows("classes"):
            name = row["title"] or row["classCode"]
            if not name:
                self._report("missing_class", "classes", row.number, "title")
            else:
                self._classes[row["sourcedId"]] = SchoolClass(row["sourcedId"], name, row["grades"], row["subjects"])

    def _read_users(self) -> None:
        students = self._students()
        for row in self._rows("users"):
            user = row["sourcedId"]
            if not user:
                self._report("missing_id", "users", row.number, "sourcedId")
            elif user not in students:
                self._bad_users.add(user)
            elif user in self._names or user in self._bad_users:
                self._report("duplicate_pupil", "users", row.number, "sourcedId", value=user)
            elif problem := _name_problem(name := full_name(row["givenName"], row["familyName"])):
                self._bad_users.add(user)
                self._report(problem, "users", row.number, "givenName", value=name)
            elif self._settings.is_other_pupil(user, name):
                self._bad_users.add(user)
                self._report(
                    "other_name", "users", row.number, "sourcedId", value=f"{user}: {self._settings.known[user]}"
                )
            else:
                self._names[user] = name

    def _students(self) -> set[str]:
        """Return the users who are pupils: by their role, or by an enrollment if the package has no roles."""
        roles = {row["userSourcedId"] for row in self._rows("roles") if row["role"].casefold() == "student"}
        if "roles" in self._tables:
            return roles
        by_user = {row["sourcedId"] for row in self._rows("users") if row["role"].casefold() == "student"}
        enrolled = {r["userSourcedId"] for r in self._rows("enrollments") if r["role"].casefold() == "student"}
        return by_user | enrolled

    def _enrollments(self) -> dict[str, list[str]]:
        """Return the classes of each pupil."""
        enrolled: dict[str, list[str]] = {}
        for row in self._rows("enrollments"):
            user, class_id = row["userSourcedId"], row["classSourcedId"]
            if user not in self._names and user not in self._bad_users:
                self._report("orphan_enrollment", "enrollments", row.number, "userSourcedId", value=user)
            elif class_id not in self._classes:
                self._report("orphan_enrollment", "enrollments", row.number, "classSourcedId", value=class_id)
            elif user in self._names and class_id not in enrolled.setdefault(user, []):
                enrolled[user].append(class_id)
        return enrolled

    def _read_line_items(self) -> None:
        objectives = self._objectives()
        for row in self._rows("lineitems"):
            maximum = self._maximum(row)
            if maximum is None or maximum <= 0:
                kind = "bad_maximum" if row["resultValueMax"] else "missing_maximum"
                self._report(kind, "lineitems", row.number, "resultValueMax", is_whole=True)
                self._items[row["sourcedId"]] = None
                continue
            points = ", ".join(objectives.get(row["sourcedId"], ()))[:MAX_NAME]
            date = row["assignDate"] or row["dueDate"]
            test = Test(row["title"] or row["sourcedId"], maximum, points, date)
            name = name_beside(self._tests, test)
            self._items[row["sourcedId"]] = self._tests.setdefault(name, replace(test, name=name))

    def _maximum(self, row: _Row) -> float | None:
        """Return the maximum of a line item: from the package, or from the person."""
        if row["resultValueMax"]:
            return read_mark(Cell(row["resultValueMax"])).mark
        return self._settings.maximum_of(row["title"])

    def _objectives(self) -> dict[str, list[str]]:
        """Return the learning objectives of each line item. One that is a mere key in another system is no name."""
        found: dict[str, list[str]] = {}
        for row in self._rows(_OBJECTIVES):
            name, item = row["learningObjectiveId"], row["lineItemSourcedId"]
            if _KEY.fullmatch(name):
                column = "learningObjectiveId"
                self._report("unnamed_objective", _OBJECTIVES, row.number, column, severity="warning", value=name)
            elif name and name not in found.setdefault(item, []):
                found[item].append(name)
        return found

    def _results(self, enrolled: dict[str, list[str]]) -> list[Result]:
        marks: dict[tuple[str, str], Result] = {}
        for row in self._rows("results"):
            user, item = row["studentSourcedId"], row["lineItemSourcedId"]
            if item not in self._items:
                self._report("orphan_result", "results", row.number, "lineItemSourcedId", value=item)
            elif user not in self._names and user not in self._bad_users:
                self._report("orphan_result", "results", row.number, "studentSourcedId", value=user)
            elif (test := self._items[item]) is not None:
                mark = self._mark(row, test)
                if mark is not None and user in enrolled:
                    marks[user, test.name] = Result(user, test.name, mark)
        return list(marks.values())

    def _mark(self, row: _Row, test: Test) -> float | None:
        read = read_mark(Cell(row["score"]))
        problem = read.problem
        if not problem and read.mark is not None:
            problem = "negative_mark" if read.mark < 0 else "mark_over_maximum" if read.mark > test.maximum else ""
        if problem and problem not in ("absent_mark", "full_width_digits", "decimal_comma"):
            self._report(problem, "results", row.number, "score", value=row["score"])
            return None
        if read.mark is None:
            self._report("absent_mark", "results", row.number, "score", value=row["score"] or "–", severity="warning")
        return read.mark


def _name_problem(name: str) -> str:
    if not name:
        return "missing_name"
    return "wrong_encoding" if is_damaged(name) else ""
