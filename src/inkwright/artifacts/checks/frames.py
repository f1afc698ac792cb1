"""Places in an office file: groups have a measure of their own, and pages are measured in points."""

from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.boxes import Box

POINT: Final = 12_700
"""So many of an office file's units are a point."""

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the inside of a group stands on the page: a place is `at` + `scale` × what is written, in EMU."""

    left: float = 0.0
    top: float = 0.0
    across: float = 1.0
    down: float = 1.0

    def box(self, left: float, top: float, width: float, height: float) -> Box:
        """A box of the group, in points of the page."""
        x, y = self.left + left * self.across, self.top + top * self.down
        right, bottom = x + width * self.across, y + height * self.down
        return Box(*(round(edge / POINT, 2) for edge in (x, y, right, bottom)))

    def inside(self, group: Any) -> "Frame":
        """That of a group inside this one."""
        places = group.find(f"{_P}grpSpPr/{_A}xfrm")
        if places is None or len(places) < 4:
            return self
        (x, y), (width, height), (child_x, child_y), (child_width, child_height) = (
            pair_of(each) for each in places[:4]
        )
        across = width / child_width if child_width else 1.0
        down = height / child_height if child_height else 1.0
        left = self.left + (x - child_x * across) * self.across
        top = self.top + (y - child_y * down) * self.down
        return Frame(left, top, self.across * across, self.down * down)


def pair_of(place: Any) -> tuple[int, int]:
    """The two numbers of a place or a size."""
    return int(place.get("x", place.get("cx", "0"))), int(place.get("y", place.get("cy", "0")))
