"""Charts in documents: a drawing in SVG, the same in every format."""

import math
from collections.abc import Callable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from inkwright.artifacts.documents.page_layout import text_width
from inkwright.artifacts.slides.axis_scale import axis_steps
from inkwright.artifacts.slides.chart_numbers import unit_parts, written_number
from inkwright.artifacts.slides.layouts.charts import ChartSlide

_WIDTH: Final = 640.0
_HEIGHT: Final = 340.0
_TEXT_SIZE: Final = 13.0
_COLOURS: Final = ("#1F4E79", "#C55A11", "#4B8B3B", "#7A4EA3", "#B8860B", "#3C8D93", "#A23B5A", "#6B6B6B")
_GREY: Final = "#595959"
_MOST_LABELS: Final = 14
_Height = Callable[[float], float]
CHART_FONT: Final = "Inkwright Humanist, Inkwright Hei, Inkwright Signs"


def draw_chart(chart: ChartSlide) -> bytes:
    """Return the chart as SVG: its axes, its numbers where they fit, its unit and the names of its series."""
    drawn = _pie(chart) if chart.kind == "pie" else _axes_and_marks(chart)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH:g}" height="{_HEIGHT:g}"'
    return "".join((f'{head} font-family="{CHART_FONT}" font-size="{_TEXT_SIZE:g}">', *drawn, "</svg>")).encode()


def _label(written: str, x: float, y: float, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{_GREY}"{extra}>{escape(written)}</text>'


def _legend(chart: ChartSlide) -> Iterator[str]:
    names = [series.name for series in chart.series]
    if len(names) < 2 and not any(names):
        return
    x = 60.0
    for number, name in enumerate(names):
        yield f'<rect x="{x:.1f}" y="8" width="12" height="12" fill="{_COLOURS[number]}"/>'
        yield _label(name, x + 18, 19, "start")
        x += 36 + text_width(name, _TEXT_SIZE)


def _axes_and_marks(chart: ChartSlide) -> Iterator[str]:
    steps = axis_steps([value for series in chart.series for value in series.values], chart.unit)
    left = 16 + max(text_width(written_number(step, steps), _TEXT_SIZE) for step in steps)
    slot = (_WIDTH - left - 12) / len(chart.categories)
    is_turned = max(text_width(name, _TEXT_SIZE) for name in chart.categories) > slot - 6
    bottom = _HEIGHT - (74 if is_turned else 26) - (16 if chart.x_axis else 0)
    top = 56.0

    def height(value: float) -> float:
        return bottom - (value - steps[0]) / (steps[-1] - steps[0]) * (bottom - top)

    yield from _legend(chart)
    if named := " / ".join(filter(None, (chart.y_axis, chart.unit))):
        yield _label(named, left - 6, top - 14, "start")
    if chart.x_axis:
        yield _label(chart.x_axis, _WIDTH - 12, _HEIGHT - 4, "end")
    for step in steps:
        stroke = _GREY if math.isclose(step, 0, abs_tol=1e-12) else "#D9D9D9"
        yield f'<path d="M{left:.1f} {height(step):.1f}H{_WIDTH - 12:.1f}" stroke="{stroke}" stroke-width="1"/>'
        yield _label(written_number(step, steps), left - 8, height(step) + 4, "end")
    for number, name in enumerate(chart.categories):
        x = left + slot * (number + 0.5)
        if is_turned:
            shown = name if len(name) <= 16 else f"{name[:15]}…"
            yield _label(shown, x + 4, bottom + 16, "end", f' transform="rotate(-35 {x + 4:.1f} {bottom + 16:.1f})"')
        else:
            yield _label(name, x, bottom + 18)
    yield from (_bars if chart.kind == "bar" else _lines)(chart, left, slot, height)


def _bars(chart: ChartSlide, left: float, slot: float, height: _Height) -> Iterator[str]:
    width = min(slot * 0.76 / len(chart.series), 56.0)
    values = [value for series in chart.series for value in series.values]
    has_numbers = len(values) <= _MOST_LABELS
    for number, series in enumerate(chart.series):
        for place, value in enumerate(series.values):
            x = left + slot * (place + 0.5) + width * (number - len(chart.series) / 2)
            y, zero = height(value), height(0)
            yield (
                f'<rect x="{x + 1:.1f}" y="{min(y, zero):.1f}" width="{width - 2:.1f}" height="{abs(zero - y):.1f}"'
                f' fill="{_COLOURS[number]}"/>'
            )
            written = written_number(value, values)
            if has_numbers and text_width(written, 11) <= width + 8:
                yield _label(written, x + width / 2, min(y, zero) - 4, extra=' font-size="11"')


def _lines(chart: ChartSlide, left: float, slot: float, height: _Height) -> Iterator[str]:
    for number, series in enumerate(chart.series):
        points = [(left + slot * (place + 0.5), height(value)) for place, value in enumerate(series.values)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path d="M{path}" fill="none" stroke="{_COLOURS[number]}" stroke-width="2.5"/>'
        for x, y in points:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS[number]}"/>'
        if len(chart.series) == 1 and len(points) <= _MOST_LABELS:
            for (x, y), value in zip(points, series.values, strict=True):
                yield _label(written_number(value, series.values), x, y - 10, extra=' font-size="11"')


def _pie(chart: ChartSlide) -> Iterator[str]:
    values = chart.series[0].values
    total = math.fsum(values)
    x, y, radius, turned = 170.0, _HEIGHT / 2, 140.0, -math.pi / 2
    before, after = unit_parts(chart.unit)
    for number, (name, value) in enumerate(zip(chart.categories, values, strict=True)):
        start, turned = turned, turned + 2 * math.pi * value / total
        corners = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in (start, turned)]
        large = int(turned - start > math.pi)
        if math.isclose(value, total):
            yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{_COLOURS[number]}"/>'
        else:
            yield (
                f'<path d="M{x} {y}L{corners[0][0]:.2f} {corners[0][1]:.2f}A{radius} {radius} 0 {large} 1 '
                f'{corners[1][0]:.2f} {corners[1][1]:.2f}Z" fill="{_COLOURS[number]}" stroke="white" stroke-width="2"/>'
            )
        share = "" if after in ("%", "％") else f" ({value / total:.0%})"
        line = y - 13 * len(values) + 26 * number + 18
        yield f'<rect x="350" y="{line - 11:.1f}" width="12" height="12" fill="{_COLOURS[number]}"/>'
        yield _label(f"{name}: {before}{written_number(value, values)}{after}{share}", 370, line, "start")
