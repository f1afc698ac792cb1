"""Numbers of ten and more in words: what they are, so that they can be compared like digits."""

import re
from collections.abc import Iterator
from typing import Final

_ONES: Final = dict(zip("one two three four five six seven eight nine".split(), range(1, 10), strict=True))
_TEENS: Final = dict(
    zip(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
        range(10, 20),
        strict=True,
    )
)
_TENS: Final = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True)
)
_SMALL: Final = {**_ONES, **_TEENS, **_TENS}
_ONE: Final = "|".join(_ONES)
_BELOW_HUNDRED: Final = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{_ONE}))?\b|{'|'.join(_TEENS)}|{_ONE}"
_ENGLISH: Final = re.compile(
    rf"\b(?:(?P<hundreds>{_ONE}|a) hundred(?:(?: and)? (?P<rest>{_BELOW_HUNDRED}))?|(?P<small>{_BELOW_HUNDRED}))"
    rf"(?: point (?P<decimals>(?:zero|{_ONE})(?: (?:zero|{_ONE}))*))?\b",
    re.IGNORECASE,
)
_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_CHINESE: Final = re.compile(
    r"(?<![第初高中小几幾数數零〇一二三四五六七八九十百千])(?:百分之(?P<percent>[零〇一二三四五六七八九十百]+(?:[点點][零〇一二三四五六七八九]+)?)"
    r"|(?P<tenths>[一二三四五六七八九])成(?![为為绩績就长長立功员員本])"
    r"|(?P<number>(?=[^十百千]?[十百千])[零〇一二三四五六七八九十百千两兩]{2,}(?:[点點][零〇一二三四五六七八九]+)?)"
    r"(?![零〇一二三四五六七八九十百千]|\s*(?:[）)]?班|年[级級]|月|世[纪紀]|年|[样樣]|足|分之|[万萬])))"
)
_MIN: Final = 10


def spelled_numbers(text: str) -> Iterator[tuple[str, float]]:
    """Yield numbers in words from ten on, as they are written, and their values; a percentage is its number."""
    for found in _ENGLISH.finditer(text):
        value = _english_value(found)
        if value >= _MIN:
            yield found[0], value
    for found in _CHINESE.finditer(text):
        value = (
            10.0 * _DIGITS[found["tenths"]] if found["tenths"] else chinese_value(found["percent"] or found["number"])
        )
        if value >= _MIN:
            yield found[0], value


def _english_value(found: re.Match[str]) -> float:
    hundreds = found["hundreds"]
    value = 100 * _ONES.get(hundreds.lower(), 1) if hundreds else 0
    value += sum(_SMALL[word] for word in re.split("[- ]", (found["rest"] or found["small"] or "").lower()) if word)
    decimals = "".join(str(_ONES.get(word, 0)) for word in (found["decimals"] or "").lower().split())
    return float(f"{value}.{decimals}") if decimals else float(value)


def chinese_value(written: str) -> float:
    """Return the value of a number in Chinese characters."""
    whole, _, decimals = written.replace("點", "点").partition("点")
    total, digit = 0, 0
    for char in whole:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _DIGITS[char]
    after = "".join(str(_DIGITS[char]) for char in decimals)
    return float(f"{total + digit}.{after}") if after else float(total + digit)
