"""Pictures and charts of a slide: distorted and coarse pictures, and charts without values."""

from collections.abc import Iterator
from typing import Any, Final

from inkwright.artifacts.findings import Finding, finding, quoted_line

_DISTORTED: Final = 1.25
"""How far the proportions of a picture may differ from those of its file."""

_COARSE: Final = 36
"""The least pixels per inch of a picture."""

_LARGE: Final = 2.0
"""From this width in inches on, coarse pixels are noticed."""

_PLAIN: Final = 16
"""A picture with fewer pixels in a direction is a colour or a gradient, which may be stretched."""

_EMU_PER_INCH: Final = 914_400


def graphic_issues(slide: Any) -> Iterator[Finding]:
    """Yield the problems of the pictures and charts of a python-pptx slide. Broken files are found elsewhere."""
    for shape in _shapes(slide.shapes):
        if getattr(shape, "has_chart", False):
            if not any(value is not None for series in _series(shape.chart) for value in series.values):
                yield finding("pptx.empty_chart", name=quoted_line(shape.name))
        elif hasattr(shape, "crop_left"):
            yield from _picture_issues(shape)


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _series(chart: Any) -> Iterator[Any]:
    for plot in chart.plots:
        yield from plot.series


def _picture_issues(shape: Any) -> Iterator[Finding]:
    """Compare a picture with its file: what is cropped is not shown."""
    shown = _shown_pixels(shape)
    if shown is None or min(shown) < _PLAIN or not (shape.width and shape.height):
        return
    across, down = shown
    stretch = (shape.width / across) / (shape.height / down)
    if max(stretch, 1 / stretch) > _DISTORTED:
        yield finding("pptx.distorted", severity="warning", name=quoted_line(shape.name))
    inches = shape.width / _EMU_PER_INCH
    if inches >= _LARGE and across / inches < _COARSE:
        yield finding("pptx.coarse", severity="warning", name=quoted_line(shape.name), pixels=f"{across:.0f}")


def _shown_pixels(shape: Any) -> tuple[float, float] | None:
    """Return the pixels of the visible part of a picture, or None for a drawing and a file that cannot be read."""
    try:
        width, height = shape.image.size
    except (KeyError, ValueError, OSError, AttributeError, TypeError):
        return None
    across = width * (1 - shape.crop_left - shape.crop_right)
    down = height * (1 - shape.crop_top - shape.crop_bottom)
    return (across, down) if across > 0 and down > 0 else None
