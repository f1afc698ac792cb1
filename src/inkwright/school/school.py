"""A school: the imported data with its indexes, and the questions that it can answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inkwright.school.records import Pupil, SchoolClass, SchoolData, Test
from inkwright.school.statistics import PASS_SHARE, MarkStatistics, MarkThreshold, is_pass, mark_statistics


@dataclass(frozen=True, slots=True)
class KnowledgePoint:
    """How a group did on a knowledge point: the share of marks that it lost, and the pupils who lost half or more."""

    name: str
    error_rate: float
    affected: tuple[Pupil, ...]
    tests: tuple[str, ...]
    n: int

    @property
    def mastery_rate(self) -> float:
        """The share of marks that were reached."""
        return 1 - self.error_rate


class School:
    """The imported data of one person. A mark of at least `pass_share` of the maximum is a pass."""

    def __init__(self, data: SchoolData, pass_share: float = PASS_SHARE) -> None:
        self.data = data
        self.pass_share = pass_share
        self.classes = {each.id: each for each in data.classes}
        self.pupils = {each.number: each for each in data.pupils}
        self.tests = {each.name: each for each in data.tests}

    def __bool__(self) -> bool:
        return bool(self.data.pupils)

    @cached_property
    def marks(self) -> dict[str, dict[str, float]]:
        """The marks by test and pupil."""
        marks: dict[str, dict[str, float]] = {name: {} for name in self.tests}
        for each in self.data.results:
            marks[each.test][each.pupil] = each.mark
        return marks

    @cached_property
    def _members(self) -> dict[str, list[Pupil]]:
        members: dict[str, list[Pupil]] = {class_id: [] for class_id in self.classes}
        for pupil in self.data.pupils:
            for class_id in pupil.classes:
                members.setdefault(class_id, []).append(pupil)
        return members

    @cached_property
    def _classes_of(self) -> dict[str, set[str]]:
        """The classes that took each test."""
        return {
            name: {class_id for number in marks for class_id in self.pupils[number].classes}
            for name, marks in self.marks.items()
        }

    def members(self, class_id: str | None) -> Sequence[Pupil]:
        """Return the pupils of a class, or all."""
        return self.data.pupils if class_id is None else self._members.get(class_id, [])

    def class_names(self, pupil: Pupil) -> str:
        """Return the names of the classes of a pupil."""
        return ", ".join(self.classes[each].name for each in pupil.classes if each in self.classes)

    def tests_of(self, pupils: Iterable[Pupil]) -> list[Test]:
        """Return the tests in which at least one of the pupils has a result, oldest first."""
        numbers = [each.number for each in pupils]
        held = [test for test in self.tests.values() if any(number in self.marks[test.name] for number in numbers)]
        return sorted(held, key=lambda test: test.date) if all(test.date for test in held) else held

    def marks_of(self, pupils: Iterable[Pupil], test: Test) -> list[float]:
        """Return the marks of the pupils in a test; absent pupils have none."""
        marks = self.marks[test.name]
        return [marks[each.number] for each in pupils if each.number in marks]

    def statistics(self, pupils: Iterable[Pupil], test: Test) -> MarkStatistics | None:
        """Return the statistics of the pupils in a test; None without results."""
        return mark_statistics(self.marks_of(pupils, test), test.maximum, self.pass_share)

    def absent(self, pupils: Iterable[Pupil], test: Test) -> list[Pupil]:
        """Return the pupils without a result in a test that their class took."""
        marks = self.marks[test.name]
        took = self._classes_of[test.name]
        return [each for each in pupils if each.number not in marks and not took.isdisjoint(each.classes)]

    def is_pass(self, mark: float, test: Test) -> bool:
        """Whether a mark is a pass in a test."""
        return is_pass(mark, test.maximum, self.pass_share)

    def passed(self, pupils: Iterable[Pupil], test: Test, *, has_passed: bool = True) -> list[Pupil]:
        """Return the pupils who passed a test, or those who failed it."""
        marks = self.marks[test.name]
        taken = [each for each in pupils if each.number in marks]
        return [each for each in taken if self.is_pass(marks[each.number], test) == has_passed]

    def reached(self, pupils: Iterable[Pupil], test: Test, threshold: MarkThreshold) -> list[Pupil]:
        """Return the pupils whose marks are on the wanted side of a threshold."""
        marks = self.marks[test.name]
        taken = [each for each in pupils if each.number in marks]
        return [each for each in taken if threshold.is_met(marks[each.number], test.maximum)]

    def with_mark(self, pupils: Iterable[Pupil], test: Test, mark: float) -> list[Pupil]:
        """Return the pupils who have exactly this mark in a test."""
        marks = self.marks[test.name]
        return [each for each in pupils if marks.get(each.number) == mark]

    def knowledge_points(self, pupils: Sequence[Pupil]) -> list[KnowledgePoint]:
        """Return how the pupils did on each knowledge point, weakest first; empty if no test names any."""
        by_point: dict[str, list[Test]] = {}
        for test in self.tests.values():
            if test.knowledge_point:
                by_point.setdefault(test.knowledge_point, []).append(test)
        found = [self._knowledge_point(name, tests, pupils) for name, tests in by_point.items()]
        return sorted((each for each in found if each.n), key=lambda each: (-each.error_rate, each.name))

    def _knowledge_point(self, name: str, tests: Sequence[Test], pupils: Sequence[Pupil]) -> KnowledgePoint:
        reached: dict[str, float] = {}
        possible: dict[str, float] = {}
        for test in tests:
            marks = self.marks[test.name]
            for pupil in pupils:
                if pupil.number in marks:
                    reached[pupil.number] = reached.get(pupil.number, 0) + marks[pupil.number]
                    possible[pupil.number] = possible.get(pupil.number, 0) + test.maximum
        total = sum(possible.values())
        affected = tuple(
            each for each in pupils if each.number in possible and 2 * reached[each.number] <= possible[each.number]
        )
        error_rate = 1 - sum(reached.values()) / total if total else 0.0
        return KnowledgePoint(name, error_rate, affected, tuple(each.name for each in tests), len(possible))

    def class_of_name(self, named: str) -> SchoolClass | None:
        """Return the class with this id or name."""
        return self.classes.get(named) or next((each for each in self.classes.values() if each.name == named), None)
