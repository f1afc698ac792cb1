"""Marks that a question names: at least 90, below half of the maximum, another pass mark."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.school.statistics import MarkThreshold, ThresholdSide

_NUMBER: Final = (
    r"\s{0,2}(?P<number>\d{1,4}(?:\.\d{1,2})?)\s?(?P<percent>[%％]|percent\b|per cent\b)?"
    r"(?![\d.]\d|\d|\s?(?:tests?|exams?|quiz\w*|pupils?|students?|class(?:es)?|weeks?|months?|terms?|years?|st|nd|rd|th)\b"
    r"|\s?[次个個班名人周月年级場场])"
)
_UNIT: Final = r"\s?(?:分|marks?|points?)?\s?"
_PASS_MARKS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:及格|合格)(?:线|線|分数线|分數線|分数|分數|标准|標準)[^\d，。？?]{{0,6}}{_NUMBER}",
        rf"\bpass(?:ing)?[ -](?:mark|score|grade|line|threshold)[^\d.,?]{{0,12}}{_NUMBER}",
        rf"\bpass\w*\b[^.?!\d]{{0,60}}\bat{_NUMBER}",
        rf"(?:以|按){_NUMBER}{_UNIT}(?:来|來)?(?:算|为|為|作)?(?:为|為)?(?:及格|合格)",
        rf"{_NUMBER}{_UNIT}(?:算|为|為|就|才)(?:是|算)?(?:及格|合格|通过|通過|过|過)",
        rf"\bif{_NUMBER}{_UNIT}(?:is|was|were|would be)(?: already)? (?:enough|sufficient|a pass)\b",
        rf"(?:如果|要是|假如){_NUMBER}{_UNIT}就(?:够|夠|可以|行)",
    )
)
_SIDE_PATTERNS: Final[tuple[tuple[ThresholdSide, str], ...]] = (
    ("at_least", rf"{_NUMBER}{_UNIT}(?:及|或|或者)?以上"),
    ("at_least", rf"{_NUMBER}{_UNIT}(?:or|and) (?:more|above|higher|better|over|up)\b"),
    ("at_least", rf"(?:at least|\bno(?:t)? (?:less|lower) than|不低于|不少于|至少|达到|達到|大于等于){_NUMBER}"),
    ("above", rf"(?:\babove|\bover|(?<!no )(?<!not )\b(?:more|higher|better) than){_NUMBER}"),
    ("above", rf"(?<!不)(?:高于|超过|超過|多于|大于){_NUMBER}"),
    ("below", rf"{_NUMBER}{_UNIT}以下"),
    ("below", rf"(?:\bbelow|\bunder|(?<!no )(?<!not )\b(?:less|lower|worse) than){_NUMBER}"),
    ("below", rf"(?:不到|不足|(?<!不)(?:低于|少于|小于)){_NUMBER}"),
    ("at_most", rf"(?:\bat most|\bno(?:t)? (?:more|higher) than|不超过|不超過|不高于){_NUMBER}"),
    ("at_most", rf"{_NUMBER}{_UNIT}or (?:less|below|lower|fewer|under)\b"),
)
_SIDES: Final = tuple((side, re.compile(pattern, re.IGNORECASE)) for side, pattern in _SIDE_PATTERNS)

_OWN: Final = r"(?: (?:the|their|his|her|its|our|my))?(?: own)?"
_MEAN_SIDES: Final[tuple[tuple[ThresholdSide, re.Pattern[str]], ...]] = (
    ("below", re.compile(rf"\b(?:below|under|(?:less|lower|worse) than){_OWN}(?: class)? (?:average|mean)\b")),
    ("below", re.compile(r"(?:低于|不到|少于)[^，。？?]{0,4}(?:平均|均分)|(?:平均分?|均分)以下")),
    ("above", re.compile(rf"\b(?:above|over|(?:more|higher|better) than){_OWN}(?: class)? (?:average|mean)\b")),
    ("above", re.compile(r"(?:高于|超过|超過)[^，。？?]{0,4}(?:平均|均分)|(?:平均分?|均分)以上")),
)
_SHARES_IN_WORDS: Final = (
    (re.compile(r"\bhalf(?: of)? (?:the )?(?:marks?|maximum|points?)\b|一半的?分数?"), "50%"),
    (
        re.compile(
            r"(?:\bnot|n['’]t|\bwithout) (?:(?:get|got|score|have|reach) )?(?:full|perfect) (?:marks?|scores?)\b"
        ),
        " below 100% ",
    ),
    (re.compile(r"(?:[没沒]有?|未)(?:考|得|拿|达)?[到了]?满分"), " 低于100% "),
    (re.compile(r"(?<!out of )\b(?:full|perfect) (?:marks?|scores?)\b"), " at least 100% "),
    (
        re.compile(
            r"(?:谁|誰|有人|[几幾多]少?(?:个|個|名)?人|考了?|得了?|拿到?了?)[^，。？?\d]{0,3}满分"
            r"|满分的?(?:[有是]?[谁誰]|学生|同学|有[几幾多])"
        ),
        " 至少100% ",
    ),
)

_COUNTS: Final = {
    word: number
    for words in ("二三四五六七八九十", ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
    for number, word in enumerate(words, 2)
} | {"两": 2, "兩": 2, "几": 3, "幾": 3}
_COUNT: Final = "(" + "|".join((r"\d{1,2}", *_COUNTS)) + ")"
_RANKS: Final = (
    (
        -1,
        re.compile(
            rf"(?:倒数|倒數|最后|最後|后|後)前?{_COUNT}(?:名|位|个|個)|\b(?:bottom|weakest|lowest|worst) {_COUNT}\b",
            re.IGNORECASE,
        ),
    ),
    (1, re.compile(rf"前\s?{_COUNT}\s?(?:名|位|个|個)|\b(?:top|best|highest|strongest) {_COUNT}\b", re.IGNORECASE)),
    (-1, re.compile(rf"\b{_COUNT} (?:weakest|lowest|worst)\b", re.IGNORECASE)),
    (1, re.compile(rf"\b{_COUNT} (?:best|strongest|highest)\b", re.IGNORECASE)),
)
"""The first or last pupils of a test."""


@dataclass(frozen=True, slots=True)
class NamedThresholds:
    """The marks that a question names, and whether one of them is a pass mark."""

    marks: tuple[MarkThreshold, ...] = ()
    has_pass_mark: bool = False


def named_thresholds(text: str, pass_share: float, *, asks_for_failed: bool = False) -> NamedThresholds:
    """Return the marks that a question in small letters names, without the usual pass mark. Below a pass mark are those
    who failed.
    """
    marks = [MarkThreshold(side, is_mean=True) for side, pattern in _MEAN_SIDES if pattern.search(text)]
    for pattern, share in _SHARES_IN_WORDS:
        text = pattern.sub(share, text)
    beside_mean = len(marks)
    for pattern in _PASS_MARKS:
        if match := pattern.search(text):
            found = _threshold("below" if asks_for_failed else "at_least", match)
            marks += [found] if (found.number, found.is_share) != (pass_share, True) else []
            text = text[: match.start()] + " " + text[match.end() :]
    has_pass_mark = len(marks) > beside_mean
    for side, pattern in _SIDES:
        marks += [_threshold(side, match) for match in pattern.finditer(text)]
    return NamedThresholds(tuple(dict.fromkeys(marks)), has_pass_mark)


def without_thresholds(text: str) -> str:
    """Return a question with blanks in the places of the marks that it names: they are no part of a test's name."""
    for pattern in (*_PASS_MARKS, *(pattern for _, pattern in _SIDES)):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def ranked_places(text: str) -> int:
    """Return how many of the best pupils a question asks for, below 0 how many of the weakest; 0 if it does not."""
    for sign, pattern in _RANKS:
        if match := pattern.search(text):
            written = next(each for each in match.groups() if each).casefold()
            return sign * (int(written) if written.isdigit() else _COUNTS.get(written, 0))
    return 0


def _threshold(side: ThresholdSide, match: re.Match[str]) -> MarkThreshold:
    number, is_share = float(match["number"]), match["percent"] is not None
    return MarkThreshold(side, number / 100 if is_share else number, is_share)
