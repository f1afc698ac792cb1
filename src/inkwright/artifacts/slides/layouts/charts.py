"""Native charts in the colours of the theme, with the takeaway beside them."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from inkwright.artifacts.office_package import without_timestamps
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import ChartSlide
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
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import TextStyle, Theme
from inkwright.artifacts.text import column_width

_TAKEAWAY_SHARE: Final = 0.28
_GAP: Final = 20.0
_TAKEAWAY_SIZES: Final = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 15.0, 14.0)
_PADDING: Final = (20.0, 18.0)
_LABEL_SIZE: Final = 16
_SMALL_LABEL_SIZE: Final = 14
_MANY_NUMBERS: Final = 30
_LONG_NAMES: Final = 90
_SHORT_NAME: Final = 20
_SHORT_UNIT: Final = 4


def chart_pages(slide: ChartSlide, theme: Theme) -> list[SlidePage]:
    """One sheet: the chart, and the takeaway beside it."""
    body = body_below_title(theme, "chart", slide.title)
    return [SlidePage("chart", partial(_draw_chart, body=body, slide=slide), _speaker_text(slide))]


def _speaker_text(slide: ChartSlide) -> str:
    lines = [visible_text(slide.takeaway)] if slide.takeaway else []
    for series in slide.series:
        told = ", ".join(
            f"{visible_text(name)} {value:g}{slide.unit}"
            for name, value in zip(slide.categories, series.values, strict=True)
        )
        lines.append(f"{series.name}: {told}" if series.name else told)
    return "\n".join(lines)


def _draw_chart(page: SlideCanvas, body: Rect, slide: ChartSlide) -> None:
    panel = page.theme.manners.body
    room, aside = _areas(slide.takeaway, body, page.theme)
    if slide.takeaway:
        _draw_takeaway(page, slide.takeaway, aside)
    if panel.fill:
        page.panel(panel, room, "Chart ground")
        room = room.inset(14, 12)
    frame = page.slide.shapes.add_chart(
        _chart_type(slide), to_emu(room.x), to_emu(room.y), to_emu(room.width), to_emu(room.height), _chart_data(slide)
    )
    workbook = frame.chart.part.chart_workbook.xlsx_part
    workbook.blob = without_timestamps(workbook.blob)
    page.adopt(frame.element, "chart", alt=_speaker_text(slide))
    _style_chart(frame.chart, slide, page.theme)


def _areas(takeaway: str, body: Rect, theme: Theme) -> tuple[Rect, Rect]:
    """Where the chart and the takeaway stand: side by side, or one above the other where there is much to say."""
    if not takeaway:
        return body, body
    aside = body.right_part(body.width * _TAKEAWAY_SHARE)
    only = [StyledParagraph(parse_paragraph(takeaway))]
    if fit_paragraphs(only, aside.inset(*_PADDING), _takeaway_type(theme), theme):
        return body.left_part(body.width - aside.width - _GAP), aside
    below = fit_at_smallest(only, body.inset(_PADDING[0], 0), _takeaway_type(theme), theme).height + 2 * _PADDING[1]
    return body.top_part(body.height - below - _GAP), body.bottom_part(below)


def _takeaway_type(theme: Theme) -> TextStyle:
    return TextStyle(_TAKEAWAY_SIZES, theme.manners.aside.text, bold=True, anchor="ctr")


def _draw_takeaway(page: SlideCanvas, text: str, rect: Rect) -> None:
    ground = TextBackground(page.theme.manners.aside, _PADDING)
    kind = _takeaway_type(page.theme)
    page.fill("caption", rect, kind, fit_single_text(text, ground.inside(rect), kind, page.theme), ground)


def _chart_data(slide: ChartSlide) -> Any:
    from pptx.chart.data import CategoryChartData  # noqa: PLC0415 - an extra, and slow to import

    # The library has no types for its chart data.
    maker: Any = CategoryChartData
    numbers = maker(number_format=_number_format(slide))
    numbers.categories = [visible_text(name) for name in slide.categories]
    for series in slide.series:
        numbers.add_series(visible_text(series.name) or visible_text(slide.title), series.values)
    return numbers


def _number_format(slide: ChartSlide) -> str:
    """A short unit stands behind each number."""
    unit = slide.unit.replace('"', "")
    return f'General"{unit}"' if unit and column_width(unit) <= _SHORT_UNIT else "General"


def _has_horizontal_bars(slide: ChartSlide) -> bool:
    """Whether bars lie: then there is room for long names."""
    return slide.kind == "bar" and sum(map(column_width, slide.categories)) > _LONG_NAMES and len(slide.categories) > 1


def _chart_type(slide: ChartSlide) -> Any:
    from pptx.enum.chart import XL_CHART_TYPE  # noqa: PLC0415 - an extra, and slow to import

    if slide.kind == "bar":
        return XL_CHART_TYPE.BAR_CLUSTERED if _has_horizontal_bars(slide) else XL_CHART_TYPE.COLUMN_CLUSTERED
    return XL_CHART_TYPE.PIE if slide.kind == "pie" else XL_CHART_TYPE.LINE_MARKERS


def _style_chart(chart: Any, slide: ChartSlide, theme: Theme) -> None:
    from pptx.enum.chart import XL_LEGEND_POSITION  # noqa: PLC0415 - an extra, and slow to import
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
    _add_number_labels(chart, slide, theme)
    if slide.kind != "pie":
        _style_axes(chart, slide)
    elif max(map(column_width, slide.categories)) <= _SHORT_NAME:
        _leave_room_for_numbers(chart)


def _leave_room_for_numbers(chart: Any) -> None:
    """A pie that is smaller than its place: without room beside it, programs break the numbers into two lines."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

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
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - an extra, and slow to import

    yield from (getattr(MSO_THEME_COLOR, f"ACCENT_{number}") for number in (1, 2, 3, 4, 5, 6))


