"""Put missing brackets into the marks between the strings of a JSON text, and replace the wrong ones.

A quote in these marks represents a whole string.
"""

import re
from typing import Final

_BRACKET = re.compile(r"([\[\]{}])")
_BRACKET_OR_MEMBER = re.compile(r'([\[\]{}]|,\s*+(?="\s*+:|\{))')
_DOUBTFUL_STARTS: Final = ("[", "]", "{", "}", "null", ",")
_CLOSER: Final = {"[": "]", "{": "}"}


def with_missing_brackets(marks: str) -> str | None:
    """Return the marks with closing brackets where a member follows in a list, or an object in an object.

    None if none is missing, if there is other damage to brackets, or if what is closed is empty or starts with a
    bracket, which has more readings.
    """
    pieces = _BRACKET_OR_MEMBER.split(marks)
    stack: list[int] = []
    fixed: list[str] | None = None
    for place in range(1, len(pieces), 2):
        mark = pieces[place]
        if mark in _CLOSER:
            stack.append(place)
        elif mark[0] != ",":
            if not stack or _CLOSER[pieces[stack.pop()]] != mark:
                return None
        elif (closer := _missing_closer(pieces, stack, place)) is None:
            return None
        elif closer:
            fixed = fixed or pieces.copy()
            fixed[place] = closer + mark
            stack.pop()
    return None if stack or fixed is None else "".join(fixed)


def _missing_closer(pieces: list[str], stack: list[int], place: int) -> str | None:
    """Return the bracket that is missing before a comma, nothing if none is, or None if that is not certain."""
    if not stack:
        return None
    opened = pieces[stack[-1]]
    follows_object = place + 2 < len(pieces) and pieces[place + 1] == "" and pieces[place + 2] == "{"
    if follows_object == (opened == "["):
        return ""
    outer = pieces[stack[-2]] if len(stack) > 1 else ""
    if outer in ("", opened) or (opened == "[" and _is_doubtful_start(pieces, stack[-1])):
        return None
    return _CLOSER[opened]


def with_right_brackets(marks: str) -> list[str]:
    """Return the marks with wrong closing brackets fixed, if only one of the two readings of them holds.

    Such a bracket is of the wrong kind, or the one before it is missing.
    """
    pieces = _BRACKET.split(marks)
    fixed = [_fixed_brackets(pieces, adds=adds) for adds in (True, False)]
    return [each for each in fixed if each is not None]


def _fixed_brackets(pieces: list[str], *, adds: bool) -> str | None:
    """Return the text with its wrong closing brackets replaced, or with the missing ones before them added.

    `pieces` is the text split at its brackets. None if brackets are left open, or if what is closed is empty or starts
    with a list, which has more readings.
    """
    stack: list[int] = []
    fixed: list[str] | None = None
    for place in range(1, len(pieces), 2):
        mark = pieces[place]
        if mark in _CLOSER:
            stack.append(place)
        elif not stack:
            return None
        elif _CLOSER[pieces[opened := stack.pop()]] != mark:
            closed = [opened]
            while adds and stack and _CLOSER[pieces[closed[-1]]] != mark:
                closed.append(stack.pop())
            if adds and _CLOSER[pieces[closed[-1]]] != mark:
                return None
            if any(_is_doubtful_start(pieces, at) for at in closed):
                return None
            fixed = fixed or pieces.copy()
            fixed[place] = "".join([_CLOSER[pieces[at]] for at in closed])
    return None if stack or fixed is None else "".join(fixed)


def _is_doubtful_start(pieces: list[str], place: int) -> bool:
    """Whether what an opening bracket holds is empty, or begins with a bracket or without a value."""
    following = pieces[place + 1].lstrip() or (pieces[place + 2] if place + 2 < len(pieces) else "")
    return not following or following.startswith(_DOUBTFUL_STARTS)
