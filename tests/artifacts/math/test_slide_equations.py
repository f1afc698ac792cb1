"""Formulas as equations of PowerPoint: whole, in one size and colour, and nothing that its schema does not allow."""

import pytest
from lxml import etree

from inkwright.artifacts.math.slide_equations import MATH_NAMESPACE, slide_equation

M = f"{{{MATH_NAMESPACE}}}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", "x=−b±b2−4ac2a"),
        (r"\text{speed} = \frac{s}{t}", "speed=st"),
        (r"力 = m a", "力=ma"),
    ],
)
def test_every_sign_has_the_size_and_the_colour_of_the_slide(tex: str, shown: str) -> None:
    equation = slide_equation(tex, 32.4, "tx2")
    assert equation is not None
    assert "".join(str(text) for text in equation.itertext()) == shown
    wanted = f"{A}rPr[@sz='3200']/{A}solidFill/{A}schemeClr[@val='tx2']"
    assert [each for each in equation.iter(f"{M}r", f"{M}ctrlPr") if each.find(wanted) is None] == []
    assert len([*equation.iter(f"{M}ctrlPr")]) == len([*equation.iter(f"{M}f", f"{M}rad", f"{M}sSup")])


def test_letters_are_italic_and_words_and_signs_are_upright() -> None:
    equation = slide_equation(r"\text{mass} = m", 32, "tx1")
    assert equation is not None
    runs = [("".join(run.itertext()), run.find(f"{A}rPr").get("i")) for run in equation.iter(f"{M}r")]
    assert runs == [("mass", "0"), ("=", "0"), ("m", "1")]
    assert [len(each) for each in equation.iter(f"{M}rPr") if each.find(f"{M}nor") is not None] == [1]


def test_an_equation_declares_only_the_names_that_it_uses() -> None:
    equation = slide_equation("a+b", 32, "tx1")
    assert equation is not None
    assert b"wordprocessingml" not in etree.tostring(equation)


@pytest.mark.parametrize("tex", [r"\frac{1", "a$ and $b"])
def test_what_is_no_formula_is_no_equation(tex: str) -> None:
    assert slide_equation(tex, 32, "tx1") is None
