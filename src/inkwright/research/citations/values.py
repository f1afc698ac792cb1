"""Whether a number of a sentence is a number of its source: the same, converted, or rounded as people round."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from inkwright.research.citations.quantities import Quantity
from inkwright.research.citations.units import YEAR, is_same_family

_EXACT: Final = 1e-6
_MOST_ROUNDED: Final = 0.1
_MOST_UNHEDGED: Final = 0.03
_MOST_OVER: Final = 0.2
_RATIO: Final = 0.05
_SPECIFIC: Final = 3
_MAX_YEARS: Final = 100
_NOT_ADDED: Final = frozenset({"percent", "points", "ordinal", "temperature", "age", "time"})


def is_same_quantity(claim: Quantity, source: Quantity) -> bool:
    """Whether the source has the number, in a unit of the same family, as exactly as the sentence gives it."""
    if not _is_same_kind(claim, source):
        return False
    if bool(claim.family) != bool(source.family):
        # A bare number is in the unit of its neighbour: it is compared as it is written.
        return _is_same_value(claim, source) or _is_same_value(_as_written(claim), _as_written(source))
    return _is_same_value(claim, source)


def _as_written(number: Quantity) -> Quantity:
    return replace(number, value=number.value / number.factor, quantum=number.quantum / number.factor, factor=1.0)


def _is_same_kind(claim: Quantity, source: Quantity) -> bool:
    one, other = claim.family, source.family
    if one and other:
        return is_same_family(one, other)
    if one == other:
        return True
    named = one or other
    if named in ("percent", "points"):
        return False
    if named == "ordinal":
        return True
    bare = source if one else claim
    # "640 million" after "1.9 billion cubic metres" has its unit from there; a small number with a noun has not.
    return bare.digits >= _SPECIFIC or bare.value >= 1_000 or not bare.noun


def _is_same_value(claim: Quantity, source: Quantity) -> bool:
    if not source.value or not claim.value:
        return claim.value == source.value
    difference = source.value - claim.value
    share = abs(difference) / abs(source.value)
    if share <= (_EXACT if claim.is_exact and source.is_exact else 0.011):
        return True
    if claim.family == "time" and source.family == "time" and share <= 0.001:
        return True
    if not claim.is_exact and claim.hedge and share <= _RATIO:
        return True
    is_rounded = abs(difference) <= claim.quantum / 2 * 1.001
    match claim.hedge:
        case "over":
            return difference > 0 and (is_rounded or share <= _MOST_OVER)
        case "under":
            return difference < 0 and (is_rounded or share <= _MOST_ROUNDED)
        case "near":
            return share <= _MOST_ROUNDED and (difference < 0 or is_rounded)
        case "about":
            return is_rounded and share <= _MOST_ROUNDED
        case _:
            is_shorter = source.digits > claim.digits or source.factor != claim.factor
            return is_rounded and claim.digits >= 2 and is_shorter and share <= _MOST_UNHEDGED


def is_span_in(claim: Quantity, years: Sequence[int]) -> bool:
    """Whether a span of years is the time between two years of the source."""
    span = claim.value / YEAR
    spans = {abs(one - other) for one in years[:_MAX_YEARS] for other in years[:_MAX_YEARS]}
    return claim.family == "time" and span >= 1 and any(abs(span - each) <= max(1, _RATIO * 2 * span) for each in spans)


def is_ratio_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a fraction in words is the share of one number of the source in another one near it."""
    if claim.family != "percent" or (claim.is_exact and not claim.hedge):
        return False
    for index, number in enumerate(numbers):
        for other in numbers[max(0, index - 3) : index]:
            if number.family == other.family and number.family not in ("percent", "points", "ordinal"):
                low, high = sorted((number.value, other.value))
                share = 100 * low / high if high else 0.0
                if low and min(abs(share - claim.value), abs(100 - share - claim.value)) <= _RATIO * claim.value:
                    return True
    return False


def is_difference_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a number is the difference of two neighbours in the source, or the percentage that they leave of 100.

    The difference of two percentages is in percentage points.
    """
    family = "percent" if claim.family == "points" else claim.family
    if claim.family != "points" and claim.digits < (2 if family else _SPECIFIC):
        return False
    values = [number.value for number in numbers if number.family in (family, "")]
    is_share = claim.family == "percent"
    results = (100 - one - other if is_share else abs(one - other) for one, other in pairwise(values))
    return any(abs(result - claim.value) <= claim.quantum / 100 for result in results)


def is_sum_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a number is the sum of two neighbours in the source that count the same as it does."""
    if claim.family in _NOT_ADDED or not (claim.family or claim.noun):
        return False
    alike = [number for number in numbers if number.family == claim.family]
    return any(
        _is_counted_alike(claim, one, other) and abs(one.value + other.value - claim.value) <= claim.quantum / 100
        for one, other in pairwise(alike)
    )


def _is_counted_alike(claim: Quantity, one: Quantity, other: Quantity) -> bool:
    return bool(claim.family) or (claim.noun in (one.noun, other.noun) and (one.noun == other.noun or not other.noun))


def is_multiple_in(claim: Quantity, text: str, numbers: Sequence[Quantity]) -> bool:
    """Whether "three times" is one number of the source divided by another one of its family near it."""
    if not text[claim.end : claim.end + 6].lstrip().startswith(("times", "倍", "-fold")):
        return False
    for index, number in enumerate(numbers):
        for other in numbers[max(0, index - 4) : index]:
            low, high = sorted((number.value, other.value))
            if number.family == other.family and low and abs(high / low - claim.value) <= 0.1 * claim.value:
                return True
    return False
