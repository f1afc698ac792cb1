"""Tests of formulas as plain text. Money and code are not formulas."""

from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.math.plain_text import formula_text, replace_formulas
from inkwright.artifacts.slides.layouts.images import FormulaSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from tests.each import each


@each(
    ("line", "written"),
    [
        (r"about $d = 2.08\sqrt{h}$ miles", "about d = 2.08√h miles"),
        (r"at height $h$ metres", "at height h metres"),
        (r"平均数是 $\frac{a+b}{2}$。", "平均数是 (a+b)/2。"),
        (r"$x^2 \leq y_1^{n}$", "x² ≤ y₁ⁿ"),
        (r"$10^{-3}$ and $30^\circ$", "10⁻³ and 30°"),
        (r"\(\sin\theta + \cos x\)", "sin θ + cos x"),
        (r"$f'(x) = \sqrt[3]{x+1}$", "f′(x) = ∛(x+1)"),
        (r"$\text{水}_2$", "水₂"),
        (r"$a*b$", "a∗b"),
        (r"$x^{ab}$", "x^ab"),
        (r"$x_{1,2} = \frac{-b \pm \sqrt{\Delta}}{2a}$", "x₁,₂ = (−b ± √Δ)/(2a)"),
        (r"$V = \frac{4}{3}\pi r^3$", "V = (4/3)πr³"),
        (r"$a\frac{1}{2} + \frac{1}{2}$", "a(1/2) + 1/2"),
        (r"$\frac{1}{2}^2$", "(1/2)²"),
        (r"$\sqrt{\frac{1}{2}}$", "√(1/2)"),
    ],
)
def test_a_formula_is_written_as_a_reader_expects_it(line: str, written: str) -> None:
    assert replace_formulas(line) == written


@each(
    "line",
    [
        "It costs $5 and $10.",
        "between $5 and 10$ here",
        "价格$5，运费$3",
        r"\$5 and \$6",
        "US$ 5 = 7 A$",
        "`$x$` is code",
        "$5-$10 million",
        r"$\begin{matrix}a\end{matrix}$",
        r"$\unknown{a}$",
        "$a & b$",
        "$x^{$",
        "no formula at all",
    ],
)
def test_money_code_and_formulas_of_several_lines_stay_unchanged(line: str) -> None:
    assert replace_formulas(line) == line


_PIECES = st.sampled_from(
    ["$", "\\", "{", "}", "^", "_", "x", "2", " ", "\\frac", "\\sqrt", "[", "]", "水", "`", "*", "\\("]
)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_text_is_read_or_left_and_a_second_run_changes_nothing(line: str) -> None:
    once = replace_formulas(line)
    assert replace_formulas(once) == once


def test_a_formula_that_is_too_deep_is_left() -> None:
    assert formula_text("{" * 100 + "x" + "}" * 100) is None


def test_lines_of_a_slide_have_words_and_a_formula_slide_keeps_its_tex() -> None:
    slide = BulletsSlide.model_validate({"title": "About $\\alpha$", "bullets": [r"$x^2$ grows", "plain"]})
    assert (slide.title, slide.bullets[0]) == ("About α", "x² grows")
    assert FormulaSlide(title="Root", formula=r"\sqrt{x}").formula == r"\sqrt{x}"
