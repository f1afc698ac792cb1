"""Text as Markdown: the reader sees exactly what was written."""

from inkwright.artifacts.documents.markdown_reader import read_body
from inkwright.artifacts.pandoc import node_text
from inkwright.grounding.markdown import bullet_list, escape_markdown, escape_with_gaps, markdown_table, numbered_list
from tests.each import each

NASTY = [
    "2 * 3 * 4 = 24, and *this* is no emphasis",
    "1912. That was a year",
    "(a) is a letter",
    "i) is a number",
    "- a dash # and a hash",
    "# no heading",
    "> no quotation",
    ": no definition",
    "+ no item",
    "a_b_c and __d__ and `code` and ~~struck~~ x^2^ H~2~O",
    "[a link](https://example.org) and ![a picture](x.png) and [^1]",
    "<b>tags</b> & entities &amp; &#65; AT&T",
    "$5 and $6, $x$ too",
    r"back\slash \(x\) \[y\]",
    "a | b | c",
    "@nobody {.class} :: x",
    "——破折号，“引号”、《书名》",
]


def seen(markdown: str) -> str:
    return node_text(read_body(markdown, "en"))


@each("line", NASTY)
def test_a_line_is_displayed_as_written(line: str) -> None:
    assert seen(escape_markdown(line)) == line
    assert seen(bullet_list([line, "b"])).startswith(line)
    assert line in seen(numbered_list([line, "b"]))
    assert line in seen(markdown_table(["A", "B"], [[line, "x"]]))


def test_a_blank_becomes_space_to_write() -> None:
    assert (
        seen(escape_with_gaps("The ____ is wet, and 2*3*4 ____.")) == "The ____________ is wet, and 2*3*4 ____________."
    )
