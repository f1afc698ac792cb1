"""Bounds of a TeX formula that are checked before anything typesets it: its length, depth, lengths and macros."""

import re
from typing import Final

from inkwright.i18n import Reason

MAX_FORMULA: Final = 10_000
MAX_DEPTH: Final = 40
MAX_POINTS: Final = 2_000.0
MAX_EXPANSION: Final = 20_000
"""The tokens of a formula after its own macros are expanded."""

_POINTS_PER_UNIT: Final = {
    "em": 10.0, "ex": 5.0, "mu": 0.6, "pt": 1.0, "bp": 1.0, "px": 1.0, "pc": 12.0, "dd": 1.07, "cc": 12.8,
    "mm": 2.85, "cm": 28.5, "in": 72.3, "sp": 0.0001,
}  # fmt: skip
_MAX_DIGITS: Final = 9
_MAX_MACROS: Final = 20
_NUMBER: Final = r"[-+\s]*+(\d++(?:\.\d*+)?|\.\d++)"
_UNIT: Final = rf"\s*+({'|'.join(_POINTS_PER_UNIT)})"
_LENGTHS: Final = (
    re.compile(rf"[{{\[]{_NUMBER}{_UNIT}\s*+(?:[}}\]]|plus|minus)"),
    re.compile(rf"\\(?:[hvm]skip|m?kern|raise|lower)[\s=]*+{_NUMBER}{_UNIT}"),
)
"""A number with a unit alone in brackets or after a command; elsewhere it may be words: 1900 in Berlin."""
_TOKEN = re.compile(r"\\[A-Za-z]++|\\.|[{}]|[^\\{}]", re.DOTALL)
_DEFINITIONS: Final = frozenset({
    r"\def", r"\gdef", r"\edef", r"\xdef", r"\let", r"\newcommand", r"\renewcommand", r"\providecommand",
    r"\DeclareMathOperator",
})  # fmt: skip
_OPENING: Final = frozenset({"{", r"\left", r"\begin"})
_CLOSING: Final = frozenset({"}", r"\right", r"\end"})


def tex_problem(tex: str) -> Reason | None:
    """Return why a formula is too large to be typeset, or None."""
    if len(tex) > MAX_FORMULA:
        return Reason("reason.math.long", limit=MAX_FORMULA)
    if any(_is_too_wide(number, unit) for pattern in _LENGTHS for number, unit in pattern.findall(tex)):
        return Reason("reason.math.wide", limit=round(MAX_POINTS))
    tokens = _TOKEN.findall(tex)
    if _depth(tokens) > MAX_DEPTH:
        return Reason("reason.math.deep", limit=MAX_DEPTH)
    if sum(token in _DEFINITIONS for token in tokens) > _MAX_MACROS or _expanded_size(tokens) > MAX_EXPANSION:
        return Reason("reason.math.macros", limit=MAX_EXPANSION)
    return None


def _is_too_wide(number: str, unit: str) -> bool:
    if len(number.partition(".")[0]) > _MAX_DIGITS:
        return True
    return float(number[: 2 * _MAX_DIGITS]) * _POINTS_PER_UNIT[unit] > MAX_POINTS


def _depth(tokens: list[str]) -> int:
    depth = deepest = 0
    for token in tokens:
        depth += (token in _OPENING) - (token in _CLOSING)
        deepest = max(deepest, depth)
    return deepest


def _expanded_size(tokens: list[str]) -> int:
    """The size of the formula with its macros expanded. Each may use any other, so counting repeats until it settles.

    The sizes of macros that use themselves never settle.
    """
    bodies = _macro_bodies(tokens)
    sizes = dict.fromkeys(bodies, 1)
    for _ in range(len(bodies) + 2):
        before, sizes = sizes, {name: sum(sizes.get(token, 1) for token in body) for name, body in bodies.items()}
        if before == sizes or max(sizes.values()) > MAX_EXPANSION:
            return sum(sizes.get(token, 1) for token in tokens)
    return MAX_EXPANSION + 1


def _macro_bodies(tokens: list[str]) -> dict[str, list[str]]:
    """The last body of each macro that is defined. What has no braces, as after `\\let`, is its own body."""
    bodies: dict[str, list[str]] = {}
    index = 0
    while index < len(tokens):
        if tokens[index] in _DEFINITIONS:
            name, body, index = _definition(tokens, index + 1)
            if name:
                bodies[name] = body
        else:
            index += 1
    return bodies


def _definition(tokens: list[str], index: int) -> tuple[str, list[str], int]:
    """The name and the body of the definition that begins here, and where its body begins: it may define more."""
    while index < len(tokens) and not tokens[index].startswith("\\"):
        index += 1
    if index == len(tokens):
        return "", [], index
    name = tokens[index]
    start = index + 1
    # The name may be in braces, and arguments may precede the body.
    while start < len(tokens) and tokens[start] != "{":
        start += 1
    return name, _group(tokens, start), index + 1


def _group(tokens: list[str], start: int) -> list[str]:
    depth = 0
    for end in range(start, len(tokens)):
        depth += (tokens[end] == "{") - (tokens[end] == "}")
        if depth == 0:
            return tokens[start:end]
    return tokens[start:]
