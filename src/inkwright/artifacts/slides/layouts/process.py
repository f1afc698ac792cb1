"""The layout `process`: steps side by side, along a timeline, or in rows where they are long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import BaseSlide, OptionalText, ShortText, SlidePart
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layout_registry import Layout, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.layouts.lists import draw_numeral
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    fit_at_smallest,
    fit_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph, numbered_placeholders
from inkwright.artifacts.slides.themes.theme import Decoration, PresetShape, TextStyle, Theme

_SIZES: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
_HEADING_SIZES: Final = (40.0, 36.0, 32.0, *_SIZES)
_TEXT_SCALE: Final = 0.86
_MARKER: Final = 56.0
_PADDING: Final = 16.0
_NUMERAL: Final = 76.0
_MAX_SIDE_BY_SIDE: Final = 5
_MIN_PANEL: Final = 0.6
_DOT: Final = 20.0
_STEM: Final = 22.0


MAX_STEPS: Final = 7

ProcessStyle = Literal["process", "timeline"]


class ProcessStep(SlidePart):
    """A step of a process, or a moment in time."""

    heading: ShortText
    text: OptionalText = ""


class ProcessSlide(BaseSlide):
    """Steps in their order, or moments along a line of time."""

    layout: Literal["process"] = "process"
    steps: list[ProcessStep] = Field(min_length=2, max_length=MAX_STEPS)
    style: ProcessStyle = "process"


@dataclass(frozen=True, slots=True)
class _StepPosition:
    """The areas of a step: its panel, its text, and its marker."""

    panel: Rect
    text: Rect
    marker: Rect
    number: int


_Arrangement = Callable[[int, int, Rect, Theme], list[_StepPosition]]


def process_pages(slide: ProcessSlide, context: PageContext) -> list[SlidePage]:
    """Return all steps on one page where they fit in any arrangement, otherwise half of them on the next."""
    body = body_below_title(context.theme, "process", slide.title)
    return _process_pages(slide, list(enumerate(slide.steps, 1)), context.theme, body)


def _process_pages(
    slide: ProcessSlide, steps: list[tuple[int, ProcessStep]], theme: Theme, body: Rect
) -> list[SlidePage]:
    speaker_text = "\n".join(
        f"{number}. {visible_text(step.heading)}" + (f": {visible_text(step.text)}" if step.text else "")
        for number, step in steps
    )
    for arrange, draw in _arrangements(slide, len(steps)):
        positions = arrange(steps[0][0], len(steps), body, theme)
        size = _common_size([step for _, step in steps], positions, theme)
        if size:
            if arrange is _side_by_side:
                positions = _shorten_panels(positions, [step for _, step in steps], size, theme)
            plan = partial(draw, body=body, steps=steps, positions=positions, size=size)
            return [SlidePage("process", plan, speaker_text)]
    half = (len(steps) + 1) // 2
    return _process_pages(slide, steps[:half], theme, body) + _process_pages(slide, steps[half:], theme, body)


def _arrangements(slide: ProcessSlide, count: int) -> list[tuple[_Arrangement, Callable[..., None]]]:
    """Return the possible arrangements, best first. A single step always fits in a row."""
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


def _common_size(steps: Sequence[ProcessStep], positions: Sequence[_StepPosition], theme: Theme) -> float | None:
    style = TextStyle(_SIZES if any(step.text for step in steps) else _HEADING_SIZES)
    found = [
        fit_paragraphs(_step_paragraphs(step), position.text, style, theme)
        for step, position in zip(steps, positions, strict=True)
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
    """Place the steps side by side, each with a marker above its panel."""
    gap = max(12.0, theme.drawing.gap)
    positions = []
    for number, column in enumerate(body.columns(count, gap), first):
        panel = column.bottom_part(column.height - _MARKER - 16)
        positions.append(_StepPosition(panel, panel.inset(_PADDING, _PADDING), column.top_part(_MARKER), number))
    return positions


def _shorten_panels(
    positions: Sequence[_StepPosition], steps: Sequence[ProcessStep], size: float, theme: Theme
) -> list[_StepPosition]:
    """Shorten the panels to the height of their text, but not so much that the slide looks empty."""
    style = TextStyle((size,))
    texts = [
        fit_at_smallest(_step_paragraphs(step), position.text, style, theme).height
        for step, position in zip(steps, positions, strict=True)
    ]
    panel = positions[0].panel
    free = max(0.0, min(positions[0].text.height - max(texts) - 8, panel.height * (1 - _MIN_PANEL)))
    down = free / 3
    return [
        _StepPosition(
            Rect(position.panel.x, position.panel.y + down, position.panel.width, position.panel.height - free),
            Rect(position.text.x, position.text.y + down, position.text.width, position.text.height - free),
            Rect(position.marker.x, position.marker.y + down, position.marker.width, position.marker.height),
            position.number,
        )
        for position in positions
    ]


def _in_two_rows(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    """Place six or seven steps in two rows."""
    upper, lower = body.rows(2, 18.0)
    half = (count + 1) // 2
    gap = max(12.0, theme.drawing.gap)
    positions = []
    for start, line in ((0, upper), (half, lower)):
        for index, column in enumerate(line.columns(half, gap)[: half if start == 0 else count - half]):
            panel = column.bottom_part(column.height - 50)
            positions.append(
                _StepPosition(panel, panel.inset(_PADDING, 10), column.top_part(42), first + start + index)
            )
    return positions


def _as_rows(first: int, count: int, body: Rect, theme: Theme) -> list[_StepPosition]:
    gap = min(theme.drawing.gap, 10.0)
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
    """Alternate the steps above and below a line, so that each can be almost two columns wide."""
    middle = body.y + body.height / 2
    step = body.width / count
    is_even = count % 2 == 0
    above = Rect(body.x, body.y, body.width - (step if is_even else 0), body.height / 2 - _STEM)
    below = Rect(body.x + step, middle + _STEM, body.width - step * (1 if is_even else 2), above.height)
    panels = [above.columns((count + 1) // 2, 14.0), below.columns(count // 2, 14.0)]
    positions = []
    for index in range(count):
        panel = panels[index % 2][index // 2]
        dot = Rect(body.x + step * (index + 0.5) - _DOT / 2, middle - _DOT / 2, _DOT, _DOT)
        positions.append(_StepPosition(panel, panel.inset(_PADDING, 12), dot, first + index))
    return positions


def _draw_side_by_side(
    canvas: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    positions: Sequence[_StepPosition],
    size: float,
) -> None:
    for before, position in zip([None, *positions[:-1]], positions, strict=True):
        is_same_line = before is not None and before.marker.y == position.marker.y
        _draw_marker(canvas, position, before if is_same_line else None)
        canvas.panel(canvas.theme.drawing.steps, position.panel, f"Step {position.number}")
    # Headings without text are centred in their panels.
    has_text = any(step.text for _, step in steps)
    _write_steps(canvas, steps, positions, TextStyle((size,), anchor="t" if has_text else "ctr"))


def _draw_marker(canvas: SlideCanvas, position: _StepPosition, before: _StepPosition | None) -> None:
    """Draw the number of a step: on an arrow, in a circle on a line, or on a block."""
    theme = canvas.theme
    rect, name = position.marker, f"Marker {position.number}"
    style = TextStyle((24.0,), theme.on_accent, "heading", bold=True, align="ctr", anchor="ctr")
    if theme.drawing.step == "circle":
        side = min(rect.height, 48.0)
        circle = Rect(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side)
        if before:
            start = before.marker.x + before.marker.width / 2 + side / 2 + 8
            line = Rect(start, circle.y + side / 2 - 1, circle.x - 8 - start, 2)
            canvas.decorate(Decoration("rect", line, "accent1", opacity=45), f"Line {position.number}")
        canvas.decorate(Decoration("ellipse", circle, "accent1"), name)
        canvas.label(str(position.number), circle, style, f"Number {position.number}")
        return
    shape: PresetShape = "homePlate" if theme.drawing.step == "chevron" else "rect"
    canvas.decorate(Decoration(shape, rect, "accent1"), name)
    canvas.label(str(position.number), rect, style, f"Number {position.number}")


def _draw_rows(
    canvas: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    positions: Sequence[_StepPosition],
    size: float,
) -> None:
    for position in positions:
        canvas.panel(canvas.theme.drawing.steps, position.panel, f"Step {position.number}")
        draw_numeral(canvas, str(position.number), position.marker, is_centred=True)
    _write_steps(canvas, steps, positions, TextStyle((size,), anchor="ctr"))


def _draw_timeline(
    canvas: SlideCanvas,
    body: Rect,
    steps: Sequence[tuple[int, ProcessStep]],
    positions: Sequence[_StepPosition],
    size: float,
) -> None:
    middle = body.y + body.height / 2
    canvas.decorate(Decoration("rect", Rect(body.x, middle - 1.5, body.width, 3), "accent1"), "Line of time")
    for position in positions:
        is_above = position.panel.y < middle
        start, end = (position.panel.bottom, middle) if is_above else (middle, position.panel.y)
        stem = Rect(position.marker.x + _DOT / 2 - 0.75, start, 1.5, end - start)
        canvas.decorate(Decoration("rect", stem, "accent1"), f"Stem {position.number}")
        canvas.decorate(
            Decoration("ellipse", position.marker, "accent2", line="bg1", weight=3), f"Dot {position.number}"
        )
        canvas.panel(canvas.theme.drawing.steps, position.panel, f"Moment {position.number}")
    _write_steps(canvas, steps, positions, TextStyle((size,), anchor="ctr"))


def _write_steps(
    canvas: SlideCanvas, steps: Sequence[tuple[int, ProcessStep]], positions: Sequence[_StepPosition], style: TextStyle
) -> None:
    for index, ((_, step), position) in enumerate(zip(steps, positions, strict=True), 1):
        canvas.fill(
            f"step{index}",
            position.text,
            style,
            fit_at_smallest(_step_paragraphs(step), position.text, style, canvas.theme),
        )


register_layout(
    Layout(
        model=ProcessSlide,
        pages=process_pages,
        summary="2 to 7 `steps` with `heading` and `text`; `style` is process or timeline",
        order=110,
        master_layouts=(
            MasterLayout(
                kind="process",
                name="Process",
                placeholders=numbered_placeholders("step", MAX_STEPS),
                areas=lambda body: {
                    f"step{number}": rect for number, rect in enumerate(body.columns(MAX_STEPS, 12), 1)
                },
                order=120,
            ),
        ),
    )
)
