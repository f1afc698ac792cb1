"""What stands within a line: styles on top of each other, links with their addresses, lines of Chinese joined."""

import re

import pytest

from inkwright.cli.terminal.columns import width
from inkwright.cli.terminal.markdown_renderer import MarkdownRenderer, TableCell, render_inline, render_table
from inkwright.cli.terminal.markdown_stream import MarkdownBlock
from inkwright.cli.terminal.styled_text import StyledRun, plain_text
from inkwright.parsing.markdown_tree import parse_inline
from tests.each import each


def runs(markdown: str, style: str = "") -> list[StyledRun]:
    return render_inline(parse_inline(markdown), style)


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("[here](https://a.b) it is", "here (https://a.b) it is"),
        ("<https://a.b/c> and <me@a.b>", "https://a.b/c and me@a.b"),
        ("[](https://a.b)", "(https://a.b)"),
        ("![a picture](p.png)", "a picture (p.png)"),
        ("one\ntwo", "one two"),
        ("**注意：**请看", "注意：请看"),
        ("第一行\n第二行\nthird", "第一行第二行 third"),
        ("hard  \nbreak", "hard\nbreak"),
        ("<b>x</b> &amp; \\*y", "<b>x</b> & *y"),
    ],
)
def test_what_is_read(markdown: str, shown: str) -> None:
    assert plain_text(runs(markdown)) == shown


def test_styles_stand_on_top_of_each_other() -> None:
    assert runs("a **b *c* `d`**", "35") == [
        ("a ", "35"),
        ("b ", "35;1"),
        ("c", "35;1;3"),
        (" ", "35;1"),
        ("d", "35;1;36"),
    ]


def shown(rows: list[list[str]], room: int) -> list[str]:
    return [
        plain_text(line) for line in render_table([[TableCell([(text, "")]) for text in row] for row in rows], room)
    ]


ROWS = [["kind", "about"], ["deck", "slides for a class"]]


def test_a_table_that_fits_is_as_wide_as_it_needs_to_be() -> None:
    assert shown(ROWS, 60) == [" kind  about", " ────────────────────────", " deck  slides for a class"]


def test_the_widest_column_is_folded_and_the_narrow_one_keeps_its_width() -> None:
    assert shown(ROWS, 18) == [
        " kind  about",
        " ─────────────────",
        " deck  slides for",
        "       a class",
    ]


def test_columns_that_would_be_too_narrow_become_a_list() -> None:
    rows = [["first", "second", "third"], ["one word", "two words", "three words"], ["a", "b", "c"]]
    assert shown(rows, 14) == [
        "first: one",
        "word",
        "second: two",
        "words",
        "third: three",
        "words",
        "",
        "first: a",
        "second: b",
        "third: c",
    ]


def test_a_table_of_which_only_the_head_has_come_is_its_head() -> None:
    assert shown([["kind", "about"]], 60) == [" kind  about", " ───────────"]


TABLE = "| 名称 | count | **price** |\n|:--|--:|:-:|\n| 铅笔 | 12 | 3 |\n| `pen` and ink | 7 | 12.50 |"


def drawn(markdown: str, columns: int = 60, kind: str = "text", *, has_colour: bool = False) -> str:
    block = MarkdownBlock(markdown, "code" if kind == "code" else "text", continues=True)
    return MarkdownRenderer(has_colour=has_colour).render(block, columns)


def test_a_table_has_its_columns_below_each_other() -> None:
    assert drawn(TABLE).split("\n") == [
        " 名称         count  price",
        " ─────────────────────────",
        " 铅笔            12    3",
        " pen and ink      7  12.50",
        "",
    ]


def test_a_table_looks_the_same_in_colour() -> None:
    coloured = re.sub(r"\x1b\[[\d;]*m", "", drawn(TABLE, has_colour=True))
    assert [line.rstrip() for line in coloured.split("\n")] == drawn(TABLE).split("\n")


def test_a_table_that_is_too_wide_is_folded_into_the_window() -> None:
    wide = "| a | b |\n|---|---|\n| " + "many words in a cell " * 5 + "| " + "很多很多的字" * 10 + " |"
    shown = drawn(wide, 40)
    assert max(map(width, shown.split("\n"))) < 40
    assert shown.count("many") == 5
    assert len(re.findall("很", shown)) == 20


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("# 标题", "标题\n"),
        ("See [here](https://a.b/c).", "See here (https://a.b/c).\n"),
        ("<b>x</b> &amp; `<i>`", "<b>x</b> & <i>\n"),
        ("~~gone~~ *so* __it__", "gone so it\n"),
        ("3. c\n4. d", " 3 c\n 4 d\n"),
        (":smile: [x]", ":smile: [x]\n"),
    ],
)
def test_how_a_block_is_drawn(markdown: str, shown: str) -> None:
    assert drawn(markdown) == shown


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("```python\nx = 1\n\ny\n```", "  x = 1\n\n  y\n"),
        ("~~~\n```\n~~~", "  ```\n"),
        ("```nosuchlanguage\n汉字\n", "  汉字\n"),
        ("```js\n" + "x" * 100, "  " + "x" * 100 + "\n"),
    ],
)
@pytest.mark.parametrize("has_colour", [False, True])
def test_code_keeps_its_lines(markdown: str, shown: str, has_colour: bool) -> None:
    assert re.sub(r"\x1b\[[\d;]*m", "", drawn(markdown, kind="code", has_colour=has_colour)) == shown


def test_a_block_that_continues_nothing_has_an_empty_line_before_it() -> None:
    assert MarkdownRenderer(has_colour=False).render(MarkdownBlock("x", "text"), 40) == "\nx\n"


@each("start", ["", "- ", "- a\n  - ", "> ", "# ", "- x\n\n  ```\n  ", "| a |\n|---|\n| "])
@each("columns", [20, 40, 80])
def test_chinese_without_a_space_is_wrapped_and_nothing_of_it_is_lost(start: str, columns: int) -> None:
    shown = drawn(start + "很多字" * 60, columns)
    assert (shown.count("很"), "…" in shown) == (60, False)
    assert max(map(width, shown.split("\n"))) <= columns
