"""Charts: native on slides; in Markdown as YAML or as lines of numbers."""

import re

import pytest

from inkwright.artifacts.slides.layouts.charts import ChartSeries, ChartSlide
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import bullets, pages, slides_of


@pytest.mark.parametrize(
    ("kind", "names"),
    [("bar", ["barChart"]), ("line", ["lineChart"]), ("pie", ["pieChart"])],
)
def test_charts_are_native_and_in_the_colours_of_the_theme(kind: str, names: list[str]) -> None:
    [page] = pages(
        {"layout": "chart", "kind": kind, "categories": ["a", "b"], "series": [{"name": "s", "values": [1, 2]}]}
    )
    [chart] = [shape.chart for shape in page.shapes if shape.has_chart]
    plots = chart._chartSpace.findall(".//{*}plotArea/*")
    assert [plot.tag.partition("}")[2] for plot in plots if plot.tag.endswith("Chart")] == names
    assert [list(series.values) for series in chart.plots[0].series] == [[1, 2]]
    assert chart._chartSpace.findall(".//{*}srgbClr") == []


def test_bars_with_long_names_are_horizontal() -> None:
    names = [f"A category with a long name {number}" for number in range(6)]
    [page] = pages({"layout": "chart", "categories": names, "series": [{"values": list(range(6))}]})
    [chart] = [shape.chart for shape in page.shapes if shape.has_chart]
    assert chart._chartSpace.find(".//{*}barDir").get("val") == "bar"


YAML_CHART = """\
kind: line
categories: [2019, 2020]
series:
  - name: rain
    values: [1, 2.5]
unit: mm
"""


@pytest.mark.parametrize(
    "fence",
    [
        f"```chart\n{YAML_CHART}```",
        "```chart\ntype: line\nlabels: [2019, 2020]\nseries: {rain: [1, 2.5]}\nunit: mm\n```",
        "```chart line\nyear, rain\n2019, 1\n2020, 2.5\n```",
    ],
)
def test_a_chart_fence_becomes_a_chart(fence: str) -> None:
    unit = "mm" if "unit" in fence else ""
    series = [ChartSeries(name="rain", values=[1, 2.5])]
    assert slides_of(f"## A\n{fence}\nIt rains more.") == [
        ChartSlide(
            title="A",
            kind="line",
            categories=["2019", "2020"],
            series=series,
            unit=unit,
            takeaway="It rains more.",
        )
    ]


def test_a_chart_keeps_its_own_title_and_notes() -> None:
    fence = "```chart\ntitle: Rain\ntakeaway: More\nnotes: slow\ncategories: ['12:30']\nseries: {s: [1]}\n```"
    assert slides_of(f"## A\n- a\n- b\n{fence}\n## B\n{fence}\n> notes: first")[1:] == [
        ChartSlide(
            title=title,
            categories=["12:30"],
            series=[ChartSeries(name="s", values=[1])],
            takeaway="Rain · More",
            notes=notes,
        )
        for title, notes in (("A (2)", "slow"), ("B", "first\nslow"))
    ]


def test_times_of_day_are_categories() -> None:
    [chart] = slides_of("## A\n```chart\n12:30, 5\n13:00, 7\n```")
    assert chart == ChartSlide(title="A", categories=["12:30", "13:00"], series=[ChartSeries(values=[5, 7])])


@pytest.mark.parametrize(
    ("chart", "told"),
    [
        ("a, 1\nb", "each line needs a category and its numbers"),
        ("a, 1\nb, many", "it must be a number"),
        ("kind: bar\ncategories: [a]\nseries: {s: [1, 2]}", "series 1 has 2 values for 1 category"),
        ("kind: donut\ncategories: [a]\nseries: {s: [1]}", "kind: it must be one of bar, line, pie"),
        ("kind: [", "cannot be read"),
    ],
)
def test_an_invalid_chart_is_refused_with_a_reason(chart: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=re.escape(told)):
        slides_of(f"## A\n```chart\n{chart}\n```")


def test_an_empty_chart_fence_adds_no_slide() -> None:
    assert slides_of("## A\n```chart\n```\n- a") == [bullets("A", "a")]


def test_a_unit_that_the_labels_do_not_show_is_named_at_the_axis() -> None:
    months = [f"{number}" for number in range(1, 25)]
    series = [{"name": name, "values": list(range(100, 124))} for name in ("a", "b")]
    chart = {"layout": "chart", "categories": months, "unit": "m³/s"}
    [lines] = pages(chart | {"kind": "line", "series": series, "y_axis": "Discharge"})
    [bars] = pages(chart | {"series": series[:1]})
    named = [
        shape.chart.value_axis.axis_title.text_frame.text
        for page in (lines, bars)
        for shape in page.shapes
        if shape.has_chart
    ]
    assert named == ["Discharge (m³/s)", "m³/s"]


def test_small_slices_have_their_numbers_in_the_legend() -> None:
    values = [68.7, 30.1, 0.9, 0.3]
    [page] = pages(
        {"layout": "chart", "kind": "pie", "categories": list("abcd"), "series": [{"values": values}], "unit": "%"}
    )
    [chart] = [shape.chart for shape in page.shapes if shape.has_chart]
    assert list(chart.plots[0].categories) == ["a", "b", "c  0.9%", "d  0.3%"]
    assert [each.get("val") for each in chart._chartSpace.findall(".//{*}dLbl/{*}idx")] == ["2", "3"]
