"""Tests of the conversion of TeX to typst: invalid formulas are rejected, and none can run code."""

import pytest

from inkwright.artifacts.math.to_typst import normalise_formula, typst_formulas
from inkwright.errors import InvalidOption


def read(*formulas: str) -> list[str]:
    blocks = [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, each]}]} for each in formulas]
    return list(typst_formulas(blocks, "en").values())


def test_tex_becomes_typst() -> None:
    assert read(r"\frac{1}{2}", r"\sqrt[3]{x}", r"\text{if } x") == ["1 / 2", "root(3, x)", 'upright("if ") x']


def test_quoted_code_is_text() -> None:
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
def test_a_formula_that_cannot_be_read_is_rejected(formula: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        read("x", formula)
    assert raised.value.fields["value"] == formula


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
def test_parts_that_pandoc_converts_wrongly_are_converted_here(formula: str, made: str) -> None:
    assert read(formula) == [made]


def test_aligned_lines_stay_lines_in_a_displayed_formula() -> None:
    node = {"t": "Math", "c": [{"t": "DisplayMath"}, r"\begin{aligned}a&=b\\&=c\end{aligned}"]}
    [made] = typst_formulas([{"t": "Para", "c": [node]}], "en").values()
    assert made.split() == "a & = b \\ & = c".split()


def test_an_invalid_formula_inside_a_part_is_rejected() -> None:
    with pytest.raises(InvalidOption):
        read(r"\begin{cases}\nothing{x}\\y\end{cases}")


@pytest.mark.parametrize("formula", [r"\begin{cases}x", r"\left\{x", "{" * 500, r"\boxed", r"\overset" * 400, "\ue000"])
def test_an_unterminated_formula_is_rejected(formula: str) -> None:
    with pytest.raises(InvalidOption):
        read(formula, r"\begin{cases")


def test_a_tag_is_kept_and_a_label_is_dropped() -> None:
    assert normalise_formula(r"a = b \tag{3} \label{eq:a} \square") == r"a = b \qquad\text{(3)}  \Box"
