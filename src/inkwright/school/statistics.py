"""Statistics of marks on the scale of their own test."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal

ThresholdSide = Literal["at_least", "above", "below", "at_most"]
PASS_SHARE: Final = 0.6
"""A mark of at least this share of the maximum is a pass, unless the person sets another one."""

_BANDS: Final = 5
_DIGITS: Final = 9
"""Marks are compared without the rounding errors of binary numbers."""


@dataclass(frozen=True, slots=True)
class MarkThreshold:
    """A mark that somebody names, such as another pass mark; a share of one is one of the maximum. `is_mean`: the mean
    of the test, whatever it is.
    """

    side: ThresholdSide
    number: float = 0.0
    is_share: bool = False
    is_mean: bool = False

    def is_met(self, mark: float, maximum: float) -> bool:
        """Whether a mark is on this side of it."""
        mark, wanted = round(mark, _DIGITS), round(self.number * maximum if self.is_share else self.number, _DIGITS)
        if mark == wanted:
            return self.side in ("at_least", "at_most")
        return (mark > wanted) == (self.side in ("at_least", "above"))

    def shown(self) -> str:
        """Return it as it is shown."""
        return shown_share(self.number) if self.is_share else shown(self.number)


@dataclass(frozen=True, slots=True)
class MarkStatistics:
    """The statistics of at least one mark. `sd` is the sample standard deviation; None for one mark."""

    n: int
    mean: float
    median: float
    sd: float | None
    p25: float
    p75: float
    minimum: float
    maximum: float
    passed: int
    pass_rate: float
    distribution: tuple[int, ...]
    """How many marks are in each fifth of the scale, lowest first."""


def mark_statistics(marks: Sequence[float], maximum: float, pass_share: float = PASS_SHARE) -> MarkStatistics | None:
    """Return the statistics; None without marks."""
    if not marks:
        return None
    passed = sum(1 for mark in marks if is_pass(mark, maximum, pass_share))
    bands = [0] * _BANDS
    for mark in marks:
        bands[min(int(mark / maximum * _BANDS), _BANDS - 1)] += 1
    return MarkStatistics(
        n=len(marks),
        mean=statistics.fmean(marks),
        median=statistics.median(marks),
        sd=statistics.stdev(marks) if len(marks) > 1 else None,
        p25=percentile(marks, 25),
        p75=percentile(marks, 75),
        minimum=min(marks),
        maximum=max(marks),
        passed=passed,
        pass_rate=passed / len(marks),
        distribution=tuple(bands),
    )


def is_pass(mark: float, maximum: float, pass_share: float = PASS_SHARE) -> bool:
    """Whether a mark is a pass."""
    return round(mark, _DIGITS) >= round(pass_share * maximum, _DIGITS)


def percentile(marks: Sequence[float], percent: float) -> float:
    """Return the percentile of at least one mark, with linear interpolation."""
    ordered = sorted(marks)
    position = (len(ordered) - 1) * percent / 100
    lower = math.floor(position)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (ordered[upper] - ordered[lower]) * (position - lower)


def shown(value: float) -> str:
    """Return a number as it is shown: at most two decimal places."""
    return f"{rounded(value):.2f}".rstrip("0").rstrip(".")


def rounded(value: float, digits: int = 2) -> float:
    """Return a number with so many decimal places; a half is rounded up, as teachers do."""
    exact = Decimal(repr(round(value, _DIGITS)))
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def shown_share(share: float) -> str:
    """Return a share of one as a percentage."""
    return f"{shown(100 * share)}%"
