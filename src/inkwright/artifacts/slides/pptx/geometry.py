"""Rectangles on a slide in points; a slide is 960 wide and 540 high."""

from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.slides.fitting.fit import TextBox

SLIDE_WIDTH: Final = 960.0
SLIDE_HEIGHT: Final = 540.0
SLIDE_MARGIN: Final = 36.0
"""The margin for templates that do not define one."""

_EMU_PER_POINT: Final = 12_700


def to_emu(points: float) -> int:
    """Convert points to the unit of office files."""
    return round(points * _EMU_PER_POINT)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; `x` and `y` are its left and upper edges."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def box(self) -> TextBox:
        """Its size."""
        return TextBox(self.width, self.height)

    def inset(self, across: float, down: float | None = None) -> "Rect":
        """Return it smaller by that much on every side."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def columns(self, count: int, gap: float) -> list["Rect"]:
        """Divide it into equal columns."""
        width = (self.width - gap * (count - 1)) / count
        return [Rect(self.x + number * (width + gap), self.y, width, self.height) for number in range(count)]

    def rows(self, count: int, gap: float) -> list["Rect"]:
        """Divide it into equal rows, from top to bottom."""
        height = (self.height - gap * (count - 1)) / count
        return [Rect(self.x, self.y + number * (height + gap), self.width, height) for number in range(count)]

    def stacked(self, heights: list[float], gap: float) -> list["Rect"]:
        """Return rows of these heights, from the upper edge down."""
        tops = [self.y + sum(heights[:number]) + gap * number for number in range(len(heights))]
        return [Rect(self.x, top, self.width, height) for top, height in zip(tops, heights, strict=True)]

    def left_part(self, width: float) -> "Rect":
        """Return the part of that width at its left edge."""
        return Rect(self.x, self.y, width, self.height)

    def right_part(self, width: float) -> "Rect":
        """Return the part of that width at its right edge."""
        return Rect(self.right - width, self.y, width, self.height)

    def top_part(self, height: float) -> "Rect":
        """Return the part of that height at its upper edge."""
        return Rect(self.x, self.y, self.width, height)

    def bottom_part(self, height: float) -> "Rect":
        """Return the part of that height at its lower edge."""
        return Rect(self.x, self.bottom - height, self.width, height)

    def centred(self, width: float, height: float) -> "Rect":
        """Return a rectangle of that size in its middle."""
        return Rect(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)
