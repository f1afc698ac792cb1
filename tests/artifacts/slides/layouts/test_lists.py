"""Layouts as they are drawn: what is little is set large, what is much goes on, and nothing is lost."""

from typing import Any

import pytest

from inkwright.artifacts.slides.model import ThemeName
from inkwright.artifacts.slides.themes import THEMES
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import layouts, pages, picture, sizes

ALL_THEMES = pytest.mark.parametrize("theme", THEMES)
LONG = "A sentence that is long enough to need more than one line on any slide of any theme that there is. "


def shown(page: Any) -> str:
    """All text of a slide but its number."""
    texts = [shape.text_frame.text for shape in page.shapes if shape.has_text_frame and shape.name != "Slide number"]
    cells = [cell.text for shape in page.shapes if shape.has_table for row in shape.table.rows for cell in row.cells]
    return "\n".join(texts + cells)


def test_few_points_are_cards_and_many_are_a_list() -> None:
    assert layouts({"bullets": ["one", "two"]}, {"bullets": list("abcde")}, {"bullets": [LONG * 3] * 2}) == [
        ("Cards", "Slide"),
        ("Title and Content", "Slide"),
        ("Cards", "Slide"),
    ]


@ALL_THEMES
def test_short_lists_are_set_large_and_long_ones_go_on_at_a_readable_size(theme: ThemeName) -> None:
    [short] = pages({"bullets": list("abcde")}, theme=theme)
    assert sizes(short, "Body") == {32.0}
    long = pages({"bullets": [LONG * 3] * 12}, theme=theme)
    assert len(long) > 1
    assert all(size >= 16 for page in long for size in sizes(page, "Body"))


def test_what_goes_on_is_numbered_as_its_language_does() -> None:
    english = [title for _, title in layouts({"bullets": [LONG * 3] * 12})]
    assert english[:2] == ["Slide", "Slide (2)"]
    chinese = [title for _, title in layouts({"title": "光合作用", "bullets": ["叶绿素吸收光能，" * 30] * 12})]
    assert chinese[:2] == ["光合作用", "光合作用（2）"]


@ALL_THEMES
def test_no_word_of_a_list_is_lost_where_it_goes_on(theme: ThemeName) -> None:
    words = [f"word{number}" for number in range(400)]
    bullets = [" ".join(words[first : first + 34]) for first in range(0, 400, 34)]
    everything = "\n".join(map(shown, pages({"bullets": bullets}, theme=theme)))
    assert [word for word in words if word not in everything] == []


@ALL_THEMES
def test_titles_are_within_their_limits(theme: ThemeName) -> None:
    short, long = pages(
        {"bullets": ["x"], "title": "Short"}, {"bullets": ["x"], "title": (LONG * 2)[:120].strip()}, theme=theme
    )
    assert 36 <= max(sizes(short, "Title")) <= 44
    assert min(sizes(long, "Title")) >= 20


def test_numerals_stand_beside_points_unless_they_have_their_own() -> None:
    plain, counted = pages({"bullets": ["one", "two"]}, {"bullets": ["1. one", "2. two"]})
    assert [[shape.name for shape in page.shapes if shape.name.startswith("Number")] for page in (plain, counted)] == [
        ["Number 1", "Number 2"],
        [],
    ]


@ALL_THEMES
def test_a_long_table_repeats_its_header_and_keeps_every_cell(theme: ThemeName) -> None:
    header = [f"Column {number}" for number in range(8)]
    rows = [[f"cell {row}.{column}" for column in range(8)] for row in range(20)]
    tables = [
        shape.table
        for page in pages({"layout": "table", "header": header, "rows": rows}, theme=theme)
        for shape in page.shapes
        if shape.has_table
    ]
    assert len(tables) > 1
    assert all([cell.text for cell in table.rows[0].cells] == header for table in tables)
    assert [[cell.text for cell in row.cells] for table in tables for row in list(table.rows)[1:]] == rows


def test_a_table_that_is_too_crowded_is_shared_out_by_columns() -> None:
    rows = [[f"{column} {LONG}{LONG[:90]}" for column in range(8)]]
    found = pages({"layout": "table", "header": list("abcdefgh"), "rows": rows}, theme="bold")
    headers = [
        [cell.text for cell in shape.table.rows[0].cells] for page in found for shape in page.shapes if shape.has_table
    ]
    assert headers == [list("abcdefgh")]
    crowded = [[f"{column} " + "光合作用" * 49 for column in range(8)]]
    found = pages({"layout": "table", "header": list("abcdefgh"), "rows": crowded}, theme="bold")
    headers = [
        [cell.text for cell in shape.table.rows[0].cells] for page in found for shape in page.shapes if shape.has_table
    ]
    assert len(headers) > 1
    assert {header[0] for header in headers} == {"a"}
    assert {name for header in headers for name in header} == set("abcdefgh")


