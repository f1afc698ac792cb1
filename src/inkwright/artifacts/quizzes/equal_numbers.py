"""The value of an option that is a number, however it is written: 0.5, 50 %, 1/2, ½, $\\frac{1}{2}$, 1 km or 1000 m."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

_FRACTION: Final = re.compile(r"\$?\\d?frac\{(-?\d{1,9})\}\{(\d{1,9})\}\$?")
_GROUPED: Final = re.compile(r"(?<=\d)[,\u2009\u202f ](?=\d{3}(?!\d))")
_NUMBER: Final = re.compile(r"(-?\d{1,12}(?:\.\d{1,12})?)(?:\s?[/⁄]\s?(\d{1,9}))?\s?(%)?")

_UNITS: Final = {
    unit: (dimension, Fraction(factor))
    for dimension, units in {
        "length": "km=1000 m=1 dm=1/10 cm=1/100 mm=1/1000 千米=1000 公里=1000 米=1 分米=1/10 厘米=1/100 毫米=1/1000",
        "mass": "t=1000 kg=1 g=1/1000 mg=1/1000000 吨=1000 千克=1 公斤=1 克=1/1000",
        "time": "h=3600 hours=3600 min=60 minutes=60 s=1 seconds=1 小时=3600 分钟=60 秒=1",
        "volume": "l=1 L=1 ml=1/1000 mL=1/1000 升=1 毫升=1/1000",
    }.items()
    for unit, factor in (each.split("=") for each in units.split())
}
_QUANTITY: Final = re.compile(rf"(.{{1,40}}?)\s?({'|'.join(sorted(_UNITS, key=len, reverse=True))})")


def _quantity(option: str) -> tuple[str, Fraction] | None:
    """Return the dimension and the value of an option in its base unit; numbers have no dimension."""
    found = _QUANTITY.fullmatch(option.strip())
    value = number_value(found[1] if found else option)
    if value is None:
        return None
    dimension, factor = _UNITS[found[2]] if found else ("", Fraction(1))
    return dimension, value * factor


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
    first: dict[tuple[str, Fraction], int] = {}
    for index, option in enumerate(options):
        value = _quantity(option)
        if value is None:
            continue
        other = first.setdefault(value, index)
        if other != index and _notation(option) != _notation(options[other]):
            yield index, other


def _notation(option: str) -> str:
    """Return what makes a notation: nothing, a percent sign, groups of digits, or the numbers of a fraction."""
    written = unicodedata.normalize("NFKC", option)
    if unit := _QUANTITY.fullmatch(written.strip()):
        return unit[2]
    if "%" in written:
        return "%"
    if _GROUPED.search(written):
        return ","
    return written if "/" in written or "⁄" in written or "frac" in written else ""
