"""The choices of a printed question: side by side where they fit, with boxes or with brackets for the letter."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.math.delimiters import BLANK, split_math, without_formulas
from inkwright.artifacts.quizzes.model import MultipleChoice, PartQuestion, SingleChoice, TrueFalse
from inkwright.artifacts.text import column_width
from inkwright.i18n import Language

ANSWER_BRACKETS: Final = "（\u3000\u3000）"
"""Where a letter or a sign is written on a Chinese paper."""

_UNSEEN: Final = re.compile(r"\\[a-zA-Z]+|[{}^_\s]")
_WIDEST: Final = {4: 12, 3: 18, 2: 30}
"""The widest choice of so many columns, in half-width characters, with its letter and its box."""


def has_answer_brackets(question: PartQuestion, language: Language) -> bool:
    """Whether the answer is written between brackets at the end of the text, instead of ticking a box."""
    if not isinstance(question, SingleChoice | MultipleChoice | TrueFalse):
        return False
    return language != "en" or has_bracket_blank(question.question)


def has_bracket_blank(stem: str) -> bool:
    """Whether the text has empty brackets for the answer."""
    return any(found[0][0] in "(（" for found in BLANK.finditer(without_formulas(stem)))


def choice_columns(options: Sequence[str]) -> int:
    """Return in how many columns the options fit."""
    if any("\n" in option for option in options):
        return 1
    widest = max(map(_printed_width, options), default=0)
    return next((count for count, most in _WIDEST.items() if widest <= most and _is_even(len(options), count)), 1)


def _printed_width(option: str) -> float:
    """Return about how wide an option is. In a formula, commands and braces take no room, and letters take more."""
    return sum(
        1.5 * len(_UNSEEN.sub("", piece.text)) + 1 if piece.is_formula else column_width(piece.text)
        for piece in split_math(option)
    )


def _is_even(options: int, columns: int) -> bool:
    """Whether no row would stay almost empty."""
    return options <= columns or options % columns == 0
