"""Checks the data of study pages for what readers cannot use: undefined curves, overlapping spots."""

import base64
import json
import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.webpages.issues import page_issue
from inkwright.artifacts.webpages.screenshots import png_size
from inkwright.artifacts.webpages.study_pages.expressions import evaluate, parse_expression, variables_in
from inkwright.artifacts.webpages.study_pages.page_types import Curve, DiagramPage, PlotterPage

DATA_MARK: Final = "const DATA = "
_COUNTED: Final = ("cards", "events", "pairs", "spots", "curves")
_SAMPLES: Final = 900
# A phone of 390 px shows the picture 356 px wide, with half a button of 44 px free at its edges. Touch targets need
# 24 px (WCAG 2.5.8).
_PICTURE_WIDTH: Final = 356.0
_EDGE_DISTANCE: Final = 22.0
_MIN_DISTANCE: Final = 24.0
_DEFAULT_RATIO: Final = 0.75
_MAX_PAIRS: Final = 8


def _study_data(script: str) -> dict[str, Any] | None:
    """Return the data in the script of a study page, or None for any other script."""
    start = script.find(DATA_MARK)
    if start < 0:
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(script, start + len(DATA_MARK))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def find_data_issues(script: str) -> Iterator[Finding]:
    """Yield the problems of the data in one of our scripts. Other scripts have none."""
    data = _study_data(script)
    if data is None:
        return
    try:
        for mark, judge in _DATA_CHECKS.items():
            if mark in data:
                yield from judge(data)
    except (ValueError, TypeError, LookupError, RecursionError):
        return  # not one of our scripts


def count_study_items(script: str) -> dict[str, int]:
    """Count the cards, events, pairs … in the script of a study page."""
    data = _study_data(script) or {}
    for unit in _COUNTED:
        if isinstance(data.get(unit), list):
            return {unit: len(data[unit])}
    try:
        return {"items": sum(len(group["items"]) for group in data["groups"])}
    except (TypeError, LookupError):
        return {}


def _curve_issues(data: Mapping[str, Any]) -> Iterator[Finding]:
    curves = [{name: each[name] for name in ("formula", "label")} for each in data["curves"]]
    page = PlotterPage.model_validate(
        {"page": "plotter", "title": "-", "curves": curves, **{name: data.get(name) for name in ("sliders", "x", "y")}}
    )
    known = {slider.name: slider.value for slider in page.sliders}
    for number, curve in enumerate(page.curves, 1):
        yield from _issues_of_curve(curve, number, page, known)


def _issues_of_curve(curve: Curve, number: int, page: PlotterPage, known: Mapping[str, float]) -> Iterator[Finding]:
    steps, (start, end), is_defined = parse_expression(curve.formula), page.x, False
    for sample in range(_SAMPLES + 1):
        height = evaluate(steps, {**known, "x": start + (end - start) * sample / _SAMPLES})
        is_defined = is_defined or math.isfinite(height)
        if math.isfinite(height) and (page.y is None or page.y[0] <= height <= page.y[1]):
            return
    fields: dict[str, Any] = {"number": number, "formula": curve.formula}
    if is_defined and page.y is not None:
        fields |= {"start": f"{page.y[0]:g}", "end": f"{page.y[1]:g}"}
        yield page_issue("data.outside", severity="warning", **fields)
        return
    fields |= {"start": f"{start:g}", "end": f"{end:g}"}
    if variables_in(curve.formula).isdisjoint(known):
        yield page_issue("data.undefined", **fields)
    else:
        yield page_issue("data.undefined_at_first", severity="warning", **fields)


def _spot_issues(data: Mapping[str, Any]) -> Iterator[Finding]:
    page = DiagramPage.model_validate(
        {"page": "diagram", "title": "-", **{name: data.get(name) for name in ("picture", "alt", "spots")}}
    )
    height = _PICTURE_WIDTH * _aspect_ratio(page.picture)
    seen = [(_visible_position(spot.x, _PICTURE_WIDTH), _visible_position(spot.y, height)) for spot in page.spots]
    near = [
        f"{one + 1} + {other + 1}"
        for one, other in combinations(range(len(seen)), 2)
        if math.dist(seen[one], seen[other]) < _MIN_DISTANCE
    ]
    if near:
        pairs = ", ".join(near[:_MAX_PAIRS]) + (" …" if len(near) > _MAX_PAIRS else "")
        yield page_issue("data.overlap", severity="warning", pairs=pairs)


def _visible_position(percent: float, length: float) -> float:
    return min(max(percent * length / 100, _EDGE_DISTANCE), max(length - _EDGE_DISTANCE, _EDGE_DISTANCE))


def _aspect_ratio(picture: str) -> float:
    """Return the height of a picture divided by its width: that of a PNG, or a common value for other formats."""
    head = base64.b64decode(picture.partition(",")[2][:64])
    if not picture.startswith("data:image/png") or len(head) < 24:
        return _DEFAULT_RATIO
    width, height = png_size(head)
    return height / width if width and height else _DEFAULT_RATIO


_DATA_CHECKS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterator[Finding]]]] = {
    "curves": _curve_issues,
    "spots": _spot_issues,
}
