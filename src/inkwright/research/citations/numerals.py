"""The values of numbers as people write them: digits with separators, English number words, Chinese numerals."""

import re
from typing import Final

HAN_DIGITS: Final = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SMALL: Final = {"十": 10, "百": 100, "千": 1_000}
_LARGE: Final = {"万": 10_000, "亿": 100_000_000}
_TOKEN = re.compile(r"\d[\d,]*(?:\.\d+)?|[零〇一二两三四五六七八九十百千万亿]")

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
WORD_VALUES: Final = {word: value for value, word in enumerate(_ONES.split())} | {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = re.compile("[a-z]+")


def digits_value(written: str) -> float:
    """Return the value of digits with thousands separators."""
    return float(written.replace(",", ""))


def words_value(written: str) -> float | None:
    """Return the value of English number words: ninety-seven, fourteen thousand, three hundred and forty."""
    total = section = 0.0
    for word in _WORD.findall(written.lower()):
        if word in WORD_VALUES:
            section += WORD_VALUES[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in SCALES:
            total, section = total + (section or 1) * SCALES[word], 0.0
        elif word not in ("and", "a"):
            return None
    return total + section


def han_value(written: str) -> float:
    """Return the value of a Chinese numeral, which may contain digits: 一万四千, 2亿3,000万, 2.86万亿, 二〇二三."""
    tokens = _TOKEN.findall(written)
    if len(tokens) > 1 and all(token in HAN_DIGITS for token in tokens):
        return float("".join(str(HAN_DIGITS[token]) for token in tokens))
    total = section = number = 0.0
    before = ""
    for token in tokens:
        if token in _SMALL:
            section, number = section + (number or 1) * _SMALL[token], 0.0
        elif token in _LARGE and before in _LARGE:
            total *= _LARGE[token]
        elif token in _LARGE:
            total, section, number = total + ((section + number) or 1) * _LARGE[token], 0.0, 0.0
        else:
            number = float(HAN_DIGITS[token]) if token in HAN_DIGITS else digits_value(token)
        before = token
    return total + section + number
