"""Calendar dates in English and Chinese, as parts that can be compared whatever the format."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.research.citations.numerals import han_value

_MONTH_NAMES: Final = "january february march april may june july august september october november december".split()
_MONTHS: Final = {name[:3]: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH: Final = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar"
    r"|Apr|Jun|Jul"
    r"|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?"
)
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>[12]\d{3})"
_CENTURIES: Final = {
    word: number
    for number, word in enumerate(
        (
            "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
            "twentieth twenty-first"
        ).split(),
        start=10,
    )
}
_HAN_NUMBER: Final = "[一二三四五六七八九十]{1,3}"
_NOT_YEAR: Final = (
    r"(?! ?(?:%|°|percent|per cent|million|billion|thousand|people|metres|meters|kilomet|km|kg|tonnes|tons|dollars"
    r"|euros|"
    r"pounds|yuan|seats|votes|households|pupils|students|employees|workers|visitors|copies|birds|items|men|women|"
    r"members|species|hectares|years|days|hours|minutes|applicants|runners))"
)
_NEAR: Final = 12
_DATED: Final = 2
_DAY_FIRST: Final = r"(?<![\d/.-])(?P<day>[0-3]?\d)[/.](?P<month>[0-3]?\d)[/.](?P<year>[12]\d{3})(?![\d/-])"
_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<!\d)(?P<year>\d{4}|[一二三四五六七八九〇零]{4}|\d{3})\s?年\s?(?P<month>\d{1,2}|" + _HAN_NUMBER + r")\s?月"
        r"(?:份)?(?:\s?(?P<day>\d{1,2}|" + _HAN_NUMBER + r")\s?[日号號])?",
        r"(?<![\d/.-])(?P<year>[12]\d{3})[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?![\d/-])",
        _DAY_FIRST,
        rf"\b{_DAY}(?: of)? {_MONTH},? {_YEAR}\b",
        rf"\b{_MONTH} {_DAY},? {_YEAR}\b",
        rf"\b{_MONTH},?(?: of)? {_YEAR}\b",
        rf"\b{_DAY}(?: of)? {_MONTH}(?! \d)",
        rf"\b{_MONTH} {_DAY}\b(?![,.]\d)",
        r"(?<!\d)(?P<month>\d{1,2}|" + _HAN_NUMBER + r")\s?月\s?(?P<day>\d{1,2}|"
        + _HAN_NUMBER + r")\s?[日号號]?(?!\d)",
        r"(?<![\d个])(?P<month>\d{1,2}|" + _HAN_NUMBER + r")\s?月(?!球|亮|收入|薪|租|均)",
        r"\b(?P<century>\d{1,2})(?:st|nd|rd|th)[- ]century\b",
        rf"\b(?P<century>{'|'.join(_CENTURIES)})[- ]century\b",
        r"(?<!\d)(?P<century>\d{1,2}|[一二三四五六七八九十]{1,3})世纪",
        r"(?<!\d)(?P<decade>[12]\d{2}0)'?s\b",
        r"(?<!\d)(?P<decade>[12]\d{2}0)\s?年代",
        r"(?<![\d.,/])(?P<year>[12]\d{3})\s?[/／–-]\s?(?P<until>\d{2}|\d{4})(?!\d)(?:\s?(?:学|年)?年?度?)?",
        r"(?<![\d.,])(?P<year>[12]\d{3}|[一二三四五六七八九〇零]{4})\s?年(?!代)",
        r"(?<=公元)(?P<year>\d{1,4})年",
        r"(?<![\d.,/$€£¥#])(?P<year>1[0-9]\d{2}|20\d{2})(?![\d/]|[.,]\d|[-–]\w)"
        + _NOT_YEAR + r"(?!\s?[万亿千百个名人座所家只户元米公])",
        r"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Ll]ate|[Ee]arly|[Mm]id|[Oo]f|[Ff]rom"
        r"|[Ee]very|[Ll]ast|[Tt]his|[Nn]ext|[Tt]o|[Aa]nd)[ -]" + _MONTH,
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """The parts of a date that a text gives; 0 where it gives none. `years` are all years that it covers.

    A decade or a century counts as a decade.
    """

    start: int
    end: int
    text: str
    years: frozenset[int]
    month: int = 0
    day: int = 0
    is_decade: bool = False
    is_inherited: bool = False

    def agrees_with(self, other: "CalendarDate") -> bool:
        """Whether every part of this date is also a part of the other one."""
        if self.is_decade != other.is_decade and not (other.is_decade is False and self.is_decade):
            return False
        if self.is_decade and other.is_decade:
            # "The 1840s" is less than what a source that only says "the 19th century" knows.
            return other.years <= self.years
        has_years = not self.years or bool(self.years & other.years)
        return has_years and self.month in (0, other.month) and self.day in (0, other.day)


def dates_in(text: str) -> list[CalendarDate]:
    """Return the dates of a folded text in order. A date without a year has the year of the date before it."""
    free = bytearray(b"\x01") * (len(text) + 1)
    found: list[CalendarDate] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if 0 not in free[start:end] and (date := _date(match)) is not None:
                free[start:end] = bytes(end - start)
                found.append(date)
    return _with_years(sorted(found, key=lambda date: date.start))


def _date(match: re.Match[str]) -> CalendarDate | None:
    parts = match.groupdict()
    if century := parts.get("century"):
        first = 100 * (_CENTURIES.get(century.lower()) or _part(century)) - 100
        return CalendarDate(*match.span(), match[0], frozenset(range(first, first + 100)), is_decade=True)
    if decade := parts.get("decade"):
        return CalendarDate(*match.span(), match[0], frozenset(range(int(decade), int(decade) + 10)), is_decade=True)
    year, month, day = (_part(parts.get(name)) for name in ("year", "month", "day"))
    if match.re.pattern == _DAY_FIRST:
        month, day = _ordered(month, day)
    if month > 12 or day > 31 or year > 2_200:
        return None
    years = {year} if year else set()
    if until := parts.get("until"):
        years.add(int(until) if len(until) == 4 else year // 100 * 100 + int(until))
    return CalendarDate(*match.span(), match[0], frozenset(years), month, day)


def _ordered(month: int, day: int) -> tuple[int, int]:
    """Return month and day of 14/9/2019 or 9/14/2019; of 4/9/2019 neither is known."""
    if month > 12:
        return day, month
    return (month, day) if day > 12 else (0, 0)


def _part(written: str | None) -> int:
    if not written:
        return 0
    if written.isdecimal():
        return int(written)
    return _MONTHS.get(written[:3].lower()) or int(han_value(written))


def _with_years(dates: list[CalendarDate]) -> list[CalendarDate]:
    """Give each date without a year those of its neighbours: "from 9 June until 2 October 1487"."""
    filled: list[CalendarDate] = []
    dated: list[frozenset[int]] = []
    for index, date in enumerate(dates):
        if date.years:
            dated += [] if date.is_decade else [date.years]
            filled.append(date)
            continue
        before = frozenset[int]().union(*dated[-_DATED:])
        following = dates[index + 1 : index + 2]
        after = next((near.years for near in following if near.start - date.end <= _NEAR), frozenset())
        filled.append(
            CalendarDate(date.start, date.end, date.text, before | after, date.month, date.day, is_inherited=True)
        )
    return filled
