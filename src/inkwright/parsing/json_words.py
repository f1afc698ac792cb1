"""Unquoted words where JSON wants a value: numbers, literals of other languages, and plain strings."""

import re
import unicodedata
from typing import Final

_LITERALS: Final[dict[str, object]] = {
    "None": None,
    "undefined": None,
    "NaN": None,
    "nan": None,
    "Infinity": None,
    "inf": None,
}
_JSON_LITERALS: Final[dict[str, object]] = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(
    r"[+-]?(?:0[xX](?P<hex>[0-9a-fA-F]+)|(?P<int>0|[1-9][0-9_]*)|(?:(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
_MAX_DIGITS: Final = 4_000


def value_of(word: str) -> object:
    """What an unquoted word stands for; a word that is neither number nor literal is a string."""
    literal = word.lstrip("+-") if word[1:].isalpha() else word
    if literal in _LITERALS:
        return _LITERALS[literal]
    lower = word.lower()
    if lower in _JSON_LITERALS:
        return _JSON_LITERALS[lower]
    return _number(word)


def completed(word: str) -> object:
    """The value of a word that was cut off: a literal as soon as it can be no other, else as it stands."""
    for literal in ("true", "false", "null", "True", "False", "None"):
        if literal.startswith(word):
            return value_of(literal)
    return value_of(word.rstrip("+-.eE") or word)


def _number(word: str) -> object:
    word, written = unicodedata.normalize("NFKC", word) if not word.isascii() else word, word
    match = _NUMBER.fullmatch(word)
    if match is None or len(word) > _MAX_DIGITS:
        return written
    sign = -1 if word[0] == "-" else 1
    if match["hex"]:
        return sign * int(match["hex"], 16)
    digits = word.replace("_", "")
    if match["int"]:
        return int(digits)
    number = float(digits)
    return number if abs(number) != float("inf") else None
