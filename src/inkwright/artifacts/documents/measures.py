"""How wide words are, and how wide the columns of a table should be."""

import re
from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts import typefaces
from inkwright.artifacts.documents.pictures import LINE
from inkwright.artifacts.documents.tree import Node, value_of, walk, words

POINTS: Final = 72 / 2.54
LINE_POINTS: Final = LINE * POINTS
MAX_COLUMNS: Final = 16
PADDING: Final = 13.0
"""What the two sides of a cell take, in points."""

_SIZES: Final = ((6, 10.0), (9, 8.5), (MAX_COLUMNS, 7.0))
_LONGEST_MEASURED: Final = 2_000
_WORD = re.compile("[^\\s\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef]+|[\u2e80-\uffef]")
_INDENT: Final = 22.0


def table_size(columns: int) -> float:
    """The size of type in a table with so many columns, in points."""
    return next((size for most, size in _SIZES if columns <= most), _SIZES[-1][1])


def width(written: str, size: float) -> float:
    """How wide a line is. Ours are as wide as what Word takes, and the bold ones a little wider."""
    return typefaces.width(written, size, typefaces.HUMANIST, style="bold")


def widest_word(written: str, size: float) -> float:
    """How wide the longest piece is that no line break can part."""
    return max((width(word, size) for word in _WORD.findall(written[:_LONGEST_MEASURED])), default=0.0)


def column_shares(table: Node) -> list[float]:
    """The share of the line that each column gets: as wide as its words ask for, all of them within the line."""
    columns = len(table["c"][2])
    size = table_size(columns)
    natural, least = [PADDING] * columns, [PADDING] * columns
    for row in _rows(table):
        for column, content in row:
            asked, needed = _asked(content, size)
            natural[column] = max(natural[column], asked + PADDING)
            least[column] = max(least[column], needed + PADDING)
    return [round(each / LINE_POINTS, 4) for each in _shared_out(natural, least)]


def _shared_out(natural: Sequence[float], least: Sequence[float]) -> list[float]:
    line = LINE_POINTS - 1
    if sum(natural) <= line:
        return [*natural]
    # A column of one endless word must not starve the others.
    fair = line / len(natural)
    least = [min(each, max(fair, 0.4 * line)) for each in least]
    if sum(least) >= line:
        return [line * each / sum(least) for each in least]
    wish = [max(asked - needed, 0.0) ** 0.6 for asked, needed in zip(natural, least, strict=True)]
    spare = line - sum(least)
    return [needed + spare * part / sum(wish) for needed, part in zip(least, wish, strict=True)]


def _rows(table: Node) -> list[list[tuple[int, list[Any]]]]:
    """The cells that are one column wide, with the number of their column."""
    _, _, columns, head, bodies, foot = table["c"]
    rows = [*head[1], *(row for body in bodies for row in (*body[2], *body[3])), *foot[1]]
    found = []
    taken: dict[int, int] = {}
    for row in rows:
        placed, column = [], 0
        taken = {place: left - 1 for place, left in taken.items() if left > 1}
        for _, _, down, across, content in row[1]:
            while column in taken:
                column += 1
            if across == 1 and column < len(columns):
                placed.append((column, content))
            taken |= dict.fromkeys(range(column, column + across), down)
            column += across
        found.append(placed)
    return found


def _asked(content: list[Any], size: float) -> tuple[float, float]:
    """How wide a cell would like to be, and how wide it has to be."""
    asked = needed = 0.0
    for block in content:
        written = words(block)
        inside = _INDENT if block["t"] in ("BulletList", "OrderedList") else 0.0
        longest = max((words(line) for line in _lines(block)), key=len, default=written)
        asked = max(asked, width(longest[:_LONGEST_MEASURED], size) + inside)
        needed = max(needed, widest_word(written, size) + inside)
        for node in walk(block):
            if node["t"] == "Image":
                needed = max(needed, float(value_of(node["c"][0], "width").removesuffix("cm") or 3) * POINTS)
    return max(asked, needed), needed


def _lines(block: Node) -> list[list[Node]]:
    """The lines of a paragraph, as its own line breaks part them."""
    if block["t"] not in ("Plain", "Para"):
        return []
    lines: list[list[Node]] = [[]]
    for piece in block["c"]:
        if piece["t"] == "LineBreak":
            lines.append([])
        else:
            lines[-1].append(piece)
    return lines
