"""The bounds of a formula: what is refused before anything typesets it, and what is not."""

from inkwright.artifacts.math.tex_bounds import MAX_FORMULA, tex_problem
from tests.each import each

GOOD = (
    r"\frac{1}{2}",
    r"\int_0^1 x^2\,dx = \frac13",
    r"a\hspace{2em}b\kern-3pt c\quad 100\text{ cm}",
    r"\rule{3cm}{0.4pt}",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
    r"\newcommand{\R}{\mathbb{R}}x\in\R^n",
    r"\def\half#1{\frac{#1}{2}}\half{3}",
    r"\left(\left[\left\{x\right\}\right]\right)",
    "123456789012345678901234567890",
    r"\text{1900 in Berlin}, 3000 em and more",
    "x" * MAX_FORMULA,
    r"6.02\cdot10^{23}\,\mathrm{mol}^{-1}",
    r"\%",
    "",
)
WIDE = (
    r"\hspace{900000em}",
    r"\hspace{-900000em}",
    r"\kern900000em",
    r"\rule{99999cm}{1pt}",
    r"\hskip 300 em",
    r"\hspace{99999999999999pt}",
    r"\\[9000pt]",
    r"\hspace{.9in}\hspace{2001.5 pt}",
    r"\mkern99999mu",
)
DEEP = ("{" * 50 + "}" * 50, r"\left(" * 50, r"\begin{matrix}" * 50, r"\sqrt{" * 50)
MACROS = (
    r"\def\a{xx}" + "".join(rf"\def\{chr(98 + i)}{{\{chr(97 + i)}\{chr(97 + i)}}}" for i in range(15)) + r"\p",
    "".join(rf"\newcommand{{\{chr(97 + i)}}}{{\{chr(98 + i)}\{chr(98 + i)}}}" for i in range(16))
    + r"\newcommand{\q}{xx}\a",
    r"\def\a{\a\a}\a",
    r"\def\a{\b}\def\b{\a\a}\a",
    r"\newcommand\a[2]{#1#2\a{#1}{#2}}\a12",
    r"\def\a{x}" * 25,
    r"\def\a{" + "x" * 150 + "}" + r"\a" * 200,
)


@each("formula", GOOD)
def test_ordinary_formulas_pass(formula: str) -> None:
    assert tex_problem(formula) is None


@each(
    ("formula", "reason"),
    [
        *((formula, "wide") for formula in WIDE),
        *((formula, "deep") for formula in DEEP),
        *((formula, "macros") for formula in MACROS),
        ("x" * (MAX_FORMULA + 1), "long"),
    ],
)
def test_what_would_take_too_much_is_refused_with_the_reason(formula: str, reason: str) -> None:
    problem = tex_problem(formula)
    assert problem is not None
    assert problem.key == f"reason.math.{reason}"
