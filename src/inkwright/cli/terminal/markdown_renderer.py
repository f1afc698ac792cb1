"""Render Markdown blocks as styled terminal lines: inline text, lists and tables."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final, Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from inkwright.cli.terminal.code_highlighter import CodeHighlighter
from inkwright.cli.terminal.live_region import cached_width
from inkwright.cli.terminal.markdown_stream import MarkdownBlock
from inkwright.cli.terminal.styled_text import StyledLine, StyledRun, ansi_text, line_width, plain_text, wrap_runs

_INLINE_STYLES: Final = {"strong_open": "1", "em_open": "3", "s_open": "9", "link_open": "94"}
_INLINE_CODE_STYLE: Final = "36"
_LINK_ADDRESS_STYLE: Final = "4;34"


def render_inline(tokens: Sequence[Token], style: str = "") -> list[StyledRun]:
    """Return the tokens as runs; each adds its own style to the given one."""
    if len(tokens) == 1 and tokens[0].type == "text":
        return [(tokens[0].content, style)]
    return _InlineRenderer(style).read(tokens)


class _InlineRenderer:
    def __init__(self, style: str) -> None:
        self._runs: list[StyledRun] = []
        self._styles = [style] if style else []
        self._links: list[tuple[str, int]] = []
        self._breaks = False

    def read(self, tokens: Sequence[Token]) -> list[StyledRun]:
        for token in tokens:
            kind = token.type
            if kind in ("text", "text_special"):
                self._add(token.content)
            elif kind in _INLINE_STYLES:
                self._styles.append(_INLINE_STYLES[kind])
                if kind == "link_open":
                    self._links.append((str(token.attrGet("href") or ""), len(self._runs)))
            elif kind.endswith("_close"):
                self._styles.pop()
                if kind == "link_close":
                    self._add_address(*self._links.pop())
            else:
                self._add_other(token)
        return self._runs

    def _add_other(self, token: Token) -> None:
        match token.type:
            case "softbreak":
                self._breaks = True
            case "hardbreak":
                self._add("\n")
            case "code_inline":
                self._add(token.content, _INLINE_CODE_STYLE)
            case "image":
                start = len(self._runs)
                self._add(token.content or "")
                self._add_address(str(token.attrGet("src") or ""), start)
            case _:
                self._add(token.content)

    def _add(self, text: str, *more: str) -> None:
        if not text:
            return
        if self._breaks:
            self._breaks = False
            # Chinese has no spaces between words, so a line break does not become one.
            before = self._runs[-1][0][-1:] if self._runs else ""
            text = text if cached_width(before) > 1 and cached_width(text[0]) > 1 else f" {text}"
        self._runs.append((text, ";".join((*self._styles, *more))))

    def _add_address(self, address: str, start: int) -> None:
        """Append the address in brackets, unless it is the text of the link."""
        label = plain_text(self._runs[start:])
        if address and address not in (label, f"mailto:{label}"):
            self._add(" (" if label else "(")
            self._add(address, _LINK_ADDRESS_STYLE)
            self._add(")")


ColumnAlignment = Literal["left", "center", "right"]

_COLUMN_GAP: Final = "  "
_MIN_COLUMN_WIDTH: Final = 4
"""A narrower column is not readable."""
_TABLE_HEAD_STYLE: Final = "36"


@dataclass(frozen=True, slots=True)
class TableCell:
    """The content of a cell and its alignment."""

    runs: Sequence[StyledRun]
    alignment: ColumnAlignment = "left"


def render_table(rows: Sequence[Sequence[TableCell]], max_width: int) -> list[StyledLine]:
    """Return the lines of a table whose first row is its head, none wider than `max_width`."""
    natural = [max(line_width(cell.runs) for cell in column) for column in zip(*rows, strict=True)]
    available = max_width - 1 - len(_COLUMN_GAP) * (len(natural) - 1)
    cap = _max_column_width(natural, available)
    if cap < min(_MIN_COLUMN_WIDTH, max(natural, default=0)):
        return _render_as_list(rows, max_width)
    widths = [min(width, cap) for width in natural]
    head = [[(text, _TABLE_HEAD_STYLE) for text, _ in line] for line in _render_row(rows[0], widths)]
    rule = [(f" {'─' * (sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1))}", _TABLE_HEAD_STYLE)]
    return [*head, rule, *(line for row in rows[1:] for line in _render_row(row, widths))]


def _max_column_width(natural: Sequence[int], available: int) -> int:
    """Return the width to which wide columns are limited so that all fit; narrow columns stay as they are."""
    left = available
    for done, width in enumerate(sorted(natural)):
        share = left // (len(natural) - done)
        if width > share:
            return share
        left -= width
    return max(natural, default=0)


def _render_row(cells: Sequence[TableCell], widths: Sequence[int]) -> list[StyledLine]:
    """Return the lines of a row, as many as its tallest cell needs."""
    folded = [wrap_runs(cell.runs, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[StyledLine] = []
    for number in range(max(map(len, folded), default=0)):
        line: StyledLine = []
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            part = folded[column][number] if number < len(folded[column]) else []
            free = width - line_width(part)
            before = free if cell.alignment == "right" else free // 2 if cell.alignment == "center" else 0
            line += [((_COLUMN_GAP if column else " ") + " " * before, ""), *part, (" " * (free - before), "")]
        lines.append(_trim_end(line))
    return lines


def _trim_end(line: StyledLine) -> StyledLine:
    """Remove spaces at the end of the line."""
    while line and not line[-1][0].strip(" "):
        line.pop()
    return line


def _render_as_list(rows: Sequence[Sequence[TableCell]], max_width: int) -> list[StyledLine]:
    """Return each row as a list of "head: cell" lines, for a window that is too narrow for columns."""
    lines: list[StyledLine] = []
    for row in rows[1:]:
        lines += [[]] if lines else []
        for head, cell in zip(rows[0], row, strict=True):
            lines += wrap_runs(
                [*((text, _TABLE_HEAD_STYLE) for text, _ in head.runs), (": ", _TABLE_HEAD_STYLE), *cell.runs],
                max_width,
            )
    return lines or [line for cell in rows[0] for line in wrap_runs(cell.runs, max_width)]


_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*([\w+#.-]*)")
_MIN_TEXT_WIDTH: Final = 20
_HEADING_STYLES: Final = {"h1": "1;4", "h2": "4;35", "h3": "1;35", "h4": "3;35"}
_SMALL_HEADING_STYLE: Final = "3"
_QUOTE_STYLE: Final = "35"
_ALIGNMENTS: Final[dict[str, ColumnAlignment]] = {"text-align:right": "right", "text-align:center": "center"}


class MarkdownRenderer:
    """Renders one block at a time. Link addresses are shown, because a terminal has no hover text.

    HTML is shown as source text, so that nothing is hidden.
    """

    def __init__(self, *, has_colour: bool) -> None:
        self._join: Callable[[Sequence[StyledRun]], str] = ansi_text if has_colour else plain_text
        self._code = CodeHighlighter(has_colour=has_colour)
        self._parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])

    def render(self, block: MarkdownBlock, columns: int) -> str:
        """Return the lines of the block, after an empty line unless it continues the previous block."""
        if block.kind == "code":
            lines = self._fenced(block.markdown)
        else:
            renderer = _BlockRenderer(max(columns - 1, _MIN_TEXT_WIDTH), self._code)
            renderer.read(self._parser.parse(block.markdown))
            lines = renderer.lines
        body = "".join(f"{self._join(line).rstrip(' ')}\n" for line in lines)
        return ("" if block.continues else "\n") + body

    def _fenced(self, markdown: str) -> list[StyledLine]:
        """Return code with its own lines, so that it can be copied; the terminal wraps long ones."""
        opening, *lines = markdown.split("\n")
        mark = opening.strip()[:1]
        if lines and lines[-1].strip() and set(lines[-1].strip()) == {mark}:
            lines.pop()
        named = _FENCE.match(opening)
        return [[("  ", ""), *line] for line in self._code.lines("\n".join(lines), named[1] if named else "")]


class _Indent:
    """The prefix of each line of a list item or quotation; the first line may have another one."""

    def __init__(self, first: StyledRun, rest: StyledRun) -> None:
        self._first, self._rest = first, rest
        self.is_used = False
        self.width = len(first[0])

    def take(self) -> StyledRun:
        """Return the prefix of the next line."""
        run = self._rest if self.is_used else self._first
        self.is_used = True
        return run


class _BlockRenderer:
    """Renders the tokens of a block to lines."""

    def __init__(self, columns: int, code: CodeHighlighter) -> None:
        self.lines: list[StyledLine] = []
        self._columns = columns
        self._code = code
        self._indents: list[_Indent] = []
        self._styles: list[str] = []
        self._lists: list[Iterator[StyledRun]] = []
        self._is_fresh = True
        """Whether no line precedes the next block, so that it needs no empty line before it."""

    def read(self, tokens: Sequence[Token]) -> None:
        """Render the tokens."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "inline":
                self._put(wrap_runs(render_inline(token.children or (), ";".join(self._styles)), self._width))
            elif token.type == "table_open":
                end = _closing_index(tokens, index)
                self._separate()
                self._put(render_table(_table_rows(tokens[index:end]), self._width))
                index = end
            elif token.nesting < 0:
                self._close(token)
            else:
                self._open(token, tokens, index)
            index += 1

    def _open(self, token: Token, tokens: Sequence[Token], index: int) -> None:
        if token.type == "list_item_open":
            mark = next(self._lists[-1])
            self._indents.append(_Indent(mark, (" " * len(mark[0]), "")))
            return
        self._separate()
        match token.type:
            case "heading_open":
                self._styles.append(_HEADING_STYLES.get(token.tag, _SMALL_HEADING_STYLE))
            case "blockquote_open":
                self._styles.append(_QUOTE_STYLE)
                self._indents.append(_Indent(("▌ ", _QUOTE_STYLE), ("▌ ", _QUOTE_STYLE)))
                self._is_fresh = True
            case "bullet_list_open":
                self._lists.append(repeat((" • ", "1")))
            case "ordered_list_open":
                self._lists.append(_list_numbers(tokens, index))
            case "hr":
                self._put([[("─" * self._width, "2")]])
            case "fence" | "code_block":
                named = token.info.split()
                coloured = self._code.lines(token.content.rstrip("\n"), named[0] if named else "")
                self._put([part for line in coloured for part in wrap_runs([("  ", ""), *line], self._width)])

    def _close(self, token: Token) -> None:
        match token.type:
            case "heading_close":
                self._styles.pop()
            case "blockquote_close":
                self._styles.pop()
                self._indents.pop()
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_close":
                if not self._indents[-1].is_used:
                    self._put([[]])
                self._indents.pop()

    @property
    def _width(self) -> int:
        return max(self._columns - sum(indent.width for indent in self._indents), 2)

    def _put(self, lines: Sequence[StyledLine]) -> None:
        for line in lines:
            self.lines.append([*(indent.take() for indent in self._indents), *line] if self._indents else line)
        self._is_fresh = False

    def _separate(self) -> None:
        """Add an empty line between two blocks, except within a list."""
        if not (self._is_fresh or self._lists):
            self._put([[]])


def _list_numbers(tokens: Sequence[Token], index: int) -> Iterator[StyledRun]:
    """Return the right-aligned numbers of the list that begins at the index."""
    first = int(tokens[index].attrGet("start") or 1)
    items = tokens[index : _closing_index(tokens, index)]
    count = sum(each.type == "list_item_open" and each.level == tokens[index].level + 1 for each in items)
    digits = len(str(first + count - 1))
    return ((f" {number:>{digits}} ", "36") for number in range(first, first + count))


def _closing_index(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the token that closes the one at `index`."""
    level = tokens[index].level
    return next(end for end in range(index + 1, len(tokens)) if tokens[end].level == level and tokens[end].nesting < 0)


def _table_rows(tokens: Sequence[Token]) -> list[list[TableCell]]:
    """Return the cells of a table by row; the parser gives every row as many cells as the head."""
    rows: list[list[TableCell]] = []
    alignment: ColumnAlignment = "left"
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            alignment = _ALIGNMENTS.get(str(token.attrGet("style")), "left")
        elif token.type == "inline":
            rows[-1].append(TableCell(render_inline(token.children or ()), alignment))
    return rows
