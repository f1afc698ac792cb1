"""Sections of a document and the lines in them."""

from inkwright.artifacts.slides.markdown.blocks import FormulaBlock, LineBlock, OutlineSection


def test_a_section_is_bare_without_blocks_and_smaller_headings() -> None:
    assert OutlineSection("A", notes=["n"]).is_bare
    assert not OutlineSection("A", blocks=[LineBlock("a")]).is_bare
    assert not OutlineSection("A", children=[OutlineSection("B")]).is_bare


def test_a_section_has_plain_lines_only_where_it_has_nothing_else() -> None:
    line = LineBlock("a")
    assert OutlineSection("A", blocks=[line]).plain_lines() == [line]
    assert OutlineSection("A").plain_lines() == []
    assert OutlineSection("A", blocks=[line, FormulaBlock("x")]).plain_lines() is None
    assert OutlineSection("A", blocks=[line, LineBlock("b", is_quoted=True)]).plain_lines() is None
    assert OutlineSection("A", blocks=[line], children=[OutlineSection("B")]).plain_lines() is None
