"""The parts of answers that compare: who changed most, the way from test to test, tests, and classes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.i18n import Language, text
from inkwright.school.changes import ChangeQuestion, MeanChange, compared_tests, mean_change
from inkwright.school.comparing import shares_of_tests
from inkwright.school.questions import SchoolQuestion
from inkwright.school.records import Pupil, Test
from inkwright.school.school import School
from inkwright.school.statistics import rounded, shown, shown_share

Groups = Sequence[tuple[str, Sequence[Pupil]]]
_MAX_CHANGES: Final = 60


@dataclass(frozen=True, slots=True)
class ComparisonLines:
    """What is said about a question that compares: `groups` are whom it is about, each with its name."""

    question: SchoolQuestion
    school: School
    language: Language

    def changes(self, asked: ChangeQuestion, groups: Groups) -> list[str] | None:
        """Say who improved or fell back, as shares of the maximum: the tests may differ in it. Of the most only those
        who did, unless the question counts more. None without two tests.
        """
        pupils = [pupil for _, group in groups for pupil in group]
        tests = compared_tests(self.question.tests, self.school.tests_of(pupils))
        if tests is None:
            return None
        found = self._changed_groups(tests) if asked.is_of_classes else self._changed_pupils(pupils, tests)
        sign = -1 if asked.is_fall else 1
        ordered = [each for each in found if rounded(sign * each[1].points) > 0]
        ordered.sort(key=lambda each: -sign * each[1].points)
        key = "fell" if asked.is_fall else "improved"
        known = {"first": tests[0].name, "last": tests[1].name}
        if not ordered:
            return [self._text(f"nobody_{key}", **known)]
        most = rounded(ordered[0][1].points)
        names = [name for name, change in ordered if rounded(change.points) == most]
        lines = [self._text(key, name=self._joined(names), **known)]
        if asked.is_of_classes:
            told = sorted(found, key=lambda each: -sign * each[1].points)
        else:
            limit = max(asked.count, len(names)) if asked.is_most else _MAX_CHANGES
            told = ordered[:limit]
        return [*lines, *(self._change(name, change) for name, change in told)]

    def _change(self, name: str, change: MeanChange) -> str:
        points = f"{'+' if rounded(change.points) > 0 else ''}{shown(change.points)}"
        share = {"before": shown_share(change.before), "after": shown_share(change.after)}
        return self._text("change", name=name, points=points, n=change.n, **share)

    def _changed_groups(self, tests: tuple[Test, Test]) -> list[tuple[str, MeanChange]]:
        classes = self.question.classes or tuple(self.school.classes.values())
        changes = [(each.name, mean_change(self.school, self.school.members(each.id), *tests)) for each in classes]
        return [(name, change) for name, change in changes if change is not None]

    def _changed_pupils(self, pupils: Sequence[Pupil], tests: tuple[Test, Test]) -> list[tuple[str, MeanChange]]:
        changes = [
            (f"{each.name} ({self.school.class_names(each)})", mean_change(self.school, [each], *tests))
            for each in dict.fromkeys(pupils)
        ]
        return [(name, change) for name, change in changes if change is not None]

    def ways(self, groups: Groups) -> Iterator[str]:
        """Say whether each group went up or down from the first of the tests to the last, and how it did in each."""
        for name, pupils in groups:
            known = self.school.tests_of(pupils)
            tests = compared_tests(self.question.tests, known)
            change = mean_change(self.school, pupils, *tests) if tests else None
            if tests is None or change is None:
                yield self._text("one_test")
                continue
            points = rounded(change.points)
            key = "went_up" if points > 0 else "went_down" if points < 0 else "stayed"
            told = {"name": name, "first": tests[0].name, "last": tests[1].name, "n": change.n}
            share = {"before": shown_share(change.before), "after": shown_share(change.after)}
            yield self._text(key, points=shown(abs(points)), **told, **share)
            between = [each for each in known if each in self.question.tests] if self.question.tests else known
            yield self._all_shares(name, pupils, between)

    def _all_shares(self, name: str, pupils: Sequence[Pupil], tests: Sequence[Test]) -> str:
        shares = []
        for test, share in shares_of_tests(self.school, pupils, tests):
            known = {"mean": shown(share * test.maximum), "share": shown_share(share), "maximum": shown(test.maximum)}
            shares.append(self._text("of_test", test=test.name, **known))
        key = "all_means" if len(pupils) > 1 else "all_marks"
        return self._text(key, name=name, values=self._joined(shares))

    def extreme(self, groups: Groups) -> Iterator[str]:
        """Say in which test each group did best or worst, as shares of the maximum of each test."""
        for name, pupils in groups:
            tests = self.question.tests if len(self.question.tests) > 1 else self.school.tests_of(pupils)
            shares = shares_of_tests(self.school, pupils, tests)
            if not shares:
                continue
            choose = min if self.question.extreme == "worst" else max
            limit = rounded(choose(each.share for each in shares), 6)
            named = [each.test.name for each in shares if rounded(each.share, 6) == limit]
            key = f"{self.question.extreme}_test"
            yield self._text(key, name=name, tests=self._joined(named), share=shown_share(limit))
            yield self._all_shares(name, pupils, [each.test for each in shares])

    def ahead(self, test: Test, means: Mapping[str, float]) -> str:
        """Say by how much one of two groups is ahead of the other."""
        (first, high), (second, low) = sorted(means.items(), key=lambda each: -each[1])
        points = shown(100 * (high - low) / test.maximum)
        return self._text("ahead", test=test.name, first=first, second=second, marks=shown(high - low), points=points)

    def widest(self, test: Test, spreads: Mapping[str, float]) -> str:
        """Say in which group the marks differ most."""
        most = max(spreads.values())
        names = self._joined([name for name, each in spreads.items() if each == most])
        return self._text("widest", test=test.name, names=names, value=shown(most))

    def larger(self, sizes: Mapping[str, int]) -> str:
        """Say by how many pupils one of two groups is larger than the other."""
        (first, more), (second, fewer) = sorted(sizes.items(), key=lambda each: -each[1])
        key = "larger" if more > fewer else "same_size"
        return self._text(key, first=first, second=second, count=more - fewer)

    def _text(self, key: str, **fields: object) -> str:
        return text(self.language, f"school.answer.{key}", **fields)

    def _joined(self, parts: Sequence[str]) -> str:
        return self._text("comma").join(parts)
