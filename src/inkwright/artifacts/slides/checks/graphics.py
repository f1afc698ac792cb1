"""Pictures and charts of a slide: distorted and coarse pictures, and charts without values."""

import re
from collections.abc import Iterator
from typing import Any, Final

from inkwright.artifacts.findings import Finding, finding, quoted_line
from inkwright.artifacts.office_graphics import PLAIN_PIXELS, chart_values, is_stretched

_COARSE: Final = 36
"""The least pixels per inch of a picture."""

_LARGE: Final = 2.0
"""From this width in inches on, coarse pixels are noticed."""

_MOST_SLICES: Final = 12
_SMALL_WHOLE: Final = 5.0
_ROUNDED: Final = 0.03
_SAMPLE_CATEGORY = re.compile(r"Category \d|类别 ?\d|類別 ?\d")
_SAMPLE_SERIES = re.compile(r"Series ?\d|系列 ?\d|数列 ?\d|數列 ?\d")
_EMU_PER_INCH: Final = 914_400


def graphic_issues(slide: Any) -> Iterator[Finding]:
    """Yield the problems of the pictures and charts of a python-pptx slide. Broken files are found elsewhere."""
    for shape in _shapes(slide.shapes):
        if getattr(shape, "has_chart", False):
            if not chart_values(shape.chart.element):
                yield finding("pptx.empty_chart", name=quoted_line(shape.name))
            elif not any(map(_is_not_zero, chart_values(shape.chart.element))):
                yield finding("pptx.zero_chart", severity="warning", name=quoted_line(shape.name))
            elif slices := _pie_slices(shape.chart):
                yield finding("pptx.many_slices", severity="warning", name=quoted_line(shape.name), count=slices)
            elif total := _wrong_share(shape.chart):
                yield finding("pptx.wrong_share", severity="warning", name=quoted_line(shape.name), total=total)
            elif sample := _sample_names(shape.chart):
                yield finding("pptx.leftover", text=quoted_line(sample))
        elif hasattr(shape, "crop_left"):
            yield from _picture_issues(shape)


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _pie_slices(chart: Any) -> int:
    """Return the number of slices of a pie that has too many to be told apart, else 0."""
    counts = [len(pie.findall(".//{*}val//{*}v")) for pie in chart.element.iterfind(".//{*}pieChart")]
    return max((count for count in counts if count > _MOST_SLICES), default=0)


def _wrong_share(chart: Any) -> str:
    """Return the sum of the slices of a pie that are written in percent and are not a whole; else an empty string."""
    for pie in chart.element.iterfind(".//{*}pieChart"):
        written = [each.text or "" for each in pie.iterfind(".//{*}val//{*}formatCode")]
        numbers = [_number(each.text or "") for each in pie.iterfind(".//{*}val//{*}v")]
        whole = 1.0 if sum(numbers) < _SMALL_WHOLE else 100.0
        if any("%" in each for each in written) and abs(sum(numbers) / whole - 1) > _ROUNDED:
            return f"{100 * sum(numbers) / whole:.0f}"
    return ""


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return 0.0


def _is_not_zero(number: str) -> bool:
    try:
        return float(number) != 0
    except ValueError:
        return True


def _names(chart: Any, kind: str) -> list[str]:
    return [each.text or "" for each in chart.element.iterfind(f".//{{*}}ser/{{*}}{kind}//{{*}}v")]


def _sample_names(chart: Any) -> str:
    """Return the names of a chart that still has those of the program's own sample data."""
    categories, series = _names(chart, "cat"), _names(chart, "tx")
    is_sample = categories and series and all(map(_SAMPLE_CATEGORY.fullmatch, categories))
    return ", ".join(categories) if is_sample and all(map(_SAMPLE_SERIES.fullmatch, series)) else ""


def _picture_issues(shape: Any) -> Iterator[Finding]:
    """Compare a picture with its file: what is cropped is not shown."""
    shown = _shown_pixels(shape)
    if shown is None or not (shape.width and shape.height):
        return
    if is_stretched(shown, (shape.width, shape.height)):
        yield finding("pptx.distorted", severity="warning", name=quoted_line(shape.name))
    inches = shape.width / _EMU_PER_INCH
    if inches >= _LARGE and shown[0] / inches < _COARSE and min(shown) >= PLAIN_PIXELS:
        yield finding("pptx.coarse", severity="warning", name=quoted_line(shape.name), pixels=f"{shown[0]:.0f}")


def _shown_pixels(shape: Any) -> tuple[float, float] | None:
    """Return the pixels of the visible part of a picture, or None for a drawing and a file that cannot be read."""
    from PIL.Image import DecompressionBombError  # noqa: PLC0415 - slow to import

    try:
        width, height = shape.image.size
    except (DecompressionBombError, KeyError, ValueError, OSError, AttributeError, TypeError):
        return None
    across = width * (1 - shape.crop_left - shape.crop_right)
    down = height * (1 - shape.crop_top - shape.crop_bottom)
    return (across, down) if across > 0 and down > 0 else None
