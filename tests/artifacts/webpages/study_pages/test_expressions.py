"""Tests of one-line formulas."""

import contextlib
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.webpages.study_pages.expressions import parse_expression, variables_in
from tests.each import each


def worked_out(written: str, **known: float) -> float:
    """What the steps give, worked out as a page does it."""
    one: dict[str, Callable[[float], float]] = {
        "neg": lambda a: -a,
        "sin": math.sin,
        "sqrt": math.sqrt,
        "abs": abs,
        "ln": math.log,
        "log": math.log10,
    }
    two: dict[str, Callable[[float, float], float]] = {"min": min, "max": max, "mod": lambda a, b: a % b}
    signs: dict[str, Callable[[float, float], float]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "^": lambda a, b: a**b,
    }
    stack: list[float] = []
    for kind, value in parse_expression(written):
        if kind == "n":
            stack.append(float(value))
        elif kind == "v":
            stack.append({"pi": math.pi, "e": math.e, **known}[str(value)])
        elif value in one:
            stack.append(one[str(value)](stack.pop()))
        else:
            last = stack.pop()
            stack.append((two | signs)[str(value)](stack.pop(), last))
    [result] = stack
    return result


@each(
    ("written", "result"),
    [
        ("1 + 2*3", 7),
        ("(1 + 2)*3", 9),
        ("10 - 4 - 3", 3),
        ("2^3^2", 512),
        ("-x^2", -9),
        ("2^-1", 0.5),
        ("2x", 6),
        ("2x^2", 18),
        ("2(x+1)(x-1)", 16),
        ("12/2x", 18),
        ("sqrt(16) + abs(-2)", 6),
        ("max(1, x) + mod(7, 4)", 6),
        ("sin(pi/2)", 1),
        ("ln(e)", 1),
        ("1.5e2 − .5", 149.5),
        ("2×3÷2**1", 3),
    ],
)
def test_a_formula_is_evaluated_with_the_usual_precedence(written: str, result: float) -> None:
    assert worked_out(written, x=3) == pytest.approx(result)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "missing"),
        ("1 +", "missing"),
        ("(1", "')' is missing"),
        ("1)", "one too many"),
        ("sin x", "'(' is missing"),
        ("max(1)", "',' is missing"),
        ("* 2", "must be a number"),
        ("a; alert(1)", "is not valid"),
        ("`x`", "is not valid"),
        ("(" * 90 + "x" + ")" * 90, "nested too deeply"),
    ],
)
def test_an_invalid_formula_is_rejected_with_its_problem(written: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        parse_expression(written)


@given(st.text(alphabet="x12+-*/^(),. sinpe", max_size=200))
def test_any_text_is_parsed_or_rejected(written: str) -> None:
    with contextlib.suppress(ValueError):
        assert parse_expression(written)


def test_the_variables_of_a_formula_are_known() -> None:
    assert variables_in("a*sin(b*x) + pi*e") == {"a", "b", "x"}
