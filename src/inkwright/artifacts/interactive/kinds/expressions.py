"""Formulas of one line, as a person types them, turned into steps that a page can work out without running code."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field

MAX_LENGTH: Final = 200
FUNCTIONS: Final = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "sinh": 1, "cosh": 1, "tanh": 1, "sqrt": 1,
    "abs": 1, "exp": 1, "ln": 1, "log": 1, "floor": 1, "ceil": 1, "round": 1, "sign": 1, "min": 2, "max": 2, "mod": 2,
}  # fmt: skip
CONSTANTS: Final = ("pi", "e")
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(\*\*|[-+*/^(),·×÷−]))")
_SAME: Final = {"**": "^", "·": "*", "×": "*", "÷": "/", "−": "-"}
_STRENGTH: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_NEGATION: Final = 3
_DEEPEST: Final = 30

Step = tuple[str, float | str]
"""`n` a number, `v` a variable, `o` an operation on the last two, `f` a function of the last one or two."""


class _Reader:
    def __init__(self, written: str) -> None:
        self.tokens = _tokens(written)
        self.at = 0
        self.depth = 0
        self.steps: list[Step] = []

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
        if self.depth > _DEEPEST:
            raise ValueError("it has too many brackets in one another")
        self._term()
        while True:
            sign = self.peek()
            is_hidden = sign not in _STRENGTH and sign not in ("", ")", ",")
            strength = _STRENGTH["*"] if is_hidden else _STRENGTH.get(sign, -1)
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
            self.read(_NEGATION)
            if word == "-":
                self.steps.append(("f", "neg"))
        elif word == "(":
            self.read()
            self.take(")")
        elif word[0].isdigit() or word[0] == ".":
            self.steps.append(("n", float(word)))
        elif word in FUNCTIONS:
            self._call(word)
        elif word in _STRENGTH or word in (",", ")"):
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


def steps_of(written: str) -> list[Step]:
    """The steps of a formula, in the order in which they are worked out. ValueError says what is wrong with it."""
    reader = _Reader(written)
    if not reader.tokens:
        raise ValueError("it is missing: a formula is such as 2x + 1")
    reader.read()
    if reader.peek():
        raise ValueError(f"'{reader.peek()}' is one too many")
    return reader.steps


def names_in(written: str) -> set[str]:
    """The variables that a formula asks for."""
    return {str(value) for kind, value in steps_of(written) if kind == "v" and value not in CONSTANTS}


def _tokens(written: str) -> list[str]:
    tokens, at, written = [], 0, written.strip()
    while at < len(written):
        found = _TOKEN.match(written, at)
        if found is None:
            raise ValueError(f"'{written[at : at + 10].strip()}' is not understood")
        at = found.end()
        word = next(each for each in found.groups() if each)
        tokens.append(_SAME.get(word, word))
    return tokens


def _readable(written: str) -> str:
    steps_of(written)
    return written


Formula = Annotated[str, Field(min_length=1, max_length=MAX_LENGTH), AfterValidator(_readable)]
"""A formula such as `a*sin(b*x) + 2x^2`."""
