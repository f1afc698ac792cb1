"""Cells: the displayed text by number format, and merged ranges."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.formats.sheets.cells import cell_text, merged_cells
from tests.each import each


@each(
    ("value", "number_format", "told"),
    [
        (0.5, "0%", "50%"),
        (0.285, "0%", "29%"),
        (0.125, "0.0%", "12.5%"),
        (3.1, "0.00", "3.10"),
        (1234.5, '"¥"#,##0.00', "¥1,234.50"),
        (12, "[$€-407]0.0", "€12.0"),
        (-2, '0"分";-0"分"', "-2分"),
        (1.5, "# ?/?", "1 1/2"),
        (0.1 + 0.2, "General", "0.3"),
        (4.0, "General", "4"),
        (7, "000", "007"),
        (10**17, "General", "100000000000000000"),
        (12, "0.00E+00", "12"),
        (True, "General", "true"),
        (None, "0%", ""),
        (dt.datetime(2024, 1, 2), "yyyy-mm-dd", "2024-01-02"),
        (dt.datetime(2024, 1, 2), "mm-dd-yy", "2024-01-02"),
        (dt.datetime(2024, 1, 2), 'yyyy"年"m"月"d"日"', "2024年1月2日"),
        (dt.datetime(2024, 1, 2), "yyyy/m/d;@", "2024/1/2"),
        (dt.datetime(2024, 1, 2), "d/m", "2/1"),
        (dt.datetime(2024, 1, 2), "d-mmm-yy", "2024-01-02"),
        (dt.datetime(2024, 1, 2, 3, 4, 5), "yyyy-mm-dd h:mm:ss", "2024-01-02 3:04:05"),
        (dt.datetime(2024, 1, 2, 3, 4, 5), "dddd", "2024-01-02 03:04:05"),
        (dt.time(3, 4), "h:mm", "3:04"),
        (dt.time(3, 4), "h时mm分", "3时04分"),
    ],
)
def test_a_cell_is_read_as_the_sheet_shows_it(value: object, number_format: str, told: str) -> None:
    assert cell_text(value, number_format) == told


@given(
    value=st.one_of(st.floats(), st.integers(), st.datetimes(), st.dates(), st.times()),
    number_format=st.text('yYmMdDhHsS0#?.,%;@"\\[]$-/E+*_ 年A', max_size=20),
)
def test_any_number_format_gives_a_text(value: object, number_format: str) -> None:
    assert isinstance(cell_text(value, number_format), str)


def test_endless_merged_ranges_cost_no_more_than_a_large_sheet() -> None:
    assert len(merged_cells(b'<mergeCell ref="A1:B20000"/>' * 100_000, 20_000)) < 20_000
