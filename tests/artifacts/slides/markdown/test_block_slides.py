"""Charts written in a document: as YAML, as lines of numbers, and as what they are not."""

import re

import pytest

from inkwright.artifacts.slides.model import ChartSeries, ChartSlide
from inkwright.errors import InvalidOption
from tests.artifacts.slides.test_load import bullets, slides_of

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
        ("a, 1\nb", "every line needs a category and its numbers"),
        ("", "A chart needs a"),
        ("a, 1\nb, many", "valid number"),
        ("kind: bar\ncategories: [a]\nseries: {s: [1, 2]}", "series 1 has 2 values, and there are 1 categories"),
        ("kind: donut\ncategories: [a]\nseries: {s: [1]}", "kind: Input should be 'bar', 'line' or 'pie'"),
        ("kind: [", "cannot be read"),
    ],
)
def test_a_chart_that_makes_no_sense_is_told_so(chart: str, told: str) -> None:
    if not chart:
        assert slides_of("## A\n```chart\n```\n- a") == [bullets("A", "a")]
        return
    with pytest.raises(InvalidOption, match=re.escape(told)):
        slides_of(f"## A\n```chart\n{chart}\n```")
