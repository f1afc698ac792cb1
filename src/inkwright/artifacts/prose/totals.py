"""Finds totals of tables that are not the sum of what is above them, and points that do not multiply."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

_TOTAL: Final = re.compile(
    r"\W*(?:grand |sub-?)?(?:totals?|sum|altogether|合计|总计|总和|总数|共计|合計|總計)\b\W{0,3}", re.I
)
_NOT_ADDED: Final = re.compile(
    r"price|rate|average|mean|per\b|percent|%|score|year|单价|均|率|比|每|分数|年份|單價|名次|序号|编号|no\.|number|id\b",
    re.I,
)
_NUMBER: Final = re.compile(r"[-−+]?\d{1,3}(?:[,  \u202f]\d{3})+(?:\.\d{1,6})?|[-−+]?\d{1,12}(?:\.\d{1,6})?")
_AFFIXES: Final = re.compile(
    r"\A\s*[£€$¥￥]?\s?|\s?(?:[£€$¥￥元人个件本]|kg|km|g|m|h|min|分|次|万元|台|张|名|位)?\s*\Z"
)
_FEWEST: Final = 2
_MOST_ROWS: Final = 400
_FARTHEST: Final = Decimal(2)
_POINTS: Final = re.compile(
    r"共\s?(?P<count>\d{1,3})\s?(?:小|大)?[题題]\s?[，,；;]?\s?每(?:小)?[题題]\s?(?P<each>\d{1,3}(?:\.5)?)\s?分"
    r"\s?[，,；;]?\s?(?:满分|滿分|共|共计|合计|计)\s?(?P<all>\d{1,3})\s?分"
    r"|(?P<count_en>\d{1,3}) (?:questions|items|problems),? (?:with |at |worth )?(?P<each_en>\d{1,3})"
    r" (?:points?|marks?) each"
    r"\s?[,;:=(]\s?(?:total:? )?(?P<all_en>\d{1,3}) (?:points|marks)",
    re.I,
)


def cell_number(text: str) -> Decimal | None:
    """Return the number of a cell that is nothing but a number with a usual unit, or None."""
    plain = _AFFIXES.sub("", text.strip())
    return Decimal(re.sub("[,  \u202f+]", "", plain).replace("−", "-")) if _NUMBER.fullmatch(plain) else None


def wrong_totals(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the stated and the right total of each column of a table whose last row says that it is the total.

    A total far from the sum is something else, such as a mean. Columns of prices and shares have no sum.
    """
    if not _FEWEST + 1 < len(rows) <= _MOST_ROWS or not rows[-1] or not _TOTAL.fullmatch(rows[-1][0].strip()):
        return
    if any(row and _TOTAL.match(row[0].strip()) for row in rows[:-1]):
        return
    width = len(rows[-1])
    if any(len(row) != width for row in rows):
        return
    for column in range(1, width):
        total = cell_number(rows[-1][column])
        if total is not None and not _NOT_ADDED.search(rows[0][column]):
            has_head = cell_number(rows[0][column]) is None
            yield from _compared([row[column] for row in rows[has_head:-1]], rows[-1][column], total)


def _compared(cells: Sequence[str], written: str, total: Decimal) -> Iterator[tuple[str, str]]:
    numbers = [cell_number(each) for each in cells]
    known = [each for each in numbers if each is not None]
    if len(known) < _FEWEST or len(known) < len(cells):
        return
    right = sum(known, Decimal(0))
    slack = len(known) * max(_last_place(each) for each in (*known, total)) if _has_fraction(known) else Decimal(0)
    if abs(right - total) > slack and abs(right) < _FARTHEST * abs(total) and abs(total) < _FARTHEST * abs(right):
        yield written.strip(), f"{right:,f}" if "," in written else f"{right:f}"


def _has_fraction(numbers: Sequence[Decimal]) -> bool:
    return any(int(each.as_tuple().exponent) < 0 for each in numbers)


def _last_place(number: Decimal) -> Decimal:
    """Return half a unit of the last digit, by which a rounded number may be off."""
    exponent = number.as_tuple().exponent
    return Decimal(10) ** int(exponent) / 2


def wrong_points(text: str) -> Iterator[tuple[str, str]]:
    """Yield stated and right points where a number of questions times their points is another sum."""
    for found in _POINTS.finditer(text):
        count, each, total = (found[name] or found[f"{name}_en"] for name in ("count", "each", "all"))
        right = Decimal(count) * Decimal(each)
        if right != Decimal(total):
            yield total, f"{right:f}"
