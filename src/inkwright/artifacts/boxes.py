"""Rectangles on a page: where things stand, how far they stick out, what they share."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points, measured from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """In square points; nothing where it is turned inside out."""
        return max(0.0, self.width) * max(0.0, self.height)

    def beyond(self, other: "Box") -> float:
        """How far this box sticks out of another one, in points."""
        sides = (other.left - self.left, other.top - self.top, self.right - other.right, self.bottom - other.bottom)
        return max(0.0, *sides)

    def shared(self, other: "Box") -> "Box":
        """What lies in both; its area is zero where nothing does."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Box(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def around(self, other: "Box") -> "Box":
        """The smallest box that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def turned(self, degrees: float) -> "Box":
        """The smallest upright box around this one after it was turned about its middle."""
        angle = math.radians(degrees)
        across = abs(self.width * math.cos(angle)) + abs(self.height * math.sin(angle))
        down = abs(self.width * math.sin(angle)) + abs(self.height * math.cos(angle))
        middle, centre = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Box(middle - across / 2, centre - down / 2, middle + across / 2, centre + down / 2)
