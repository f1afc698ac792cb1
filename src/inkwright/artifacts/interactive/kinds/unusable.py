"""Checks of the data in a page of a kind: what can be read and run, and is still nothing that a reader could use."""

import base64
import json
import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from inkwright.artifacts.interactive.flaws import Flaw
from inkwright.artifacts.interactive.ink import size_of
from inkwright.artifacts.interactive.kinds.expressions import names_in, steps_of
from inkwright.artifacts.interactive.kinds.specs import Curve, Diagram, Plotter
from inkwright.artifacts.interactive.kinds.working_out import worked_out

DATA_MARK: Final = "const DATA = "
_SAMPLES: Final = 900
# A phone of 390 px shows the picture in 356, and keeps half a button of 44 free at its edges; what can be touched
# needs 24 (WCAG 2.5.8).
_PICTURE: Final = 356.0
_EDGE: Final = 22.0
_APART: Final = 24.0
_USUAL_RATIO: Final = 0.75
_MOST_PAIRS: Final = 8


def flaws_in_data(script: str) -> Iterator[Flaw]:
    """What is wrong with the data that stand in a script of ours; nothing where there are none."""
    start = script.find(DATA_MARK)
    if start < 0:
        return
    try:
        data, _ = json.JSONDecoder().raw_decode(script, start + len(DATA_MARK))
        for mark, judge in _JUDGES.items():
            if mark in data:
                yield from judge(data)
    except (ValueError, TypeError, LookupError, RecursionError):
        return  # a script of somebody else: its data are its own affair


def _curves(data: Mapping[str, Any]) -> Iterator[Flaw]:
    curves = [{name: each[name] for name in ("formula", "label")} for each in data["curves"]]
    page = Plotter.model_validate(
        {"page": "plotter", "title": "-", "curves": curves, **{name: data.get(name) for name in ("sliders", "x", "y")}}
    )
    known = {slider.name: slider.value for slider in page.sliders}
    for number, curve in enumerate(page.curves, 1):
        yield from _of_the_curve(curve, number, page, known)


def _of_the_curve(curve: Curve, number: int, page: Plotter, known: Mapping[str, float]) -> Iterator[Flaw]:
    steps, (start, end), is_defined = steps_of(curve.formula), page.x, False
    for at in range(_SAMPLES + 1):
        height = worked_out(steps, {**known, "x": start + (end - start) * at / _SAMPLES})
        is_defined = is_defined or math.isfinite(height)
        if math.isfinite(height) and (page.y is None or page.y[0] <= height <= page.y[1]):
            return
    fields: dict[str, object] = {"number": number, "formula": curve.formula}
    if is_defined and page.y is not None:
        yield Flaw("data.outside", 0, "warning", fields | {"start": f"{page.y[0]:g}", "end": f"{page.y[1]:g}"})
        return
    fields |= {"start": f"{start:g}", "end": f"{end:g}"}
    if names_in(curve.formula).isdisjoint(known):
        yield Flaw("data.undefined", fields=fields)
    else:
        yield Flaw("data.undefined_at_first", 0, "warning", fields)


def _spots(data: Mapping[str, Any]) -> Iterator[Flaw]:
    page = Diagram.model_validate(
        {"page": "diagram", "title": "-", **{name: data.get(name) for name in ("picture", "alt", "spots")}}
    )
    height = _PICTURE * _ratio(page.picture)
    seen = [(_seen(spot.x, _PICTURE), _seen(spot.y, height)) for spot in page.spots]
    near = [
        f"{one + 1} + {other + 1}"
        for one, other in combinations(range(len(seen)), 2)
        if math.dist(seen[one], seen[other]) < _APART
    ]
    if near:
        told = ", ".join(near[:_MOST_PAIRS]) + (" …" if len(near) > _MOST_PAIRS else "")
        yield Flaw("data.overlap", 0, "warning", {"pairs": told})


def _seen(percent: float, length: float) -> float:
    return min(max(percent * length / 100, _EDGE), max(length - _EDGE, _EDGE))


def _ratio(picture: str) -> float:
    """How high the picture is for its width: of a PNG as it is, of others as most are."""
    head = base64.b64decode(picture.partition(",")[2][:64])
    if not picture.startswith("data:image/png") or len(head) < 24:
        return _USUAL_RATIO
    width, height = size_of(head)
    return height / width if width and height else _USUAL_RATIO


_JUDGES: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterator[Flaw]]]] = {
    "curves": _curves,
    "spots": _spots,
}
