"""What there is to choose from for the inputs of an app: classes, tests, pupils and documents that exist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.apps.bindings import DataSources
from inkwright.apps.blueprint import AppInput, Blueprint
from inkwright.apps.entities import resolve_class
from inkwright.apps.run_errors import DataMissing
from inkwright.school.records import Pupil
from inkwright.school.school import School

MAX_CHOICES: Final = 500


@dataclass(frozen=True, slots=True)
class InputChoice:
    """A value that an input can have, and how it is shown."""

    value: str
    label: str


async def input_choices(
    blueprint: Blueprint, given: Mapping[str, Any], sources: DataSources
) -> dict[str, list[InputChoice]]:
    """Return the choices of each input; none where anything can be written, as in a text.

    A test or a pupil that depends on a class is one of the class that is given, or of any if that does not exist.
    """
    known = {each.id: each for each in blueprint.data_contract.inputs}
    found: dict[str, list[InputChoice]] = {}
    for name, wanted in known.items():
        if wanted.type == "file":
            choices = await _documents(sources)
        else:
            choices = _of_school(wanted, _pupils_within(wanted, known, given, sources.school), sources.school)
        found[name] = choices[:MAX_CHOICES]
    return found


def _of_school(wanted: AppInput, pupils: Sequence[Pupil], school: School) -> list[InputChoice]:
    if wanted.type == "class":
        named = [each.name for each in school.classes.values()]
        is_only = {name for name in named if named.count(name) == 1}
        return [
            InputChoice(each.name if each.name in is_only else each.id, each.name) for each in school.classes.values()
        ]
    if wanted.type == "assignment":
        return [InputChoice(each.name, each.name) for each in school.tests_of(pupils)]
    if wanted.type == "pupil":
        return [InputChoice(each.number, f"{each.name} ({each.number})") for each in pupils]
    return []


def _pupils_within(
    wanted: AppInput, known: Mapping[str, AppInput], given: Mapping[str, Any], school: School
) -> Sequence[Pupil]:
    """Return the pupils of the class that an input depends on."""
    for name in wanted.depends_on:
        narrower = known.get(name)
        if narrower is None or narrower.type != "class":
            continue
        try:
            return school.members(resolve_class(school, str(given.get(name) or narrower.default or "")).id)
        except DataMissing:
            break
    return school.members(None)


async def _documents(sources: DataSources) -> list[InputChoice]:
    if sources.library is None:
        return []
    known = [each for each in await sources.library.all(owner=sources.owner) if each.status == "ready"]
    named = [each.name for each in known]
    return [InputChoice(each.name if named.count(each.name) == 1 else each.id, each.name) for each in known]
