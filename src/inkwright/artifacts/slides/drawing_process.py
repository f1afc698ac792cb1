"""Steps in their order: side by side under markers, along a line of time, or in rows where they are long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from inkwright.artifacts.slides.cards import draw_numeral
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.fitting import para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.settling import forced, settled
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import ProcessSlide, Step
from inkwright.artifacts.slides.themes.shapes import Form, Mark, Theme, Type

_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_HEADING_SIZES: Final = (40.0, 36.0, 32.0, *_SIZES)
_TEXT_SCALE: Final = 0.86
_MARKER: Final = 56.0
_PADDING: Final = 16.0
_NUMERAL: Final = 76.0
_MOST_ACROSS: Final = 5
_LEAST_PANEL: Final = 0.6
_DOT: Final = 20.0
_STEM: Final = 22.0


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a step stands: its panel, its text in it, and the form that marks it."""

    panel: Rect
    text: Rect
    marker: Rect
    number: int


_Arrangement = Callable[[int, int, Rect, Theme], list[_Place]]


def process_sheets(slide: ProcessSlide, theme: Theme) -> list[Sheet]:
    """All steps on one sheet where they fit in any way, else half of them on the next."""
    body = body_under(theme, "process", slide.title)
    return _sheets(slide, list(enumerate(slide.steps, 1)), theme, body)


def _sheets(slide: ProcessSlide, steps: list[tuple[int, Step]], theme: Theme, body: Rect) -> list[Sheet]:
    said = "\n".join(
        f"{number}. {visible(step.heading)}" + (f": {visible(step.text)}" if step.text else "")
        for number, step in steps
    )
    for arrange, draw in _ways(slide, len(steps)):
        places = arrange(steps[0][0], len(steps), body, theme)
        size = _size([step for _, step in steps], places, theme)
        if size:
            if arrange is _across:
                places = _shortened(places, [step for _, step in steps], size, theme)
            plan = partial(draw, body=body, steps=steps, places=places, size=size)
            return [Sheet("process", plan, said)]
    half = (len(steps) + 1) // 2
    return _sheets(slide, steps[:half], theme, body) + _sheets(slide, steps[half:], theme, body)


def _ways(slide: ProcessSlide, count: int) -> list[tuple[_Arrangement, Callable[..., None]]]:
    """The ways to arrange the steps, the best first. A single one always fits in a row."""
    rows: tuple[_Arrangement, Callable[..., None]] = (_in_rows, _draw_rows)
    if count == 1:
        return [rows]
    if slide.style == "timeline":
        return [(_along_a_line, _draw_line), rows]
    return [(_across, _draw_across), rows] if count <= _MOST_ACROSS else [(_in_two_lines, _draw_across), rows]


def _size(steps: Sequence[Step], places: Sequence[_Place], theme: Theme) -> float | None:
    kind = Type(_SIZES if any(step.text for step in steps) else _HEADING_SIZES)
    found = [settled(_words(step), place.text, kind, theme) for step, place in zip(steps, places, strict=True)]
    sizes = [one.size for one in found if one]
    return min(sizes) if len(sizes) == len(steps) else None


def _words(step: Step) -> list[Paragraph]:
    heading = Paragraph(para(step.heading if "*" in step.heading else f"**{step.heading}**"), colour="tx2")
    return [heading, *([Paragraph(para(step.text, scale=_TEXT_SCALE, before=0.3))] if step.text else [])]


def _across(first: int, count: int, body: Rect, theme: Theme) -> list[_Place]:
    """Side by side: a marker, and a panel under it."""
    gap = max(12.0, theme.manners.gap)
    places = []
    for number, column in enumerate(body.columns(count, gap), first):
        panel = column.bottom_part(column.height - _MARKER - 16)
        places.append(_Place(panel, panel.inset(_PADDING, _PADDING), column.top_part(_MARKER), number))
    return places


def _shortened(places: Sequence[_Place], steps: Sequence[Step], size: float, theme: Theme) -> list[_Place]:
    """Panels that are as high as their text asks, though never so low that the slide looks empty."""
    kind = Type((size,))
    texts = [forced(_words(step), place.text, kind, theme).height for step, place in zip(steps, places, strict=True)]
    panel = places[0].panel
    free = max(0.0, min(places[0].text.height - max(texts) - 8, panel.height * (1 - _LEAST_PANEL)))
    down = free / 3
    return [
        _Place(
            Rect(place.panel.x, place.panel.y + down, place.panel.width, place.panel.height - free),
            Rect(place.text.x, place.text.y + down, place.text.width, place.text.height - free),
            Rect(place.marker.x, place.marker.y + down, place.marker.width, place.marker.height),
            place.number,
        )
        for place in places
    ]


