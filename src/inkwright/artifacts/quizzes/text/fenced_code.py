"""Fenced code in quiz texts, with its lines unchanged."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from inkwright.parsing.markdown_tree import MarkdownCode, line_starts, parse_tree

_FENCE_MARKS: Final = ("```", "~~~")


class FencedText(NamedTuple):
    """Some whole lines: words, or code without its fences, and its language."""

    text: str
    is_code: bool
    language: str = ""


def split_fences(text: str) -> Iterator[FencedText]:
    """Yield the text in order. A fence that is never closed is words."""
    start = 0
    if any(mark in text for mark in _FENCE_MARKS):
        starts = line_starts(text)
        for block in parse_tree(text):
            if isinstance(block, MarkdownCode) and block.is_fenced and block.is_closed:
                first, end = starts[block.lines.first - 1], starts[block.lines.last]
                if first > start:
                    yield FencedText(text[start:first].removesuffix("\n"), is_code=False)
                yield FencedText(block.code, is_code=True, language=block.language)
                start = end
    if start < len(text) or not text:
        yield FencedText(text[start:], is_code=False)
