"""Fenced code blocks: fence lines, and where each block ends."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_FENCE = re.compile(
    r"^([ \t]*+(?:>[ \t]?)*+[ \t]*+((?:[-*+]|\d{1,3}[.)])[ \t]++)?)"
    r"(`{3,}|~{3,})([^\n]*)$",
    re.MULTILINE,
)
_INVALID_INFO = re.compile(r"`|\A[^\w\s{.#:/\[-]")

_BACKTICKS = re.compile("`+")


class FenceLine(NamedTuple):
    """A line that opens or closes a block. `start` is where the line begins, `end` where the next line does.

    `quotes` counts the `>` before it, `is_item` tells that it stands behind a list marker. `name` is the file name of
    a `path` block that stands on one line; no other fence has one.
    """

    start: int
    end: int
    indent: int
    mark: str
    info: str
    name: str | None = None
    quotes: int = 0
    is_item: bool = False

    @property
    def is_bare(self) -> bool:
        """Only a bare fence can close a block."""
        return not self.info

    def closes(self, opening: "FenceLine") -> bool:
        """Whether this line, standing inside the block of `opening`, ends it."""
        if self.is_item and not (opening.is_item and opening.indent == self.indent):
            return False
        is_of_its_kind = self.mark[0] == opening.mark[0] and self.quotes == opening.quotes
        return self.is_bare and is_of_its_kind and len(self.mark) >= len(opening.mark)


class FencedBlock(NamedTuple):
    """A fenced block. An unclosed one runs to the end of the text."""

    opening: FenceLine
    closing: FenceLine | None
    body: str

    @property
    def tag(self) -> str:
        """The first word of the info string, in lower case."""
        word = self.opening.info.split(maxsplit=1)
        return word[0].lower() if word else ""


def fence_lines(text: str) -> list[FenceLine]:
    """Every fence line of the text, in order.

    Backticks in an info string make it inline code, and a quote right behind the mark ends a string of a program.
    """
    if "```" not in text and "~~~" not in text:
        return []
    found: list[FenceLine] = []
    for match in _FENCE.finditer(text):
        lead, item, mark, info = match.groups()
        if info and mark[0] == "`" and _INVALID_INFO.search(info):
            continue
        end = min(match.end() + 1, len(text))
        found.append(
            FenceLine(match.start(), end, len(lead), mark, info.strip(), None, lead.count(">"), item is not None)
        )
    return found


def fenced_blocks(text: str) -> Iterator[FencedBlock]:
    """The blocks of the text as CommonMark sees them: the first fence that can close a block closes it."""
    opening: FenceLine | None = None
    for fence in fence_lines(text):
        if opening is None:
            opening = fence
        elif fence.closes(opening):
            yield FencedBlock(opening, fence, body_between(text, opening, fence))
            opening = None
    if opening is not None:
        yield FencedBlock(opening, None, body_between(text, opening, None))


def body_between(text: str, opening: FenceLine, closing: FenceLine | None) -> str:
    """The lines between two fences, without the newline before the closing one."""
    if closing is None:
        return text[opening.end :]
    return text[opening.end : max(opening.end, closing.start - 1)]


def fenced_spans(text: str) -> list[tuple[int, int]]:
    """Where closed blocks stand, nested ones as part of the block around them. An unclosed block is none."""
    spans: list[tuple[int, int]] = []
    opened: list[FenceLine] = []
    for fence in fence_lines(text):
        if opened and fence.closes(opened[-1]):
            opening = opened.pop()
            if not opened:
                spans.append((opening.start, fence.end))
        elif not opened or (not fence.is_bare and fence.mark[0] == opened[-1].mark[0]):
            opened.append(fence)
    return spans


def is_inside(spans: list[tuple[int, int]], position: int) -> bool:
    """Whether a position lies in one of the spans, which are in order and do not overlap."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= position:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low][0] <= position


def wrap_in_fence(text: str) -> str:
    """The text in a fence that is longer than any run of backticks in it: it comes out exactly as it went in."""
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
