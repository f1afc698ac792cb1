"""Finished blocks of Markdown as lines for a terminal. It imports rich, so it is imported when a terminal is there."""

import io
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar, Final

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import TerminalFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, TableElement
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from inkwright.cli.terminal.markdown_blocks import Block

_PADDING: Final = re.compile(r" +((?:\x1b\[0m)?)$", re.MULTILINE)
_EMPTY: Final = re.compile(r"\A(?:(?:\x1b\[[\d;]*m|\s)*\n)+|(?:\n(?:\x1b\[[\d;]*m|\s)*)+\Z")
"""Lines at the beginning and at the end on which nothing is seen."""
_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*([\w+#.-]*)")
_THEME: Final = Theme({"markdown.code": Style(color="cyan"), "markdown.h1": Style(bold=True, underline=True)})
_NARROWEST: Final = 20
_GAP: Final = "  "


class _LeftHeading(Heading):
    """A heading at the left, where reading begins, on every level."""

    LEVEL_ALIGN: ClassVar[dict[str, Any]] = {}


class _Table(TableElement):
    """A table that fits is set here, for a tenth of what rich takes to weigh its columns; another is left to rich."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        head = [self.header.row] if self.header and self.header.row else []
        rows = [[cell.content for cell in row.cells] for row in (*head, *(self.body.rows if self.body else ()))]
        widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
        places = sum(widths) + len(_GAP) * (len(widths) - 1)
        if places + 1 > options.max_width:
            for cell in chain.from_iterable(rows):
                # rich would put three dots for the rest of a cell without spaces, as Chinese is written.
                cell.overflow = "fold"
            yield from super().__rich_console__(console, options)
            return
        lines = [_row(cells, widths) for cells in rows]
        lines[0].stylize("markdown.table.header")
        lines.insert(1, Text(f" {'─' * places}", "markdown.table.border"))
        yield Text("\n", no_wrap=True).join(lines)


class _Prose(Markdown):
    """Markdown whose HTML is shown as it is written: what a browser would hide, nobody should miss here."""

    elements: ClassVar[dict[str, Any]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "table_open": _Table,
    }

    def __init__(self) -> None:
        super().__init__("", hyperlinks=False)
        self._parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])

    def read(self, markup: str) -> None:
        """Become this text. To make a parser takes longer than to parse with it, so one is kept."""
        self.markup = markup
        self.parsed = self._parser.parse(markup)


class MarkdownPen:
    """Draws one block at a time. Addresses of links are shown: a terminal has no place to look at before a click."""

    def __init__(self, *, has_colour: bool) -> None:
        self._has_colour = has_colour
        self._prose = _Prose()
        self._written = io.StringIO()
        self._console = Console(
            file=self._written,
            force_terminal=True,
            color_system="standard" if has_colour else None,
            theme=_THEME,
            legacy_windows=False,
            emoji=False,
            highlight=False,
        )
        self._formatter = TerminalFormatter()

    def draw(self, block: Block, columns: int) -> str:
        """The block in lines, each with its end; an empty line stands before it unless it continues another."""
        body = self._code(block.markdown) if block.kind == "code" else self._drawn(block.markdown, columns)
        return ("" if block.continues else "\n") + body

    def _drawn(self, markdown: str, columns: int) -> str:
        self._console.width = max(columns - 1, _NARROWEST)
        self._prose.read(markdown)
        self._console.print(self._prose)
        drawn = self._written.getvalue()
        self._written.seek(0)
        self._written.truncate()
        return _EMPTY.sub("", _PADDING.sub(r"\1", drawn)) + "\n"

    def _code(self, markdown: str) -> str:
        """Code keeps its lines, so that it can be copied; a long one is wrapped by the terminal."""
        opening, *lines = markdown.split("\n")
        mark = opening.strip()[:1]
        if lines and lines[-1].strip() and set(lines[-1].strip()) == {mark}:
            lines.pop()
        named = _FENCE.match(opening)
        code = self._highlighted("\n".join(lines), named[1] if named else "")
        return "".join(f"  {line}\n" for line in code.split("\n"))

    def _highlighted(self, code: str, language: str) -> str:
        if not self._has_colour or not language:
            return code
        try:
            lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
        except ClassNotFound:
            return code
        return str(highlight(code, lexer, self._formatter))


def _row(cells: Sequence[Text], widths: Sequence[int]) -> Text:
    """The cells of a row side by side, each where its column wants it."""
    line = Text()
    for number, (cell, places) in enumerate(zip(cells, widths, strict=True)):
        room = places - cell.cell_len
        before = room if cell.justify == "right" else room // 2 if cell.justify == "center" else 0
        line.append((_GAP if number else " ") + " " * before).append_text(cell).append(" " * (room - before))
    return line
