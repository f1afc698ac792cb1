"""Invisible characters in JSON: white space outside strings, kept inside them."""

import re
from dataclasses import dataclass
from typing import Any, Final

# Control and default-ignorable characters that are not white space for Python. A variation selector or a tag after
# an emoji or a letter belongs to it.
_IGNORABLE: Final = (
    "\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f"
    "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8"
)
_SELECTORS: Final = "\\ufe00-\\ufe0f\\U000e0000-\\U000e0fff"
_INVISIBLE = re.compile(rf"[{_IGNORABLE}]|(?<=[\x00-\x7f{_IGNORABLE}])[{_SELECTORS}]")
_MAY_BE_INVISIBLE = re.compile(f"[{_IGNORABLE}{_SELECTORS}]")
# The bytes of visible ASCII, white space and most Chinese text: what is left of a text without them is searched.
_VISIBLE: Final = bytes([*range(0x09, 0x0E), *range(0x1C, 0x7F), *range(0x80, 0xC0), *range(0xE4, 0xEF)])
_EDGES = re.compile(rf"[\s{_IGNORABLE}]*+")
_EDGE_END = re.compile(rf"[\s{_IGNORABLE}]")

BLANK: Final = rf"\s{_IGNORABLE}"
"""White space and invisible characters, for a set in a pattern."""

INDENTATION: Final = rf"(?:[^\S\n]|[{_IGNORABLE}])*+"
"""The pattern for white space and invisible characters within a line."""

_SPACES: Final = "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u202f\u1680\u3000"


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
    unused = [space for space in _SPACES if space not in text and f"{ord(space):x}" not in lower]
    kinds = dict.fromkeys(_INVISIBLE.findall(text))
    spaces = dict(zip(kinds, unused, strict=False))
    spaced = _INVISIBLE.sub(lambda found: spaces.get(found[0], found[0]), text)
    return SpacedText(spaced, {ord(space): kind for kind, space in spaces.items()})


def strip_start(text: str) -> str:
    """Return the text without white space and invisible characters at its start."""
    edge = _EDGES.match(text)
    return text[edge.end() :] if edge else text


def strip_end(text: str) -> str:
    """Return the text without white space and invisible characters at its end."""
    end = len(text)
    while end and _EDGE_END.match(text, end - 1):
        end -= 1
    return text[:end]
