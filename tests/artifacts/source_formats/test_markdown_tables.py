"""Rows become tables in Markdown."""

from inkwright.artifacts.source_formats.markdown_tables import markdown_table


def test_rows_get_the_same_width_and_bars_are_escaped() -> None:
    assert markdown_table([["a", "b"], ["1|2"]]) == "| a | b |\n| --- | --- |\n| 1\\|2 |  |"
    assert markdown_table([]) == markdown_table([[]]) == ""
