"""What an input means: the class, the pupil, the test or the document that it names."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from inkwright.apps.blueprint import AppInput, Blueprint, DateRange
from inkwright.apps.run_errors import DataMissing, data_missing
from inkwright.school.answers import candidate_label
from inkwright.school.class_names import mentioned_classes
from inkwright.school.named_tests import mentioned_tests
from inkwright.school.pupil_names import mentioned_pupils
from inkwright.school.records import Pupil, SchoolClass, Test
from inkwright.school.school import School

MAX_INPUT: Final = 4_000
_SHORT: Final = 200
_CLOSE: Final = 0.3


def input_values(blueprint: Blueprint, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of each input: what was given, or the default. DataMissing if a required one has none, or one
    is not a value of its type.
    """
    known = {each.id: each for each in blueprint.data_contract.inputs}
    for name in given:
        if name not in known:
            raise data_missing("invalid_input", str(name), sorted(known))
    values = {name: _input_value(each, given.get(name)) for name, each in known.items()}
    return {name: value for name, value in values.items() if value is not None}


def _input_value(wanted: AppInput, given: object) -> Any:
    label = wanted.label or wanted.id
    if given is None or given == "":
        given = wanted.default.model_dump() if isinstance(wanted.default, DateRange) else wanted.default
    if given is None or given == "":
        if wanted.required:
            raise data_missing("missing_input", label)
        return None
    if wanted.type == "date_range":
        return _date_range(given, label)
    if not isinstance(given, str) or not given.strip():
        raise data_missing("invalid_input", label)
    if len(given) > (MAX_INPUT if wanted.type == "text" else _SHORT):
        raise data_missing("invalid_input", label)
    return given.strip()


def _date_range(given: object, label: str) -> dict[str, str]:
    try:
        found = DateRange.model_validate(given)
    except ValueError as problem:
        raise data_missing("invalid_input", label) from problem
    if found.start and found.end and found.start > found.end:
        raise data_missing("invalid_input", label)
    return {"start": found.start, "end": found.end}


def resolve_class(school: School, named: str) -> SchoolClass:
    """Return the class with this id or name."""
    if (exact := school.class_of_name(named)) is not None:
        return exact
    found = [each for mention in mentioned_classes(named, list(school.classes.values())) for each in mention.classes]
    if len(found) == 1:
        return found[0]
    if found:
        raise data_missing("ambiguous", named, [each.id for each in found])
    raise _unknown("unknown_class", named, [each.name for each in school.classes.values()])


def resolve_pupil(school: School, named: str, within: SchoolClass | None = None) -> Pupil:
    """Return the pupil with this number or name, of a class if one is given."""
    pupils = school.members(within.id) if within else school.data.pupils
    exact = [each for each in pupils if named in (each.number, each.name)]
    if len(exact) == 1:
        return exact[0]
    mentioned = mentioned_pupils(named, pupils)
    found = exact or [*mentioned.meant, *mentioned.candidates]
    if len(found) == 1:
        return found[0]
    if found:
        raise data_missing("ambiguous", named, [each.number for each in found])
    raise _unknown("unknown_pupil", named, [each.name for each in pupils])


def resolve_test(school: School, named: str) -> Test:
    """Return the test with this name."""
    if named in school.tests:
        return school.tests[named]
    mentioned = mentioned_tests(named, list(school.tests.values()))
    found = [*mentioned.meant, *mentioned.candidates]
    if len(found) == 1:
        return found[0]
    if found:
        raise data_missing("ambiguous", named, [each.name for each in found])
    raise _unknown("unknown_assignment", named, list(school.tests))


def _unknown(kind: Any, named: str, known: list[str]) -> DataMissing:
    """Suggest the names that are most alike, then the others."""
    close = get_close_matches(named[:_SHORT], known[:2_000], n=6, cutoff=_CLOSE)
    return data_missing(kind, named, [*close, *(name for name in known[:20] if name not in close)])


def entity_label(school: School, found: SchoolClass | Pupil | Test) -> str:
    """Return a class, pupil or test as it is shown in a choice."""
    return candidate_label(found, school)
