"""Text in one form for comparison: simplified characters, narrow digits and letters, plain quotation marks."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from inkwright.grounding.language.traditional import simplified

HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_HAN = re.compile(f"[{HAN}]")
_LATIN = re.compile("[A-Za-z]")
_WIDE = {wide: wide - 0xFEE0 for wide in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
_PLAIN = {ord("％"): "%", ord("．"): ".", ord("\u00a0"): " ", ord("\u3000"): " ", ord("−"): "-", ord("’"): "'"}
_ASCII_STOP = re.compile(f"(?<=[{HAN}”」）%])[,;]|[,;](?=[{HAN}“「])")
_TABLE: Final = _WIDE | _PLAIN


@lru_cache(maxsize=256)
def folded(text: str) -> str:
    """Return the text for comparison; its length does not change."""
    return with_chinese_stops(simplified(text).translate(_TABLE))


def with_chinese_stops(text: str) -> str:
    """Return the text with Chinese commas and semicolons where ASCII ones are next to Chinese words."""
    return _ASCII_STOP.sub(lambda stop: "，" if stop[0] == "," else "；", text)


def plain_letters(text: str) -> str:
    """Return lower-case letters without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter)
    )


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese: a Han character says about as much as a short word."""
    return 3 * len(_HAN.findall(text)) > len(_LATIN.findall(text))
