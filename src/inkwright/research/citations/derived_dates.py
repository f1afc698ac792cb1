"""Dates and values that a source gives by reckoning: the next day, a year later, doubled to 60."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from inkwright.research.citations.dates import CalendarDate
from inkwright.research.citations.quantities import Quantity
from inkwright.research.citations.units import YEAR

_STEP: Final = re.compile(
    r"\b(?P<next>(?:the )?(?:next|following) day|(?:a|one) day (?:later|after))\b|(?P<next_han>次日|翌日|隔天|第二天)"
    r"|\b(?P<before>(?:the )?(?:day before|previous day)|(?:a|one) day (?:before|earlier))\b"
    r"|(?P<before_han>前一天|前一日|前日)",
    re.I,
)
_YEAR_STEP: Final = re.compile(
    r"\b(?:the )?(?:next|following) year\b|\b(?:a|one) year (?:later|after)\b|次年|翌年|第二年|一年[以之]?后"
    r"|(?P<before>\b(?:the )?(?:year before|previous year)\b|\b(?:a|one) year (?:before|earlier)\b"
    r"|前一年|一年[以之]?前)",
    re.I,
)
_LATER: Final = re.compile(r"\s?(?:later|after|afterwards|earlier|before)\b|[以之]?[后前]")
_REACH: Final = 90
_SAME_YEAR: Final = 0.1
_ANY_YEAR: Final = 2_000
_FACTORS: Final = {
    "doubl": 2.0,
    "tripl": 3.0,
    "quadrupl": 4.0,
    "halved": 0.5,
    "翻了一番": 2.0,
    "翻一番": 2.0,
    "翻倍": 2.0,
}
_MULTIPLIED: Final = re.compile(
    r"(?P<word>doubl|tripl|quadrupl|halved|翻了?一番|翻倍)[a-z]*(?: [a-z]+){0,3}[,，]?\s?"
    r"(?P<end>to|from|[增达]?[至到])?\s?[$€£]?(?:about |some |约)?$",
    re.I,
)


def is_reckoned_day(claim: CalendarDate, source: str, dates: Sequence[CalendarDate]) -> bool:
    """Whether a day is the one after or before a date, and the source says so shortly after this date."""
    if not claim.month or not claim.day:
        return False
    for found in _STEP.finditer(source):
        before = [each for each in dates if each.day and 0 <= found.start() - each.end <= _REACH]
        if before and _stepped(before[-1], -1 if found["before"] or found["before_han"] else 1) == (
            claim.month,
            claim.day,
        ):
            return not claim.years or not before[-1].years or bool(claim.years & before[-1].years)
    return False


def _stepped(day: CalendarDate, step: int) -> tuple[int, int]:
    try:
        moved = date(max(day.years, default=_ANY_YEAR), day.month, day.day) + timedelta(days=step)
    except ValueError:  # the source has a day that no calendar has
        return (0, 0)
    return (moved.month, moved.day)


def is_reckoned_year(
    claim: CalendarDate, source: str, numbers: Sequence[Quantity], dates: Sequence[CalendarDate]
) -> bool:
    """Whether a year is that of "a year later" or "five years earlier", counted from the date before these words."""
    if claim.month or claim.is_decade or len(claim.years) != 1:
        return False
    (year,) = claim.years
    steps = [(found.start(), -1.0 if found["before"] else 1.0) for found in _YEAR_STEP.finditer(source)]
    for number in numbers:
        if number.family == "time" and number.value >= YEAR and (later := _LATER.match(source, number.end)):
            sign = -1 if re.search("earlier|before|前", later[0]) else 1
            steps.append((number.start, sign * number.value / YEAR))
    for place, count in steps:
        before = [each for each in dates if len(each.years) == 1 and 0 <= place - each.end <= _REACH]
        if before and abs(max(before[-1].years) + count - year) < _SAME_YEAR:
            return True
    return False


def is_before_multiple(claim: Quantity, source: str, numbers: Sequence[Quantity]) -> bool:
    """Whether a number is the one from which another one of the source was doubled, tripled or halved."""
    for number in numbers:
        found = _MULTIPLIED.search(source[max(0, number.start - _REACH) : number.start])
        if found is None or number.family != claim.family:
            continue
        word = found["word"].lower()
        factor = next(value for start, value in _FACTORS.items() if word.startswith(start))
        other = number.value * factor if (found["end"] or "").lower() == "from" else number.value / factor
        if abs(other - claim.value) <= claim.quantum / 100:
            return True
    return False
