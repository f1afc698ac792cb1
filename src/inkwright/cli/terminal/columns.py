"""Text width in terminal columns: wide characters take two, combining marks none."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

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


_PIECES: Final = re.compile(r"\x1b\[[0-9;]*m|\s+|[^\s\x1b]+|\x1b")
NO_LINE_START: Final = frozenset("，。、；：！？）》」』】”’…—,.;:!?)]}")
"""Characters that must not begin a line when Chinese text is broken between any two characters."""
NO_LINE_END: Final = frozenset("（《「『【“‘([{")
"""Characters that must not end one."""
_ROW_START: Final = re.compile(r" *(?P<name>\S{1,40} {2,})?(?=\S)")
_MIN_SHRUNK: Final = 8
_COPIED: Final = r"(?:inkwright |~?/|\.{1,2}/)"
_IS_COPIED: Final = re.compile(rf"\s*{_COPIED}(?!.*(?:[.:] |[：。]|\.$))")
_LABELLED: Final = re.compile(rf"(?P<label>[^:：]{{1,200}}[:：]) ?(?P<copied>{_COPIED}(?:(?!\. |[:：。]).)*)")
"""A label, and a command or a path until the end of the line."""


def fit_line(line: str, columns: int, indent: str | None = None) -> str:
    """Break a line that is wider than the screen between words; further rows begin with `indent`.

    By default they go on below the text of the row, after a name in front of it. A word that is wider than the screen
    stays whole, and so does a row that is a command or a path, because what is broken cannot be copied. After a label
    they get a row of their own.
    """
    if len(line) * 2 <= columns or visible_width(line) <= columns or _IS_COPIED.match(line):
        return line
    if labelled := _LABELLED.fullmatch(line):
        return f"{fit_line(labelled['label'], columns, indent)}\n  {labelled['copied']}"
    indent = _hanging_indent(line, columns) if indent is None else indent
    rows, row, used = [], "", 0
    for piece in _breakable_pieces(line):
        taken = visible_width(piece)
        if used + taken > columns and row.strip() and (piece[0].isascii() or piece[0] not in NO_LINE_START):
            rows.append(row.rstrip(" "))
            row, used = indent, len(indent)
            if piece.isspace():
                continue
        row, used = row + piece, used + taken
    return "\n".join([*rows, row])


def _hanging_indent(line: str, columns: int) -> str:
    found = _ROW_START.match(_STYLE_CODE.sub("", line))
    spaces = 0 if found is None else width(found[0]) if found["name"] else len(found[0]) + 2
    return " " * min(spaces, columns // 2)


def visible_width(written: str) -> int:
    """Return the columns that the text takes, without its styles."""
    return width(_STYLE_CODE.sub("", written))


_STYLE_CODE: Final = re.compile(r"\x1b\[[0-9;]*m")


def _breakable_pieces(line: str) -> Iterator[str]:
    """Yield words, spaces and styles. Chinese may be broken between any two characters that allow it."""
    for piece in _PIECES.findall(line):
        start = 0
        for index in range(1, len(piece)):
            before, letter = piece[index - 1], piece[index]
            is_wide = wcwidth(before) == 2 or wcwidth(letter) == 2
            if is_wide and before not in NO_LINE_END and letter not in NO_LINE_START:
                yield piece[start:index]
                start = index
        yield piece[start:]


def shrink_column(rows: Sequence[Sequence[str]], number: int, columns: int) -> list[list[str]]:
    """Return the rows with the cells of one column shortened, so that aligned rows are no wider than the screen."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    excess = sum(widths) + 2 * (len(widths) - 1) - columns
    most = max(widths[number] - max(excess, 0), _MIN_SHRUNK)
    return [[truncate(cell, most) if index == number else cell for index, cell in enumerate(row)] for row in rows]


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
