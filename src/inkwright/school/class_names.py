"""The names of classes in every way that people write them: "1A", "Form 1A", "中一A", "初一(1)班", "七年级1班"."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.school.records import SchoolClass

_DIGITS: Final = {char: number for number, char in enumerate("零一二三四五六七八九十")}
_NUMBER: Final = r"(?:\d{1,2}|十[一二三四五六七八九]?|[一二三四五六七八九])"
_SECTION: Final = (
    rf"(?:[（(\[]\s*(?P<inner>{_NUMBER}|[A-Za-z])\s*[)）\]]|(?P<outer>{_NUMBER}(?!\s*[个個])|[A-Za-z](?![A-Za-z])))"
)
_ENGLISH: Final = re.compile(
    r"(?<![A-Za-z0-9.])(?:(?P<stage>form|secondary|sec\.?|year|grade|class|primary|f\.|[sfp])\s*)?"
    r"(?P<grade>\d{1,2})[-.]?(?P<section>[A-Za-z])(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_GRADE_ONLY: Final = re.compile(
    r"\b(?P<stage>form|secondary|year|grade|primary)\s*(?P<grade>\d{1,2})(?![\dA-Za-z])", re.I
)
_STAGED: Final = re.compile(rf"(?P<stage>[中初高小])(?P<grade>[一二三四五六1-6])(?:年[级級])?(?:\s*{_SECTION}\s*班?)?")
_YEARED: Final = re.compile(rf"(?P<grade>{_NUMBER})年[级級](?:\s*{_SECTION}\s*班?)?")
_SHORT: Final = re.compile(
    rf"(?P<grade>[一二三四五六七八九\d])\s*[（(]\s*(?P<section>{_NUMBER}|[A-Za-z])\s*[)）]\s*班?"
)
_ALONE: Final = re.compile(rf"(?<![第年级級个個])(?P<section>{_NUMBER}|[A-Za-z])\s*班(?!级|級|主)")
_KIND: Final = re.compile(r"\b(?:form|class|year|grade|group|section|secondary|primary)\s+$")
_MAX_KIND: Final = 12
"""How long the word before the name of a class is."""
_NAMED_PATTERNS: Final = (_STAGED, _YEARED, _ENGLISH, _SHORT, _ALONE, _GRADE_ONLY)
_ENGLISH_STAGES: Final = {
    "form": "中", "secondary": "中", "sec": "中", "s": "中", "f": "中", "primary": "小", "p": "小",
    "grade": "年", "year": "年",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClassKey:
    """What a name says about a class; empty or None where it says nothing."""

    stage: str
    grade: int | None
    section: str

    def matches(self, other: "ClassKey") -> bool:
        """Whether both may name the same class: they agree in everything that both say."""
        if self.section and other.section and self.section != other.section:
            return False
        if self.grade is None or other.grade is None or not self.stage or not other.stage:
            return self.grade is None or other.grade is None or self.grade == other.grade
        return self.year() == other.year()

    def year(self) -> tuple[str, int]:
        """Return the year of school: grade 7 of nine is the first of junior secondary school."""
        grade = self.grade or 0
        if self.stage == "年":
            for stage, first in (("高", 10), ("初", 7)):
                if grade >= first:
                    return stage, grade - first + 1
            return "小", grade
        return ("初" if self.stage == "中" and grade <= 3 else self.stage), grade


@dataclass(frozen=True, slots=True)
class ClassMention:
    """A class in a text: where it is, and the classes that it may be."""

    written: str
    start: int
    end: int
    classes: tuple[SchoolClass, ...]
    is_grade: bool = False
    """Whether a whole grade is named: then all of its classes are meant."""


def mentioned_classes(text: str, classes: Sequence[SchoolClass]) -> list[ClassMention]:
    """Return the classes that a text names, in its order; one that does not exist has no candidates."""
    folded = fold(text)
    found = list(_exact(folded, classes))
    for start, end, key in _keys(folded):
        if any(each.start < end and start < each.end for each in found):
            continue
        matching = _matching(key, classes)
        is_grade = not key.section
        if not is_grade or matching:
            found.append(ClassMention(text[start:end].strip(), start, end, matching, is_grade))
    return sorted(found, key=lambda each: each.start)


def _matching(key: ClassKey, classes: Sequence[SchoolClass]) -> tuple[SchoolClass, ...]:
    """Return the classes that a key may mean. Classes of the same stage of school come first."""
    found = [(each, _key_of(each)) for each in classes]
    matching = [(each, other) for each, other in found if other.matches(key)]
    staged = tuple(each for each, other in matching if key.stage and key.section and other.stage)
    return staged or tuple(each for each, _ in matching)


def names_class(text: str) -> bool:
    """Whether a text names a class, known or not."""
    return any(key.section for _, _, key in _keys(fold(text)))


def fold(text: str) -> str:
    """Return a text of the same length with half-width characters in lower case."""
    narrow = "".join(unicodedata.normalize("NFKC", char)[:1] or char for char in text)
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in narrow)


def _exact(text: str, classes: Sequence[SchoolClass]) -> Iterator[ClassMention]:
    by_name: dict[str, list[SchoolClass]] = {}
    for each in classes:
        by_name.setdefault(fold(each.name), []).append(each)
    taken: list[tuple[int, int]] = []
    for name in sorted(by_name, key=len, reverse=True):
        is_section = re.fullmatch(_NUMBER + "班", name) is not None
        for match in re.finditer(re.escape(name), text):
            start, end = match.span()
            overlaps = any(first < end and start < last for first, last in taken)
            if not overlaps and _is_whole(text, start, end) and not (is_section and _continues(text, start)):
                taken.append((start, end))
                kind = _KIND.search(text, max(0, start - _MAX_KIND), start)
                yield ClassMention(match[0], kind.start() if kind else start, end, tuple(by_name[name]))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a name is not part of a longer word or number."""

    def joins(first: str, second: str) -> bool:
        return first.isascii() and second.isascii() and first.isalnum() and second.isalnum()

    before = start > 0 and joins(text[start - 1], text[start])
    after = end < len(text) and joins(text[end - 1], text[end])
    return not before and not after


def _continues(text: str, start: int) -> bool:
    return start > 0 and text[start - 1] in "第年级級初高中小个個十"


def _keys(text: str) -> Iterator[tuple[int, int, ClassKey]]:
    taken: list[tuple[int, int]] = []
    for pattern in _NAMED_PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            key = _key(match)
            if key is not None and not any(first < end and start < last for first, last in taken):
                taken.append((start, end))
                yield start, end, key


def _key_of(school_class: SchoolClass) -> ClassKey:
    for _, _, key in _keys(fold(school_class.name)):
        return key
    return ClassKey("", None, fold(school_class.name))


def _key(match: re.Match[str]) -> ClassKey | None:
    groups = match.groupdict()
    stage, grade = groups.get("stage") or "", groups.get("grade")
    section = groups.get("section") or groups.get("inner") or groups.get("outer") or ""
    if match.re is _YEARED:
        stage = "年"
    stage = _ENGLISH_STAGES.get(stage.rstrip("."), stage if stage in "中初高小年" else "")
    return ClassKey(stage, _number(grade) if grade else None, _section(section))


def _section(written: str) -> str:
    number = _number(written)
    return str(number) if number is not None else written


def _number(written: str) -> int | None:
    if written.isdigit():
        return int(written)
    if written.startswith("十"):
        return 10 + _DIGITS.get(written[1:], 0) if written[1:] else 10
    return _DIGITS.get(written)
