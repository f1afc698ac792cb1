"""Who improved, and who fell back: questions about it, and the change of a group from one test to another."""

import re
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inkwright.school.records import Pupil, Test
from inkwright.school.school import School

_CHANGED: Final = (
    r"(?:improv\w+|progress(?:ed)?|drop(?:s|ped)?|declin\w+|fell|fallen|falls?|worsen\w*|gain(?:ed|s)?|lost ground"
    r"|g[eo]t(?:ten)? (?:better|worse)|(?:go|going|went|gone) (?:up|down))"
)
_CHANGED_ZH: Final = "(?:进步|進步|退步|提高|提升|下降|下滑)"
_ASKS: Final = re.compile(
    rf"最[^，。？?]{{0,6}}{_CHANGED_ZH}|{_CHANGED_ZH}[^，。？?]{{0,6}}最"
    rf"|(?:谁|誰|哪)[^，。？?]{{0,12}}{_CHANGED_ZH}|{_CHANGED_ZH}[^，。？?]{{0,4}}(?:谁|誰|哪)"
    rf"|\b(?:who|which|whose)\b[^.?!]{{0,60}}\b{_CHANGED}\b|\b{_CHANGED}\b[^.?!]{{0,20}}\bmost\b"
    rf"|\b(?:most|biggest|greatest|largest|best) {_CHANGED}\b"
)
_OF_SCHOOL: Final = re.compile(
    rf"班|学生|學生|同学|同學|成绩|成績|(?:谁|誰)[^，。？?的对對]{{0,6}}{_CHANGED_ZH}|{_CHANGED_ZH}[^，。？?]{{0,4}}(?:谁|誰)"
    rf"|\bclass(?:es)?\b|\bpupils?\b|\bstudents?\b|\btests?\b|\bexams?\b|\bquiz"
    rf"|\bwho (?:has |have )?{_CHANGED} (?:the )?most\b"
)
_FALLS: Final = re.compile(
    r"退步|下降|下滑|\b(?:drop\w*|declin\w+|fell|fall\w*|worse\w*|lost ground|(?:going|went|gone) down)\b"
)
_OF_CLASSES: Final = re.compile(
    rf"哪[^，。？?人]{{0,4}}班(?![^，。？?]{{0,6}}(?:谁|誰|学生|同学|學生|同學))|\bclass(?:es)?\b[^.?!]{{0,40}}\b{_CHANGED}\b"
)

_COUNTS: Final = {
    **{char: number for number, char in enumerate("一二三四五六七八九十", 1)},
    **{word: number for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)},
    "两": 2,
    "兩": 2,
}
_COUNTED: Final = re.compile(
    r"(?:最|前)[^，。？?]{0,8}?(?P<zh>\d{1,2}|[一二三四五六七八九十两兩])\s?(?:个|個|名|位)"
    rf"|\b(?P<en>\d{{1,2}}|{'|'.join(word for word in _COUNTS if word.isascii())})"
    r" (?:pupils|students|children|kids|people)\b"
    r"|\btop (?P<top>\d{1,2}|two|three|four|five|ten)\b"
)


@dataclass(frozen=True, slots=True)
class ChangeQuestion:
    """A question for those who improved most, or fell back most: pupils, or classes."""

    is_fall: bool
    is_of_classes: bool
    is_of_school: bool
    """Whether the words alone say that it is about a school."""
    is_most: bool = True
    """Whether only those are asked for who changed most."""
    count: int = 1
    """How many of those."""


def asked_change(text: str) -> ChangeQuestion | None:
    """Return what a text in small letters asks about a change; None if it does not."""
    if not _ASKS.search(text):
        return None
    is_of_classes = _OF_CLASSES.search(text) is not None and not re.search(r"\b(?:who|pupils?|students?)\b", text)
    is_most = re.search(r"最|\b(?:most|biggest|greatest|largest|best|top)\b", text) is not None
    return ChangeQuestion(
        _FALLS.search(text) is not None, is_of_classes, _OF_SCHOOL.search(text) is not None, is_most, _count(text)
    )


def _count(text: str) -> int:
    match = _COUNTED.search(text)
    written = (match["zh"] or match["en"] or match["top"]) if match else ""
    return int(written) if written.isdigit() else _COUNTS.get(written, 1)


@dataclass(frozen=True, slots=True)
class MeanChange:
    """The mean of `n` pupils in two tests, as shares of the maximum."""

    n: int
    before: float
    after: float

    @property
    def points(self) -> float:
        """The change in percentage points."""
        return 100 * (self.after - self.before)


def mean_change(school: School, pupils: Iterable[Pupil], first: Test, last: Test) -> MeanChange | None:
    """Return how the pupils who took both tests did in them; None if nobody took both."""
    before, after = school.marks[first.name], school.marks[last.name]
    both = [each.number for each in pupils if each.number in before and each.number in after]
    if not both:
        return None
    means = [statistics.fmean(marks[each] for each in both) for marks in (before, after)]
    return MeanChange(len(both), means[0] / first.maximum, means[1] / last.maximum)


def compared_tests(named: Iterable[Test], known: list[Test]) -> tuple[Test, Test] | None:
    """Return the tests between which a change is asked for: the first and the last of the ones that are named, or of
    all; with one name, that test and the one before it, or the last one after the first. `known` are all tests, oldest
    first.
    """
    meant = [test for test in known if test in set(named)] or known
    if len(meant) == 1 and len(known) > 1:
        at = known.index(meant[0])
        meant = known[at - 1 : at + 1] if at else [known[0], known[-1]]
    return (meant[0], meant[-1]) if len(meant) > 1 else None
