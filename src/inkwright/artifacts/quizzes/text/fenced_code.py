"""Fenced code in quiz texts, with its lines unchanged."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_OPENING_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})[ \t]*$")
_FENCE_MARKS: Final = ("```", "~~~")


class FencedText(NamedTuple):
    """Some whole lines: words, or code without its fences, and its language."""

    text: str
    is_code: bool
    language: str = ""


def split_fences(text: str) -> Iterator[FencedText]:
    """Yield the text in order. A fence that is never closed is words."""
    if not any(mark in text for mark in _FENCE_MARKS):
        yield FencedText(text, is_code=False)
        return
    lines = text.split("\n")
    start = index = 0
    while index < len(lines):
        opening = _OPENING_FENCE.match(lines[index])
        end = _closing_line(lines, index + 1, opening[1]) if opening else 0
        if opening is None:
            index += 1
            continue
        if end == 0:
            break
        if index > start:
            yield FencedText("\n".join(lines[start:index]), is_code=False)
        yield FencedText("\n".join(lines[index + 1 : end]), is_code=True, language=opening[2])
        start = index = end + 1
    if start < len(lines):
        yield FencedText("\n".join(lines[start:]), is_code=False)


def _closing_line(lines: list[str], start: int, fence: str) -> int:
    """Return the line that closes the fence, or 0."""
    for index in range(start, len(lines)):
        line = lines[index].strip()
        if len(line) >= len(fence) and line == fence[0] * len(line):
            return index
    return 0