def _in_two_lines(first: int, count: int, body: Rect, theme: Theme) -> list[_Place]:
    """Six or seven steps: the first half above the second."""
    upper, lower = body.rows(2, 18.0)
    half = (count + 1) // 2
    gap = max(12.0, theme.manners.gap)
    places = []
    for start, line in ((0, upper), (half, lower)):
        for at, column in enumerate(line.columns(half, gap)[: half if start == 0 else count - half]):
            panel = column.bottom_part(column.height - 50)
            places.append(_Place(panel, panel.inset(_PADDING, 10), column.top_part(42), first + start + at))
    return places


def _in_rows(first: int, count: int, body: Rect, theme: Theme) -> list[_Place]:
    gap = min(theme.manners.gap, 10.0)
    return [
        _Place(
            row,
            Rect(row.x + _NUMERAL, row.y + 6, row.width - _NUMERAL - 16, row.height - 12),
            Rect(row.x + 6, row.y, _NUMERAL - 12, row.height),
            number,
        )
        for number, row in enumerate(body.rows(count, gap), first)
    ]


def _along_a_line(first: int, count: int, body: Rect, theme: Theme) -> list[_Place]:
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
        places.append(_Place(panel, panel.inset(_PADDING, 12), dot, first + at))
    return places


def _draw_across(
    page: Page, body: Rect, steps: Sequence[tuple[int, Step]], places: Sequence[_Place], size: float
) -> None:
    for before, place in zip([None, *places[:-1]], places, strict=True):
        is_same_line = before is not None and before.marker.y == place.marker.y
        _draw_marker(page, place, before if is_same_line else None)
        page.panel(page.theme.manners.steps, place.panel, f"Step {place.number}")
    # Headings alone stand in the middle of their panels.
    has_text = any(step.text for _, step in steps)
    _write(page, steps, places, Type((size,), anchor="t" if has_text else "ctr"))


def _draw_marker(page: Page, place: _Place, before: _Place | None) -> None:
    """The number of a step: on an arrow, in a circle on a line, or on a block."""
    theme = page.theme
    rect, name = place.marker, f"Marker {place.number}"
    kind = Type((24.0,), theme.on_accent, "heading", bold=True, align="ctr", anchor="ctr")
    if theme.manners.step == "circle":
        side = min(rect.height, 48.0)
        circle = Rect(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side)
        if before:
            start = before.marker.x + before.marker.width / 2 + side / 2 + 8
            line = Rect(start, circle.y + side / 2 - 1, circle.x - 8 - start, 2)
            page.mark(Mark("rect", line, "accent1", opacity=45), f"Line {place.number}")
        page.mark(Mark("ellipse", circle, "accent1"), name)
        page.label(str(place.number), circle, kind, f"Number {place.number}")
        return
    form: Form = "homePlate" if theme.manners.step == "chevron" else "rect"
    page.mark(Mark(form, rect, "accent1"), name)
    page.label(str(place.number), rect, kind, f"Number {place.number}")


def _draw_rows(
    page: Page, body: Rect, steps: Sequence[tuple[int, Step]], places: Sequence[_Place], size: float
) -> None:
    for place in places:
        page.panel(page.theme.manners.steps, place.panel, f"Step {place.number}")
        draw_numeral(page, str(place.number), place.marker, is_beside=True)
    _write(page, steps, places, Type((size,), anchor="ctr"))


def _draw_line(
    page: Page, body: Rect, steps: Sequence[tuple[int, Step]], places: Sequence[_Place], size: float
) -> None:
    middle = body.y + body.height / 2
    page.mark(Mark("rect", Rect(body.x, middle - 1.5, body.width, 3), "accent1"), "Line of time")
    for place in places:
        is_above = place.panel.y < middle
        start, end = (place.panel.bottom, middle) if is_above else (middle, place.panel.y)
        stem = Rect(place.marker.x + _DOT / 2 - 0.75, start, 1.5, end - start)
        page.mark(Mark("rect", stem, "accent1"), f"Stem {place.number}")
        page.mark(Mark("ellipse", place.marker, "accent2", line="bg1", weight=3), f"Dot {place.number}")
        page.panel(page.theme.manners.steps, place.panel, f"Moment {place.number}")
    _write(page, steps, places, Type((size,), anchor="ctr"))


def _write(page: Page, steps: Sequence[tuple[int, Step]], places: Sequence[_Place], kind: Type) -> None:
    for at, ((_, step), place) in enumerate(zip(steps, places, strict=True), 1):
        page.fill(f"step{at}", place.text, kind, forced(_words(step), place.text, kind, page.theme))
