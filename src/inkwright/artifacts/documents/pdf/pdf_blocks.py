"""The text of PDF pages as blocks for the checks of prose: characters become lines, and lines become paragraphs."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.rendering.pdf import PageCharacter, RenderedPage

_MARK: Final = re.compile(
    r"\s*(?:[•●▪◦‣–*-]\s|\(?\d{1,2}[.)）、．]|[A-Ha-h][.)]\s|[（(]?[一二三四五六七八九十]{1,3}[)）、])"
)
_LARGER: Final = 1.12
_FULL_LINE: Final = 0.85
_NEAR: Final = 0.9
_COLUMN: Final = 40
_UNKNOWN_END: Final = " …"
"""Stands at the end of a paragraph whose last line is full: it may go on elsewhere."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    is_bold: bool


def pdf_blocks(pages: Sequence[RenderedPage]) -> list[ProseBlock]:
    """Return the blocks of all pages. The end of a page ends what is known about a sentence."""
    found: list[ProseBlock] = []
    sizes = Counter(round(char.style.size, 1) for page in pages for char in page.chars)
    usual = sizes.most_common(1)[0][0] if sizes else 0.0
    for page in pages:
        lines = [*_lines(page)]
        edges = _right_edges(lines)
        found += (_block(group, usual, edges) for group in _groups(lines, edges))
        found.append(ProseBlock("", "break"))
    return found


def _lines(page: RenderedPage) -> Iterator[_Line]:
    """Yield the lines of a page with their places: its characters come in the order of its text."""
    place = 0
    for text in page.text.splitlines():
        chars: list[PageCharacter] = []
        for letter in text:
            if place < len(page.chars) and page.chars[place].text == letter:
                chars.append(page.chars[place])
                place += 1
        if chars:
            yield _line(text.strip(), chars)


def _line(text: str, chars: Sequence[PageCharacter]) -> _Line:
    edges = (char.box for char in chars)
    left, top, right, bottom = zip(*((box.left, box.top, box.right, box.bottom) for box in edges), strict=True)
    style = chars[0].style
    return _Line(text, min(left), max(right), min(top), max(bottom), style.size, "bold" in style.font.lower())


def _right_edges(lines: Sequence[_Line]) -> dict[int, float]:
    """Return how far the lines that begin near a place reach: the edge of their column."""
    edges: dict[int, float] = {}
    for line in lines:
        for place in (-1, 0, 1):
            column = int(line.left / _COLUMN) + place
            edges[column] = max(edges.get(column, 0.0), line.right)
    return edges


def _is_full(line: _Line, left: float, edges: Mapping[int, float]) -> bool:
    return line.right - left >= _FULL_LINE * (edges[int(line.left / _COLUMN)] - left)


def _groups(lines: Sequence[_Line], edges: Mapping[int, float]) -> Iterator[list[_Line]]:
    """Yield the lines of each paragraph. A paragraph ends where the next line is another kind of text, or far away."""
    group: list[_Line] = []
    for line in lines:
        if group and not _continues(group, line, edges):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _continues(group: Sequence[_Line], line: _Line, edges: Mapping[int, float]) -> bool:
    last = group[-1]
    is_same_kind = abs(last.size - line.size) < 0.3 and last.is_bold == line.is_bold and not _MARK.match(line.text)
    is_below = line.top > last.top and line.top - last.bottom < _NEAR * line.size
    return is_same_kind and is_below and _is_full(last, group[0].left, edges)


def _block(group: Sequence[_Line], usual: float, edges: Mapping[int, float]) -> ProseBlock:
    joints = ("" if one.text[-1:] > "\u2e80" else " " for one in group)
    text = "".join(f"{line.text}{joint}" for line, joint in zip(group, joints, strict=True)).strip()
    first, last = group[0], group[-1]
    if first.size >= _LARGER * usual or (first.is_bold and len(group) == 1):
        return ProseBlock(text, "heading")
    is_full = _is_full(last, first.left, edges)
    return ProseBlock(f"{text}{_UNKNOWN_END}" if is_full else text, "item" if _MARK.match(text) else "paragraph")
