"""Works out the steps of a formula as the page does it: what is not defined is no number, and nothing is raised."""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from inkwright.artifacts.interactive.kinds.expressions import Step

_CONSTANTS: Final = {"pi": math.pi, "e": math.e}
_ONE: Final[Mapping[str, Callable[[float], float]]] = {
    "neg": operator.neg, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
    "atan": math.atan, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "sqrt": math.sqrt, "abs": abs,
    "exp": math.exp, "ln": math.log, "log": math.log10, "floor": math.floor, "ceil": math.ceil,
    "round": lambda a: math.floor(a + 0.5), "sign": lambda a: math.copysign(1, a) if a else a,
}  # fmt: skip
_TWO: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": math.pow,
    "min": min, "max": max, "mod": operator.mod,
}  # fmt: skip


def worked_out(steps: Sequence[Step], known: Mapping[str, float]) -> float:
    """The value where `known` holds the variables; NaN or infinite where there is none."""
    stack: list[float] = []
    for kind, value in steps:
        name = str(value)
        if kind == "n":
            stack.append(float(value))
        elif kind == "v":
            stack.append(known[name] if name in known else _CONSTANTS[name])
        elif name in _ONE:
            stack.append(_of_one(_ONE[name], stack.pop()))
        else:
            last = stack.pop()
            stack.append(_of_two(name, stack.pop(), last))
    return stack[0]


def _of_one(function: Callable[[float], float], given: float) -> float:
    try:
        return float(function(given))
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf


def _of_two(name: str, one: float, other: float) -> float:
    try:
        return float(_TWO[name](one, other))
    except ZeroDivisionError:
        return math.copysign(math.inf, one) * math.copysign(1, other) if name == "/" and one else math.nan
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf
