"""HTML as plain text: the meaning of markup stays, and losses are reported."""

import pytest

from inkwright.artifacts.quizzes.text.html import html_to_text
from tests.each import each


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
def test_cells_are_separated_and_rows_and_items_are_lines(markup: str, words: str) -> None:
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
def test_losses_are_reported(markup: str, words: str, notes: set[str]) -> None:
    assert html_to_text(markup) == (words, frozenset(notes))


@each(
    "piece", ["<sup>", "</sup>", "a<sup>x</sup>", "<sup>x<sub>y", "<td> ", "<table><tr><td>", "<ol><li>", "<pre>\n",
              "<span style='vertical-align:sub'>", "<math alttext='x'>", "<mi>", "<p>", "<img alt='", " ", "\n"]
)  # fmt: skip
def test_one_repeated_piece_is_read(piece: str) -> None:
    assert isinstance(html_to_text(piece * (300_000 // len(piece))).words, str)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("if x<y then", "if x<y then"),
        ("5 < 6 and <i>7 > 6</i>", "5 < 6 and 7 > 6"),
        ("a <!-- never closed", "a <!-- never closed"),
        ("<b>&lt;b&gt; &amp;amp; &minus;</b>", "<b> &amp; −"),
        ("a</br>b<br/>c", "a\nb\nc"),
        ("<p>a<ul><li>b</li></ul>c</p>d", "a\nb\nc\nd"),
        ("<img alt='a > b'>", "a > b"),
        ("<b>" * 300 + "deep" + "</b>" * 300, "deep"),
        ("x<b></b>\x00", "x"),
    ],
)
def test_no_word_is_lost_where_markup_is_broken(markup: str, words: str) -> None:
    assert html_to_text(markup).words == words


def test_crossed_tags_are_read_in_time() -> None:
    assert html_to_text("<b>" * 50_000 + "x" + "</i>" * 50_000).words == "x"
