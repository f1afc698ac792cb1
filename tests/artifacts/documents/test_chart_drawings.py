"""Tests of charts in documents: they are drawings with their numbers, and a broken one is refused."""

import pytest

from inkwright.artifacts.documents.chart_drawings import draw_chart
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.slides.layouts.charts import chart_slide
from inkwright.errors import InvalidOption
from tests.artifacts.documents.sample_documents import document

CHART = (
    "```chart\nkind: {}\ntitle: Rain\nunit: mm\ncategories: [May, June]\n"
    "series: [{{name: Bergen, values: [3, 5]}}]\n```\n"
)


@pytest.mark.parametrize("kind", ["bar", "line", "pie"])
def test_a_chart_is_a_figure_with_a_caption(kind: str) -> None:
    made = prepare_document(document(CHART.format(kind)), {})
    assert [node["t"] for node in made.blocks] == ["Figure"]
    assert made.facts.pictures == 1
    assert check_docx(build_document(document(CHART.format(kind)), "docx")) == []


def test_a_chart_shows_its_unit_names_and_numbers() -> None:
    lines = ["unit: mm", "categories: [May, '<b>']", "series: [{name: Bergen & Oslo, values: [3, -5]}]"]
    drawn = draw_chart(chart_slide("x", "chart", lines)).decode()
    for shown in (">mm<", ">May<", ">&lt;b&gt;<", ">Bergen &amp; Oslo<", ">3<", ">\u22125<"):
        assert shown in drawn


def test_a_broken_chart_is_refused_with_a_reason() -> None:
    with pytest.raises(InvalidOption):
        prepare_document(document("```chart\nkind: bar\ncategories: [a, b]\nseries: [{values: [1]}]\n```\n"), {})
