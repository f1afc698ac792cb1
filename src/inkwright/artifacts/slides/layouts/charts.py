"""The layout `chart`: a native chart in the colours of the theme, with the takeaway next to it."""

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import Field, ValidationError, model_validator

from inkwright.artifacts.office_package import without_timestamps
from inkwright.artifacts.slides.axis_scale import axis_steps
from inkwright.artifacts.slides.chart_numbers import (
    NumberLabels,
    colliding_slices,
    fit_number_labels,
    number_format,
    unit_parts,
    written_number,
)
from inkwright.artifacts.slides.deck_errors import problems_reason
from inkwright.artifacts.slides.fields import BaseSlide, OptionalShortText, OptionalText, ShortText, SlidePart
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.blocks import FenceBlock, LineBlock, MarkdownBlock
from inkwright.artifacts.slides.markdown.bullets import single_remark
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    TextBackground,
    body_below_title,
    fit_at_smallest,
    fit_paragraphs,
    fit_single_text,
)
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph
from inkwright.artifacts.slides.themes.theme import TextStyle, Theme
from inkwright.artifacts.text import column_width
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import InvalidSlide
from inkwright.i18n import Reason

_TAKEAWAY_SHARE: Final = 0.28
_GAP: Final = 20.0
_TAKEAWAY_SIZES: Final = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 15.0, 14.0)
_PADDING: Final = (20.0, 18.0)
_LABEL_SIZE: Final = 16
_SMALL_LABEL_SIZE: Final = 14
_MANY_NUMBERS: Final = 30
_LONG_NAMES: Final = 90
_SHORT_NAME: Final = 20
_AXIS_WIDTH: Final = 64.0
_GAP_OF_ONE: Final = 60
_GAP_OF_MANY: Final = 80
_NO_LABELS: Final = NumberLabels(0.0, has_unit=False)


MAX_CATEGORIES: Final = 24
MAX_SLICES: Final = 8
MAX_SERIES: Final = 6

ChartKind = Literal["bar", "line", "pie"]


class ChartSeries(SlidePart):
    """Numbers of a chart, one for each category."""

    name: OptionalShortText = ""
    values: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=1, max_length=MAX_CATEGORIES)


class ChartSlide(BaseSlide):
    """A chart of numbers; every series has one for each category. A pie has one series."""

    layout: Literal["chart"] = "chart"
    kind: ChartKind = "bar"
    categories: list[ShortText] = Field(min_length=1, max_length=MAX_CATEGORIES)
    series: list[ChartSeries] = Field(min_length=1, max_length=MAX_SERIES)
    unit: OptionalShortText = Field(default="", description="What the numbers count, such as % or mm.")
    x_axis: OptionalShortText = Field(default="", description="What the categories are, such as Year.")
    y_axis: OptionalShortText = Field(default="", description="What the numbers are, such as Rainfall.")
    takeaway: OptionalText = Field(default="", description="What the chart shows, in one sentence.")

    @model_validator(mode="after")
    def _numbers_fit(self) -> Self:
        for number, series in enumerate(self.series, 1):
            if len(series.values) != len(self.categories):
                counts = {"values": len(series.values), "categories": len(self.categories)}
                raise ValueError(Reason("reason.slides.series", number=number, **counts))
        if self.kind == "pie":
            self._check_pie()
        return self

    def _check_pie(self) -> None:
        values = self.series[0].values
        if len(self.series) > 1:
            raise ValueError(Reason("reason.slides.pie_series"))
        if not 2 <= len(values) <= MAX_SLICES:
            raise ValueError(Reason("reason.slides.pie_slices", most=MAX_SLICES, count=len(values)))
        if min(values) < 0 or math.fsum(values) <= 0:
            raise ValueError(Reason("reason.slides.pie_values"))


_YAML_FIELD = re.compile(r"\s*[A-Za-z]+:(?:\s|$)")
_FIELD_ALIASES: Final = (("type", "kind"), ("labels", "categories"), ("x", "categories"), ("values", "series"))


