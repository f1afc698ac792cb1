"""Markdown as typed blocks and runs, each with its lines in the source."""

from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.parsing.markdown_tree import (
    LineSpan,
    MarkdownCode,
    MarkdownHeading,
    MarkdownItem,
    MarkdownList,
    MarkdownNode,
    MarkdownParagraph,
    MarkdownQuote,
    MarkdownRun,
    MarkdownTable,
    MarkdownText,
    ThematicBreak,
    line_starts,
    parse_inline,
    parse_tree,
)
from tests.each import each


def text(words: str, line: int) -> MarkdownText:
    return MarkdownText([MarkdownRun(words, line)])


def paragraph(words: str, line: int) -> MarkdownParagraph:
    return MarkdownParagraph(text(words, line), LineSpan(line, line))


TWO_LINES = MarkdownText([MarkdownRun("b", 3), MarkdownRun(" c", 4)])
NOTHING: tuple[MarkdownNode, ...] = ()


@each(
    ("markdown", "blocks"),
    [
        ("", NOTHING),
        ("\n \n\r\n", NOTHING),
        ("## Rain\\! ##", (MarkdownHeading(text("Rain!", 1), "Rain\\!", 2, LineSpan(1, 1)),)),
        ("\nRain\n====", (MarkdownHeading(text("Rain", 2), "Rain", 1, LineSpan(2, 3), is_underlined=True),)),
        ("#Rain", (paragraph("#Rain", 1),)),
        ("a\r\n\r\nb\rc", (paragraph("a", 1), MarkdownParagraph(TWO_LINES, LineSpan(3, 4)))),
        ("***", (ThematicBreak(LineSpan(1, 1)),)),
        ("~~~ py x\n# a\n\n~~~", (MarkdownCode("# a\n", "py x", LineSpan(1, 4)),)),
        ("```\n```", (MarkdownCode("", "", LineSpan(1, 2)),)),
        ("```\na", (MarkdownCode("a", "", LineSpan(1, 2), is_closed=False),)),
        ("```\na\n", (MarkdownCode("a", "", LineSpan(1, 2), is_closed=False),)),
        ("    a", (MarkdownCode("a", "", LineSpan(1, 1), is_fenced=False),)),
        ("> a", (MarkdownQuote((paragraph("a", 1),), LineSpan(1, 1)),)),
        ("0. a", (MarkdownList((MarkdownItem((paragraph("a", 1),), LineSpan(1, 1)),), 0, LineSpan(1, 1)),)),
        ("-", (MarkdownList((MarkdownItem((), LineSpan(1, 1)),), None, LineSpan(1, 1)),)),
        (
            "|a|b|c|\n|-|:-:|-:|\n|1|",
            (
                MarkdownTable(
                    ((text("a", 1), text("b", 1), text("c", 1)), (text("1", 3), MarkdownText(), MarkdownText())),
                    ("left", "center", "right"),
                    LineSpan(1, 3),
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_a_text_becomes_its_blocks(markdown: str, blocks: tuple[MarkdownNode, ...]) -> None:
    assert parse_tree(markdown) == blocks


def test_a_list_holds_its_items_and_the_lists_in_them() -> None:
    inner = MarkdownList((MarkdownItem((paragraph("c", 3),), LineSpan(3, 3)),), None, LineSpan(3, 3))
    items = (
        MarkdownItem((paragraph("a", 1),), LineSpan(1, 1)),
        MarkdownItem((paragraph("b", 2), inner), LineSpan(2, 3)),
    )
    assert parse_tree("7) a\n8) b\n   * c") == (MarkdownList(items, 7, LineSpan(1, 3)),)


@each(
    ("markdown", "runs"),
    [
        ("**b *c***", [MarkdownRun("b ", 1, is_bold=True), MarkdownRun("c", 1, is_bold=True, is_italic=True)]),
        ("~~a~~ `b`", [MarkdownRun("a", 1, is_struck=True), MarkdownRun(" ", 1), MarkdownRun("b", 1, is_code=True)]),
        ("[a *b*](u)", [MarkdownRun("a ", 1, address="u"), MarkdownRun("b", 1, is_italic=True, address="u")]),
        ("[](u)", [MarkdownRun("", 1, address="u")]),
        ("![a *b*](p.png)", [MarkdownRun("a b", 1, is_picture=True, address="p.png")]),
        ("`a\nb`\nc", [MarkdownRun("a b", 1, is_code=True), MarkdownRun(" c", 3)]),
        ("a  \nb", [MarkdownRun("a", 1), MarkdownRun("\n", 1), MarkdownRun("b", 2)]),
        ("<b>&amp;\\*", [MarkdownRun("<b>&*", 1)]),
    ],
)  # fmt: skip
def test_a_line_becomes_runs_in_one_style_each(markdown: str, runs: list[MarkdownRun]) -> None:
    assert [*parse_inline(markdown)] == runs


@each(
    ("markdown", "bold"),
    [
        ("**注意：**请看", "注意："),
        ("我说**“你好”**了", "“你好”"),
        ("这是**重点**。", "重点"),
        ("使用**(a)**的", "(a)"),
        ("**“x”**y", ""),
        ("2 ** 3 ** 4", ""),
    ],
)
def test_emphasis_needs_no_spaces_next_to_chinese(markdown: str, bold: str) -> None:
    assert "".join(run.text for run in parse_inline(markdown) if run.is_bold) == bold


@each("written", ["2*3*4 = 24", "a*b*c", "2 * 3 * 4", "x**2**3"])
def test_a_product_keeps_its_stars(written: str) -> None:
    assert parse_inline(written).plain == written


@each(("markdown", "shown"), [("第一行\n第二行", "第一行第二行"), ("one\n二\nthree", "one 二 three")])
def test_a_line_end_is_a_space_except_between_chinese_characters(markdown: str, shown: str) -> None:
    assert parse_inline(markdown).plain == shown


@each(
    ("written", "starts"), [("", [0]), ("a", [0, 1]), ("a\n", [0, 2]), ("a\r\nb\rc", [0, 3, 5, 6]), ("\n\n", [0, 1, 2])]
)
def test_lines_begin_after_any_line_end(written: str, starts: list[int]) -> None:
    assert line_starts(written) == starts


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab中：*_`~#>-+1.|[]()!\\ \t\n"), max_size=60))
def test_any_text_becomes_blocks_within_its_lines(markdown: str) -> None:
    last = len(line_starts(markdown))
    assert all(1 <= block.lines.first <= block.lines.last <= last for block in parse_tree(markdown))
