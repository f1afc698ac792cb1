"""Chooses from long texts the paragraphs that have to do with one item: a model reads what fits, not everything."""

import math
import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.wording import cut
from inkwright.grounding.material import Source

__all__ = ["MAX_CHARACTERS", "Source", "passages"]

MAX_CHARACTERS: Final = 12_000
_LONGEST: Final = 1_500
_WORD = re.compile(r"[a-z0-9]{2,}", re.I)
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")


def passages(sources: Sequence[Source], wanted: str, most: int = MAX_CHARACTERS) -> str:
    """The sources as they stand where they are short; else the paragraphs nearest to what is wanted, in their order.

    What was left out is marked by `[…]`. Nearness is counted in shared words, of Chinese in shared pairs of signs.
    """
    if sum(len(source.text) for source in sources) <= most:
        return "\n\n".join(_named(source.name, source.text.strip()) for source in sources if source.text.strip())
    keys = _keys(wanted)
    found = [(at, part) for at, source in enumerate(sources) for part in _paragraphs(source.text)]
    ranked = sorted(range(len(found)), key=lambda number: (-_nearness(keys, found[number][1]), number))
    chosen: set[int] = set()
    room = most
    for number in ranked:
        if len(found[number][1]) <= room:
            chosen.add(number)
            room -= len(found[number][1])
    return "\n\n".join(
        _named(source.name, _joined([(number, part) for number, (of, part) in enumerate(found) if of == at], chosen))
        for at, source in enumerate(sources)
        if any(number in chosen for number, (of, _) in enumerate(found) if of == at)
    )


def _named(name: str, written: str) -> str:
    return f'<source name="{name}">\n{written}\n</source>'


def _joined(parts: Sequence[tuple[int, str]], chosen: set[int]) -> str:
    lines: list[str] = []
    for number, part in parts:
        if number in chosen:
            lines.append(part)
        elif not lines or lines[-1] != "[…]":
            lines.append("[…]")
    return "\n\n".join(lines)


def _paragraphs(written: str) -> list[str]:
    return [part for paragraph in re.split(r"\n[ \t]*\n", written) for part in cut(paragraph.strip(), _LONGEST)]


def _keys(written: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(written)}
    return words | {run[at : at + 2] for run in _HAN.findall(written) for at in range(max(1, len(run) - 1))}


def _nearness(keys: set[str], part: str) -> float:
    shared = len(keys & _keys(part))
    # A long paragraph shares more by chance alone.
    return shared / (math.sqrt(len(part)) + 10)
