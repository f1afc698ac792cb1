"""Fenced code blocks in Markdown: the lines that open and close them, and their bodies."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_TAB: Final = 4
_MAX_QUOTES: Final = 20
# Quotes and list items around a fence, as deep as they are nested.
_LEAD: Final = r"[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++[ \t>]*+)*+"
_FENCE = re.compile(rf"^({_LEAD})(`{{3,}}|~{{3,}})([^\n]*)$", re.MULTILINE)
_MARKER = re.compile(r"[-*+]|\d{1,9}[.)]")
_QUOTED = re.compile(r"[ \t]*>")
_INVALID_INFO = re.compile(r"`|\A[^\w\s{.#:/\[-]")
_ONE_LINE_PATH = re.compile(rf"^({_LEAD})(`{{3,}})[ \t]*+path\b([^`\n]*+)\2[ \t]*$", re.MULTILINE | re.IGNORECASE)
_MARKS_AND_TAG = re.compile(r"[`~]{3,}\w*")
_BACKTICKS = re.compile("`+")


_PlacedLine = tuple[int, str]
"""The rest of a line, and the column at which it starts."""


class FenceLine(NamedTuple):
    """A line that opens or closes a block. `start` is the position of the line, `end` that of the next line.

    `quotes` counts the `>` before the fence; `is_item` means that it follows a list marker. `name` is the file name in
    a `path` block on a single line; other fences have none.
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
        """Whether the info string is empty. Only a bare fence can close a block."""
        return not self.info

    def closes(self, opening: "FenceLine") -> bool:
        """Whether this line, inside the block of `opening`, closes it."""
        if self.info or self.quotes != opening.quotes or not self.mark.startswith(opening.mark):
            return False
        return not self.is_item or (opening.is_item and opening.indent == self.indent)


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
    """Return every fence line of the text, in order.

    A line with backticks in the info string is inline code; a quote after the marks is part of a program.
    """
    if "```" not in text and "~~~" not in text:
        return []
    found: list[FenceLine] = []
    length = len(text)
    for match in _FENCE.finditer(text):
        lead, mark, info = match.groups()
        if info and mark[0] == "`" and _INVALID_INFO.search(info):
            continue
        start, end = match.span()
        is_item = bool(lead) and _MARKER.search(lead) is not None
        found.append(
            FenceLine(start, min(end + 1, length), len(lead), mark, info.strip(), None, lead.count(">"), is_item)
        )
    return found


def one_line_paths(text: str) -> list[FenceLine]:
    """Return the `path` blocks that are written on a single line, with their file names."""
    return [
        FenceLine(match.start(), min(match.end() + 1, len(text)), 0, match[2], "path", match[3].strip(" \t:"))
        for match in _ONE_LINE_PATH.finditer(text)
    ]


def is_only_fences(text: str) -> bool:
    """Whether a text has nothing but fences, tags, white space and semicolons."""
    return not _MARKS_AND_TAG.sub("", text).strip("`~ \t\r\n;")


def fenced_blocks(text: str) -> Iterator[FencedBlock]:
    """Yield the blocks of the text as CommonMark defines them: the first fence that can close a block closes it."""
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
    """Return the lines between two fences, without the newline before the closing one."""
    if closing is None:
        return text[opening.end :]
    return text[opening.end : max(opening.end, closing.start - 1)]


def content_between(text: str, opening: FenceLine, closing: FenceLine) -> str | None:
    """Return the body without the quotes and the indentation of the containers around the fences.

    None if only some of the lines have the quote marks of the fence: then the block ends somewhere before `closing`.
    """
    body = body_between(text, opening, closing)
    lead = _lead(text, opening)
    if not lead:
        return body
    lines: list[_PlacedLine] = [(0, line) for line in [*body.split("\n"), _lead(text, closing) + closing.mark]]
    quotes, mark, rest = lead.rpartition(">")
    start = 0
    if mark:
        unquoted = _without_quotes(lines, opening.quotes) if opening.quotes <= _MAX_QUOTES else None
        if unquoted is None:
            return None
        lines = unquoted
        start, rest = _without_columns(_columns(quotes + mark), rest, 1)
    return "\n".join(_without_indent(lines, _columns(rest, start)))


def _lead(text: str, fence: FenceLine) -> str:
    """Return what is before the marks of a fence, with white space for list markers."""
    lead = text[fence.start : fence.start + fence.indent]
    return _MARKER.sub(lambda marker: " " * len(marker[0]), lead)


def _without_quotes(lines: list[_PlacedLine], count: int) -> list[_PlacedLine] | None:
    for _ in range(count):
        marks = [_QUOTED.match(line) for _, line in lines]
        is_quoted = [mark is not None for (_, line), mark in zip(lines[:-1], marks, strict=False) if line.strip()]
        if not any(is_quoted):
            return lines
        if not all(is_quoted):
            return None
        lines = [
            _without_columns(column + mark.end(), line[mark.end() :], 1) if mark else (column, "")
            for (column, line), mark in zip(lines, marks, strict=True)
        ]
    return lines


def _without_indent(lines: list[_PlacedLine], columns: int) -> list[str]:
    """Return the lines without the indentation of the fences, but not more than every line has; drop the last line."""
    indents = [_columns(line[: len(line) - len(line.lstrip(" \t"))], column) for column, line in lines]
    filled = [indent for indent, (_, line) in zip(indents, lines[:-1], strict=False) if line.strip()]
    wanted = min(max(columns, indents[-1]), *filled) if filled else 0
    return [_without_columns(column, line, wanted)[1] for column, line in lines[:-1]]


def _columns(white_space: str, start: int = 0) -> int:
    column = start
    for character in white_space:
        column += _TAB - column % _TAB if character == "\t" else 1
    return column - start


def _without_columns(start: int, line: str, count: int) -> _PlacedLine:
    """Remove white space of this width; what remains of a tab becomes spaces."""
    column, length = start, 0
    while column < start + count and length < len(line) and line[length] in " \t":
        column += _TAB - column % _TAB if line[length] == "\t" else 1
        length += 1
    return min(column, start + count), " " * max(0, column - start - count) + line[length:]


def fenced_spans(text: str) -> list[tuple[int, int]]:
    """Return the positions of closed blocks; nested blocks are part of the outer one. Unclosed blocks are left out."""
    spans: list[tuple[int, int]] = []
    open_blocks: list[FenceLine] = []
    for fence in fence_lines(text):
        if open_blocks and fence.closes(open_blocks[-1]):
            opening = open_blocks.pop()
            if not open_blocks:
                spans.append((opening.start, fence.end))
        elif not open_blocks or (not fence.is_bare and fence.mark[0] == open_blocks[-1].mark[0]):
            open_blocks.append(fence)
    return spans


def is_inside(spans: list[tuple[int, int]], position: int) -> bool:
    """Whether a position is in one of the spans, which are in order and do not overlap."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= position:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low][0] <= position


def wrap_in_fence(text: str) -> str:
    """Return the text in a fence that is longer than any run of backticks in it, so that it stays unchanged."""
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
