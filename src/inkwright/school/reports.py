"""Reports of a class and of a pupil as Markdown, with charts as SVG images."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from inkwright.artifacts.documents.chart_drawings import CHART_FONT
from inkwright.i18n import Language, text
from inkwright.school.records import Pupil, SchoolClass, Test
from inkwright.school.school import School
from inkwright.school.statistics import MarkStatistics, shown, shown_share

_WIDTH: Final = 640
_BAR: Final = 26
_LABEL: Final = 200
_MAX_BARS: Final = 24
_COLOUR: Final = "#2f6f8f"
_PALE: Final = "#dfe9ee"
_UNSAFE: Final = str.maketrans({"|": "\\|", "\n": " ", "*": "\\*", "_": "\\_", "`": "\\`", "<": "&lt;", "#": "\\#"})


@dataclass(frozen=True, slots=True)
class SchoolReport:
    """A report: its title, its text, and the charts that it shows, by name."""

    title: str
    markdown: str
    charts: dict[str, bytes] = field(default_factory=dict)
    language: Language = "en"

    @property
    def source(self) -> str:
        """The source of a document in the language of the report, whatever that of the names in it is."""
        return f"---\nlanguage: {self.language}\n---\n\n{self.markdown}"


def class_report(school: School, of: SchoolClass, language: Language) -> SchoolReport:
    """Return the report of a class: its statistics, distributions, knowledge points and pupils."""
    return _Writer(school, language).class_report(of)


def pupil_report(school: School, of: Pupil, language: Language) -> SchoolReport:
    """Return the report of a pupil: the marks compared with the class, and knowledge points."""
    return _Writer(school, language).pupil_report(of)


class _Writer:
    """A report while it is written."""

    def __init__(self, school: School, language: Language) -> None:
        self._school = school
        self._language = language
        self._charts: dict[str, bytes] = {}

    def class_report(self, of: SchoolClass) -> SchoolReport:
        pupils = self._school.members(of.id)
        tests = self._school.tests_of(pupils)
        found = [(test, statistics) for test in tests if (statistics := self._school.statistics(pupils, test))]
        title = self._text("class_title", name=of.name)
        lines = [f"# {_safe(title)}", "", self._text("size", count=len(pupils)), ""]
        lines += self._section("statistics", self._statistics_table(found))
        lines += [self._text("pass_mark", mark=shown_share(self._school.pass_share)), ""]
        lines += self._chart(
            "means",
            [
                (test.name, found.mean / test.maximum, f"{shown(found.mean)} / {shown(test.maximum)}")
                for test, found in found
            ],
        )
        for test, statistics in found:
            lines += self._distribution(test, statistics)
        lines += self._points(pupils)
        lines += self._section("pupils", self._pupil_table(pupils, tests))
        return SchoolReport(title, "\n".join(lines), self._charts, self._language)

    def pupil_report(self, of: Pupil) -> SchoolReport:
        classmates = [each for class_id in of.classes for each in self._school.members(class_id)]
        tests = self._school.tests_of(classmates)
        title = self._text("pupil_title", name=of.name)
        lines = [
            f"# {_safe(title)}",
            "",
            _safe(self._pupil_class(of)),
            "",
        ]
        lines += self._section("marks", self._marks_table(of, classmates, tests))
        marks = [(test, self._school.marks[test.name].get(of.number)) for test in tests]
        bars = [
            (test.name, mark / test.maximum, f"{shown(mark)} / {shown(test.maximum)}")
            for test, mark in marks
            if mark is not None
        ]
        lines += self._chart("marks", bars)
        lines += self._points([of])
        return SchoolReport(title, "\n".join(lines), self._charts, self._language)

    def _pupil_class(self, of: Pupil) -> str:
        key = "pupil_class" if of.is_numbered else "pupil_class_only"
        return self._text(key, name=self._school.class_names(of), number=of.number)

    def _text(self, key: str, **fields: object) -> str:
        return text(self._language, f"school.report.{key}", **fields)

    def _section(self, key: str, rows: Iterator[Sequence[str]]) -> list[str]:
        head, *body = [[_safe(cell) for cell in row] for row in rows]
        table = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in body)]
        return [f"## {self._text(key)}", "", *table, ""]

    def _heads(self, *keys: str) -> list[str]:
        return [self._text(f"head.{key}") for key in keys]

    def _statistics_table(self, found: Sequence[tuple[Test, MarkStatistics]]) -> Iterator[Sequence[str]]:
        yield self._heads("test", "maximum", "n", "mean", "median", "sd", "p25", "p75", "pass_rate")
        for test, each in found:
            numbers = (test.maximum, each.n, each.mean, each.median, each.sd, each.p25, each.p75)
            cells = ["–" if number is None else shown(number) for number in numbers]
            yield [test.name, *cells, shown_share(each.pass_rate)]

    def _marks_table(self, of: Pupil, classmates: Sequence[Pupil], tests: Sequence[Test]) -> Iterator[Sequence[str]]:
        yield self._heads("test", "maximum", "mark", "class_mean", "class_median")
        for test in tests:
            mark = self._school.marks[test.name].get(of.number)
            group = self._school.statistics(classmates, test)
            numbers = (test.maximum, mark, group.mean if group else None, group.median if group else None)
            yield [test.name, *("–" if number is None else shown(number) for number in numbers)]

    def _pupil_table(self, pupils: Sequence[Pupil], tests: Sequence[Test]) -> Iterator[Sequence[str]]:
        shown_tests = list(tests)[-6:]
        yield [*self._heads("number", "name"), *(test.name for test in shown_tests)]
        for pupil in pupils:
            marks = (self._school.marks[test.name].get(pupil.number) for test in shown_tests)
            yield [
                pupil.number if pupil.is_numbered else "–",
                pupil.name,
                *("–" if mark is None else shown(mark) for mark in marks),
            ]

    def _points(self, pupils: Sequence[Pupil]) -> list[str]:
        points = self._school.knowledge_points(pupils)
        if not points:
            return []
        bars = [(each.name, each.error_rate, shown_share(each.error_rate)) for each in points]
        return [f"## {self._text('points')}", "", *self._chart("errors", bars)]

    def _distribution(self, test: Test, found: MarkStatistics) -> list[str]:
        step = test.maximum / len(found.distribution)
        bars = [
            (f"{shown(index * step)}–{shown((index + 1) * step)}", count / found.n, str(count))
            for index, count in enumerate(found.distribution)
        ]
        return [f"### {_safe(self._text('distribution', test=test.name))}", "", *self._chart("distribution", bars)]

    def _chart(self, key: str, bars: Sequence[tuple[str, float, str]]) -> list[str]:
        """Return the image of a chart, with its values as the description; nothing without bars."""
        if not bars:
            return []
        name = f"chart-{len(self._charts) + 1}.svg"
        self._charts[name] = bar_chart(bars[:_MAX_BARS])
        caption = chart_caption(self._text(f"chart.{key}"), bars[:_MAX_BARS], self._language)
        described = _safe(caption).replace("[", "(").replace("]", ")")
        return [f"![{described}]({name})", ""]


def chart_caption(name: str, bars: Sequence[tuple[str, float, str]], language: Language) -> str:
    """Return what a chart shows, in words."""
    values = text(language, "school.answer.comma").join(
        text(language, "school.report.bar", label=label, value=value) for label, _, value in bars
    )
    return text(language, "school.report.caption", name=name, values=values)


def bar_chart(bars: Sequence[tuple[str, float, str]]) -> bytes:
    """Return horizontal bars as SVG: a label, a share of one, and the value at the end."""
    height = _BAR * len(bars) + 10
    room = _WIDTH - _LABEL - 110
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
        f' font-family="{CHART_FONT}">'
    ]
    for index, (label, share, value) in enumerate(bars):
        top = 5 + index * _BAR
        length = round(room * min(max(share, 0.0), 1.0), 1)
        baseline = top + 16
        parts += [
            f'<text x="{_LABEL - 8}" y="{baseline}" font-size="13" text-anchor="end">{escape(_short(label))}</text>',
            f'<rect x="{_LABEL}" y="{top + 3}" width="{room}" height="18" fill="{_PALE}"/>',
            f'<rect x="{_LABEL}" y="{top + 3}" width="{length}" height="18" fill="{_COLOUR}"/>',
            f'<text x="{_LABEL + room + 8}" y="{baseline}" font-size="13">{escape(value)}</text>',
        ]
    return "".join([*parts, "</svg>"]).encode()


def _short(label: str) -> str:
    return label if len(label) <= 24 else f"{label[:23]}…"


def _safe(written: str) -> str:
    return written.translate(_UNSAFE)
