"""HTML as words: what markup means is written in signs, and what is lost is told."""

import pytest

from inkwright.artifacts.math.delimiters import has_balanced_dollars
from inkwright.artifacts.quizzes.text.html import html_to_text


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("10<sup>2</sup>×10<sup>3</sup>", "10²×10³"),
        ("SO<sub>4</sub><sup>2&minus;</sup>", "SO₄²⁻"),
        ("<sup>14</sup>C", "¹⁴C"),
        ("10<SUP> <b>5</b> </SUP>", "10⁵"),
        ("2<span style='vertical-align: super'>10</span> <span>a</span>", "2¹⁰ a"),
        ("10<sup>x+1</sup>", "$10^{x+1}$"),
        ("(a+b)<sup>m</sup>", "(a+b)${}^{m}$"),
        ("a<sup>x</sup>b<sup>y</sup>", "$a^{x}b^{y}$"),
        ("x<sub>i</sub><sup>2</sup>5", "$x_{i}^{2}$ 5"),
        ("e<sup>x<sup>2</sup></sup>", "$e^{x^{2}}$"),
        ("v<sub>平均</sub>", "$v_{\\text{平均}}$"),
        ("1<sup>st</sup>, 25<sup>°</sup>C", "1st, 25°C"),
        ("10<sup>\\(x\\)</sup>", "10^($x$)"),
        ("10<sup>2", "10^2"),
        ("a</sup>b<sup></sup>", "ab"),
    ],
)
def test_raised_and_lowered_signs_are_signs_or_a_formula(markup: str, words: str) -> None:
    found = html_to_text(markup)
    assert (found.words, "reshaped" in found.notes) == (words, True)
    assert has_balanced_dollars(words)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>", "a | b\n1 | 2"),
        ("x<table>\n <tr>\n  <th><p>a</p></th>\n  <th>b<br>c</th>\n </tr>\n</table>y", "x\na | b c\ny"),
        ("<table><tr><td></td><td>2</td><td></td></tr></table>", "| 2 |"),
        ("Which?<ul><li>a</li><li>b</li></ul>", "Which?\na\nb"),
        ("<ol>\n<li><p>a</p></li>\n<li>b</li>\n</ol>c", "1. a\n2. b\nc"),
        ("<ol start='3'><li>a<ul><li>x</li></ul></li><li>b</li></ol>", "3. a\nx\n4. b"),
        ("<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>", "汉(hàn)"),
    ],
)
def test_cells_are_parted_and_rows_and_items_stand_on_lines(markup: str, words: str) -> None:
    assert html_to_text(markup) == (words, frozenset({"reshaped"}))


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<p>a</p>\n  <p>b\n c</p>", "a\n\nb c"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("a<!-- <sup>2</sup> -->b", "ab"),
    ],
)
def test_breaks_and_paragraphs_are_lines_and_nothing_is_lost(markup: str, words: str) -> None:
    assert html_to_text(markup) == (words, frozenset())


@pytest.mark.parametrize("tag", ["pre", "code"])
def test_code_keeps_its_lines_and_its_indentation(tag: str) -> None:
    found = html_to_text(f"Look: <{tag}>if a &lt; b:\n    print(a)\n\n  else:</{tag}>")
    assert found.words.removeprefix("Look:").strip() == "if a < b:\n    print(a)\n\n  else:"
    assert found.notes == {"formatting"}


@pytest.mark.parametrize(
    ("markup", "words", "notes"),
    [
        ("<b>a</b>", "a", {"formatting"}),
        ("<span style='text-decoration: underline'>a</span>", "a", {"formatting"}),
        ("<img src='x' alt='a frog'> sat", "a frog sat", {"files"}),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1 2", {"mathml"}),
        ("<math alttext='\\frac12'><mn>1</mn></math> ok", "$\\frac12$ ok", set()),
        ("<script>x</script>a", "a", {"formatting"}),
    ],
)
def test_what_is_left_out_is_told(markup: str, words: str, notes: set[str]) -> None:
    assert html_to_text(markup) == (words, frozenset(notes))


@pytest.mark.parametrize(
    "piece", ["<sup>", "</sup>", "a<sup>x</sup>", "<sup>x<sub>y", "<td> ", "<table><tr><td>", "<ol><li>", "<pre>\n",
              "<span style='vertical-align:sub'>", "<math alttext='x'>", "<mi>", "<p>", "<img alt='", " ", "\n"]
)  # fmt: skip
def test_much_of_one_thing_is_read(piece: str) -> None:
    assert isinstance(html_to_text(piece * (300_000 // len(piece))).words, str)
