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
    """One row: its text, which fits into the terminal, and how it looks (the number of a style, or nothing)."""

    text: str
    style: str = ""

    def drawn(self) -> str:
        """As the terminal gets it."""
        return f"\x1b[{self.style}m{self.text}\x1b[0m" if self.style else self.text


class LiveRegion:
    """Only the rows that changed are written again. The cursor rests at the end of the last row."""

    def __init__(self, out: TextIO, size: TerminalSize) -> None:
        self._out = out
        self._size = size
        self._rows: list[LiveRow] = []
        self._columns = 0

    def draw(self, rows: Sequence[LiveRow]) -> None:
        """Show these rows instead of those before; of too many the last are shown."""
        columns, lines = self._size()
        shown = list(rows)[-max(lines - 1, 1) :]
        if columns == self._columns and shown == self._rows:
            return
        # The last row is always written, so that the cursor comes to rest at its end.
        kept = min(_common_prefix_length(self._rows, shown), max(len(shown) - 1, 0)) if columns == self._columns else 0
        self._out.write(self._grown(shown, kept) or self._redrawn(shown, kept, columns))
        self._out.flush()
        self._rows, self._columns = shown, columns

    def print_above(self, written: str, *, keep_rows: bool = True) -> None:
        """Put lines into the scrollback, for good; the rows stand below them afterwards, unless they are stale."""
        rows = self._rows if keep_rows else []
        self._out.write(self._back_to(0, self._size().columns) + written)
        self._rows = []
        self.draw(rows)
        self._out.flush()

    def clear(self) -> None:
        """Take the rows away."""
        self.draw([])

    def _grown(self, shown: list[LiveRow], kept: int) -> str:
        """What the last row has got more, where nothing else has changed: the cursor stands behind it already."""
        if not 0 < len(shown) == len(self._rows) == kept + 1:
            return ""
        before, after = self._rows[-1], shown[-1]
        is_longer = not (before.style or after.style) and after.text.startswith(before.text)
        return after.text[len(before.text) :] if is_longer else ""

    def _redrawn(self, shown: list[LiveRow], kept: int, columns: int) -> str:
        below = "\n" if 0 < kept == len(self._rows) else self._back_to(kept, columns)
        return below + "\n".join(row.drawn() for row in shown[kept:])

    def _back_to(self, kept: int, columns: int) -> str:
        """Up to the beginning of the first row that is not kept, clearing row by row.

        To clear the screen at once would be shorter, but from its first row on some terminals keep a copy above.
        """
        rows = self._rows[kept:]
        if not rows:
            return ""
        below = (len(rows) if columns == self._columns else sum(_wrapped_height(row.text, columns) for row in rows)) - 1
        return (_CLEAR + _UP) * below + _CLEAR


class GrowingText:
    """A text that grows at its end, wrapped as it grows: only new characters are looked at, and a row that is full is
    the same object from then on, so that it is cheap to see that it has not changed.
    """

    def __init__(self) -> None:
        self._text = ""
        self._full: list[LiveRow] = []
        self._last = ""
        self._width = 0
        self._columns = 0

    def restart(self, text: str = "") -> None:
        """Begin anew with this text."""
        self._text, self._full, self._last, self._width = "", [], "", 0
        self.grow(text)

    def grow(self, piece: str) -> None:
        """More of the text."""
        self._text += piece
        if not self._columns:
            return
        if piece.isascii() and piece.isprintable() and self._width + len(piece) < self._columns:
            self._last += piece
            self._width += len(piece)
        else:
            self._wrap(piece)

    def rows(self, columns: int, most: int | None = None) -> list[LiveRow]:
        """The rows of it in a terminal that is so wide, or the last of them."""
        if columns != self._columns:
            self._columns = columns
            self.restart(self._text)
        if not (self._full or self._last):
            return []
        full = self._full if most is None else self._full[max(len(self._full) + 1 - most, 0) :]
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
        """A new row; a word that does not fit moves into it whole, unless it fills a row alone."""
        row = self._last
        at = row.rfind(" ") + 1
        moved = row[at:] if at > 0 and cached_width(row[at:]) < self._columns // 2 else ""
        self._full.append(LiveRow(row[: len(row) - len(moved)].rstrip(" ") if moved else row))
        self._last, self._width = moved, cached_width(moved)


def wrap_text(text: str, columns: int, indent: str = "") -> str:
    """The text in lines that fit, broken between words; those after the first begin with `indent`."""
    tail = GrowingText()
    tail.grow(text)
    lines = [row.text for row in tail.rows(max(columns - len(indent), 2))]
    return f"\n{indent}".join(lines)


def _common_prefix_length(before: Sequence[LiveRow], after: Sequence[LiveRow]) -> int:
    """How many rows from the first on are the same."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        count += 1
    return count


def _wrapped_height(text: str, columns: int) -> int:
    """How many rows a terminal that has become narrower makes of one; a wide character is never cut in two."""
    rows, used = 1, 0
    for letter in text:
        taken = cached_width(letter)
        if used + taken > columns:
            rows, used = rows + 1, 0
        used += taken
    return rows


_LOCAL_MODES: Final = 3
"""Where the local modes stand among the attributes of a terminal."""
_CONTROL_CHARACTERS: Final = 6
"""Where the characters stand that steer it."""


@contextlib.contextmanager
def without_echo(stdin: BinaryIO) -> Iterator[None]:
    """While it lasts, the terminal does not show what is typed; it is as before afterwards, however it ends.

    It keeps single keys and not lines: Ctrl+D would end a line there, and nobody would hear of it.
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
        # A terminal that is gone has nothing to be set back.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
