"""The numbers of a chart: their decimals, their unit where there is room, and labels that do not collide."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.text import column_width
from inkwright.artifacts.typefaces import HUMANIST, text_width

_MAX_DECIMALS: Final = 3
_GROUPED_FROM: Final = 10_000
_SHORT_UNIT: Final = 4
_CURRENCY = re.compile(r"(?P<sign>(?:US|HK|NT|A|C)?\$|[€£¥￥₹])\s*(?P<rest>.*)")
_TIGHT = re.compile("[%％‰°℃℉\u2e80-\u9fff].*")
_SIZES: Final = (16.0, 14.0, 12.0)
_SIZES_WITH_UNIT: Final = (16.0, 14.0)
_SMALL_SLICES: Final = 0.06
"""Numbers next to two neighbouring slices collide where the slices together are less than twice this share."""


def decimals_of(values: Sequence[float]) -> int:
    """Return the digits after the point that the most exact number has."""
    written = (f"{value:.{_MAX_DECIMALS}f}".rstrip("0") for value in values)
    return max((len(each.partition(".")[2]) for each in written), default=0)


def written_number(value: float, values: Sequence[float]) -> str:
    """Return a number with the decimals of all numbers of its chart."""
    grouping = "," if _is_grouped(values) else ""
    return f"{value:{grouping}.{decimals_of(values)}f}".replace("-", "\u2212")


def unit_parts(unit: str) -> tuple[str, str]:
    """Return what is written before and after a number: `$` before it, ` mm` and `%` after it."""
    unit = unit.strip()
    money = _CURRENCY.fullmatch(unit)
    if money:
        return money["sign"], f" {money['rest']}" if money["rest"] and money["rest"].isascii() else money["rest"]
    return "", unit if not unit or _TIGHT.match(unit) else f"\u00a0{unit}"


def number_format(values: Sequence[float], unit: str) -> str:
    """Return the format of the numbers in an office program."""
    digits = decimals_of(values)
    pattern = ("#,##0" if _is_grouped(values) else "0") + (f".{'0' * digits}" if digits else "")
    before, after = (f'"{part}"' if part else "" for part in unit_parts(unit.replace('"', "")))
    return f"{before}{pattern}{after}"


def _is_grouped(values: Sequence[float]) -> bool:
    return max(map(abs, values), default=0) >= _GROUPED_FROM


@dataclass(frozen=True, slots=True)
class NumberLabels:
    """How numbers are shown at bars and points: their size, or 0 where they have no room, and whether with the unit."""

    size: float
    has_unit: bool


def fit_number_labels(values: Sequence[float], unit: str, room: float) -> NumberLabels:
    """Return the largest labels that are no wider than their room. The unit is left out before the numbers are."""
    numbers = [written_number(value, values) for value in values]
    is_short = bool(unit) and column_width(unit) <= _SHORT_UNIT
    before, after = unit_parts(unit)
    for sizes, added in ((_SIZES_WITH_UNIT if is_short else (), before + after), (_SIZES, "")):
        for size in sizes:
            if max(text_width(f"{each}{added}", size, HUMANIST, style="bold") for each in numbers) <= room:
                return NumberLabels(size, has_unit=bool(added))
    return NumberLabels(0.0, has_unit=False)


def colliding_slices(values: Sequence[float]) -> set[int]:
    """Return the slices of a pie whose numbers would collide with those of a neighbour."""
    total = math.fsum(values)
    shares = [value / total for value in values]
    pairs = [(number, (number + 1) % len(shares)) for number in range(len(shares))]
    return {place for pair in pairs for place in pair if shares[pair[0]] + shares[pair[1]] < 2 * _SMALL_SLICES}
