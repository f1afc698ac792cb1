"""CSS read for what reaches out of the page: addresses, imports, and both of them in disguise."""

import re
from collections.abc import Iterator
from typing import Final

_COMMENT = re.compile(r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.S)
_REACHES = re.compile(r"@import\b[^;{}]{0,80}|\b(?:url|src)\(\s*(?P<target>\"[^\"]*|'[^']*|[^)\s]*)|"
                      r"(?P<address>[\"'](?:https?:)?//[^\"']{1,80})", re.I)  # fmt: skip
_INSIDE: Final = ("data:image/", "data:font/", "data:application/font", "data:application/x-font", "#")


def reaches_of_style(css: str) -> Iterator[str]:
    """Every place outside the page that a style names."""
    plain = _COMMENT.sub("", css)
    if "\\" in plain:
        plain = _ESCAPE.sub(_unescaped, plain)
    for found in _REACHES.finditer(plain):
        target = found["target"]
        if target is not None and target.strip("\"' ").lower().startswith(_INSIDE):
            continue
        yield found[0][:80]


def _unescaped(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if code <= 0x10FFFF else ""
