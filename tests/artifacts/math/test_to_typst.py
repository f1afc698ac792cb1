"""Formulas: read once, refused where they cannot be read, and never a way to code."""

import pytest

from inkwright.artifacts.math.to_typst import normalise_formula, typst_formulas
from inkwright.errors import InvalidOption


def read(*formulas: str) -> list[str]:
    blocks = [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, each]}]} for each in formulas]
    return list(typst_formulas(blocks, "en").values())


def test_tex_becomes_typst() -> None:
    assert read(r"\frac{1}{2}", r"\sqrt[3]{x}", r"\text{if } x") == ["1 / 2", "root(3, x)", 'upright("if ") x']


def test_what_is_quoted_is_text() -> None:
    assert read(r'\text{"); #read("/etc/passwd")}') == [r'upright("\"); #read(\"/etc/passwd\")")']


def test_boxes_and_spaces_are_allowed_code() -> None:
    assert read(r"\boxed{x}\!y") == ["#box(stroke: 0.5pt, inset: 3pt, $ x $) #h(-0.167em) y"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{",
        r"\textcolor{red}{x}",
        r"\phantom{\text{#read(x)}}",
        r"\input{/etc/passwd}",
        '#read("x")',
        r"\def\a{x}\a",
    ],
)
def test_a_formula_that_cannot_be_read_is_told(formula: str) -> None:
    with pytest.raises(InvalidOption) as told:
        read("x", formula)
    assert told.value.fields["value"] == formula


@pytest.mark.parametrize(
    ("formula", "made"),
    [
        (r"\begin{vmatrix}a&b\\c&d\end{vmatrix}", 'mat(delim: "|", inline(a), inline(b); inline(c), inline(d))'),
        (r"\begin{cases}x\\y\end{cases}", "cases(inline(x), inline(y))"),
        (r"\left\{\begin{array}{l}x\\[2pt] y\\ \end{array}\right.", "cases(inline(x), inline(y))"),
        (r"\left.\begin{array}{l}x\\y\end{array}\right\}", "cases(reverse: #true, inline(x), inline(y))"),
        (r"\overset{\frown}{AB}", "overparen(A B)"),
        (r"\overset{a}{=}", "=^a"),
        (r"\overset{a}{AB}", "limits(A B)^(a)"),
        (r"\left.x\right|_0", "lr( x |)_0"),
        (r"\begin{pmatrix}a:b&c\end{pmatrix}", 'mat(delim: "(", inline(a colon b), inline(c))'),
        (
            r"\begin{array}{c|c}a&b\\ \hline c&d\end{array}",
            "mat(delim: #none, augment: #(vline: (1,), hline: (1,)), inline(a), inline(b); inline(c), inline(d))",
        ),
        (
            r"\begin{cases}\begin{matrix}a&b\end{matrix}\\c\end{cases}",
            "cases(inline(mat(delim: #none, inline(a), inline(b))), inline(c))",
        ),
    ],
)
def test_what_pandoc_sets_wrongly_is_set_here(formula: str, made: str) -> None:
    assert read(formula) == [made]


def test_lines_that_are_aligned_stay_lines_where_they_have_lines_of_their_own() -> None:
    node = {"t": "Math", "c": [{"t": "DisplayMath"}, r"\begin{aligned}a&=b\\&=c\end{aligned}"]}
    [made] = typst_formulas([{"t": "Para", "c": [node]}], "en").values()
    assert made.split() == "a & = b \\ & = c".split()


def test_a_formula_in_a_part_that_cannot_be_read_is_told() -> None:
    with pytest.raises(InvalidOption):
        read(r"\begin{cases}\nothing{x}\\y\end{cases}")


@pytest.mark.parametrize("formula", [r"\begin{cases}x", r"\left\{x", "{" * 500, r"\boxed", r"\overset" * 400, "\ue000"])
def test_what_does_not_end_is_told_and_never_a_fault(formula: str) -> None:
    with pytest.raises(InvalidOption):
        read(formula, r"\begin{cases")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("|x|", r"\left|x\right|"),
        ("2|x|-1", r"2\left|x\right|-1"),
        ("||a|-|b||", r"\left|\left|a\right|-\left|b\right|\right|"),
        (r"\ln|x|", r"\ln\left|x\right|"),
        (r"\frac{|a|}{|b|}", r"\frac{\left|a\right|}{\left|b\right|}"),
        (r"\begin{cases}|x|&y\\z&|w|\end{cases}", r"\begin{cases}\left|x\right|&y\\z&\left|w\right|\end{cases}"),
    ],
)
def test_bars_that_are_a_pair_become_one(written: str, meant: str) -> None:
    assert normalise_formula(written) == meant


@pytest.mark.parametrize(
    "written",
    ["P(A|B)", r"\{x|x>0\}", "a|b, c|d", r"\left|x\right|", r"\big|x\big|", r"\text{|a|}", r"\{x||x|<2\}", "a|b=c|d"],
)
def test_bars_that_may_be_no_pair_stay(written: str) -> None:
    assert normalise_formula(written) == written


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"90\degree", r"90^\circ"),
        (r"90^{\degree}", r"90^\circ"),
        (r"\xlongequal{a}", r"\overset{a}{=}"),
        (r"\xlongequal[b]{a}", r"\underset{b}{\overset{a}{=}}"),
        (r"\cfrac{1}{2}", r"\dfrac{1}{2}"),
        (r"\ce{H2O}", r"{\mathrm{H}_{2}\mathrm{O}}"),
        (r"\ce{Ca(OH)2}", r"{\mathrm{Ca}(\mathrm{OH})_{2}}"),
        (r"\ce{SO4^2-}", r"{\mathrm{SO}_{4}^{2-}}"),
        (r"\ce{Na+ + Cl-}", r"{\mathrm{Na}^{+} + \mathrm{Cl}^{-}}"),
        (r"\ce{CH3-CH3}", r"{\mathrm{CH}_{3}-\mathrm{CH}_{3}}"),
        (r"\ce{2H2 ->[点燃] X v}", r"{2\mathrm{H}_{2} \overset{\text{点燃}}{\rightarrow} \mathrm{X} \downarrow }"),
        (r"\ce{CO2 ^}", r"{\mathrm{CO}_{2} \uparrow }"),
    ],
)
def test_common_commands_that_pandoc_does_not_know_are_put_in_others(written: str, meant: str) -> None:
    assert " ".join(normalise_formula(written).split()) == meant
    assert read(normalise_formula(written))


def test_a_number_is_kept_and_a_label_is_not() -> None:
    assert normalise_formula(r"a = b \tag{3} \label{eq:a} \square") == r"a = b \qquad\text{(3)}  \Box"
