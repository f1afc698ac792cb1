"""Render Markdown blocks as styled terminal lines: inline text, lists and tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from inkwright.cli.terminal.code_highlighter import CodeHighlighter
from inkwright.cli.terminal.markdown_stream import MarkdownBlock
from inkwright.cli.terminal.styled_text import StyledLine, StyledRun, ansi_text, line_width, plain_text, wrap_runs
from inkwright.parsing.markdown_tree import (
    CellAlignment,
    MarkdownCode,
    MarkdownHeading,
    MarkdownList,
    MarkdownNode,
    MarkdownParagraph,
    MarkdownQuote,
    MarkdownRun,
    MarkdownTable,
    MarkdownText,
    ThematicBreak,
    parse_tree,
)

_INLINE_CODE_STYLE: Final = "36"
_LINK_STYLE: Final = "94"
_LINK_ADDRESS_STYLE: Final = "4;34"


def render_inline(text: MarkdownText, style: str = "") -> list[StyledRun]:
    """Return the text as styled runs; each adds its own style to the given one. Links are followed by their address."""
    styled: list[StyledRun] = []
    for address, group in groupby(text, attrgetter("address")):
        runs = [(run.text, _style_of(run, style)) for run in group]
        styled += runs
        label = plain_text(runs)
        if address and address not in (label.strip(), f"mailto:{label.strip()}"):
            styled += [(" (" if label else "(", style), (address, _joined(style, _LINK_ADDRESS_STYLE)), (")", style)]
    return styled


def _style_of(run: MarkdownRun, style: str) -> str:
    return _joined(
        style,
        "1" * run.is_bold,
        "3" * run.is_italic,
        "9" * run.is_struck,
        _LINK_STYLE if run.address and not run.is_picture else "",
        _INLINE_CODE_STYLE if run.is_code else "",
    )


def _joined(*styles: str) -> str:
    return ";".join(filter(None, styles))


_COLUMN_GAP: Final = "  "
_MIN_COLUMN_WIDTH: Final = 4
"""A narrower column is not readable."""
_TABLE_HEAD_STYLE: Final = "36"


@dataclass(frozen=True, slots=True)
class TableCell:
    """The content of a cell and its alignment."""

    runs: Sequence[StyledRun]
    alignment: CellAlignment = "left"


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


_MIN_TEXT_WIDTH: Final = 20
_HEADING_STYLES: Final = {1: "1;4", 2: "4;35", 3: "1;35", 4: "3;35"}
_SMALL_HEADING_STYLE: Final = "3"
_QUOTE_STYLE: Final = "35"


class MarkdownRenderer:
    """Renders one block at a time. Link addresses are shown, because a terminal has no hover text.

    HTML is shown as source text, so that nothing is hidden.
    """

    def __init__(self, *, has_colour: bool) -> None:
        self._join: Callable[[Sequence[StyledRun]], str] = ansi_text if has_colour else plain_text
        self._code = CodeHighlighter(has_colour=has_colour)

    def render(self, block: MarkdownBlock, columns: int) -> str:
        """Return the lines of the block, after an empty line unless it continues the previous block."""
        nodes = parse_tree(block.markdown)
        match nodes:
            case [MarkdownCode() as fenced] if block.kind == "code":
                lines = self._unwrapped(fenced)
            case _:
                renderer = _BlockRenderer(max(columns - 1, _MIN_TEXT_WIDTH), self._code)
                renderer.add(nodes)
                lines = renderer.lines
        body = "".join(f"{self._join(line).rstrip(' ')}\n" for line in lines)
        return ("" if block.continues else "\n") + body

    def _unwrapped(self, fenced: MarkdownCode) -> list[StyledLine]:
        """Return code with its own lines, so that it can be copied; the terminal wraps long ones."""
        return [[("  ", ""), *line] for line in self._code.lines(fenced.code, fenced.language)]


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
    """Renders blocks to lines."""

    def __init__(self, columns: int, code: CodeHighlighter) -> None:
        self.lines: list[StyledLine] = []
        self._columns = columns
        self._code = code
        self._indents: list[_Indent] = []
        self._style = ""
        self._list_depth = 0
        self._is_fresh = True
        """Whether no line precedes the next block, so that it needs no empty line before it."""

    def add(self, nodes: Sequence[MarkdownNode]) -> None:
        """Render the blocks, with an empty line between two of them except within a list."""
        for node in nodes:
            if not (self._is_fresh or self._list_depth):
                self._put([[]])
            self._add(node)

    def _add(self, node: MarkdownNode) -> None:
        match node:
            case MarkdownHeading():
                style = _joined(self._style, _HEADING_STYLES.get(node.level, _SMALL_HEADING_STYLE))
                self._put(wrap_runs(render_inline(node.text, style), self._width))
            case MarkdownParagraph():
                self._put(wrap_runs(render_inline(node.text, self._style), self._width))
            case MarkdownQuote():
                self._add_quote(node)
            case MarkdownList():
                self._add_list(node)
            case MarkdownTable():
                self._put(render_table(_table_rows(node), self._width))
            case MarkdownCode():
                coloured = self._code.lines(node.code, node.language)
                self._put([part for line in coloured for part in wrap_runs([("  ", ""), *line], self._width)])
            case ThematicBreak():
                self._put([[("─" * self._width, "2")]])

    def _add_quote(self, quote: MarkdownQuote) -> None:
        style, self._style = self._style, _joined(self._style, _QUOTE_STYLE)
        self._indents.append(_Indent(("▌ ", _QUOTE_STYLE), ("▌ ", _QUOTE_STYLE)))
        self._is_fresh = True
        self.add(quote.blocks)
        self._indents.pop()
        self._style = style

    def _add_list(self, listing: MarkdownList) -> None:
        self._list_depth += 1
        for item, mark in zip(listing.items, _list_marks(listing), strict=True):
            self._indents.append(_Indent(mark, (" " * len(mark[0]), "")))
            self.add(item.blocks)
            if not self._indents[-1].is_used:
                self._put([[]])
            self._indents.pop()
        self._list_depth -= 1

    @property
    def _width(self) -> int:
        return max(self._columns - sum(indent.width for indent in self._indents), 2)

    def _put(self, lines: Sequence[StyledLine]) -> None:
        for line in lines:
            self.lines.append([*(indent.take() for indent in self._indents), *line] if self._indents else line)
        self._is_fresh = False


def _list_marks(listing: MarkdownList) -> list[StyledRun]:
    """Return the bullets or the right-aligned numbers of a list."""
    if listing.first is None:
        return [(" • ", "1")] * len(listing.items)
    last = listing.first + len(listing.items) - 1
    return [(f" {number:>{len(str(last))}} ", "36") for number in range(listing.first, last + 1)]


def _table_rows(table: MarkdownTable) -> list[list[TableCell]]:
    return [
        [TableCell(render_inline(text), alignment) for text, alignment in zip(row, table.alignments, strict=True)]
        for row in table.rows
    ]