def chart_slide(title: str, info: str, lines: Sequence[str]) -> ChartSlide:
    """Return the slide of a `chart` fence, whose info may name the kind too; an InvalidSlide if it is invalid."""
    kind = next((word for word in info.split()[1:] if word in get_args(ChartKind)), "bar")
    try:
        fields = _chart_fields(lines)
        return ChartSlide.model_validate({"title": title, "kind": kind, **fields})
    except ValidationError as problem:
        problems = problems_reason(problem)
    except _NotCsv:
        problems = Reason("reason.slides.chart_rows")
    raise InvalidSlide(option="chart", value=title, allowed=Reason("deck.chart", problems=problems))


def _chart_fields(lines: Sequence[str]) -> dict[str, Any]:
    found = load_yaml("\n".join(lines)) if any(map(_YAML_FIELD.match, lines)) else None
    if not isinstance(found, Mapping):
        return _fields_from_csv(lines)
    fields = {str(key): value for key, value in found.items()}
    # The slide has the title of its heading; the chart's own title goes into the takeaway.
    texts = (str(fields.pop("title", "")), str(fields.pop("takeaway", "")))
    fields["takeaway"] = " · ".join(filter(None, texts))
    for other, name in _FIELD_ALIASES:
        if other in fields and name not in fields:
            fields[name] = fields.pop(other)
    fields["series"] = _chart_series(fields.get("series"))
    return fields


def _chart_series(given: Any) -> Any:
    """Accept `{name: [1, 2]}` and a bare `[1, 2]` as series too."""
    if isinstance(given, Mapping):
        return [{"name": name, "values": values} for name, values in given.items()]
    if isinstance(given, list) and given and not any(isinstance(one, Mapping) for one in given):
        return [{"values": given}]
    return given


class _NotCsv(ValueError):
    """The lines are not rows of a category and its numbers."""


def _fields_from_csv(lines: Sequence[str]) -> dict[str, Any]:
    """Read a row for each category; the first row names the series, if it has no numbers."""
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, skipinitialspace=True) if any(row)]
    if not rows or min(map(len, rows)) < 2 or len(set(map(len, rows))) > 1:
        raise _NotCsv
    names = rows[0][1:] if not all(map(_is_numeric_cell, rows[0][1:])) else [""] * (len(rows[0]) - 1)
    rows = rows[1:] if any(names) else rows
    columns = list(zip(*(row[1:] for row in rows), strict=True)) or [()] * len(names)
    series = [{"name": name, "values": list(values)} for name, values in zip(names, columns, strict=True)]
    return {"categories": [row[0] for row in rows], "series": series}


