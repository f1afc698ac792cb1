"""Dates in a sentence: days, months, years, decades and centuries, in English and Chinese, with sortable values."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_ORDINALS: Final = {
    name: number
    for number, name in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first".split(),
        1,
    )
}
_DIGITS: Final = {character: number for number, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "○": 0}
_MAX_YEAR: Final = 2_100
_MIN_BARE_YEAR: Final = 1_000
# The position within a century or decade, as a fraction.
_PARTS: Final = {
    "early": 0.1, "mid": 0.5, "middle": 0.5, "late": 0.85, "first half": 0.2, "second half": 0.7,
    "初": 0.1, "早期": 0.1, "前期": 0.2, "上半叶": 0.2, "上半葉": 0.2, "前半叶": 0.2,
    "中": 0.5, "中期": 0.5, "中叶": 0.5, "中葉": 0.5,
    "下半叶": 0.7, "下半葉": 0.7, "后半叶": 0.7, "后期": 0.8, "後期": 0.8, "晚期": 0.85,
    "末": 0.9, "末期": 0.9, "末年": 0.9,
}  # fmt: skip

_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_PART_EN: Final = r"(?:(?P<part>early|mid(?:dle)?|late|first half|second half)[ -](?:of )?(?:the )?)?"
_PART_ZH: Final = "(?P<part>初|早期|前期|[上下前后]半[叶葉]|中[叶葉期]?|后期|後期|末[期年]?|晚期)?"
_ERA: Final = r"(?P<era> ?(?:BCE|BC|B\.C\.E\.|B\.C\.|CE|AD|A\.D\.))?(?![A-Za-z])"
_TO: Final = r"\s?(?:[-–—~～至到]|to|until|and)\s?"
_ZH_ERA: Final = "(?:(?P<era>公元前|西元前|前|公元|西元)\\s?)?"
_ZH_YEAR: Final = r"(?:\d{1,4}|[一二三四五六七八九〇零○]{4})"
# Counted quantities, not dates: 1500 metres, 1200 people.
_UNITS: Final = (
    r"(?! ?(?:%|°|people|persons|men|women|children|soldiers|workers|students|species|kinds|copies|times|words|pages|"
    r"years|days|hours|minutes|seconds|months|weeks|(?:kilo|centi|milli)?met(?:re|er)s?|km|kg|cm|mm|miles?|feet|ft|"
    r"tons?|tonnes?|kilograms?|grams?|degrees|dollars|pounds|euros|yuan|ships|houses|villages|cities|islands|square|"
    r"parts|per|percent|million|billion|thousand|hundred|or so|[a-z]+s\b (?:of|were|was|are|had|have)\b))"
)
_BEFORE_YEAR: Final = (
    "(?:"
    + "|".join(
        rf"(?<=\b{word} )"
        for word in (
            *"in In by By since Since until Until from From before Before after After during During year".split(),
            *"early late circa around Around about About".split(),
            *(f"{what} of" for what in "spring summer autumn winter Treaty Revolution War Peace Battle Act".split()),
        )
    )
    + r"|(?<=\bc\. )|(?<=\()|(?<=（)|^)"
)
_HAN_NUMBER: Final = "[一二三四五六七八九十]{1,3}"


class DateMention(NamedTuple):
    """A date as written, its span in the sentence, and its value in years (negative before the common era)."""

    text: str
    start: int
    end: int
    value: float


def dates_in(sentence: str) -> tuple[DateMention, ...]:
    """Return the dates of a sentence in order, without overlaps."""
    found: list[DateMention] = []
    for pattern, value_of in _PATTERNS:
        for match in pattern.finditer(sentence):
            value = value_of(match.groupdict())
            is_new = all(match.end() <= other.start or match.start() >= other.end for other in found)
            if value is not None and is_new:
                found.append(DateMention(match[0].strip(), match.start(), match.end(), value))
    return tuple(sorted(found, key=lambda date: date.start))


def _number(written: str | None) -> int:
    if not written:
        return 0
    if written.isdecimal():
        return int(written)
    return (
        int("".join(str(_DIGITS[character]) for character in written))
        if len(written) == 4
        else _chinese_number(written)
    )


def _chinese_number(written: str) -> int:
    """Return the value of a spoken number below one hundred: 十九, 二十, 二十一."""
    tens, ten, ones = written.partition("十")
    if not ten:
        return _DIGITS.get(written, 0)
    return 10 * (_DIGITS.get(tens, 1) if tens else 1) + _DIGITS.get(ones, 0)


def _is_bce(era: str | None) -> bool:
    return bool(era) and ("B" in str(era) or str(era).endswith("前"))


def _date(found: Mapping[str, str | None]) -> float | None:
    year = _number(found.get("year"))
    if not 0 < year <= _MAX_YEAR:
        return None
    month = _MONTHS.get((found.get("month") or "").lower().rstrip("."), 0) or _number(found.get("month_number"))
    day = _number(found.get("day"))
    if month > 12 or day > 31:
        return None
    value = year + max(month - 1, 0) / 12 + max(day - 1, 0) / 372
    return value - 2 * year if _is_bce(found.get("era")) else value


def _century(found: Mapping[str, str | None]) -> float | None:
    written = (found.get("century") or "").lower()
    number = _ORDINALS.get(written) or _number(written.rstrip("stndrh"))
    if not 0 < number <= 21:
        return None
    decade = _number((found.get("decade") or "").removesuffix("年代"))
    share = _PARTS.get((found.get("part") or "").lower(), 0.0)
    inside = decade + 10 * share if found.get("decade") else 100 * share
    return -100 * number + inside if _is_bce(found.get("era")) else 100 * (number - 1) + inside


def _decade(found: Mapping[str, str | None]) -> float | None:
    year = _number(found.get("year"))
    share = _PARTS.get((found.get("part") or "").lower(), 0.0)
    return year + 10 * share if _MIN_BARE_YEAR <= year <= _MAX_YEAR else None


def _bare_year(found: Mapping[str, str | None]) -> float | None:
    year = _number(found.get("year"))
    return float(year) if _MIN_BARE_YEAR <= year <= _MAX_YEAR else None


def _chinese_date(found: Mapping[str, str | None]) -> float | None:
    """Return the value of a Chinese date. Short numbers need an era or a month, else they may be durations."""
    is_short = len(found.get("year") or "") < 4
    return None if is_short and not (found.get("era") or found.get("month_number")) else _date(found)


def _patterns() -> Iterator[tuple[re.Pattern[str], Callable[[Mapping[str, str | None]], float | None]]]:
    """Yield the patterns with their value functions, longest first, so that no match is part of a longer date."""
    ordinal = rf"(?P<century>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
    yield re.compile(rf"\b{_PART_EN}{ordinal}[ -]century{_ERA}", re.I), _century
    zh_century = rf"(?P<century>\d{{1,2}}|{_HAN_NUMBER})\s?世[纪紀]"
    zh_decade = r"\s?(?P<decade>(?:\d{2}|[一二三四五六七八九]?十)\s?年代)?"
    yield re.compile(rf"{_ZH_ERA}{zh_century}{zh_decade}{_PART_ZH}"), _century
    zh_day = (
        rf"(?:\s?(?P<month_number>\d{{1,2}}|{_HAN_NUMBER})\s?月(?:\s?(?P<day>\d{{1,2}}|{_HAN_NUMBER})\s?[日号號])?)?"
    )
    zh_span = rf"(?:\s?年?\s?[-–—~～至到]+\s?(?:公元前|公元|前)?\s?{_ZH_YEAR})?"
    not_zh_year = "(?![来來间間多余餘以之]|后(?!金)|後|前|左右|的[历歷]史)"
    zh_year = rf"{_ZH_ERA}(?<![\d.第])(?P<year>{_ZH_YEAR}){zh_span}\s?年(?!代){not_zh_year}"
    yield re.compile(f"{zh_year}{zh_day}"), _chinese_date
    yield re.compile(rf"(?<!\d)(?P<year>\d{{4}})\s?年代{_PART_ZH}"), _decade
    month = rf"(?P<month>{_MONTH})\.?"
    yield re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{month},? (?P<year>\d{{1,4}}){_ERA}", re.I), _date
    yield re.compile(rf"\b{month} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{3,4}}){_ERA}", re.I), _date
    yield re.compile(rf"\b{month},? (?P<year>\d{{4}})\b", re.I), _date
    yield re.compile(rf"\b{_PART_EN}(?P<year>\d{{3}}0)'?s\b", re.I), _decade
    yield re.compile(r"\b(?P<era>AD|A\.D\.) ?(?P<year>\d{1,4})\b"), _date
    bc = r"(?P<era> ?(?:BCE|BC|B\.C\.E\.|B\.C\.|CE|AD))(?![A-Za-z])"
    yield re.compile(rf"\b(?P<year>\d{{1,4}})(?:{_TO}\d{{1,4}})?{bc}"), _date
    span = r"(?:\s?[-–—]\s?(?:\d{4}|\d{2})(?!\d)| (?:to|until|and) [12]\d{3}\b)"
    yield re.compile(rf"(?<![\d.,])(?P<year>[12]\d{{3}}){span}(?![.,]?\d){_UNITS}"), _bare_year
    yield re.compile(rf"{_BEFORE_YEAR}(?P<year>[12]\d{{3}})(?![.,]?\d|[A-Za-z]|\s?[一-鿿]){_UNITS}"), _bare_year
    yield re.compile(r"(?<=\b[Ii]n )(?P<year>[1-9]\d{2})(?=[.,;)]?(?:$|[.;)] |, ))"), _date
    yield re.compile(r"(?<![\d.,$€£¥])(?<=[ ,])(?P<year>1[5-9]\d{2}|20[0-4]\d)(?=[.,;:)]?(?:$|[.;:)] |, ))"), _bare_year


_PATTERNS: Final = tuple(_patterns())
