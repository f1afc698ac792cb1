"""Formulas: read once, refused where they cannot be read, and never a way to code."""

import pytest

from inkwright.artifacts.documents.formulas import tidied, typst_formulas
from inkwright.errors import InvalidOption


def read(*formulas: str) -> list[str]:
    blocks = [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, each]}]} for each in formulas]
    return list(typst_formulas(blocks, "en").values())


def test_tex_becomes_typst() -> None:
    assert read(r"\frac{1}{2}", r"\sqrt[3]{x}", r"\text{if } x") == ["1 / 2", "root(3, x)", 'upright("if ") x']


def test_what_is_quoted_is_text() -> None:
    assert read(r'\text{"); #read("/etc/passwd")}') == [r'upright("\"); #read(\"/etc/passwd\")")']


def test_boxes_and_spaces_are_allowed_code() -> None:
    assert read(r"\boxed{x}\!y") == ["#box(stroke: black, inset: 3pt, [$ x $]) #h(-1em) y"]


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


def test_a_number_is_kept_and_a_label_is_not() -> None:
    assert tidied(r"a = b \tag{3} \label{eq:a} \square") == r"a = b \qquad\text{(3)}  \Box"
