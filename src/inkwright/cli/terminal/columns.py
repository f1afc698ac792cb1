"""Text width in terminal columns: wide characters take two, combining marks none."""

import unicodedata
from collections.abc import Sequence
from typing import Final

_WIDE: Final = ("W", "F")
_ZERO_WIDTH: Final = ("Mn", "Me", "Cf", "Cc", "Cs")


def single_line(written: str) -> str:
    """The text on one line, without anything that would steer the terminal or turn the writing round."""
    return "".join(
        letter for letter in " ".join(written.split()) if unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )


def width(written: str) -> int:
    """How many places it takes."""
    return sum(map(_character_width, written))


def truncate(written: str, most: int) -> str:
    """The text, or its beginning and `…`, in at most so many places."""
    if width(written) <= most:
        return written
    kept, places = "", 1
    for letter in written:
        places += _character_width(letter)
        if places > most:
            break
        kept += letter
    return kept + "…"


def align_columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Each row as a line, the columns below each other; those in `right` end below each other."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, places) in enumerate(zip(row, widths, strict=True)):
            room = " " * (places - width(cell))
            cells.append(room + cell if number in right else cell + room)
        lines.append("  ".join(cells).rstrip())
    return lines


def _character_width(letter: str) -> int:
    if unicodedata.category(letter) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1
