"""One-line formulas: parsed into steps and evaluated without running code."""

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from inkwright.i18n import Reason

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
"""`n` is a number, `v` a variable, `o` an operation on the last two values, `f` a function of the last one or two."""


class _ExpressionParser:
    def __init__(self, written: str) -> None:
        self.tokens = _tokenise(written)
        self.index = 0
        self.depth = 0
        self.steps: list[ExpressionStep] = []

    def peek(self) -> str:
        return self.tokens[self.index] if self.index < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        word = self.peek()
        if not word or (expected and word != expected):
            before = " ".join(self.tokens[: self.index])
            if expected:
                raise _invalid("expected", sign=expected, before=before)
            raise _invalid("operand", before=before)
        self.index += 1
        return word

    def read(self, min_precedence: int = 0) -> None:
        """Read a term and the operations after it that have at least this precedence."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _invalid("depth")
        self._term()
        while True:
            sign = self.peek()
            is_hidden = sign not in _PRECEDENCE and sign not in ("", ")", ",")
            strength = _PRECEDENCE["*"] if is_hidden else _PRECEDENCE.get(sign, -1)
            if strength < max(min_precedence, 1):
                break
            if not is_hidden:
                self.take()
            # Powers are right-associative, all other operations left-associative.
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
            raise _invalid("misplaced", sign=word)
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
    """Return the steps of a formula in the order of evaluation. An invalid formula raises ValueError with a Reason."""
    reader = _ExpressionParser(written)
    if not reader.tokens:
        raise _invalid("empty")
    reader.read()
    if reader.peek():
        raise _invalid("extra", sign=reader.peek())
    return reader.steps


def variables_in(written: str) -> set[str]:
    """Return the variables of a formula."""
    return {str(value) for kind, value in parse_expression(written) if kind == "v" and value not in CONSTANTS}


def _tokenise(written: str) -> list[str]:
    tokens, position, written = [], 0, written.strip()
    while position < len(written):
        found = _TOKEN.match(written, position)
        if found is None:
            raise _invalid("unknown", found=written[position : position + 10].strip())
        position = found.end()
        word = next(each for each in found.groups() if each)
        tokens.append(_SIGN_VARIANTS.get(word, word))
    return tokens


def _invalid(key: str, **fields: object) -> ValueError:
    return ValueError(Reason(f"reason.pages.expression.{key}", **fields))


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
    """Return the value for these variables; NaN or infinite if it is undefined."""
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
