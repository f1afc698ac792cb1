"""Superscripts and subscripts as Unicode characters or as a formula."""

from inkwright.artifacts.math.delimiters import has_balanced_dollars
from inkwright.artifacts.quizzes.text.html import html_to_text
from tests.each import each


@each(
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
def test_superscripts_and_subscripts_are_unicode_or_a_formula(markup: str, words: str) -> None:
    found = html_to_text(markup)
    assert (found.words, "reshaped" in found.notes) == (words, True)
    assert has_balanced_dollars(words)
