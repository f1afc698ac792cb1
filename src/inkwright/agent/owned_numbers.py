"""Numbers that a reply gives to the wrong pupil or class: each exists, and belongs to somebody else."""

import re
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

from inkwright.agent.spelled_numbers import spelled_numbers
from inkwright.grounding.language.traditional import simplified
from inkwright.school.class_names import mentioned_classes
from inkwright.school.records import Pupil
from inkwright.school.school import School

_CLAUSES: Final = re.compile(r"[;；。！？!?，、\n]+|,(?!\d)|\.(?!\d)")
_OUT_OF: Final = re.compile(r"(?:\bof|/|满分|滿分|共)\s{0,3}\d+(?:\.\d+)?(?![\dA-Za-z])", re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"(?<![A-Za-z0-9_.第])\d+(?:\.\d+)?(?![\dA-Za-z]|\s?[%％名人次个個月日年]"
    r"|\s(?:pupils?|tests?|quiz|exams?|questions?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
_PERCENT: Final = re.compile(r"(?<![A-Za-z0-9_.])(\d+(?:\.\d+)?)\s?(?:[%％]|per ?cent\b)")
_MARK: Final = re.compile(
    r"\bgot\b|\bscor|\bmarks?\b|\bachiev|\breceiv|\bearn|\bhas\b|得|考|分|成[绩績]|[:：]", re.IGNORECASE
)
_MEAN: Final = re.compile(r"\b(?:mean|average)\b|平均", re.IGNORECASE)
_POINTS: Final = re.compile(r"(?<=\d) points?\b(?! (?:more|less|fewer|above|below))", re.IGNORECASE)
_OTHER: Final = re.compile(
    r"\b(?:mean|average|median|highest|lowest|best|worst|top|maximum|minimum|deviation|percentile|quartile|pass\w*"
    r"|place|rank\w*|more|fewer|less|above|below|points?|lost|than|need\w*|if)\b"
    r"|平均|中位|最高|最低|标准差|百分位|及格|排|多|少|差|高于|低于|失分|比|如果|需要",
    re.IGNORECASE,
)
"""Words of numbers that are not the mark of a pupil."""


def misplaced_numbers(message: str, school: School | None, asked: str = "") -> list[str]:
    """Return the marks and means that a clause gives to a pupil or a class, and that only others have. What a clause
    does not say plainly is not judged; nor is a number that was `asked` about.
    """
    if school is None:
        return []
    for written, value in spelled_numbers(message):
        message = message.replace(written, f"{value:g}" + "%" * (written[0] == "百" or written[-1] == "成"))
    known = set(re.findall(r"\d+(?:\.\d+)?", asked))
    tests = sorted(school.tests, key=len, reverse=True)
    named = [each for each in school.data.pupils if len(each.name) > 1 and each.name in message]
    wrong: list[str] = []
    for clause in _CLAUSES.split(_OUT_OF.sub(" ", _without(message, tests))):
        wrong += _wrong_marks(clause, named, school) or _wrong_mean(clause, named, school)
        wrong += _wrong_percentages(clause, named, school)
    return [each for each in dict.fromkeys(wrong) if each not in known]


def _without(message: str, names: Iterable[str]) -> str:
    for name in names:
        message = re.sub(re.escape(name), " ", message, flags=re.IGNORECASE)
    return message


def _wrong_marks(clause: str, named: Sequence[Pupil], school: School) -> list[str]:
    if not _MARK.search(clause) or _OTHER.search(clause):
        return []
    said = _numbers_after(_without(clause, [each.name for each in school.classes.values()]), named)
    return [number for pupil, numbers in said for number in numbers if _is_of_others(float(number), pupil, school)]


def _wrong_percentages(clause: str, named: Sequence[Pupil], school: School) -> list[str]:
    """Return the percentages that are the mark of the pupil, and no share of a maximum."""
    if not _MARK.search(clause) or _OTHER.search(_POINTS.sub(" ", clause)):
        return []
    said = _numbers_after(clause, named, _PERCENT)
    return [
        f"{number}%"
        for pupil, numbers in said
        for number in numbers
        if not any(_is_rounded(number, share) for share in _shares(pupil, school))
        and any(marks.get(pupil.number) == float(number) for marks in school.marks.values())
    ]


def _shares(pupil: Pupil, school: School) -> list[float]:
    """Return the marks of a pupil in percent of the maximum."""
    return [
        100 * marks[pupil.number] / school.tests[name].maximum
        for name, marks in school.marks.items()
        if pupil.number in marks
    ]


def told_shares(message: str, school: School | None) -> list[str]:
    """Return the percentages of a message that are shares of a maximum, of a pupil or a class that it names: these
    follow from what the tools return.
    """
    if school is None or not (written := set(_PERCENT.findall(message))):
        return []
    said = simplified(message)
    named = [each for each in school.data.pupils if len(each.name) > 1 and simplified(each.name) in said]
    shares = [share for pupil in named for share in _shares(pupil, school)]
    for mention in mentioned_classes(message, list(school.classes.values())):
        for found in mention.classes:
            shares += _class_shares(found.id, school)
    return [each for each in written if any(_is_rounded(each, share) for share in shares)]


def _class_shares(class_id: str, school: School) -> list[float]:
    """Return the statistics of a class in percent of the maximum."""
    pupils = school.members(class_id)
    found = [(test, school.statistics(pupils, test)) for test in school.tests_of(pupils)]
    return [
        100 * value / test.maximum
        for test, each in found
        if each is not None
        for value in (each.mean, each.median, each.minimum, each.maximum)
    ]


def _numbers_after(
    clause: str, named: Sequence[Pupil], numbers: re.Pattern[str] = _NUMBER
) -> list[tuple[Pupil, list[str]]]:
    """Return each pupil with the numbers after the name; nothing if one has none, or shares the name."""
    found = [
        (match.start(), match.end(), each) for each in named for match in re.finditer(re.escape(each.name), clause)
    ]
    places = sorted(found, key=lambda each: each[0])
    if not places:
        return []
    ends = [start for start, _, _ in places[1:]] + [len(clause)]
    said = [(each, numbers.findall(clause[end:until])) for (_, end, each), until in zip(places, ends, strict=True)]
    is_clear = all(told for _, told in said) and len({start for start, _, _ in places}) == len(places)
    return said if is_clear else []


def _is_of_others(mark: float, pupil: Pupil, school: School) -> bool:
    if any(marks.get(pupil.number) == mark for marks in school.marks.values()):
        return False
    return any(mark in marks.values() for marks in school.marks.values())


def _wrong_mean(clause: str, named: Sequence[Pupil], school: School) -> list[str]:
    """Return the only number of a clause about the mean of one class, if only other classes have this mean."""
    mentions = mentioned_classes(clause, list(school.classes.values()))
    if not _MEAN.search(clause) or len(mentions) != 1 or len(mentions[0].classes) != 1:
        return []
    rest = clause[: mentions[0].start] + " " + clause[mentions[0].end :]
    numbers = _NUMBER.findall(rest)
    if len(numbers) != 1 or any(each.name in clause for each in named):
        return []
    own = mentions[0].classes[0].id
    with_it = {each for each in school.classes if any(_is_rounded(numbers[0], mean) for mean in _means(each, school))}
    return numbers if with_it and own not in with_it else []


def _means(class_id: str, school: School) -> list[float]:
    pupils = school.members(class_id)
    return [fmean(marks) for test in school.tests_of(pupils) if (marks := school.marks_of(pupils, test))]


def _is_rounded(number: str, mean: float) -> bool:
    return abs(float(number) - mean) <= 0.5000001 * 10.0 ** -len(number.partition(".")[2])


def misplaced_refusal(numbers: Sequence[str]) -> str:
    """Return the words for the model about numbers of somebody else."""
    return (
        f"These numbers belong to another pupil or class: {', '.join(numbers[:8])}. Look at what the tools "
        "returned, and give each number to the one who has it."
    )
