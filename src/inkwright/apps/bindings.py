"""Load the data of a run: results of the school, passages of the library, or static rows."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.apps.blueprint import DataBinding
from inkwright.apps.entities import resolve_class, resolve_pupil, resolve_test
from inkwright.apps.references import parse_reference
from inkwright.apps.run_errors import data_missing
from inkwright.apps.shapes import CLASSES, DATA_TOOLS, PASSAGES, RESULTS, ROSTER, Columns
from inkwright.apps.tables import TableColumns
from inkwright.library.protocols import DocumentSearch
from inkwright.school.records import Pupil, SchoolClass, Test
from inkwright.school.school import School

_MAX_PASSAGES: Final = 10
_MAX_PAGES: Final = 40
_PAGE: Final = 4_000


@dataclass(frozen=True, slots=True)
class DataSources:
    """Where the data of a run come from."""

    owner: str
    school: School
    library: DocumentSearch | None


async def load_binding(
    binding: DataBinding, columns: Columns, inputs: Mapping[str, Any], sources: DataSources
) -> TableColumns:
    """Return the table of a binding. DataMissing if what it needs does not exist, or it is required and empty."""
    if binding.source == "static":
        return TableColumns(columns, {name: [row[name] for row in binding.rows] for name in columns})
    params = {name: _param(value, inputs) for name, value in binding.params.items()}
    given = {name: value for name, value in params.items() if value is not None}
    if any(name not in given for name in DATA_TOOLS[binding.tool_name].needed):
        if binding.required:
            raise data_missing("missing_input", binding.id)
        return _rows(columns, [])
    if binding.source == "tool" and not sources.school:
        raise data_missing("no_school", binding.id)
    loaded = await _LOADERS[binding.tool_name](given, sources)
    if binding.required and not loaded.size:
        raise data_missing(_EMPTY.get(binding.tool_name, "no_results"), _entity(given), _known(binding, sources))
    return loaded


def _param(value: str | int, inputs: Mapping[str, Any]) -> Any:
    reference = parse_reference(value)
    return value if reference is None else inputs.get(reference.name)


_EMPTY: Final[dict[str, Any]] = {
    "analyze_student_weakness": "no_knowledge_points",
    "get_student_error_patterns": "no_knowledge_points",
    "search_teacher_documents": "no_passages",
}


def _entity(given: Mapping[str, Any]) -> str:
    named = [str(value) for value in given.values() if isinstance(value, str)]
    return ", ".join(named)


def _known(binding: DataBinding, sources: DataSources) -> list[str]:
    """Return what has data, as a suggestion."""
    school = sources.school
    if binding.tool_name == "get_assignment_submissions":
        return [test.name for test in school.tests_of(school.data.pupils)]
    if binding.source == "tool":
        return [each.name for each in school.classes.values() if school.tests_of(school.members(each.id))]
    return []


def _rows(columns: Columns, rows: Sequence[Sequence[Any]]) -> TableColumns:
    return TableColumns(columns, {name: [row[index] for row in rows] for index, name in enumerate(columns)})


# --- school -----------------------------------------------------------------------------------------------


def _results(
    school: School, pupils: Iterable[Pupil], tests: Iterable[Test], class_name: str | None = None
) -> TableColumns:
    """Return the results of pupils in tests, test by test. They are collected as columns: there may be very many."""
    listed = list(pupils)
    of_number = {each.number: (each.name, class_name or school.class_names(each)) for each in listed}
    columns: dict[str, list[Any]] = {name: [] for name in RESULTS}
    for test in tests:
        marks = school.marks[test.name]
        numbers = [each.number for each in listed if each.number in marks]
        reached = [marks[number] for number in numbers]
        passed = {mark: school.is_pass(mark, test) for mark in set(reached)}
        size = len(numbers)
        columns["pupil_number"] += numbers
        columns["pupil"] += [of_number[number][0] for number in numbers]
        columns["class"] += [of_number[number][1] for number in numbers]
        columns["test"] += [test.name] * size
        columns["date"] += [test.date] * size
        columns["knowledge_point"] += [test.knowledge_point] * size
        columns["mark"] += reached
        columns["maximum"] += [test.maximum] * size
        columns["share"] += [mark / test.maximum for mark in reached]
        columns["passed"] += [passed[mark] for mark in reached]
    return TableColumns(RESULTS, columns)


def _in_range(tests: Sequence[Test], dates: Mapping[str, str] | None) -> list[Test]:
    """Return the tests of a range of days; with a range, tests without a date are left out."""
    if not dates or not (dates["start"] or dates["end"]):
        return list(tests)
    start, end = dates["start"], dates["end"] or "9999-12-31"
    return [test for test in tests if test.date and start <= test.date[:10] <= end]


async def _classes(_given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school = sources.school
    rows = [
        (each.id, each.name, each.grade, each.subject, float(len(school.members(each.id))))
        for each in school.classes.values()
    ]
    return _rows(CLASSES, rows)


async def _class_results(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school, found = sources.school, resolve_class(sources.school, given["class_id"])
    pupils = school.members(found.id)
    return _results(school, pupils, _in_range(school.tests_of(pupils), given.get("dates")), found.name)


async def _roster(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    found = resolve_class(sources.school, given["class_id"])
    rows = [(each.number, each.name, found.name) for each in sources.school.members(found.id)]
    return _rows(ROSTER, rows)


async def _submissions(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school, test = sources.school, resolve_test(sources.school, given["assignment_id"])
    found = resolve_class(school, given["class_id"]) if given.get("class_id") else None
    pupils = school.members(found.id) if found else school.data.pupils
    return _results(school, pupils, [test], found.name if found else None)


def _pupil(given: Mapping[str, Any], school: School) -> tuple[Pupil, SchoolClass | None]:
    within = resolve_class(school, given["class_id"]) if given.get("class_id") else None
    return resolve_pupil(school, given["student_id"], within), within


async def _grades(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school = sources.school
    pupil, _ = _pupil(given, school)
    return _results(school, [pupil], _in_range(school.tests_of([pupil]), given.get("dates")))


async def _classmates(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school = sources.school
    pupil, within = _pupil(given, school)
    classes = [within.id] if within else pupil.classes
    mates = {each.number: each for class_id in classes for each in school.members(class_id)}
    return _results(school, mates.values(), _in_range(school.tests_of([pupil]), given.get("dates")))


def _with_points(school: School, pupils: Sequence[Pupil], dates: Mapping[str, str] | None = None) -> TableColumns:
    tests = [test for test in _in_range(school.tests_of(pupils), dates) if test.knowledge_point]
    return _results(school, pupils, tests)


async def _weakness(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    school, found = sources.school, resolve_class(sources.school, given["class_id"])
    pupils = list(school.members(found.id))
    if given.get("student_id"):
        pupils = [resolve_pupil(school, given["student_id"], found)]
    return _with_points(school, pupils, given.get("dates"))


async def _patterns(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    return _with_points(sources.school, [resolve_pupil(sources.school, given["student_id"])])


# --- library ----------------------------------------------------------------------------------------------


async def _passages(given: Mapping[str, Any], sources: DataSources) -> TableColumns:
    library, owner = sources.library, sources.owner
    if library is None:
        return _rows(PASSAGES, [])
    if given.get("document"):
        return await _document(library, str(given["document"]), owner)
    if not given.get("query"):
        raise data_missing("missing_input", "query")
    limit = min(max(int(given.get("n_results", 5)), 1), _MAX_PASSAGES)
    found = await library.search(str(given["query"]), owner=owner, limit=limit)
    rows = [(each.name, float(each.page), each.text, each.score) for each in found]
    return _rows(PASSAGES, rows)


async def _document(library: DocumentSearch, named: str, owner: str) -> TableColumns:
    """Return the pages of a document, found by its id or its name."""
    known = [each for each in await library.all(owner=owner) if each.status == "ready"]
    found = next((each for each in known if named in (each.id, each.name)), None)
    if found is None:
        raise data_missing("unknown_document", named, [each.name for each in known])
    rows: list[tuple[Any, ...]] = []
    for number in range(1, min(found.pages, _MAX_PAGES) + 1):
        page = await library.read(found.id, owner=owner, page=number, length=_PAGE)
        if page is not None and page.text.strip():
            rows.append((found.name, float(number), page.text, 1.0))
    return _rows(PASSAGES, rows)


_LOADERS: Final[Mapping[str, Callable[[Mapping[str, Any], DataSources], Awaitable[TableColumns]]]] = {
    "get_teacher_classes": _classes,
    "get_class_detail": _class_results,
    "get_class_roster": _roster,
    "get_assignment_submissions": _submissions,
    "get_student_grades": _grades,
    "get_student_classmates": _classmates,
    "analyze_student_weakness": _weakness,
    "get_student_error_patterns": _patterns,
    "search_teacher_documents": _passages,
}
