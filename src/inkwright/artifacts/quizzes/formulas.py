"""Formulas in the texts of a quiz: what stands in `$…$`, and what does not."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# A dollar that is escaped, or a price with a blank behind it, opens no formula; a formula stands in one paragraph.
_FORMULA = re.compile(r"(?<![\\$])(\$\$?)(?![\s$])((?:[^$\\\n]|\\[^\n]|\n(?!\n))+?)(?<!\s)\1(?![$\d])")
_DOLLAR = re.compile(r"(?<!\\)\$")
_PRICE = re.compile(r"(?<![\\$])\$\d[\d.,]*(?![\d$])")
BLANK: Final = re.compile(r"_{2,}|[(（][ \u3000]{2,}[)）]")


class Piece(NamedTuple):
    """A run of a text: words, or a formula without its dollars."""

    text: str
    is_formula: bool
    is_display: bool = False


def pieces(text: str) -> Iterator[Piece]:
    """The text in its order, words and formulas."""
    start = 0
    for found in _FORMULA.finditer(text):
        if found.start() > start:
            yield Piece(text[start : found.start()], is_formula=False)
        yield Piece(found[2], is_formula=True, is_display=found[1] == "$$")
        start = found.end()
    if start < len(text):
        yield Piece(text[start:], is_formula=False)


def words(text: str) -> str:
    """The text without its formulas."""
    return "".join(piece.text if not piece.is_formula else " " for piece in pieces(text))


def is_balanced(text: str) -> bool:
    """Whether every dollar that could open a formula is closed. Prices are none."""
    left = _PRICE.sub("", _FORMULA.sub("", text))
    return not _DOLLAR.search(left)


def count_blanks(text: str) -> int:
    """How many blanks a text has, outside of formulas."""
    return len(BLANK.findall(words(text)))
