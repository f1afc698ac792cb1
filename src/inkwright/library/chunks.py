"""Divide the text of a page into chunks: together they are the text, so no part of it is stored twice or lost."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MAX_CHUNK: Final = 1_400
_MAX_HAN: Final = 700
"""A Chinese text says in a character about what an English one says in two or three."""

_SAMPLE: Final = 4_000
_MAX_HEADING: Final = 200
_HAN: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_HEADING: Final = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)
_BREAKS: Final = ("\n# ", "\n## ", "\n### ", "\n\n", "\n", "。", "！", "？", "；", ". ", "! ", "? ", "; ", "，", " ")
"""Where a text is divided, the best place first. A line break stays before a heading, other marks after their text."""


class TextChunk(NamedTuple):
    """A part of a page: where it starts, its text, and the last heading above it."""

    start: int
    text: str
    heading: str


def chunks_of(text: str) -> Iterator[TextChunk]:
    """Yield the chunks of a page in order. Their texts, joined, are the text of the page."""
    most = _MAX_HAN if 4 * len(_HAN.findall(text[:_SAMPLE])) > len(text[:_SAMPLE]) else MAX_CHUNK
    start, heading = 0, ""
    while start < len(text):
        end = _end(text, start, most)
        part = text[start:end]
        yield TextChunk(start, part, heading)
        found = _HEADING.findall(part)
        heading = found[-1][:_MAX_HEADING] if found else heading
        start = end


def _end(text: str, start: int, most: int) -> int:
    if len(text) - start <= most:
        return len(text)
    for mark in _BREAKS:
        found = text.rfind(mark, start + most // 2, start + most)
        if found >= 0:
            return found + (1 if mark.startswith("\n#") else len(mark))
    return start + most