def test_columns_of_numbers_stand_to_the_right() -> None:
    [page] = pages({"layout": "table", "header": ["Name", "Mass"], "rows": [["Willow", "74 kg"], ["Soil", "0.06 kg"]]})
    [table] = [shape.table for shape in page.shapes if shape.has_table]
    found = [[cell.text_frame.paragraphs[0]._p.find("{*}pPr").get("algn") for cell in row.cells] for row in table.rows]
    assert found == [["l", "r"]] * 3


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


def test_long_names_of_bars_are_written_beside_lying_bars() -> None:
    names = [f"A category with a long name {number}" for number in range(6)]
    [page] = pages({"layout": "chart", "categories": names, "series": [{"values": list(range(6))}]})
    [chart] = [shape.chart for shape in page.shapes if shape.has_chart]
    assert chart._chartSpace.find(".//{*}barDir").get("val") == "bar"


def test_a_picture_keeps_its_shape() -> None:
    [page] = pages({"layout": "image", "image": "wide.png"}, images={"wide.png": picture(400, 100)})
    [shape] = [shape for shape in page.shapes if shape.name == "Picture"]
    assert shape.width / shape.height == pytest.approx(4, abs=0.01)
    assert shape.element.find(".//{*}cNvPr").get("descr") == "Slide"


@pytest.mark.parametrize("content", [b"no picture", picture()[:60], b""])
def test_a_broken_picture_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="image"):
        pages({"layout": "image", "image": "broken.png"}, images={"broken.png": content})


def test_a_picture_that_nobody_handed_along_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"missing\.png"):
        pages({"layout": "image", "image": "missing.png"})


def test_empty_lines_of_code_are_kept_without_empty_paragraphs() -> None:
    [page] = pages({"layout": "code", "code": "a = 1\n\n\nb = 2"})
    [code] = [shape for shape in page.shapes if shape.name == "Code"]
    assert [paragraph.text for paragraph in code.text_frame.paragraphs] == ["a = 1\v\v", "b = 2"]


@ALL_THEMES
def test_forty_lines_of_code_are_all_there_and_can_be_read(theme: ThemeName) -> None:
    lines = [f"    value_{number} = function({number})" for number in range(40)]
    found = pages({"layout": "code", "code": "\n".join(["def f():", *lines[1:]])}, theme=theme)
    everything = "\n".join(map(shown, found))
    assert [line for line in lines[1:] if line not in everything] == []
    assert min(size for page in found for size in sizes(page, "Code")) >= 14


@ALL_THEMES
def test_steps_are_shown_in_order_however_many_and_long(theme: ThemeName) -> None:
    steps = [{"heading": f"Step number {number}", "text": LONG * 2} for number in range(1, 8)]
    for style in ("process", "timeline"):
        found = pages({"layout": "process", "style": style, "steps": steps}, theme=theme)
        texts = [shape.text_frame.text for page in found for shape in page.shapes if shape.name.startswith("Step")]
        written = [text for text in texts if text]
        assert written == [f"Step number {number}\n{(LONG * 2).strip()}" for number in range(1, 8)]


def test_a_quote_that_is_too_long_becomes_text() -> None:
    assert layouts({"layout": "quote", "quote": "Short"}, {"layout": "quote", "quote": "词语" * 290}) == [
        ("Quote", "Slide"),
        ("Title and Content", "Slide"),
    ]


def test_sections_are_counted() -> None:
    found = pages({"layout": "section"}, {"bullets": ["x"]}, {"layout": "section"})
    ordinals = [shape.text_frame.text for page in found for shape in page.shapes if shape.name == "Ordinal"]
    assert ordinals == ["01", "02"]


def test_what_is_no_tex_is_shown_as_it_was_written() -> None:
    [page] = pages({"layout": "formula", "formula": r"\frac{1"})
    assert r"\frac{1" in shown(page)
    assert [shape for shape in page.shapes if shape.name == "Picture"] == []


def test_a_formula_is_a_picture_that_says_its_tex() -> None:
    [page] = pages({"layout": "formula", "formula": r"x = \frac{1}{2}"})
    [shape] = [shape for shape in page.shapes if shape.name == "Picture"]
    assert shape.element.find(".//{*}cNvPr").get("descr") == r"x = \frac{1}{2}"
