"""Answer questions about a school by rule: every number is computed from imported results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from inkwright.i18n import Language, text
from inkwright.school.comparison_answers import ComparisonLines
from inkwright.school.questions import (
    OF_TESTS,
    SchoolQuestion,
    UnknownName,
    asks_for_numbers,
    is_english,
    read_question,
)
from inkwright.school.records import Pupil, SchoolClass, Test
from inkwright.school.school import School
from inkwright.school.statistics import PASS_SHARE, MarkStatistics, percentile, shown, shown_share

AnswerKind = Literal["numbers", "ask", "no_data"]
_PAIR: Final = 2
_SUMMARY: Final = ("mean", "median", "sd", "min", "max", "pass_rate")
_MAX_NAMES: Final = 60
_MAX_LINES: Final = 80


@dataclass(frozen=True, slots=True)
class SchoolAnswer:
    """An answer in words; with candidates it is a question to the person. `question` is how the message was read."""

    kind: AnswerKind
    message: str
    candidates: tuple[SchoolClass | Pupil | Test, ...] = ()
    question: SchoolQuestion | None = None


def answer_question(
    message: str, school: School, language: Language, chosen: Sequence[str] = ()
) -> SchoolAnswer | None:
    """Return the answer to a message; None if it asks for something else."""
    if not school:
        return SchoolAnswer("no_data", text(language, "school.none")) if asks_for_numbers(message) else None
    question = read_question(message, school, chosen)
    spoken: Language = "en" if is_english(message) else language
    answer = None if question is None else _Answering(question, school, spoken).answer()
    return answer and replace(answer, question=question)


class _Answering:
    """A question while it is answered."""

    def __init__(self, question: SchoolQuestion, school: School, language: Language) -> None:
        self._question = question
        self._school = school
        self._language = language
        self._measures = set(question.measures)
        self._comparison = ComparisonLines(question, school, language)

    def answer(self) -> SchoolAnswer | None:
        question = self._question
        if question.not_stored:
            return self._no_data("not_stored", word=question.not_stored)
        if question.unknown:
            return SchoolAnswer("no_data", "\n".join(map(self._unknown, question.unknown)))
        if question.ambiguous:
            return SchoolAnswer("ask", self._text("which", names=self._candidate_names()), question.ambiguous)
        if self._measures & {"weakness"}:
            return self._weakness()
        return self._compared() or (self._marks() if question.pupils else self._group_answer())

    def _compared(self) -> SchoolAnswer | None:
        """Return the answer to a question that compares tests with each other; None if it does not."""
        question = self._question
        groups = [(each.name, [each]) for each in question.pupils] or self._groups()
        if question.change is not None and not question.pupils:
            lines = self._comparison.changes(question.change, groups)
            return self._no_data("one_test") if lines is None else self._lines(iter(lines))
        if question.extreme is not None:
            return self._lines(self._comparison.extreme(groups))
        if "trend" in self._measures and not self._measures & {"reached", "failed", "passed", "absent"}:
            return self._lines(self._comparison.ways(groups))
        return None

    def _group_answer(self) -> SchoolAnswer | None:
        if "classes" in self._measures and not self._measures & OF_TESTS:
            return self._lines(self._class_lines(list(self._school.classes.values())))
        if "absent" in self._measures:
            return self._lines(self._absent_lines())
        counts_takers = "size" in self._measures and self._question.tests
        if self._measures & {"roster", "size"} and not self._measures & OF_TESTS and not counts_takers:
            return self._lines(self._size_lines())
        if counts_takers and not self._measures & OF_TESTS:
            return self._lines(self._taker_lines())
        is_whole = not self._question.classes and not self._question.is_by_class
        if is_whole and not self._measures & OF_TESTS and not self._question.tests:
            return None  # nothing says which class, pupil or test is meant
        return self._lines(self._statistic_lines())

    # Groups.

    def _groups(self) -> list[tuple[str, Sequence[Pupil]]]:
        school, question = self._school, self._question
        classes = question.classes or (tuple(school.classes.values()) if question.is_by_class else ())
        if not classes:
            return [(self._text("everyone"), school.data.pupils)]
        return [(each.name, school.members(each.id)) for each in classes]

    def _tests(self, pupils: Sequence[Pupil]) -> Sequence[Test]:
        return self._question.tests or self._school.tests_of(pupils)

    def _statistic_lines(self) -> Iterator[str]:
        wanted = [each for each in self._question.measures if each in OF_TESTS] or (
            ["mean"] if "compare" in self._measures else list(_SUMMARY)
        )
        if "range" in wanted:
            wanted = [each for each in ("sd", *wanted) if each != "sd" or "sd" not in self._measures]
        if "compare" in self._measures and not self._question.names_someone:
            wanted = [each for each in wanted if each not in ("max", "min", "range")]
        if "rank" in self._measures and not {"listed", "reached", "ranked"} & set(wanted):
            wanted = ["rank"]
        if ("compare" in self._measures or wanted in (["listed"], ["rank"])) and "mean" not in wanted:
            wanted = ["mean", *wanted]
        groups = self._groups()
        for test in self._tests([pupil for _, pupils in groups for pupil in pupils]):
            means: dict[str, float] = {}
            spreads: dict[str, float] = {}
            for name, pupils in groups:
                found = self._school.statistics(pupils, test)
                if found is None:
                    yield self._text("no_results", group=name, test=test.name)
                    continue
                means[name], spreads[name] = found.mean, found.sd or 0
                yield self._group_line(name, pupils, test, found, wanted)
            if len(means) > 1 and {"sd", "range"} & self._measures:
                yield self._comparison.widest(test, spreads)
            elif len(means) > 1 and "mean" in wanted:
                yield from self._leading_lines(test, means)

    def _leading_lines(self, test: Test, means: Mapping[str, float]) -> Iterator[str]:
        """Say which group has the highest mean, or the lowest if that is asked, and by how much one of two is ahead."""
        is_lowest = "min" in self._measures
        best = min(means.values()) if is_lowest else max(means.values())
        leading = [name for name, mean in means.items() if mean == best]
        is_same = len(leading) == len(means)
        kind = "same_mean" if is_same else "lowest" if is_lowest else "best"
        yield self._text(kind, test=test.name, names=self._joined(leading), mean=shown(best))
        if len(means) == _PAIR and not is_same:
            yield self._comparison.ahead(test, means)

    def _group_line(
        self, name: str, pupils: Sequence[Pupil], test: Test, found: MarkStatistics, wanted: Sequence[str]
    ) -> str:
        values = [part for measure in wanted for part in self._values(measure, pupils, test, found)]
        return self._text(
            "group", group=name, test=test.name, maximum=shown(test.maximum), n=found.n, values=self._joined(values)
        )

    def _values(self, measure: str, pupils: Sequence[Pupil], test: Test, found: MarkStatistics) -> Iterator[str]:
        match measure:
            case "max" | "min":
                mark = found.maximum if measure == "max" else found.minimum
                names = self._names(self._school.with_mark(pupils, test, mark))
                yield self._text(f"value.{measure}", value=shown(mark), names=names)
            case "quartiles" | "percentile":
                marks = self._school.marks_of(pupils, test)
                for percent in (25, 75) if measure == "quartiles" else self._question.percents:
                    yield self._text("value.percentile", percent=percent, value=shown(percentile(marks, percent)))
            case "pass_rate" | "passed" | "failed":
                yield self._passes(measure, pupils, test, found)
            case "reached":
                yield from self._reached(pupils, test, found)
            case "ranked":
                yield self._ranked(pupils, test)
            case "listed" | "rank":
                yield self._all_marks(pupils, test)
            case "distribution":
                yield self._distribution(test, found)
            case _:
                yield self._statistic(measure, test, found)

    def _statistic(self, measure: str, test: Test, found: MarkStatistics) -> str:
        if measure == "range":
            low, high = shown(found.minimum), shown(found.maximum)
            return self._text("value.range", value=shown(found.maximum - found.minimum), low=low, high=high)
        if measure == "mean" and self._question.asks_share:
            share = shown_share(found.mean / test.maximum)
            return self._text("value.mean_share", value=shown(found.mean), share=share)
        value = getattr(found, measure)
        return self._text(f"value.{measure}", value="–" if value is None else shown(value))

    def _passes(self, measure: str, pupils: Sequence[Pupil], test: Test, found: MarkStatistics) -> str:
        if measure == "pass_rate":
            known = {"value": shown_share(found.pass_rate), "passed": found.passed, "n": found.n}
            share = self._school.pass_share
            key = "value.pass_rate" if share == PASS_SHARE else "value.pass_rate_at"
            return self._text(key, mark=shown_share(share), **known)
        named = self._school.passed(pupils, test, has_passed=measure == "passed")
        return self._text(f"value.{measure}", count=len(named), names=self._names(named) or "–")

    def _reached(self, pupils: Sequence[Pupil], test: Test, found: MarkStatistics) -> Iterator[str]:
        for asked in self._question.thresholds:
            threshold = replace(asked, number=found.mean, is_mean=False) if asked.is_mean else asked
            named = self._school.reached(pupils, test, threshold)
            known = {"mark": threshold.shown(), "count": len(named), "n": found.n, "names": self._names(named) or "–"}
            yield self._text(f"value.{threshold.side}", share=shown_share(len(named) / found.n), **known)

    def _ranked(self, pupils: Sequence[Pupil], test: Test) -> str:
        """Say who is first or last, with everyone who has the mark of the last one named."""
        places, marks = self._question.places, self._school.marks[test.name]
        taken = sorted((each for each in pupils if each.number in marks), key=lambda each: marks[each.number])
        ordered = taken if places < 0 else taken[::-1]
        limit = marks[ordered[min(abs(places), len(ordered)) - 1].number]
        named = [each for each in ordered if (marks[each.number] - limit) * places >= 0][:_MAX_NAMES]
        names = self._joined([f"{each.name} ({shown(marks[each.number])})" for each in named])
        return self._text("value.last" if places < 0 else "value.first", count=abs(places), names=names)

    def _all_marks(self, pupils: Sequence[Pupil], test: Test) -> str:
        marks = self._school.marks[test.name]
        taken = sorted((each for each in pupils if each.number in marks), key=lambda each: -marks[each.number])
        named = [f"{each.name} {shown(marks[each.number])}" for each in taken[:_MAX_NAMES]]
        return self._joined([*named, "…"] if len(taken) > _MAX_NAMES else named)

    def _distribution(self, test: Test, found: MarkStatistics) -> str:
        step = test.maximum / len(found.distribution)
        bands = [
            f"{shown(index * step)}–{shown((index + 1) * step)}: {count}"
            for index, count in enumerate(found.distribution)
        ]
        return self._text("value.distribution", value=self._joined(bands))

    def _absent_lines(self) -> Iterator[str]:
        for name, pupils in self._groups():
            for test in self._tests(pupils):
                absent = self._school.absent(pupils, test)
                is_taken = bool(self._school.marks_of(pupils, test))
                key = "absent" if absent else "nobody_absent" if is_taken else "no_results"
                yield self._text(key, group=name, test=test.name, count=len(absent), names=self._names(absent))

    def _size_lines(self) -> Iterator[str]:
        classes = self._question.classes or tuple(self._school.classes.values())
        yield from self._class_lines(classes, names="roster" in self._measures)
        if not self._question.classes and len(classes) > 1:
            yield self._text("class", name=self._text("everyone"), count=len(self._school.data.pupils))
        if len(self._question.classes) == _PAIR:
            yield self._comparison.larger({each.name: len(self._school.members(each.id)) for each in classes})

    def _taker_lines(self) -> Iterator[str]:
        for name, pupils in self._groups():
            for test in self._tests(pupils):
                taken = len(self._school.marks_of(pupils, test))
                yield self._text("takers", group=name, test=test.name, count=taken, n=len(pupils))

    def _class_lines(self, classes: Sequence[SchoolClass], *, names: bool = False) -> Iterator[str]:
        for each in classes:
            pupils = self._school.members(each.id)
            line = self._text("class", name=each.name, count=len(pupils))
            yield f"{line} {self._names(pupils)}" if names else line

    # Pupils, and knowledge points.

    def _marks(self) -> SchoolAnswer:
        def lines() -> Iterator[str]:
            for pupil in self._question.pupils:
                group = self._school.class_names(pupil)
                for test in self._question.tests or self._tests_of_classes(pupil):
                    mark = self._school.marks[test.name].get(pupil.number)
                    known = {"name": pupil.name, "group": group, "test": test.name, "maximum": shown(test.maximum)}
                    if mark is None:
                        yield self._text("no_mark", **known)
                    else:
                        told = self._text("mark", mark=shown(mark), share=shown_share(mark / test.maximum), **known)
                        yield told + self._about_mark(pupil, test, mark)

        return self._lines(lines())

    def _tests_of_classes(self, pupil: Pupil) -> Sequence[Test]:
        """Return the tests that the classes of a pupil took: one that the pupil missed is told."""
        mates = [mate for id_ in pupil.classes for mate in self._school.members(id_)]
        return self._school.tests_of([pupil, *mates])

    def _about_mark(self, pupil: Pupil, test: Test, mark: float) -> str:
        """Say whether a mark is a pass, and its place in the class, if the question asks for it."""
        said = ""
        if self._measures & {"pass_rate", "passed", "failed"}:
            key = "is_pass" if self._school.is_pass(mark, test) else "is_fail"
            said += self._text(key, mark=shown_share(self._school.pass_share))
        if "rank" in self._measures:
            for class_id in pupil.classes:
                marks = self._school.marks_of(self._school.members(class_id), test)
                place = 1 + sum(1 for each in marks if each > mark)
                said += self._text("place", place=place, n=len(marks), group=self._school.classes[class_id].name)
        return said

    def _weakness(self) -> SchoolAnswer:
        pupils = self._question.pupils or [pupil for _, group in self._groups() for pupil in group]
        points = self._school.knowledge_points(pupils)
        if not points:
            return self._no_data("no_points")
        return self._lines(
            self._text("point", name=each.name, rate=shown_share(each.error_rate), count=len(each.affected), n=each.n)
            for each in points
        )

    # Words.

    def _text(self, key: str, **fields: object) -> str:
        return text(self._language, f"school.answer.{key}", **fields)

    def _lines(self, lines: Iterator[str]) -> SchoolAnswer:
        found = [line for _, line in zip(range(_MAX_LINES), lines, strict=False)]
        if not found:
            return self._no_data("no_tests")
        return SchoolAnswer("numbers", "\n".join(f"- {line}" for line in found) if len(found) > 1 else found[0])

    def _no_data(self, key: str, **fields: object) -> SchoolAnswer:
        return SchoolAnswer("no_data", self._text(key, **fields))

    def _joined(self, parts: Sequence[str]) -> str:
        return self._text("comma").join(parts)

    def _listed(self, names: Sequence[str]) -> str:
        return text(self._language, "school.list_comma").join(names)

    def _names(self, pupils: Sequence[Pupil]) -> str:
        names = [each.name for each in pupils[:_MAX_NAMES]]
        return self._listed([*names, "…"] if len(pupils) > _MAX_NAMES else names)

    def _unknown(self, unknown: UnknownName) -> str:
        """Say that nothing has a name; of classes and tests, which ones there are."""
        pupils = [pupil for _, group in self._groups() for pupil in group]
        there = {"class": list(self._school.classes.values()), "test": self._school.tests_of(pupils)}
        known = [each.name for each in there.get(unknown.kind, ())][:_MAX_NAMES]  # type: ignore[attr-defined]
        return self._text(f"unknown_{unknown.kind}", name=unknown.written, known=self._listed(known) or "–")

    def _candidate_names(self) -> str:
        return self._listed([candidate_label(each, self._school) for each in self._question.ambiguous])


def candidate_label(candidate: SchoolClass | Pupil | Test, school: School) -> str:
    """Return what a candidate is called when the person is asked: pupils of one name with class and number."""
    if isinstance(candidate, Pupil):
        classes = school.class_names(candidate)
        return (
            f"{candidate.name} ({classes}, {candidate.number})"
            if candidate.is_numbered
            else f"{candidate.name} ({classes})"
        )
    return candidate.name