def _is_numeric_cell(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _slides_from_block(title: str, block: MarkdownBlock) -> list[ChartSlide] | None:
    return [chart_slide(title, block.info, block.lines)] if isinstance(block, FenceBlock) else None


def _with_takeaway(slide: ChartSlide, lines: Sequence[LineBlock]) -> ChartSlide | None:
    remark = single_remark(lines)
    return slide.model_copy(update={"takeaway": remark}) if remark and not slide.takeaway else None


def chart_pages(slide: ChartSlide, context: PageContext) -> list[SlidePage]:
    """Return one page: the chart with the takeaway next to it."""
    body = body_below_title(context.theme, "chart", slide.title)
    return [SlidePage("chart", partial(_draw_chart, body=body, slide=slide), _speaker_text(slide))]


def _speaker_text(slide: ChartSlide) -> str:
    lines = [visible_text(slide.takeaway)] if slide.takeaway else []
    for series in slide.series:
        values = ", ".join(
            f"{visible_text(name)} {value:g}{slide.unit}"
            for name, value in zip(slide.categories, series.values, strict=True)
        )
        lines.append(f"{series.name}: {values}" if series.name else values)
    return "\n".join(lines)


def _draw_chart(canvas: SlideCanvas, body: Rect, slide: ChartSlide) -> None:
    panel = canvas.theme.drawing.body
    room, aside = _areas(slide.takeaway, body, canvas.theme)
    if slide.takeaway:
        _draw_takeaway(canvas, slide.takeaway, aside)
    if panel.fill:
        canvas.panel(panel, room, "Chart ground")
        room = room.inset(14, 12)
    labels = _number_labels(slide, room)
    frame = canvas.slide.shapes.add_chart(
        _chart_type(slide),
        *map(to_emu, (room.x, room.y, room.width, room.height)),
        _chart_data(slide, labels),
    )
    workbook = frame.chart.part.chart_workbook.xlsx_part
    workbook.blob = without_timestamps(workbook.blob)
    canvas.adopt(frame.element, "chart", alt=_speaker_text(slide))
    _style_chart(frame.chart, slide, labels)


def _areas(takeaway: str, body: Rect, theme: Theme) -> tuple[Rect, Rect]:
    """Return the areas of the chart and the takeaway: side by side, or the takeaway below where it is long."""
    if not takeaway:
        return body, body
    aside = body.right_part(body.width * _TAKEAWAY_SHARE)
    only = [StyledParagraph(parse_paragraph(takeaway))]
    if fit_paragraphs(only, aside.inset(*_PADDING), _takeaway_style(theme), theme):
        return body.left_part(body.width - aside.width - _GAP), aside
    below = fit_at_smallest(only, body.inset(_PADDING[0], 0), _takeaway_style(theme), theme).height + 2 * _PADDING[1]
    return body.top_part(body.height - below - _GAP), body.bottom_part(below)


def _takeaway_style(theme: Theme) -> TextStyle:
    return TextStyle(_TAKEAWAY_SIZES, theme.drawing.aside.text, bold=True, anchor="ctr")


def _draw_takeaway(canvas: SlideCanvas, text: str, rect: Rect) -> None:
    background = TextBackground(canvas.theme.drawing.aside, _PADDING)
    style = _takeaway_style(canvas.theme)
    canvas.fill("caption", rect, style, fit_single_text(text, background.inside(rect), style, canvas.theme), background)


def _chart_data(slide: ChartSlide, labels: NumberLabels) -> Any:
    from pptx.chart.data import CategoryChartData  # noqa: PLC0415 - slow to import

    # The library has no types for its chart data.
    maker: Any = CategoryChartData
    numbers = maker(number_format=_number_format(slide, labels))
    numbers.categories = _category_names(slide)
    for series in slide.series:
        numbers.add_series(visible_text(series.name) or visible_text(slide.title), series.values)
    return numbers


def _category_names(slide: ChartSlide) -> list[str]:
    """Return the names of the categories. A slice that is too small for its number has it in the legend."""
    names = [visible_text(name) for name in slide.categories]
    if slide.kind != "pie":
        return names
    values = slide.series[0].values
    before, after = unit_parts(visible_text(slide.unit))
    for number in colliding_slices(values):
        names[number] += f"  {before}{written_number(values[number], values)}{after}"
    return names


def _all_values(slide: ChartSlide) -> list[float]:
    return [value for series in slide.series for value in series.values]


def _number_format(slide: ChartSlide, labels: NumberLabels) -> str:
    return number_format(_all_values(slide), visible_text(slide.unit) if labels.has_unit else "")


def _number_labels(slide: ChartSlide, room: Rect) -> NumberLabels:
    """Return the size of the numbers at bars, points and slices, if they fit without touching each other."""
    values, unit = _all_values(slide), visible_text(slide.unit)
    if slide.kind == "pie":
        return NumberLabels(_SMALL_LABEL_SIZE, has_unit=bool(unit))
    if len(values) > _MANY_NUMBERS or (slide.kind == "line" and len(slide.series) > 1):
        return _NO_LABELS
    if _has_horizontal_bars(slide):
        return fit_number_labels(values, unit, room.width / 4)
    slot = (room.width - _AXIS_WIDTH) / len(slide.categories)
    is_group = len(slide.series) > 1
    return fit_number_labels(values, unit, slot / (len(slide.series) + _GAP_OF_MANY / 100) if is_group else slot)


def _has_horizontal_bars(slide: ChartSlide) -> bool:
    """Whether the bars are horizontal, which leaves room for long names."""
    return slide.kind == "bar" and sum(map(column_width, slide.categories)) > _LONG_NAMES and len(slide.categories) > 1


def _chart_type(slide: ChartSlide) -> Any:
    from pptx.enum.chart import XL_CHART_TYPE  # noqa: PLC0415 - slow to import

    if slide.kind == "bar":
        return XL_CHART_TYPE.BAR_CLUSTERED if _has_horizontal_bars(slide) else XL_CHART_TYPE.COLUMN_CLUSTERED
    return XL_CHART_TYPE.PIE if slide.kind == "pie" else XL_CHART_TYPE.LINE_MARKERS


def _style_chart(chart: Any, slide: ChartSlide, labels: NumberLabels) -> None:
    from pptx.enum.chart import XL_LEGEND_POSITION  # noqa: PLC0415 - slow to import
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - as above
    from pptx.util import Pt  # noqa: PLC0415 - as above

    chart.has_title = False
    chart.font.size = Pt(_LABEL_SIZE)
    chart.font.color.theme_color = MSO_THEME_COLOR.TEXT_1
    has_legend = slide.kind == "pie" or len(slide.series) > 1
    chart.has_legend = has_legend
    if has_legend:
        is_pie = slide.kind == "pie"
        chart.legend.position = XL_LEGEND_POSITION.RIGHT if is_pie else XL_LEGEND_POSITION.TOP
        chart.legend.include_in_layout = False
        chart.legend.font.size = Pt(20 if is_pie else _LABEL_SIZE)
        chart.legend.font.color.theme_color = MSO_THEME_COLOR.TEXT_1
    _colour_series(chart, slide)
    _add_number_labels(chart, slide, labels)
    if slide.kind != "pie":
        _style_axes(chart, slide, labels)
    elif max(map(column_width, slide.categories)) <= _SHORT_NAME:
        _leave_room_for_numbers(chart)


def _leave_room_for_numbers(chart: Any) -> None:
    """Make the pie smaller than its area: without room around it, programs break the numbers into two lines."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    sides = "".join(f'<c:{side} val="{share}"/>' for side, share in (("x", 0.05), ("y", 0.09), ("w", 0.5), ("h", 0.82)))
    plan = parse_xml(
        f'<c:layout xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:manualLayout>'
        f'<c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>{sides}</c:manualLayout></c:layout>'
    )
    area = chart.element.find("{*}chart/{*}plotArea")
    for before in area.findall("{*}layout"):
        area.remove(before)
    area.insert(0, plan)


def _accent_colours() -> Iterator[Any]:
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - slow to import

    yield from (getattr(MSO_THEME_COLOR, f"ACCENT_{number}") for number in (1, 2, 3, 4, 5, 6))


def _colour_series(chart: Any, slide: ChartSlide) -> None:
    from pptx.util import Pt  # noqa: PLC0415 - slow to import

    accents = list(_accent_colours())
    plot = chart.plots[0]
    if slide.kind == "pie":
        for number in range(len(slide.categories)):
            fill = plot.series[0].points[number].format.fill
            fill.solid()
            fill.fore_color.theme_color = accents[number % 6]
            fill.fore_color.brightness = 0.4 if number >= 6 else 0.0
        return
    if slide.kind == "bar":
        plot.gap_width = _GAP_OF_ONE if len(slide.series) == 1 else _GAP_OF_MANY
        plot.overlap = 0
    for number, series in enumerate(plot.series):
        if slide.kind == "line":
            series.smooth = False
            series.format.line.width = Pt(3)
            series.format.line.color.theme_color = accents[number % 6]
            series.marker.size = 9
            series.marker.format.fill.solid()
            series.marker.format.fill.fore_color.theme_color = accents[number % 6]
            series.marker.format.line.color.theme_color = accents[number % 6]
        else:
            series.format.fill.solid()
            series.format.fill.fore_color.theme_color = accents[number % 6]
            series.invert_if_negative = False


def _add_number_labels(chart: Any, slide: ChartSlide, shown: NumberLabels) -> None:
    """Show the numbers at bars, points and slices, if they have room."""
    from pptx.enum.chart import XL_LABEL_POSITION  # noqa: PLC0415 - slow to import
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - as above
    from pptx.util import Pt  # noqa: PLC0415 - as above

    if not shown.size:
        return
    plot = chart.plots[0]
    plot.has_data_labels = True
    # Labels of single slices need labels of their series, which replace those of the plot.
    labels = plot.series[0].data_labels if slide.kind == "pie" else plot.data_labels
    labels.font.size = Pt(shown.size)
    labels.font.bold = True
    labels.font.color.theme_color = MSO_THEME_COLOR.TEXT_1
    labels.number_format = _number_format(slide, shown)
    labels.number_format_is_linked = False
    positions = {
        "bar": XL_LABEL_POSITION.OUTSIDE_END,
        "line": XL_LABEL_POSITION.ABOVE,
        "pie": XL_LABEL_POSITION.OUTSIDE_END,
    }
    labels.position = positions[slide.kind]
    labels.show_value = True
    hidden = sorted(colliding_slices(slide.series[0].values)) if slide.kind == "pie" else []
    for place, number in enumerate(hidden):
        _hide_label(labels._element, place, number)  # noqa: SLF001 - the library has no other access


def _hide_label(labels: Any, place: int, number: int) -> None:
    """Hide the label of one slice. Such entries come first, in the order of their slices."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    space = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    hidden = parse_xml(f'<c:dLbl xmlns:c="{space}"><c:idx val="{number}"/><c:delete val="1"/></c:dLbl>')
    labels.insert(place, hidden)


def _style_axes(chart: Any, slide: ChartSlide, labels: NumberLabels) -> None:
    from pptx.enum.chart import XL_TICK_LABEL_POSITION, XL_TICK_MARK  # noqa: PLC0415 - slow to import
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - as above
    from pptx.util import Pt  # noqa: PLC0415 - as above

    values, names = chart.value_axis, chart.category_axis
    steps = axis_steps(_all_values(slide), slide.unit)
    values.has_major_gridlines = True
    values.major_gridlines.format.line.color.theme_color = MSO_THEME_COLOR.BACKGROUND_2
    values.major_gridlines.format.line.width = Pt(0.75)
    values.format.line.fill.background()
    values.major_tick_mark = names.major_tick_mark = XL_TICK_MARK.NONE
    values.tick_labels.font.size = Pt(_SMALL_LABEL_SIZE)
    values.tick_labels.font.color.theme_color = MSO_THEME_COLOR.ACCENT_6
    values.tick_labels.number_format = number_format(steps, "")
    values.tick_labels.number_format_is_linked = False
    names.tick_labels.font.size = Pt(12 if len(slide.categories) > 8 else _SMALL_LABEL_SIZE)
    names.format.line.color.theme_color = MSO_THEME_COLOR.ACCENT_6
    names.tick_label_position = XL_TICK_LABEL_POSITION.LOW
    if _has_horizontal_bars(slide):
        names.reverse_order = True
    values.minimum_scale, values.maximum_scale = steps[0], steps[-1]
    values.major_unit = steps[1] - steps[0]
    _name_axis(names, visible_text(slide.x_axis))
    _name_axis(values, _value_axis_name(slide, labels))


def _value_axis_name(slide: ChartSlide, labels: NumberLabels) -> str:
    """Return what the numbers are, with the unit where it does not follow each of them."""
    unit = "" if labels.has_unit else visible_text(slide.unit)
    name = visible_text(slide.y_axis)
    return f"{name} ({unit})" if name and unit else name or unit


def _name_axis(axis: Any, name: str) -> None:
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - slow to import
    from pptx.util import Pt  # noqa: PLC0415 - as above

    if not name:
        return
    axis.has_title = True
    words = axis.axis_title.text_frame
    words.text = name
    font = words.paragraphs[0].runs[0].font
    font.size, font.bold = Pt(_SMALL_LABEL_SIZE), False
    font.color.theme_color = MSO_THEME_COLOR.ACCENT_6


register_layout(
    Layout(
        model=ChartSlide,
        pages=chart_pages,
        summary=(
            "`kind` (bar, line, pie), `categories`, `series` with `name` and `values`, `unit`, `x_axis`, `y_axis`, "
            "`takeaway`"
        ),
        order=70,
        master_layouts=(
            MasterLayout(
                kind="chart",
                name="Chart",
                placeholders={"chart": LayoutPlaceholder("chart", 1), "caption": LayoutPlaceholder("body", 2)},
                areas=lambda body: {"chart": body.top_part(body.height - 40), "caption": body.bottom_part(28)},
                order=80,
                template_choices=(lambda layout: bool(layout.of({"chart"})),),
            ),
        ),
        markdown=MarkdownRule(
            documented=(("a fence ` ```chart ` with YAML, or with lines such as `2024, 12`", "a chart"),),
            fence="chart",
            from_block=_slides_from_block,
            with_lines=_with_takeaway,
        ),
    )
)
