"""Fenced code in quiz texts, with its lines unchanged."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_OPENING_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[ \t]*$")
_FENCE_MARKS: Final = ("```", "~~~")


class FencedText(NamedTuple):
    """A run of whole lines: words, or code without its fences and the name of its language."""

    text: str
    is_code: bool
    language: str = ""


def split_fences(text: str) -> Iterator[FencedText]:
    """The text in its order. Fences that are not closed are words."""
    if not any(mark in text for mark in _FENCE_MARKS):
        yield FencedText(text, is_code=False)
        return
    lines = text.split("\n")
    start = at = 0
    while at < len(lines):
        opening = _OPENING_FENCE.match(lines[at])
        end = _closing_line(lines, at + 1, opening[1]) if opening else 0
        if opening is None:
            at += 1
            continue
        if end == 0:
            break
        if at > start:
            yield FencedText("\n".join(lines[start:at]), is_code=False)
        yield FencedText("\n".join(lines[at + 1 : end]), is_code=True, language=opening[2])
        start = at = end + 1
    if start < len(lines):
        yield FencedText("\n".join(lines[start:]), is_code=False)


def _closing_line(lines: list[str], start: int, fence: str) -> int:
    """The line that closes the fence; 0 where none does."""
    for at in range(start, len(lines)):
        line = lines[at].strip()
        if len(line) >= len(fence) and line == fence[0] * len(line):
            return at
    return 0
