"""What stands within a line: styles on top of each other, links with their addresses, lines of Chinese joined."""

import pytest
from markdown_it import MarkdownIt

from inkwright.cli.terminal.inline_drawing import inline_runs
from inkwright.cli.terminal.runs import Run, unpainted


def runs(markdown: str, style: str = "") -> list[Run]:
    (inline,) = MarkdownIt("commonmark", {"html": False}).parseInline(markdown)
    return inline_runs(inline.children or [], style)


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("[here](https://a.b) it is", "here (https://a.b) it is"),
        ("<https://a.b/c> and <me@a.b>", "https://a.b/c and me@a.b"),
        ("[](https://a.b)", "(https://a.b)"),
        ("![a picture](p.png)", "a picture (p.png)"),
        ("one\ntwo", "one two"),
        ("第一行\n第二行\nthird", "第一行第二行 third"),
        ("hard  \nbreak", "hard\nbreak"),
        ("<b>x</b> &amp; \\*y", "<b>x</b> & *y"),
    ],
)
def test_what_is_read(markdown: str, shown: str) -> None:
    assert unpainted(runs(markdown)) == shown


def test_styles_stand_on_top_of_each_other() -> None:
    assert runs("a **b *c* `d`**", "35") == [
        ("a ", "35"),
        ("b ", "35;1"),
        ("c", "35;1;3"),
        (" ", "35;1"),
        ("d", "35;1;36"),
    ]
