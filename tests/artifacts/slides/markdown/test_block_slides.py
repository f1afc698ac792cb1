"""The slides under one heading: a figure with the few lines around it, or one after the other."""

from inkwright.artifacts.slides.layouts.code import CodeSlide
from inkwright.artifacts.slides.layouts.images import FormulaSlide, ImageSlide
from inkwright.artifacts.slides.layouts.statements import QuoteSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.markdown.block_slides import block_slides
from inkwright.artifacts.slides.markdown.blocks import (
    FenceBlock,
    FormulaBlock,
    LineBlock,
    PictureBlock,
    TableBlock,
)
from tests.artifacts.slides.sample_slides import bullets

TABLE = TableBlock((("a", "b"), ("1", "2")))


def test_a_figure_and_a_remark_share_a_slide() -> None:
    remark = LineBlock("In mm")
    assert block_slides("T", [remark, TABLE]) == [
        TableSlide(title="T", header=["a", "b"], rows=[["1", "2"]], caption="In mm")
    ]
    assert block_slides("T", [FenceBlock("py", ("x",)), remark]) == [
        CodeSlide(title="T", language="py", code="x", caption="In mm")
    ]
    assert block_slides("T", [FormulaBlock("x"), remark]) == [
        FormulaSlide(title="T", formula="x", explanation=["In mm"])
    ]
    assert block_slides("T", [PictureBlock("a.png", "", ""), remark]) == [
        ImageSlide(title="T", image="a.png", bullets=["In mm"])
    ]


def test_items_and_a_table_have_their_own_slides() -> None:
    assert [slide.layout for slide in block_slides("T", [LineBlock("a", is_item=True), TABLE])] == ["bullets", "table"]


def test_two_figures_have_their_own_slides() -> None:
    found = block_slides("T", [TABLE, LineBlock("between"), FormulaBlock("x")])
    assert [slide.layout for slide in found] == ["table", "bullets", "formula"]


def test_the_info_of_a_fence_that_is_too_long_becomes_a_line() -> None:
    info = "word " * 70
    assert block_slides("T", [FenceBlock(info.strip(), ("x",))])[0] == CodeSlide(title="T", code="x")
    assert block_slides("T", [FenceBlock(info.strip(), ("x",))])[1].layout == "bullets"


def test_a_formula_that_is_too_long_is_shown_as_code() -> None:
    [slide] = block_slides("T", [FormulaBlock("x" * 601)])
    assert isinstance(slide, CodeSlide)
    assert slide.language == "tex"


def test_quoted_lines_alone_are_a_quote() -> None:
    quoted = LineBlock("Alone", is_quoted=True)
    assert block_slides("T", [quoted]) == [QuoteSlide(title="T", quote="Alone")]
    assert block_slides("T", [LineBlock("First"), quoted]) == [bullets("T", "First"), bullets("T", "Alone")]
