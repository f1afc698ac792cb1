"""Tests of formulas between dollar signs and of blanks in plain text."""

import pytest

from inkwright.artifacts.math.delimiters import (
    MathSpan,
    count_blanks,
    formulas_in,
    has_balanced_dollars,
    split_math,
    without_formulas,
)


def test_a_text_is_split_into_words_and_formulas() -> None:
    assert [*split_math("If $x$ then $$y = 2$$.")] == [
        MathSpan("If ", is_formula=False),
        MathSpan("x", is_formula=True),
        MathSpan(" then ", is_formula=False),
        MathSpan("y = 2", is_formula=True, is_display=True),
        MathSpan(".", is_formula=False),
    ]


@pytest.mark.parametrize("text", ["It costs $5 and $6.", r"\$x\$", "$ x $", "$x\n\ny$"])
def test_prices_escaped_dollars_and_paragraphs_are_not_formulas(text: str) -> None:
    assert [*formulas_in(text)] == []


def test_formulas_come_on_one_line_and_can_be_left_out() -> None:
    assert [*formulas_in("a $x +\ny$ b")] == ["x + y"]
    assert without_formulas("a $x +\ny$ b") == "a   b"


@pytest.mark.parametrize(("text", "is_balanced"), [("$x$ for $5", True), ("$x$ and $y", False), (r"\$y", True)])
def test_an_open_dollar_is_found_and_a_price_is_not(text: str, is_balanced: bool) -> None:
    assert has_balanced_dollars(text) is is_balanced


@pytest.mark.parametrize(
    ("text", "count"), [("___ and (  )", 2), ("__init__ is a name", 0), ("fill in __ here", 1), ("$a___b$", 0)]
)
def test_blanks_are_counted_outside_names_and_formulas(text: str, count: int) -> None:
    assert count_blanks(text) == count
