"""Characters that a PDF of ours cannot show: none of our typefaces has them, nor has that of formulas."""

import unicodedata
from typing import Final

from inkwright.artifacts.typefaces import missing_glyphs

_MATHEMATICAL: Final = range(0x1D400, 0x1D800)
_UNSEEN: Final = range(0xFE00, 0xFE10)


def lost_glyphs(text: str) -> list[str]:
    """The characters that are drawn as boxes, each once, in order."""
    return [char for char in missing_glyphs(text) if not _is_set_in_formulas(char) and not _is_unseen(char)]


def _is_set_in_formulas(char: str) -> bool:
    """Whether the typeface of formulas, which comes with typst, has it: it is taken for text too."""
    return ord(char) in _MATHEMATICAL or unicodedata.category(char) == "Sm"


def _is_unseen(char: str) -> bool:
    return ord(char) in _UNSEEN or unicodedata.category(char) == "Cf"
