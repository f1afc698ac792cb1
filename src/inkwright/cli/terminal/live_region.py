"""Live rows below the scrollback: redrawn in place, without echo of typed keys."""

import contextlib
import os
import termios
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO, Final, TextIO

from inkwright.cli.terminal.columns import width

TerminalSize = Callable[[], os.terminal_size]

_CLEAR: Final = "\r\x1b[2K"
_UP: Final = "\x1b[A"
_TAB_SPACES: Final = "    "
cached_width = lru_cache(maxsize=4_096)(width)


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One row: its text, which fits into the terminal, and its style (an ANSI number, or nothing)."""

    text: str
    style: str = ""

    def drawn(self) -> str:
        """Return the row with its escape codes."""
        return f"\x1b[{self.style}m{self.text}\x1b[0m" if self.style else self.text


class LiveRegion:
    """Rows that are redrawn in place. Only changed rows are written; the cursor stays at the end of the last row."""

    def __init__(self, out: TextIO, size: TerminalSize) -> None:
        self._out = out
        self._size = size
        self._rows: list[LiveRow] = []
        self._columns = 0

    def draw(self, rows: Sequence[LiveRow]) -> None:
        """Show these rows in place of the previous ones; if they do not fit, only the last ones."""
        columns, lines = self._size()
        shown = list(rows)[-max(lines - 1, 1) :]
        if columns == self._columns and shown == self._rows:
            return
        # The last row is always written, so that the cursor ends up after it.
        same = min(_common_prefix_length(self._rows, shown), max(len(shown) - 1, 0)) if columns == self._columns else 0
        self._out.write(self._appended(shown, same) or self._redrawn(shown, same, columns))
        self._out.flush()
        self._rows, self._columns = shown, columns

    def print_above(self, written: str, *, keep_rows: bool = True) -> None:
        """Print lines into the scrollback, above the rows. Without `keep_rows` the rows are removed."""
        rows = self._rows if keep_rows else []
        self._out.write(self._back_to(0, self._size().columns) + written)
        self._rows = []
        self.draw(rows)
        self._out.flush()

    def clear(self) -> None:
        """Remove the rows."""
        self.draw([])

    def _appended(self, shown: list[LiveRow], same: int) -> str:
        """Return the text to append to the last row, if nothing else changed: the cursor is already there."""
        if not 0 < len(shown) == len(self._rows) == same + 1:
            return ""
        before, after = self._rows[-1], shown[-1]
        is_longer = not (before.style or after.style) and after.text.startswith(before.text)
        return after.text[len(before.text) :] if is_longer else ""

    def _redrawn(self, shown: list[LiveRow], same: int, columns: int) -> str:
        below = "\n" if 0 < same == len(self._rows) else self._back_to(same, columns)
        return below + "\n".join(row.drawn() for row in shown[same:])

    def _back_to(self, first: int, columns: int) -> str:
        """Return the codes that go up to the row `first` and clear every row below it.

        Clearing the whole screen would be shorter, but some terminals then copy it into the scrollback.
        """
        rows = self._rows[first:]
        if not rows:
            return ""
        below = (len(rows) if columns == self._columns else sum(_wrapped_height(row.text, columns) for row in rows)) - 1
        return (_CLEAR + _UP) * below + _CLEAR


class GrowingText:
    """A text that grows at its end and is wrapped as it grows.

    Only new characters are processed, and a full row stays the same object, so that comparing rows is cheap.
    """

    def __init__(self) -> None:
        self._text = ""
        self._full: list[LiveRow] = []
        self._last = ""
        self._width = 0
        self._columns = 0

    def restart(self, text: str = "") -> None:
        """Replace the text."""
        self._text, self._full, self._last, self._width = "", [], "", 0
        self.grow(text)

    def grow(self, piece: str) -> None:
        """Append to the text."""
        self._text += piece
        if not self._columns:
            return
        if piece.isascii() and piece.isprintable() and self._width + len(piece) < self._columns:
            self._last += piece
            self._width += len(piece)
        else:
            self._wrap(piece)

    def rows(self, columns: int, max_rows: int | None = None) -> list[LiveRow]:
        """Return the rows in a terminal of this width, at most the last `max_rows`."""
        if columns != self._columns:
            self._columns = columns
            self.restart(self._text)
        if not (self._full or self._last):
            return []
        full = self._full if max_rows is None else self._full[max(len(self._full) + 1 - max_rows, 0) :]
        return [*full, LiveRow(self._last)]

    def _wrap(self, piece: str) -> None:
        for letter in piece.replace("\t", _TAB_SPACES):
            taken = cached_width(letter)
            is_full = self._width + taken >= self._columns
            if letter == "\n" or (letter == " " and is_full):
                self._full.append(LiveRow(self._last))
                self._last, self._width = "", 0
                continue
            if is_full:
                self._break()
            self._last += letter
            self._width += taken

    def _break(self) -> None:
        """Start a new row. A word that does not fit moves into it, unless it is longer than half a row."""
        row = self._last
        start = row.rfind(" ") + 1
        moved = row[start:] if start > 0 and cached_width(row[start:]) < self._columns // 2 else ""
        self._full.append(LiveRow(row[: len(row) - len(moved)].rstrip(" ") if moved else row))
        self._last, self._width = moved, cached_width(moved)


def _common_prefix_length(before: Sequence[LiveRow], after: Sequence[LiveRow]) -> int:
    """Return how many rows at the beginning are the same."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        count += 1
    return count


def _wrapped_height(text: str, columns: int) -> int:
    """Return how many rows a narrower terminal needs for one; it never splits a wide character."""
    rows, used = 1, 0
    for letter in text:
        taken = cached_width(letter)
        if used + taken > columns:
            rows, used = rows + 1, 0
        used += taken
    return rows


_LOCAL_MODES: Final = 3
"""The index of the local modes among the attributes of a terminal."""
_CONTROL_CHARACTERS: Final = 6
"""The index of the control characters."""


@contextlib.contextmanager
def without_echo(stdin: BinaryIO) -> Iterator[None]:
    """Turn the echo of typed keys off within this context.

    The terminal passes single keys on instead of lines, because it would consume a Ctrl+D that ends a line.
    """
    if not stdin.isatty():
        yield
        return
    before = termios.tcgetattr(stdin)
    changed = termios.tcgetattr(stdin)
    changed[_LOCAL_MODES] &= ~(termios.ECHO | termios.ICANON)
    changed[_CONTROL_CHARACTERS][termios.VMIN], changed[_CONTROL_CHARACTERS][termios.VTIME] = 1, 0
    termios.tcsetattr(stdin, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        # A closed terminal cannot be restored.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)


@contextlib.contextmanager
def with_lines(stdin: BinaryIO) -> Iterator[None]:
    """Let the user type whole lines, which are echoed, within this context."""
    before = termios.tcgetattr(stdin)
    changed = termios.tcgetattr(stdin)
    changed[_LOCAL_MODES] |= termios.ECHO | termios.ICANON
    termios.tcsetattr(stdin, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
