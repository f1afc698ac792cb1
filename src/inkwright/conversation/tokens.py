"""Estimate the tokens of a text if no provider has counted them."""

import math
import re
from typing import Final

_PIECE: Final = re.compile(
    r"[A-Z]?[a-z]{1,7}|[A-Z]{1,4}|[0-9]{1,2}"  # a common word is one token; a rare or long one is more
    r"|[!-/:-@\[-`{-~]{1,3}"  # punctuation comes in clusters
    r"|\n[ \t\r\n]{0,64}|[ \t]{2,64}"  # one space belongs to the next word
)
_CHINESE: Final = re.compile(
    "[\u2010-\u205e\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+"
)
_LETTER: Final = re.compile("[\u0080-\u200f]+")
_BEYOND_ASCII: Final = re.compile("[^\u0000-\u007f]+")

_PER_PIECE: Final = 0.95
_PER_CHINESE: Final = 0.72
_PER_LETTER: Final = 0.45
_PER_SYMBOL: Final = 1.5


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a current model reads in this text. Linear in
    its length; at least 1 unless blank.
    """
    if not text or text.isspace():
        return 0
    weight = _PER_PIECE * len(_PIECE.findall(text))
    if not text.isascii():
        chinese, letters = _characters(_CHINESE, text), _characters(_LETTER, text)
        symbols = _characters(_BEYOND_ASCII, text) - chinese - letters
        weight += _PER_CHINESE * chinese + _PER_LETTER * letters + _PER_SYMBOL * symbols
    return max(1, math.ceil(weight))


def _characters(pattern: re.Pattern[str], text: str) -> int:
    return sum(map(len, pattern.findall(text)))
