"""Tables: their rows and columns in Markdown and on slides."""

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.layouts.tables import TableSlide
from tests.artifacts.slides.sample_slides import ALL_THEMES, LONG, bullets, pages, slides_of


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


def test_a_table_that_is_too_crowded_is_split_by_columns() -> None:
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


def test_columns_of_numbers_are_right_aligned() -> None:
    [page] = pages({"layout": "table", "header": ["Name", "Mass"], "rows": [["Willow", "74 kg"], ["Soil", "0.06 kg"]]})
    [table] = [shape.table for shape in page.shapes if shape.has_table]
    found = [[cell.text_frame.paragraphs[0]._p.find("{*}pPr").get("algn") for cell in row.cells] for row in table.rows]
    assert found == [["l", "r"]] * 3


def test_a_table_needs_no_outer_pipes_and_can_have_a_caption() -> None:
    assert slides_of("## A\nIn mm:\n\nyear | rain\n---: | ---\n2024 | 12 \\| 13\n2025 | 14 | more") == [
        TableSlide(
            title="A",
            header=["year", "rain", ""],
            rows=[["2024", "12 | 13", ""], ["2025", "14", "more"]],
            caption="In mm:",
        )
    ]


def test_rows_without_a_header_are_lines() -> None:
    assert slides_of("## A\n| a | b |\n| c | d |") == [bullets("A", "a | b", "c | d")]


def test_a_long_table_continues_with_its_header() -> None:
    rows = [[str(number), "x"] for number in range(30)]
    written = "".join(f"| {one} | {two} |\n" for one, two in rows)
    assert slides_of(f"## A\n| n | v |\n|---|---|\n{written}") == [
        TableSlide(title="A", header=["n", "v"], rows=rows[:15]),
        TableSlide(title="A (2)", header=["n", "v"], rows=rows[15:]),
    ]


def test_a_wide_table_continues_with_its_first_column() -> None:
    header = [f"h{number}" for number in range(10)]
    written = "|".join(header)
    assert slides_of(f"## 表\n|{written}|\n|{'---|' * 10}\n|{written}|") == [
        TableSlide(title="表", header=header[:6], rows=[header[:6]]),
        TableSlide(title="表（2）", header=["h0", *header[6:]], rows=[["h0", *header[6:]]]),
    ]


def test_a_table_of_prose_becomes_lines() -> None:
    long = "word " * 50
    assert slides_of(f"## A\n| a | b |\n|---|---|\n| x | {long}|") == [bullets("A", "a | b", f"x | {long.strip()}")]
