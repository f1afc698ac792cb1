"""Years, dates, and numbers with their units, in English and Chinese sentences."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.grounding.language.dates import DateMention, dates_in
from inkwright.grounding.source import Mention, TermKind
from inkwright.i18n import Language

_UNITS_HAN: Final = "|".join(
    "平方千米 平方公里 立方米 平方米 摄氏度 万千瓦时 千瓦时 千米每秒 米每秒 公里 千米 厘米 毫米 微米 纳米 "
    "千克 公斤 毫升 分钟 小时 个月 个小时 公顷 海里 牛顿 焦耳 伏特 安培 千帕 米 克 吨 升 度 秒 天 周 年 岁 人 "
    "种 个 次 倍 层 块 条 元 页 名 位 座 节 步 勺 只 对 届 国 省 市 县 户 篇 部 本 台 艘 架 枚 颗 粒 根 片 杯 碗 "
    "袋 箱 斤 两 亩 瓦 伏 安 欧 帕 牛 焦 所 家 场 项 分 类 级 组 班 门 课 期 章 卷 字".split()
)
_NUMBER: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORDS: Final = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|"
    "thirty|forty|fifty|sixty|ninety"
)
_EDGE: Final = r"(?<![\w.,/-])"
_TO: Final = r"\s?(?:[-–—~～]|to|and|or|至|到)\s?"
_BIG: Final = "(?: (?:million|billion|thousand))?"
_HAN_BIG: Final = r"\s?(?:[百千]?[万亿]|百|千(?![米克瓦帕伏卡]))?(?:多|余)?"
_HAN_DIGITS: Final = "二两三四五六七八九十百千"
_COUNTED_HAN: Final = (
    "个|种|次|倍|层|块|条|人|名|位|座|天|周|年|小时|分钟|岁|米|公里|步|部分|部|本|册|段|类|颗|根|章|卷|项|"
    "粒|只|头|匹|棵|朵|张|件|间|艘|架|枚|毫米|厘米|千米|毫升|升|秒|公顷|亩|页|克|千克|公斤|吨|元"
)
_HAN_NUMBER: Final = "(?:一(?=[百千]))?[二两三四五六七八九十百千]{1,5}"
_NO_DIGIT_BEFORE: Final = r"(?<![\d.,第A-Za-z-])"

# Longer patterns first, so that part of a match is not read as a separate number.
_ENGLISH: Final = {
    "range": re.compile(rf"{_EDGE}(?:{_NUMBER}|{_WORDS}){_TO}(?:{_NUMBER}|{_WORDS})\b"),
    "%": re.compile(rf"{_EDGE}(?:{_NUMBER})\s?(?:%|per ?cent\b)"),
    "degrees": re.compile(rf"(?<![\w.,/])[-−]?(?:{_NUMBER})\s?(?:°[CF]?|℃|degrees(?: Celsius| Fahrenheit)?\b)"),
    "fraction": re.compile(
        r"\b(?:a|one|two|three|four) (?:half|third|quarter|fifth|sixth|tenth)s?(?= of\b)|\bhalf(?= of\b)", re.IGNORECASE
    ),
    "digits": re.compile(rf"(?<![\w.,/°$^-])(?:{_NUMBER}){_BIG}(?![\w.]*\w)(?![,.]\d|[%°/:-])"),
    "words": re.compile(rf"(?<![\w-])(?:{_WORDS})(?: hundred| thousand| million)?(?= [a-z])", re.IGNORECASE),
}
_CHINESE: Final = {
    "range": re.compile(rf"(?<![\d.])(?:{_NUMBER})\s?[^\s\d，。；：、]{{0,4}}{_TO}(?:{_NUMBER})"),
    "%": re.compile(rf"(?<![\d.])(?:{_NUMBER})\s?[%％]|百分之[一二三四五六七八九十百零\d]+"),
    "degrees": re.compile(rf"(?<![\d.])(?:零下)?[-−]?(?:{_NUMBER})\s?(?:°C|℃|摄氏度|度(?!假))"),
    "fraction": re.compile("(?<!百)[二三四五六七八九十]{1,2}分之[一二三四五六七八九]"),
    "digits": re.compile(rf"{_NO_DIGIT_BEFORE}(?:{_NUMBER}){_HAN_BIG}(?![\d.%℃/:-])"),
    "words": re.compile(
        rf"(?<![第一二两三四五六七八九十百千万几数每方多])(?![百千]){_HAN_NUMBER}(?=(?:{_COUNTED_HAN})(?![{_HAN_DIGITS}]))"
    ),
}
# The format of a date decides which other dates could replace it.
_DATES: Final = {
    "range": re.compile(r"\d\s?年?\s?(?:[-–—~～至到]|to|until|and)+\s?(?:公元)?\d"),
    "century": re.compile("century|世[纪紀]"),
    "decade": re.compile(r"\d'?s$|年代"),
    "day": re.compile(r"[A-Z][a-z]{2,}|月"),
    "era": re.compile("B|AD|CE|前|公元"),
}
_SCALES: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8}
_BLANK = re.compile(r"[\s,]")
_CLOCK = re.compile(r"\s?(?:[ap]\.?m\b|o['’]clock|[时点](?!间|候)|分(?=至|到|，|。))|:\d", re.IGNORECASE)
_BEFORE_MINUTES = re.compile(r"(?:\d[:：]|[时点])$")
_UNIT = re.compile(r"[ -]?([A-Za-zµμΩ²³/]+)")
_HAN_UNIT = re.compile(rf"\s?({_UNITS_HAN}|[A-Za-zµμΩ²³/]+)")
# Idioms, and words that contain a numeral without being a number.
_NOT_NUMBERS: Final = frozenset("十分 百家 千万 三角 四周 四处 八卦 二者 两者 三者".split())
_BARE_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_SCALE = re.compile(r" ?(?:thousand|million|billion|trillion)\b|[万亿千百]")


def numbers_in(sentence: str, language: Language) -> Iterator[Mention]:
    """Yield the dates and numbers of a sentence without overlaps. Ranges are not open to questions."""
    taken = [False] * len(sentence)
    for date in dates_in(sentence):
        taken[date.start : date.end] = [True] * (date.end - date.start)
        yield _date_mention(date)
    for shape, pattern in (_CHINESE if language == "zh" else _ENGLISH).items():
        for found in pattern.finditer(sentence):
            start, end = found.span()
            if not any(taken[start:end]) and sentence[start : start + 2] not in _NOT_NUMBERS:
                taken[start:end] = [True] * (end - start)
                yield _mention(sentence, found, shape, language)


def _date_mention(date: DateMention) -> Mention:
    shape = next((shape for shape, pattern in _DATES.items() if pattern.search(date.text)), "year")
    kind: TermKind = "year" if shape in ("year", "era") else "date"
    key = _BLANK.sub("", date.text).lower()
    return Mention(date.start, date.end, date.text, kind, key, shape, is_open=shape != "range")


def _mention(sentence: str, found: re.Match[str], shape: str, language: Language) -> Mention:
    counted = (_HAN_UNIT if language == "zh" else _UNIT).match(sentence, found.end())
    unit = counted[1].lower() if counted and shape in ("digits", "words") else ""
    key = _BLANK.sub("", found[0]).lower()
    is_year = language == "zh" and (len(key) > 2 or shape == "words") and sentence.startswith("年", found.end())
    before = sentence[max(0, found.start() - 2) : found.start()]
    is_clock = _CLOCK.match(sentence, found.end()) is not None or _BEFORE_MINUTES.search(before) is not None
    is_open = (
        shape != "range"
        and not is_year
        and not is_clock
        and not _SCALE.match(sentence, found.end())
        and not _BARE_YEAR.fullmatch(key)
        and not _is_part_of_name(sentence, found.start(), found.end())
    )
    return Mention(*found.span(), found[0], "number", key, shape, unit=unit, is_open=is_open)


def _is_part_of_name(sentence: str, start: int, end: int) -> bool:
    """Whether an adjacent symbol shows that the number is part of something longer."""
    return sentence[max(0, start - 1) : start] in ("#", "$", "^", "_", "=", "+") or sentence[end : end + 1] in (
        "=",
        "^",
    )


def number_value(written: str) -> float | None:
    """Return the value of a number in digits, or None if it is written in words."""
    digits = re.search(_NUMBER, written)
    if not digits:
        return None
    scale = 1.0
    for word, factor in _SCALES.items():
        scale *= factor if word in written else 1.0
    sign = -1.0 if re.match(r"[-−]|零下|公元前|前", written) else 1.0
    return sign * scale * float(digits[0].replace(",", ""))
