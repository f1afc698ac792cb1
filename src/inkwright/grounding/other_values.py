"""Other values that could stand in the place of a number, a year or a date: as round as it is, and of its size."""

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from inkwright.grounding.sorts import Mention

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"\d{1,4}(?!.*\d)")
_FOUR_DIGITS = re.compile(r"(?<!\d)\d{4}(?!\d)")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?=日| [A-Z])|(?<=[a-z] )\d{1,2}(?!\d)")
_HAN_NUMBER = re.compile("[一二两三四五六七八九十百千零]+$")
_HAN_DIGITS: Final = "零一二三四五六七八九"
_HAN_SCALES: Final = {"十": 10, "百": 100, "千": 1_000}
_WORDS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90,
}  # fmt: skip
_FACTORS: Final = (0.5, 0.6, 0.7, 1.3, 1.5, 1.8, 2.2)
_APART: Final = 0.15
_SMALL: Final = 10
_HIGHEST_DAY: Final = 28
# Nobody takes the founding of a town and that of its railway for each other: the older, the farther apart.
_OFFSETS: Final = ((1900, (3, 5, 7, 8, 11, 14)), (1500, (6, 9, 12, 15, 18, 24)), (0, (10, 15, 20, 30, 40, 50)))
_EXACT_SINCE: Final = 1_000
_NO_LATER: Final = 2_000


def other_values(mention: Mention, sentence: str, random: Random, most: int) -> list[str]:
    """As many others as are wanted, none of which the sentence says; nothing where it is unsure."""
    found = list(dict.fromkeys(_others(mention)))
    free = [text for text in found if not re.search(rf"(?<![\d,.]){re.escape(text)}(?![\d,])", sentence)]
    return random.sample(free, most) if len(free) >= most else []


def _others(mention: Mention) -> Iterator[str]:
    if mention.sort == "year":
        yield from _replaced(mention.text, _YEAR, lambda year: _years(int(year)))
    elif mention.sort == "date" and mention.shape == "day":
        pattern = _FOUR_DIGITS if _FOUR_DIGITS.search(mention.text) else _DAY
        yield from _replaced(mention.text, pattern, _years_of if pattern is _FOUR_DIGITS else _days)
    elif mention.sort == "number" and mention.shape == "words":
        yield from _in_words(mention.text)
    elif mention.sort == "number" and mention.shape != "range":
        is_share = mention.shape == "%"
        if _DIGITS.search(mention.text):
            yield from _replaced(mention.text, _DIGITS, lambda digits: _written(digits, is_share=is_share))
        else:
            yield from _in_words(mention.text, is_share=is_share)


def _replaced(text: str, pattern: re.Pattern[str], others: Callable[[str], Iterable[str]]) -> Iterator[str]:
    if (found := pattern.search(text)) is not None:
        for other in others(found[0]):
            yield text[: found.start()] + other + text[found.end() :]


def _years_of(year: str) -> Iterator[str]:
    yield from _years(int(year))


def _years(year: int) -> Iterator[str]:
    offsets = next(offsets for since, offsets in _OFFSETS if year >= since)
    round_to = next(grain for grain in ((10, 1) if year >= _EXACT_SINCE else (100, 50, 10, 1)) if year % grain == 0)
    for offset in offsets:
        step = offset if round_to == 1 else max(round_to, round_to * round(offset / 10))
        if year - step > 0:
            yield str(year - step)
        if year + step <= _NO_LATER or year + step <= year:
            yield str(year + step)


def _days(day: str) -> Iterator[str]:
    for other in range(1, _HIGHEST_DAY + 1):
        if abs(other - int(day)) > 3:
            yield str(other)


def _written(digits: str, *, is_share: bool) -> Iterator[str]:
    """The numbers around one in digits, written as it is."""
    whole, _, decimals = digits.replace(",", "").partition(".")
    if not decimals:
        for number in _numbers(int(whole), is_share=is_share):
            yield f"{number:,}" if "," in digits else str(number)
        return
    value = float(f"{whole}.{decimals}")
    for factor in _FACTORS:
        if not (is_share and value * factor >= 100):
            yield f"{value * factor:.{len(decimals)}f}"


def _numbers(value: int, *, is_share: bool) -> Iterator[int]:
    if value < 2:
        return
    if value <= _SMALL:
        near: Iterable[int] = range(max(2, value - 4), value + 7)
    else:
        grain = _grain(value)
        near = (grain * round(value * factor / grain) for factor in _FACTORS)
    for number in near:
        is_share_of_all = is_share and value < 100 <= number
        if number > 1 and abs(number - value) >= _APART * max(number, value) and not is_share_of_all:
            yield number


def _grain(value: int) -> int:
    """How round a number is: 2,500 goes by five hundreds, 365 by fives."""
    grain = 1
    while value % (grain * 10) == 0:
        grain *= 10
    if value % (grain * 5) == 0 and grain * 5 < value:
        return grain * 5
    return grain // 2 if grain >= _SMALL and value // grain < 4 else grain


def _in_words(text: str, *, is_share: bool = False) -> Iterator[str]:
    if (han := _HAN_NUMBER.search(text)) is not None:
        value = _han_value(han[0])
        for number in _numbers(value, is_share=is_share) if value else ():
            # Before what is counted, two is another word.
            if number > 2:
                yield text[: han.start()] + _han_text(number)
        return
    first, _, rest = text.partition(" ")
    value = _WORDS.get(first.lower(), 0)
    for word, number in _WORDS.items():
        is_near = value / 2.2 <= number <= max(2.2 * value, value + 3)
        if value and is_near and abs(number - value) >= _APART * max(number, value):
            other = word.capitalize() if first[0].isupper() else word
            yield f"{other} {rest}" if rest else other


def _han_value(text: str) -> int:
    """What Chinese numerals amount to; 0 for what is none, such as "seven or eight"."""
    total, digit, last = 0, 0, 10_000
    for sign in text:
        if sign in _HAN_SCALES:
            if _HAN_SCALES[sign] >= last:
                return 0
            last = _HAN_SCALES[sign]
            total += (digit or 1) * last
            digit = 0
        elif sign != "零" and digit:
            return 0
        else:
            digit = 2 if sign == "两" else _HAN_DIGITS.index(sign)
    return total + digit


def _han_text(number: int) -> str:
    written = ""
    for sign, scale in (("千", 1_000), ("百", 100), ("十", 10), ("", 1)):
        digit, number = divmod(number, scale)
        if digit:
            written += _HAN_DIGITS[digit] + sign
        elif written and number and not written.endswith("零"):
            written += "零"
    if written.startswith("二千"):
        return "两" + written[1:]
    return written[1:] if written.startswith("一十") else written
