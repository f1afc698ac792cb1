"""Finished blocks of Markdown as lines for a terminal: what the parser says of them, wrapped and in colours."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from inkwright.cli.terminal.code_drawing import CodePen
from inkwright.cli.terminal.inline_drawing import inline_runs
from inkwright.cli.terminal.markdown_blocks import Block
from inkwright.cli.terminal.runs import Line, Run, painted, unpainted, wrapped_runs
from inkwright.cli.terminal.table_drawing import Cell, Side, table_lines

_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*([\w+#.-]*)")
_NARROWEST: Final = 20
_HEADINGS: Final = {"h1": "1;4", "h2": "4;35", "h3": "1;35", "h4": "3;35"}
_SMALL_HEADING: Final = "3"
_QUOTE: Final = "35"
_SIDES: Final[dict[str, Side]] = {"text-align:right": "right", "text-align:center": "center"}


class MarkdownPen:
    """Draws one block at a time. Addresses of links are shown: a terminal has no place to look at before a click.

    HTML is shown as it is written: what a browser would hide, nobody should miss here.
    """

    def __init__(self, *, has_colour: bool) -> None:
        self._paint: Callable[[Sequence[Run]], str] = painted if has_colour else unpainted
        self._code = CodePen(has_colour=has_colour)
        self._parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])

    def draw(self, block: Block, columns: int) -> str:
        """The block in lines, each with its end; an empty line stands before it unless it continues another."""
        if block.kind == "code":
            lines = self._fenced(block.markdown)
        else:
            page = _Page(max(columns - 1, _NARROWEST), self._code)
            page.read(self._parser.parse(block.markdown))
            lines = page.lines
        body = "".join(f"{self._paint(line).rstrip(' ')}\n" for line in lines)
        return ("" if block.continues else "\n") + body

    def _fenced(self, markdown: str) -> list[Line]:
        """Code keeps its lines, so that it can be copied; a long one is wrapped by the terminal."""
        opening, *lines = markdown.split("\n")
        mark = opening.strip()[:1]
        if lines and lines[-1].strip() and set(lines[-1].strip()) == {mark}:
            lines.pop()
        named = _FENCE.match(opening)
        return [[("  ", ""), *line] for line in self._code.lines("\n".join(lines), named[1] if named else "")]


class _Indent:
    """What stands before each line of an item or a quotation: an item has a mark before the first one."""

    def __init__(self, first: Run, rest: Run) -> None:
        self._first, self._rest = first, rest
        self.is_used = False
        self.width = len(first[0])

    def take(self) -> Run:
        """What stands before the next line."""
        run = self._rest if self.is_used else self._first
        self.is_used = True
        return run


class _Page:
    """The lines of a block, drawn from what the parser says of it."""

    def __init__(self, columns: int, code: CodePen) -> None:
        self.lines: list[Line] = []
        self._columns = columns
        self._code = code
        self._indents: list[_Indent] = []
        self._styles: list[str] = []
        self._lists: list[Iterator[Run]] = []
        self._is_fresh = True
        """Nothing stands yet where an empty line would go before the next block."""

    def read(self, tokens: Sequence[Token]) -> None:
        """Draw everything that the tokens tell."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "inline":
                self._put(wrapped_runs(inline_runs(token.children or (), ";".join(self._styles)), self._room))
            elif token.type == "table_open":
                end = _end_of(tokens, at)
                self._separate()
                self._put(table_lines(_rows(tokens[at:end]), self._room))
                at = end
            elif token.nesting < 0:
                self._leave(token)
            else:
                self._begin(token, tokens, at)
            at += 1

    def _begin(self, token: Token, tokens: Sequence[Token], at: int) -> None:
        if token.type == "list_item_open":
            mark = next(self._lists[-1])
            self._indents.append(_Indent(mark, (" " * len(mark[0]), "")))
            return
        self._separate()
        match token.type:
            case "heading_open":
                self._styles.append(_HEADINGS.get(token.tag, _SMALL_HEADING))
            case "blockquote_open":
                self._styles.append(_QUOTE)
                self._indents.append(_Indent(("▌ ", _QUOTE), ("▌ ", _QUOTE)))
                self._is_fresh = True
            case "bullet_list_open":
                self._lists.append(repeat((" • ", "1")))
            case "ordered_list_open":
                self._lists.append(_numbers(tokens, at))
            case "hr":
                self._put([[("─" * self._room, "2")]])
            case "fence" | "code_block":
                named = token.info.split()
                coloured = self._code.lines(token.content.rstrip("\n"), named[0] if named else "")
                self._put([part for line in coloured for part in wrapped_runs([("  ", ""), *line], self._room)])

    def _leave(self, token: Token) -> None:
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
    def _room(self) -> int:
        return max(self._columns - sum(indent.width for indent in self._indents), 2)

    def _put(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self.lines.append([*(indent.take() for indent in self._indents), *line] if self._indents else line)
        self._is_fresh = False

    def _separate(self) -> None:
        """An empty line between two blocks; within a list they stand close together."""
        if not (self._is_fresh or self._lists):
            self._put([[]])


def _numbers(tokens: Sequence[Token], at: int) -> Iterator[Run]:
    """The numbers of the list that begins there, which end below each other."""
    first = int(tokens[at].attrGet("start") or 1)
    items = tokens[at : _end_of(tokens, at)]
    count = sum(each.type == "list_item_open" and each.level == tokens[at].level + 1 for each in items)
    digits = len(str(first + count - 1))
    return ((f" {number:>{digits}} ", "36") for number in range(first, first + count))


def _end_of(tokens: Sequence[Token], at: int) -> int:
    """Where what begins there ends."""
    level = tokens[at].level
    return next(end for end in range(at + 1, len(tokens)) if tokens[end].level == level and tokens[end].nesting < 0)


def _rows(tokens: Sequence[Token]) -> list[list[Cell]]:
    """The cells of a table, row by row; every row has as many as the head."""
    rows: list[list[Cell]] = []
    side: Side = "left"
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            side = _SIDES.get(str(token.attrGet("style")), "left")
        elif token.type == "inline":
            rows[-1].append(Cell(inline_runs(token.children or ()), side))
    return rows
