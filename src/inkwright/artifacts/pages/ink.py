"""Where there is ink on a rendered slide: how much of the body's height is used, and what colour lies under a text."""

from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.shapes import ShapeSeen, SlideSeen
from inkwright.artifacts.pages.pdf import Page

# The shadow of a pixel is not ink; a pale ground under a card is, because it is seen.
_DIFFERENCE: Final = 24
_PALE: Final = 6
# A gap up to this share of the body is the space between things; a larger one is emptiness.
_GAP: Final = 0.3
# How much of a card's height its contents must span.
_USED: Final = 0.15
_BAR: Final = 12.0
_EDGE: Final = 4.0
_FOOT: Final = 0.92


class Picture:
    """The small picture of a page, asked about in points."""

    def __init__(self, page: Page) -> None:
        from PIL import Image  # noqa: PLC0415 - comes with an extra, and is slow to import

        glance = page.glance
        self._image = Image.frombytes("RGB", (glance.width, glance.height), glance.pixels)
        self._scale = glance.width / page.width
        self._page = page.box

    def common(self, box: Box) -> tuple[int, int, int]:
        """The colour that is most of what lies in a box."""
        cut = self._cut(box)
        _, (red, green, blue) = max(cut.getcolors(maxcolors=cut.width * cut.height))
        return red, green, blue

    def inked_rows(self, box: Box, ground: tuple[int, int, int], difference: int) -> list[tuple[float, float]]:
        """The stretches from top to bottom, in points, in which something in the box differs from the ground."""
        from PIL import Image, ImageChops  # noqa: PLC0415 - as above

        cut = self._cut(box)
        apart = ImageChops.difference(cut, Image.new("RGB", cut.size, ground)).convert("L")
        _, rows = apart.point([255 * (level > difference) for level in range(256)]).getprojection()
        top = round(max(box.top, 0) * self._scale) / self._scale
        return [(top + row / self._scale, top + (row + 1) / self._scale) for row, inked in enumerate(rows) if inked]

    def _cut(self, box: Box) -> Any:
        inside = box.shared(self._page)
        left, top = (
            min(round(at * self._scale), most - 1)
            for at, most in zip((inside.left, inside.top), self._image.size, strict=True)
        )
        right, bottom = round(inside.right * self._scale), round(inside.bottom * self._scale)
        return self._image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))


def share_of_height(slide: SlideSeen, page: Page) -> float:
    """The share of the body's height over which there is ink of the slide's own; decoration of its layout is none."""
    body = _body(slide)
    picture = Picture(page)
    paper = slide.ground or picture.common(page.box)
    rows: list[tuple[float, float]] = []
    for shape in slide.shapes:
        if shape.box is None or shape.is_title or shape.is_furniture:
            continue
        box = shape.box.shared(body)
        if box.area == 0:
            continue
        if shape.kind != "text" or _is_used(shape, picture):
            rows += picture.inked_rows(box, paper, _PALE)
        else:
            rows += picture.inked_rows(box, picture.common(box), _DIFFERENCE)
    return _covered(rows, _GAP * body.height) / body.height


def _is_used(shape: ShapeSeen, picture: Picture) -> bool:
    """Whether a ground counts as ink: a card with something in it does, a large one around a single word does not."""
    box = shape.box
    if not shape.is_filled or box is None:
        return False
    if box.height <= _BAR:
        return True
    inside = Box(box.left + _EDGE, box.top + _EDGE, box.right - _EDGE, box.bottom - _EDGE)
    rows = picture.inked_rows(inside, picture.common(inside), _DIFFERENCE)
    return bool(rows) and rows[-1][1] - rows[0][0] >= _USED * box.height


def _body(slide: SlideSeen) -> Box:
    """What is left for the slide's contents: below its title, or all of it where the title stands beside them."""
    page, title = slide.page, slide.title
    foot = page.bottom * _FOOT
    own = [shape.box for shape in slide.shapes if shape.box and not shape.is_title and not shape.is_furniture]
    if title is None or title.box is None or not own:
        return Box(page.left, page.top, page.right, foot)
    is_above = title.box.bottom <= page.bottom / 2 and min(box.top for box in own) >= title.box.bottom - 20
    top = title.box.bottom if is_above else min(box.top for box in own)
    return Box(page.left, top, page.right, max(foot, top + 1))


def _covered(rows: Sequence[tuple[float, float]], gap: float) -> float:
    """How long the stretches are together, the small gaps between them included."""
    covered, end = 0.0, None
    for first, last in sorted(rows):
        if end is None or first - end > gap:
            covered += last - first
            end = last
        elif last > end:
            covered += last - end
            end = last
    return covered
