"""Text width in terminal columns: wide characters take two, combining marks none."""

import unicodedata
from collections.abc import Sequence

from wcwidth import wcwidth


def single_line(written: str) -> str:
    """Return the text on one line, without characters that control the terminal or the writing direction."""
    return "".join(
        letter for letter in " ".join(written.split()) if unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )


def width(written: str) -> int:
    """Return the columns that the text takes; control characters take none."""
    return sum(max(wcwidth(letter), 0) for letter in written)


def truncate(written: str, max_width: int) -> str:
    """Return the text, or its beginning and `…`, in at most `max_width` columns."""
    if width(written) <= max_width:
        return written
    end, used = 0, 1
    for letter in written:
        used += width(letter)
        if used > max_width:
            break
        end += 1
    return written[:end] + "…"


def align_columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Return each row as a line with aligned columns; the columns whose numbers are in `right` are right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, column_width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (column_width - width(cell))
            cells.append(padding + cell if number in right else cell + padding)
        lines.append("  ".join(cells).rstrip())
    return lines