def _colour_series(chart: Any, slide: ChartSlide) -> None:
    from pptx.util import Pt  # noqa: PLC0415 - an extra, and slow to import

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
        plot.gap_width = 60 if len(slide.series) == 1 else 80
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


def _add_number_labels(chart: Any, slide: ChartSlide, theme: Theme) -> None:
    """Numbers stand at bars and slices as long as they are not too many to be read."""
    from pptx.enum.chart import XL_LABEL_POSITION  # noqa: PLC0415 - an extra, and slow to import
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - as above
    from pptx.util import Pt  # noqa: PLC0415 - as above

    plot = chart.plots[0]
    is_crowded = len(slide.categories) * len(slide.series) > _MANY_NUMBERS
    if is_crowded or (slide.kind == "line" and len(slide.series) > 1):
        return
    plot.has_data_labels = True
    labels = plot.data_labels
    labels.font.size = Pt(_SMALL_LABEL_SIZE if slide.kind == "pie" else _LABEL_SIZE)
    labels.font.bold = True
    labels.font.color.theme_color = MSO_THEME_COLOR.TEXT_1
    labels.number_format = _number_format(slide)
    labels.number_format_is_linked = False
    positions = {
        "bar": XL_LABEL_POSITION.OUTSIDE_END,
        "line": XL_LABEL_POSITION.ABOVE,
        "pie": XL_LABEL_POSITION.OUTSIDE_END,
    }
    labels.position = positions[slide.kind]
    labels.show_value = True


def _style_axes(chart: Any, slide: ChartSlide) -> None:
    from pptx.enum.chart import XL_TICK_LABEL_POSITION, XL_TICK_MARK  # noqa: PLC0415 - an extra, and slow to import
    from pptx.enum.dml import MSO_THEME_COLOR  # noqa: PLC0415 - as above
    from pptx.util import Pt  # noqa: PLC0415 - as above

    values, names = chart.value_axis, chart.category_axis
    values.has_major_gridlines = True
    values.major_gridlines.format.line.color.theme_color = MSO_THEME_COLOR.BACKGROUND_2
    values.major_gridlines.format.line.width = Pt(0.75)
    values.format.line.fill.background()
    values.major_tick_mark = names.major_tick_mark = XL_TICK_MARK.NONE
    values.tick_labels.font.size = Pt(_SMALL_LABEL_SIZE)
    values.tick_labels.font.color.theme_color = MSO_THEME_COLOR.ACCENT_6
    values.tick_labels.number_format = "General"
    values.tick_labels.number_format_is_linked = False
    names.tick_labels.font.size = Pt(12 if len(slide.categories) > 8 else _SMALL_LABEL_SIZE)
    names.format.line.color.theme_color = MSO_THEME_COLOR.ACCENT_6
    names.tick_label_position = XL_TICK_LABEL_POSITION.LOW
    if _has_horizontal_bars(slide):
        names.reverse_order = True
    if slide.unit and _number_format(slide) == "General":
        values.has_title = True
        words = values.axis_title.text_frame
        words.text = visible_text(slide.unit)
        words.paragraphs[0].runs[0].font.size = Pt(_SMALL_LABEL_SIZE)
        words.paragraphs[0].runs[0].font.bold = False
        words.paragraphs[0].runs[0].font.color.theme_color = MSO_THEME_COLOR.ACCENT_6
