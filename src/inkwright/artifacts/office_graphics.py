"""Pictures and charts in the markup of office files: stretched pictures, and the values of charts."""

from typing import Any, Final

_DISTORTED: Final = 1.25
"""How far the proportions of a picture may differ from those of its file."""

PLAIN_PIXELS: Final = 16
"""A picture with fewer pixels in a direction is a colour or a gradient, which may be stretched."""

_NUMBERS: Final = ("val", "yVal", "bubbleSize")


def is_stretched(shown: tuple[float, float], size: tuple[float, float]) -> bool:
    """Whether a picture of these pixels is shown in other proportions."""
    if min(shown) < PLAIN_PIXELS or min(size) <= 0:
        return False
    stretch = (size[0] / shown[0]) / (size[1] / shown[1])
    return max(stretch, 1 / stretch) > _DISTORTED


def chart_values(chart: Any) -> list[str]:
    """Return the numbers of a chart, from its XML: the libraries know some kinds of charts only."""
    numbers = (chart.iterfind(f".//{{*}}ser/{{*}}{name}//{{*}}v") for name in _NUMBERS)
    return [each.text for found in numbers for each in found if each.text]
