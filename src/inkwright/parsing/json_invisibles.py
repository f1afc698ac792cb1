"""Invisible characters in JSON: white space outside strings, kept inside them."""

import re
from dataclasses import dataclass
from typing import Any, Final

SPACES: Final = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""All white space."""

# Control and default-ignorable characters that are not white space for Python.
_RANGES: Final = (
    (0x00, 0x08), (0x0E, 0x1B), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x034F, 0x034F), (0x061C, 0x061C),
    (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
    (0x3164, 0x3164), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
)  # fmt: skip
_IGNORABLE: Final = "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in _RANGES)
_EDGES: Final = SPACES + "".join(chr(code) for first, last in _RANGES for code in range(first, last + 1))
# A variation selector or a tag after an emoji or a letter belongs to it.
_SELECTORS: Final = "\\ufe00-\\ufe0f\\U000e0000-\\U000e0fff"
_INVISIBLE = re.compile(rf"[{_IGNORABLE}]|(?<=[\x00-\x7f{_IGNORABLE}])[{_SELECTORS}]")
_MAY_BE_INVISIBLE = re.compile(f"[{_IGNORABLE}{_SELECTORS}]")
# The bytes of visible ASCII, white space and most Chinese text: what is left of a text without them is searched.
_VISIBLE: Final = bytes([*range(0x09, 0x0E), *range(0x1C, 0x7F), *range(0x80, 0xC0), *range(0xE4, 0xEF)])

BLANK: Final = rf"\s{_IGNORABLE}"
"""White space and invisible characters, for a set in a pattern."""

INDENTATION: Final = rf"(?:[^\S\n]|[{_IGNORABLE}])*+"
"""The pattern for white space and invisible characters within a line."""

_SUBSTITUTES: Final = "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u202f\u1680\u3000"


@dataclass(frozen=True, slots=True)
class SpacedText:
    """A text of the same length in which each invisible character is a white space that the text does not use."""

    text: str
    written: dict[int, str]

    def restore(self, value: Any) -> Any:
        """Return a value that was read from the text, with the invisible characters in its strings."""
        if isinstance(value, str):
            return value.translate(self.written)
        if isinstance(value, list):
            return [self.restore(item) for item in value]
        if isinstance(value, dict):
            return {key.translate(self.written): self.restore(item) for key, item in value.items()}
        return value


def space_invisibles(text: str) -> SpacedText | None:
    """Return the text with white space instead of invisible characters; None if it has none.

    There are fifteen kinds of white space for them. Any further kinds of invisible characters stay as they are.
    """
    is_plain = not text.encode("utf-8", "replace").translate(None, _VISIBLE)
    if is_plain or _MAY_BE_INVISIBLE.search(text) is None:
        return None
    lower = text.lower()
    unused = [space for space in _SUBSTITUTES if space not in text and f"{ord(space):x}" not in lower]
    kinds = dict.fromkeys(_INVISIBLE.findall(text))
    spaces = dict(zip(kinds, unused, strict=False))
    spaced = _INVISIBLE.sub(lambda found: spaces.get(found[0], found[0]), text)
    return SpacedText(spaced, {ord(space): kind for kind, space in spaces.items()})


def strip_start(text: str) -> str:
    """Return the text without white space and invisible characters at its start."""
    return text.lstrip(_EDGES)


def strip_end(text: str) -> str:
    """Return the text without white space and invisible characters at its end."""
    return text.rstrip(_EDGES)
