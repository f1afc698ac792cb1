"""Select the paragraphs of long sources that are relevant to one item."""

import math
import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.text import split_text
from inkwright.grounding.source import Source

__all__ = ["MAX_CHARACTERS", "Source", "relevant_passages"]

MAX_CHARACTERS: Final = 12_000
_MAX_PARAGRAPH: Final = 1_500
_WORD = re.compile(r"[a-z0-9]{2,}", re.I)
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")


def relevant_passages(sources: Sequence[Source], topic: str, limit: int = MAX_CHARACTERS) -> str:
    """Return short sources whole; else the paragraphs most relevant to the topic, in order.

    Gaps are marked by `[…]`. Relevance is the number of shared words, or of character pairs in Chinese.
    """
    if sum(len(source.text) for source in sources) <= limit:
        return "\n\n".join(_source_block(source.name, source.text.strip()) for source in sources if source.text.strip())
    keys = _search_terms(topic)
    found = [(index, part) for index, source in enumerate(sources) for part in _paragraphs(source.text)]
    ranked = sorted(range(len(found)), key=lambda number: (-_relevance(keys, found[number][1]), number))
    chosen: set[int] = set()
    remaining = limit
    for number in ranked:
        if len(found[number][1]) <= remaining:
            chosen.add(number)
            remaining -= len(found[number][1])
    blocks = []
    for index, source in enumerate(sources):
        numbered = [(number, part) for number, (origin, part) in enumerate(found) if origin == index]
        if any(number in chosen for number, _ in numbered):
            blocks.append(_source_block(source.name, _joined_paragraphs(numbered, chosen)))
    return "\n\n".join(blocks)


def _source_block(name: str, written: str) -> str:
    return f'<source name="{name}">\n{written}\n</source>'


def _joined_paragraphs(parts: Sequence[tuple[int, str]], chosen: set[int]) -> str:
    lines: list[str] = []
    for number, part in parts:
        if number in chosen:
            lines.append(part)
        elif not lines or lines[-1] != "[…]":
            lines.append("[…]")
    return "\n\n".join(lines)


def _paragraphs(written: str) -> list[str]:
    return [
        part for paragraph in re.split(r"\n[ \t]*\n", written) for part in split_text(paragraph.strip(), _MAX_PARAGRAPH)
    ]


def _search_terms(written: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(written)}
    return words | {run[start : start + 2] for run in _HAN.findall(written) for start in range(max(1, len(run) - 1))}


def _relevance(keys: set[str], part: str) -> float:
    shared = len(keys & _search_terms(part))
    # A long paragraph shares more words by chance.
    return shared / (math.sqrt(len(part)) + 10)
