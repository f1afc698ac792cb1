"""One-line formulas: parsed into steps and evaluated without running code."""

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

from pydantic import AfterValidator, Field

MAX_EXPRESSION: Final = 200
FUNCTIONS: Final = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "sinh": 1, "cosh": 1, "tanh": 1, "sqrt": 1,
    "abs": 1, "exp": 1, "ln": 1, "log": 1, "floor": 1, "ceil": 1, "round": 1, "sign": 1, "min": 2, "max": 2, "mod": 2,
}  # fmt: skip
CONSTANTS: Final = ("pi", "e")
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(\*\*|[-+*/^(),·×÷−]))")
_SIGN_VARIANTS: Final = {"**": "^", "·": "*", "×": "*", "÷": "/", "−": "-"}
_PRECEDENCE: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_NEGATION_PRECEDENCE: Final = 3
_MAX_DEPTH: Final = 30

ExpressionStep = tuple[str, float | str]
"""`n` a number, `v` a variable, `o` an operation on the last two, `f` a function of the last one or two."""


class _ExpressionParser:
    def __init__(self, written: str) -> None:
        self.tokens = _tokenise(written)
        self.at = 0
        self.depth = 0
        self.steps: list[ExpressionStep] = []

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        word = self.peek()
        if not word or (wanted and word != wanted):
            before = " ".join(self.tokens[: self.at])
            if wanted:
                raise ValueError(f"'{wanted}' is missing behind '{before}'")
            raise ValueError(f"a number or a name is missing behind '{before}'")
        self.at += 1
        return word

    def read(self, least: int = 0) -> None:
        """One term and every operation behind it that binds at least so strongly."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError("it has too many brackets in one another")
        self._term()
        while True:
            sign = self.peek()
            is_hidden = sign not in _PRECEDENCE and sign not in ("", ")", ",")
            strength = _PRECEDENCE["*"] if is_hidden else _PRECEDENCE.get(sign, -1)
            if strength < max(least, 1):
                break
            if not is_hidden:
                self.take()
            # Powers are read from the right, everything else from the left.
            self.read(strength if sign == "^" else strength + 1)
            self.steps.append(("o", "*" if is_hidden else sign))
        self.depth -= 1

    def _term(self) -> None:
        word = self.take()
        if word in ("-", "+"):
            self.read(_NEGATION_PRECEDENCE)
            if word == "-":
                self.steps.append(("f", "neg"))
        elif word == "(":
            self.read()
            self.take(")")
        elif word[0].isdigit() or word[0] == ".":
            self.steps.append(("n", float(word)))
        elif word in FUNCTIONS:
            self._call(word)
        elif word in _PRECEDENCE or word in (",", ")"):
            raise ValueError(f"'{word}' stands where a number or a name should")
        else:
            self.steps.append(("v", word))

    def _call(self, name: str) -> None:
        self.take("(")
        self.read()
        for _ in range(FUNCTIONS[name] - 1):
            self.take(",")
            self.read()
        self.take(")")
        self.steps.append(("f", name))


def parse_expression(written: str) -> list[ExpressionStep]:
    """The steps of a formula, in the order in which they are worked out. ValueError says what is wrong with it."""
    reader = _ExpressionParser(written)
    if not reader.tokens:
        raise ValueError("it is missing: a formula is such as 2x + 1")
    reader.read()
    if reader.peek():
        raise ValueError(f"'{reader.peek()}' is one too many")
    return reader.steps


def variables_in(written: str) -> set[str]:
    """The variables that a formula asks for."""
    return {str(value) for kind, value in parse_expression(written) if kind == "v" and value not in CONSTANTS}


def _tokenise(written: str) -> list[str]:
    tokens, at, written = [], 0, written.strip()
    while at < len(written):
        found = _TOKEN.match(written, at)
        if found is None:
            raise ValueError(f"'{written[at : at + 10].strip()}' is not understood")
        at = found.end()
        word = next(each for each in found.groups() if each)
        tokens.append(_SIGN_VARIANTS.get(word, word))
    return tokens


def _check_expression(written: str) -> str:
    parse_expression(written)
    return written


Expression = Annotated[str, Field(min_length=1, max_length=MAX_EXPRESSION), AfterValidator(_check_expression)]
"""A formula such as `a*sin(b*x) + 2x^2`."""


_CONSTANT_VALUES: Final = {"pi": math.pi, "e": math.e}
_UNARY: Final[Mapping[str, Callable[[float], float]]] = {
    "neg": operator.neg, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
    "atan": math.atan, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "sqrt": math.sqrt, "abs": abs,
    "exp": math.exp, "ln": math.log, "log": math.log10, "floor": math.floor, "ceil": math.ceil,
    "round": lambda a: math.floor(a + 0.5), "sign": lambda a: math.copysign(1, a) if a else a,
}  # fmt: skip
_BINARY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": math.pow,
    "min": min, "max": max, "mod": operator.mod,
}  # fmt: skip


def evaluate(steps: Sequence[ExpressionStep], known: Mapping[str, float]) -> float:
    """The value where `known` holds the variables; NaN or infinite where there is none."""
    stack: list[float] = []
    for kind, value in steps:
        name = str(value)
        if kind == "n":
            stack.append(float(value))
        elif kind == "v":
            stack.append(known[name] if name in known else _CONSTANT_VALUES[name])
        elif name in _UNARY:
            stack.append(_apply_unary(_UNARY[name], stack.pop()))
        else:
            last = stack.pop()
            stack.append(_apply_binary(name, stack.pop(), last))
    return stack[0]


def _apply_unary(function: Callable[[float], float], given: float) -> float:
    try:
        return float(function(given))
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf


def _apply_binary(name: str, one: float, other: float) -> float:
    try:
        return float(_BINARY[name](one, other))
    except ZeroDivisionError:
        return math.copysign(math.inf, one) * math.copysign(1, other) if name == "/" and one else math.nan
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf
