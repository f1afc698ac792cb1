"""The value of an option that is a number, however it is written: 0.5, 50 %, 1/2, ½ or $\\frac{1}{2}$."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

_FRACTION: Final = re.compile(r"\$?\\d?frac\{(-?\d{1,9})\}\{(\d{1,9})\}\$?")
_GROUPED: Final = re.compile(r"(?<=\d)[,\u2009\u202f ](?=\d{3}(?!\d))")
_NUMBER: Final = re.compile(r"(-?\d{1,12}(?:\.\d{1,12})?)(?:\s?[/⁄]\s?(\d{1,9}))?\s?(%)?")


def number_value(option: str) -> Fraction | None:
    """Return the value of an option that is nothing but a number, or None."""
    written = _FRACTION.sub(r"\1/\2", unicodedata.normalize("NFKC", option.strip().replace("−", "-")))
    found = _NUMBER.fullmatch(_GROUPED.sub("", written.strip("$")))
    if found is None or (found[2] is not None and int(found[2]) == 0):
        return None
    value = Fraction(found[1]) / (int(found[2]) if found[2] else 1)
    return value / 100 if found[3] else value


def equal_numbers(options: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of options with the same value in different notations. `0.5` and `0.50` differ in their accuracy."""
    first: dict[Fraction, int] = {}
    for index, option in enumerate(options):
        value = number_value(option)
        if value is None:
            continue
        other = first.setdefault(value, index)
        if other != index and _notation(option) != _notation(options[other]):
            yield index, other


def _notation(option: str) -> str:
    """Return what makes a notation: nothing, a percent sign, groups of digits, or the numbers of a fraction."""
    written = unicodedata.normalize("NFKC", option)
    if "%" in written:
        return "%"
    if _GROUPED.search(written):
        return ","
    return written if "/" in written or "⁄" in written or "frac" in written else ""
