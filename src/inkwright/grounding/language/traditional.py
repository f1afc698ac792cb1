"""Compare traditional with simplified Chinese, character by character."""

from functools import cache
from typing import Final

from opencc import OpenCC

_BLOCKS: Final = (range(0x3400, 0xA000), range(0xF900, 0xFB00))
_VARIANTS: Final = str.maketrans("瞭藉甦衞羣峯裏砲産眞啓吿麪綫", "了借苏卫群峰里炮产真启告面线")
"""Characters that OpenCC keeps because their reading depends on the word, and variants of writing."""


def simplified(text: str) -> str:
    """Return the text with its traditional characters replaced, for comparison only: it keeps its length."""
    return text if text.isascii() else text.translate(_table())


@cache
def _table() -> dict[int, str]:
    """Return the simplified form of every traditional character."""
    characters = "".join(chr(code) for block in _BLOCKS for code in block)
    forms = OpenCC("t2s").convert("\n".join(characters)).split("\n")
    table = {ord(one): form for one, form in zip(characters, forms, strict=True) if form != one and len(form) == 1}
    return table | {code: chr(form) for code, form in _VARIANTS.items()}
