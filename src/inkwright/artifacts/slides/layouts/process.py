"""Steps in order: side by side, along a timeline, or in rows where they are long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layouts.lists import draw_numeral
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import ProcessSlide, ProcessStep
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    fit_at_smallest,
    fit_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import Decoration, PresetShape, TextStyle, Theme

_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_HEADING_SIZES: Final = (40.0, 36.0, 32.0, *_SIZES)
_TEXT_SCALE: Final = 0.86
_MARKER: Final = 56.0
_PADDING: Final = 16.0
_NUMERAL: Final = 76.0
_MAX_SIDE_BY_SIDE: Final = 5
_LEAST_PANEL: Final = 0.6
_DOT: Final = 20.0
_STEM: Final = 22.0


@dataclass(frozen=True, slots=True)
class _StepPosition:
    """Where a step stands: its panel, its text in it, and the form that marks it."""

    panel: Rect
    text: Rect
    marker: Rect
    number: int


_Arrangement = Callable[[int, int, Rect, Theme], list[_StepPosition]]


def process_pages(slide: ProcessSlide, theme: Theme) -> list[SlidePage]:
    """All steps on one sheet where they fit in any way, else half of them on the next."""
    body = body_below_title(theme, "process", slide.title)
    return _process_pages(slide, list(enumerate(slide.steps, 1)), theme, body)


def _process_pages(
    slide: ProcessSlide, steps: list[tuple[int, ProcessStep]], theme: Theme, body: Rect
) -> list[SlidePage]:
    said = "\n".join(
        f"{number}. {visible_text(step.heading)}" + (f": {visible_text(step.text)}" if step.text else "")
        for number, step in steps
    )
    for arrange, draw in _arrangements(slide, len(steps)):
        places = arrange(steps[0][0], len(steps), body, theme)
        size = _common_size([step for _, step in steps], places, theme)
        if size:
            if arrange is _side_by_side:
                places = _shorten_panels(places, [step for _, step in steps], size, theme)
            plan = partial(draw, body=body, steps=steps, places=places, size=size)
            return [SlidePage("process", plan, said)]
    half = (len(steps) + 1) // 2
    return _process_pages(slide, steps[:half], theme, body) + _process_pages(slide, steps[half:], theme, body)


def _arrangements(slide: ProcessSlide, count: int) -> list[tuple[_Arrangement, Callable[..., None]]]:
    """The ways to arrange the steps, the best first. A single one always fits in a row."""
    rows: tuple[_Arrangement, Callable[..., None]] = (_as_rows, _draw_rows)
    if count == 1:
        return [rows]
    if slide.style == "timeline":
        return [(_along_timeline, _draw_timeline), rows]
    return (
        [(_side_by_side, _draw_side_by_side), rows]
        if count <= _MAX_SIDE_BY_SIDE
        else [(_in_two_rows, _draw_side_by_side), rows]
    )


def _common_size(steps: Sequence[ProcessStep], places: Sequence[_StepPosition], theme: Theme) -> float | None:
    kind = TextStyle(_SIZES if any(step.text for step in steps) else _HEADING_SIZES)
    found = [
        fit_paragraphs(_step_paragraphs(step), place.text, kind, theme)
        for step, place in zip(steps, places, strict=True)
    ]
    sizes = [one.size for one in found if one]
    return min(sizes) if len(sizes) == len(steps) else None


def _step_paragraphs(step: ProcessStep) -> list[StyledParagraph]:
    heading = StyledParagraph(
        parse_paragraph(step.heading if "*" in step.heading else f"**{step.heading}**"), colour="tx2"
    )
    return [
        heading,
        *([StyledParagraph(parse_paragraph(step.text, scale=_TEXT_SCALE, before=0.3))] if step.text else []),
    ]


def _side_by_side(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    """Side by side: a marker, and a panel under it."""
    gap = max(12.0, theme.manners.gap)
    places = []
    for number, column in enumerate(body.columns(count, gap), first):
        panel = column.bottom_part(column.height - _MARKER - 16)
        places.append(_StepPosition(panel, panel.inset(_PADDING, _PADDING), column.top_part(_MARKER), number))
    return places


def _shorten_panels(
    places: Sequence[_StepPosition], steps: Sequence[ProcessStep], size: float, theme: Theme
) -> list[_StepPosition]:
    """Panels that are as high as their text asks, though never so low that the slide looks empty."""
    kind = TextStyle((size,))
    texts = [
        fit_at_smallest(_step_paragraphs(step), place.text, kind, theme).height
        for step, place in zip(steps, places, strict=True)
    ]
    panel = places[0].panel
    free = max(0.0, min(places[0].text.height - max(texts) - 8, panel.height * (1 - _LEAST_PANEL)))
    down = free / 3
    return [
        _StepPosition(
            Rect(place.panel.x, place.panel.y + down, place.panel.width, place.panel.height - free),
            Rect(place.text.x, place.text.y + down, place.text.width, place.text.height - free),
            Rect(place.marker.x, place.marker.y + down, place.marker.width, place.marker.height),
            place.number,
        )
        for place in places
    ]


def _in_two_rows(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    """Six or seven steps: the first half above the second."""
    upper, lower = body.rows(2, 18.0)
    half = (count + 1) // 2
    gap = max(12.0, theme.manners.gap)
    places = []
    for start, line in ((0, upper), (half, lower)):
        for at, column in enumerate(line.columns(half, gap)[: half if start == 0 else count - half]):
            panel = column.bottom_part(column.height - 50)
            places.append(_StepPosition(panel, panel.inset(_PADDING, 10), column.top_part(42), first + start + at))
    return places


def _as_rows(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    gap = min(theme.manners.gap, 10.0)
    return [
        _StepPosition(
            row,
            Rect(row.x + _NUMERAL, row.y + 6, row.width - _NUMERAL - 16, row.height - 12),
            Rect(row.x + 6, row.y, _NUMERAL - 12, row.height),
            number,
        )
        for number, row in enumerate(body.rows(count, gap), first)
    ]


def _along_timeline(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    """By turns above and below a line, so that each may be almost two columns wide."""
    middle = body.y + body.height / 2
    step = body.width / count
    is_even = count % 2 == 0
    above = Rect(body.x, body.y, body.width - (step if is_even else 0), body.height / 2 - _STEM)
    below = Rect(body.x + step, middle + _STEM, body.width - step * (1 if is_even else 2), above.height)
    panels = [above.columns((count + 1) // 2, 14.0), below.columns(count // 2, 14.0)]
    places = []
    for at in range(count):
        panel = panels[at % 2][at // 2]
        dot = Rect(body.x + step * (at + 0.5) - _DOT / 2, middle - _DOT / 2, _DOT, _DOT)
        places.append(_StepPosition(panel, panel.inset(_PADDING, 12), dot, first + at))
    return places


def _draw_side_by_side(
    page: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    places: Sequence[_StepPosition],
    size: float,
) -> None:
    for before, place in zip([None, *places[:-1]], places, strict=True):
        is_same_line = before is not None and before.marker.y == place.marker.y
        _draw_marker(page, place, before if is_same_line else None)
        page.panel(page.theme.manners.steps, place.panel, f"Step {place.number}")
    # Headings alone stand in the middle of their panels.
    has_text = any(step.text for _, step in steps)
    _write_steps(page, steps, places, TextStyle((size,), anchor="t" if has_text else "ctr"))


def _draw_marker(page: SlideCanvas, place: _StepPosition, before: _StepPosition | None) -> None:
    """The number of a step: on an arrow, in a circle on a line, or on a block."""
    theme = page.theme
    rect, name = place.marker, f"Marker {place.number}"
    kind = TextStyle((24.0,), theme.on_accent, "heading", bold=True, align="ctr", anchor="ctr")
    if theme.manners.step == "circle":
        side = min(rect.height, 48.0)
        circle = Rect(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side)
        if before:
            start = before.marker.x + before.marker.width / 2 + side / 2 + 8
            line = Rect(start, circle.y + side / 2 - 1, circle.x - 8 - start, 2)
            page.mark(Decoration("rect", line, "accent1", opacity=45), f"Line {place.number}")
        page.mark(Decoration("ellipse", circle, "accent1"), name)
        page.label(str(place.number), circle, kind, f"Number {place.number}")
        return
    form: PresetShape = "homePlate" if theme.manners.step == "chevron" else "rect"
    page.mark(Decoration(form, rect, "accent1"), name)
    page.label(str(place.number), rect, kind, f"Number {place.number}")


def _draw_rows(
    page: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    places: Sequence[_StepPosition],
    size: float,
) -> None:
    for place in places:
        page.panel(page.theme.manners.steps, place.panel, f"Step {place.number}")
        draw_numeral(page, str(place.number), place.marker, is_beside=True)
    _write_steps(page, steps, places, TextStyle((size,), anchor="ctr"))


def _draw_timeline(
    page: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    places: Sequence[_StepPosition],
    size: float,
) -> None:
    middle = body.y + body.height / 2
    page.mark(Decoration("rect", Rect(body.x, middle - 1.5, body.width, 3), "accent1"), "Line of time")
    for place in places:
        is_above = place.panel.y < middle
        start, end = (place.panel.bottom, middle) if is_above else (middle, place.panel.y)
        stem = Rect(place.marker.x + _DOT / 2 - 0.75, start, 1.5, end - start)
        page.mark(Decoration("rect", stem, "accent1"), f"Stem {place.number}")
        page.mark(Decoration("ellipse", place.marker, "accent2", line="bg1", weight=3), f"Dot {place.number}")
        page.panel(page.theme.manners.steps, place.panel, f"Moment {place.number}")
    _write_steps(page, steps, places, TextStyle((size,), anchor="ctr"))


def _write_steps(
    page: SlideCanvas, steps: Sequence[tuple[int, ProcessStep]], places: Sequence[_StepPosition], kind: TextStyle
) -> None:
    for at, ((_, step), place) in enumerate(zip(steps, places, strict=True), 1):
        page.fill(f"step{at}", place.text, kind, fit_at_smallest(_step_paragraphs(step), place.text, kind, page.theme))
