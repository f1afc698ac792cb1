"""Tests of the conversion of TeX to MathML."""

from inkwright.artifacts.math.mathml import TexFormula, convert_to_mathml

POWER = TexFormula("x^2", is_display=False)
FRACTION = TexFormula(r"\frac{a}{b}", is_display=True)


def test_formulas_are_converted_in_one_run() -> None:
    found = convert_to_mathml([POWER, FRACTION, POWER])
    assert [*found] == [POWER, FRACTION]
    assert "<msup>" in found[POWER].markup
    assert "<mfrac>" in found[FRACTION].markup
    assert 'display="block"' in found[FRACTION].markup


def test_the_markup_has_no_annotation_and_no_other_attribute() -> None:
    markup = convert_to_mathml([FRACTION])[FRACTION].markup
    assert "annotation" not in markup
    assert "encoding" not in markup


def test_a_formula_that_cannot_be_converted_is_left_out() -> None:
    assert [*convert_to_mathml([TexFormula(r"\frac{", is_display=False), POWER])] == [POWER]


def test_stacked_parts_are_as_wide_as_the_widest() -> None:
    found = convert_to_mathml([TexFormula(r"\frac{aaaa}{b}", is_display=False), TexFormula("aaaa", is_display=False)])
    one, other = found.values()
    assert one.width == other.width


def test_nothing_is_converted_without_formulas() -> None:
    assert convert_to_mathml([]) == {}
