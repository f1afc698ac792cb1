"""Records of a school: classes, pupils, tests with their maximum, and results."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

MAX_NAME: Final = 200
"""The length of names of classes, pupils and tests, in characters."""

_HAN: Final = re.compile("[\u3400-\u9fff]")
_IN_HAN: Final = re.compile("(?<=[\u3400-\u9fff])\\s+(?=[\u3400-\u9fff])")


@dataclass(frozen=True, slots=True)
class SchoolClass:
    """A class. Its id is that of the file it came from, or its name."""

    id: str
    name: str
    grade: str = ""
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil with the number that the school gave, and the ids of the pupil's classes."""

    number: str
    name: str
    classes: tuple[str, ...]

    @property
    def is_numbered(self) -> bool:
        """Whether the school gave the number; else it is made from the class and the name."""
        return not self.number.endswith(f"/{self.name}")


@dataclass(frozen=True, slots=True)
class Test:
    """A test, or one question of it, with its maximum and the knowledge point that it examines, if that is known."""

    __test__ = False  # not a test of this program

    name: str
    maximum: float
    knowledge_point: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The mark of a pupil in a test. A pupil who was absent has no result."""

    pupil: str
    test: str
    mark: float


@dataclass(frozen=True, slots=True)
class SchoolData:
    """What one import brings, or the sum of several."""

    classes: tuple[SchoolClass, ...] = ()
    pupils: tuple[Pupil, ...] = ()
    tests: tuple[Test, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many pupils, tests and results there are."""
        return {"pupils": len(self.pupils), "tests": len(self.tests), "results": len(self.results)}


@dataclass(frozen=True, slots=True)
class SchoolImport:
    """One import: it is stored whole, and removed whole. `is_sample`: its pupils are invented."""

    id: str
    owner: str
    name: str
    imported: datetime
    counts: dict[str, int] = field(default_factory=dict)
    is_sample: bool = False


def merge_data(parts: Sequence[SchoolData]) -> SchoolData:
    """Return the sum of several imports, oldest first. What a later one says about a pupil or a result counts.

    A test with another maximum is another test, and is named with it.
    """
    classes: dict[str, SchoolClass] = {}
    pupils: dict[str, Pupil] = {}
    tests: dict[str, Test] = {}
    results: dict[tuple[str, str], Result] = {}
    for part in parts:
        classes |= {each.id: each for each in part.classes}
        pupils |= {each.number: each for each in part.pupils}
        names = {}
        for test in part.tests:
            names[test.name] = name = name_beside(tests, test)
            tests[name] = Test(name, test.maximum, test.knowledge_point, test.date)
        for each in part.results:
            name = names[each.test]
            results[each.pupil, name] = Result(each.pupil, name, each.mark)
    known = {class_id for pupil in pupils.values() for class_id in pupil.classes}
    kept = tuple(each for each in classes.values() if each.id in known)
    return SchoolData(kept, tuple(pupils.values()), tuple(tests.values()), tuple(results.values()))


def unnumbered(class_name: str, name: str) -> str:
    """Return the number of a pupil to whom the file gives none: two pupils of one class with one name are refused."""
    return f"{class_name}/{name}"[:MAX_NAME]


def full_name(given: str, family: str) -> str:
    """Return a name from its parts: in Chinese the family name comes first, and spaces that widen it are dropped."""
    name = f"{family}{given}" if _HAN.search(given + family) else f"{given} {family}".strip()
    return _IN_HAN.sub("", name)


def name_beside(known: dict[str, Test], test: Test) -> str:
    """Return the name of a new test: with its maximum if another test has the name already."""
    other = known.get(test.name)
    is_same = other is None or other.maximum == test.maximum
    return test.name if is_same else f"{test.name} ({test.maximum:g})"


def data_to_json(data: SchoolData) -> str:
    """Return the data as JSON. Results name pupils and tests by their position."""
    pupils = {each.number: index for index, each in enumerate(data.pupils)}
    tests = {each.name: index for index, each in enumerate(data.tests)}
    written: dict[str, Any] = {
        "classes": [[each.id, each.name, each.grade, each.subject] for each in data.classes],
        "pupils": [[each.number, each.name, list(each.classes)] for each in data.pupils],
        "tests": [[each.name, each.maximum, each.knowledge_point, each.date] for each in data.tests],
        "results": [[pupils[each.pupil], tests[each.test], each.mark] for each in data.results],
    }
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def data_from_json(written: str) -> SchoolData:
    """Return the data that was written."""
    read = json.loads(written)
    pupils = tuple(Pupil(number, name, tuple(classes)) for number, name, classes in read["pupils"])
    tests = tuple(Test(*each) for each in read["tests"])
    results = tuple(Result(pupils[pupil].number, tests[test].name, mark) for pupil, test, mark in read["results"])
    return SchoolData(tuple(SchoolClass(*each) for each in read["classes"]), pupils, tests, results)
