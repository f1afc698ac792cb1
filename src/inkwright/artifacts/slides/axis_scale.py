"""The scale of a value axis: round numbers from zero to just above the largest value."""

import math
from collections.abc import Sequence
from typing import Final

_TICKS: Final = 5
_PERCENT: Final = ("%", "％", "percent", "per cent")
_WHOLE: Final = 100.0


def axis_steps(values: Sequence[float], unit: str = "") -> list[float]:
    """Return round numbers from zero or below to just above the largest value. Percentages end at 100."""
    low, high = min(0.0, *values), max(0.0, *values)
    rough = (high - low) / _TICKS or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    first, last = math.floor(round(low / step, 9)), math.ceil(round(high / step, 9))
    steps = [step * number for number in range(first, max(last, first + 1) + 1)]
    is_share = unit.strip().casefold() in _PERCENT and low >= 0 and high <= _WHOLE
    return [each for each in steps if each < _WHOLE] + [_WHOLE] if is_share and steps[-1] > _WHOLE else steps
