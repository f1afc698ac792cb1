"""Formulas between dollar signs in plain text, and the blanks outside formulas."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# An escaped dollar, or one before a space, does not open a formula. A formula stays within one paragraph.
_FORMULA = re.compile(r"(?<![\\$])(\$\$?)(?![\s$])((?:[^$\\\n]|\\[^\n]|\n(?!\n))+?)(?<!\s)\1(?![$\d])")
_DOLLAR = re.compile(r"(?<!\\)\$")
_PRICE = re.compile(r"(?<![\\$])\$\d[\d.,]*(?![\d$])")
# Underscores around a name, such as `__init__`, are not a blank. A lookbehind has a fixed length, so there is one for
# each length of name.
_LONGEST_NAME: Final = 24
_OPENS_NAME: Final = rf"(?<![A-Za-z0-9])__(?=[A-Za-z][A-Za-z0-9_]{{0,{_LONGEST_NAME - 1}}}__(?![A-Za-z0-9_]))"
_AFTER_NAME: Final = "".join(
    rf"(?<!(?<![A-Za-z0-9_])__[A-Za-z][A-Za-z0-9_]{{{length}}})" for length in range(_LONGEST_NAME)
)
_TWO_UNDERSCORES: Final = rf"(?!{_OPENS_NAME})(?:{_AFTER_NAME}__|__(?=[A-Za-z0-9]))(?!_)"
BLANK: Final = re.compile(rf"(?<!_)(?:_{{3,}}|{_TWO_UNDERSCORES})|[(（][ \u3000]{{2,}}[)）]")


class MathSpan(NamedTuple):
    """A piece of text: words, or a formula without its dollars."""

    text: str
    is_formula: bool
    is_display: bool = False


def split_math(text: str) -> Iterator[MathSpan]:
    """Yield the words and formulas of a text in order."""
    start = 0
    for found in _FORMULA.finditer(text):
        if found.start() > start:
            yield MathSpan(text[start : found.start()], is_formula=False)
        yield MathSpan(found[2], is_formula=True, is_display=found[1] == "$$")
        start = found.end()
    if start < len(text):
        yield MathSpan(text[start:], is_formula=False)


def formulas_in(text: str) -> Iterator[str]:
    """Yield the formulas of a text, each on one line."""
    if "$" in text:
        yield from (" ".join(piece.text.split()) for piece in split_math(text) if piece.is_formula)


def without_formulas(text: str) -> str:
    """Return the text with a space in place of each formula."""
    return "".join(piece.text if not piece.is_formula else " " for piece in split_math(text))


def has_balanced_dollars(text: str) -> bool:
    """Whether every dollar that could open a formula is closed. Prices do not count."""
    rest = _PRICE.sub("", _FORMULA.sub("", text))
    return not _DOLLAR.search(rest)


def count_blanks(text: str) -> int:
    """Return how many blanks a text has outside formulas."""
    return len(BLANK.findall(without_formulas(text)))


# Formulas do not nest, so each is read once.
_TEX_FORMULA = re.compile(r"\\\(((?:(?!\\[()]).)++)\\\)|\\\[((?:(?!\\[\[\]]).)++)\\\]", re.DOTALL)


def use_dollar_delimiters(text: str) -> str:
    """Return the text with its formulas in `$…$` and `$$…$$` instead of `\\(…\\)` and `\\[…\\]`."""

    def dollars(found: re.Match[str]) -> str:
        return f"${found[1].strip()}$" if found[1] is not None else f"$${found[2]}$$"

    return _TEX_FORMULA.sub(dollars, text)


def use_tex_delimiters(text: str) -> str:
    """Return the text with its formulas in `\\(…\\)`."""
    return "".join(f"\\({piece.text}\\)" if piece.is_formula else piece.text for piece in split_math(text))
