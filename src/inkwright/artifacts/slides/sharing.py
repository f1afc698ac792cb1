"""Lines, tables and code shared out over slides: as few as hold them, about as much on each. Nothing is left out."""

from collections.abc import Sequence
from typing import Final, TypeVar

from inkwright.artifacts.slides.blocks import Line, Table
from inkwright.artifacts.slides.inline import parts
from inkwright.artifacts.slides.specs import MAX_CHILDREN, MAX_COLUMNS, MAX_ROWS, Bullet
from inkwright.artifacts.slides.texts import MAX_BULLET, MAX_CELL, MAX_CODE_LINE, MAX_CODE_LINES
from inkwright.artifacts.wording import columns

COMFORTABLE_ROWS: Final = 8
_COMFORTABLE_COLUMNS: Final = 900
_ROOM_FOR_NUMBER: Final = 10
_Item = TypeVar("_Item")


def points(lines: Sequence[Line]) -> list[str | Bullet]:
    """The lines as points; those of a greater depth stand under the one before them."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        for part in parts(line.text, MAX_BULLET):
            if line.depth and found:
                found[-1][1].append(part)
            else:
                found.append((part, []))
    return [point for text, children in found for point in _bullets(text, children)]


def _bullets(text: str, children: list[str]) -> list[str | Bullet]:
    """One point, or several with a number where there are too many children."""
    if not children:
        return [text]
    groups = [children[start : start + MAX_CHILDREN] for start in range(0, len(children), MAX_CHILDREN)]
    again = parts(text, MAX_BULLET - _ROOM_FOR_NUMBER)[0]
    first = Bullet(text=text, children=groups[0])
    return [first, *(Bullet(text=f"{again} ({n})", children=group) for n, group in enumerate(groups[1:], 2))]


def texts_of(point: str | Bullet) -> list[str]:
    """Its text, and those under it."""
    return [point] if isinstance(point, str) else [point.text, *point.children]


def rows_of(found: Sequence[str | Bullet]) -> int:
    """How many rows the points take at least."""
    return sum(len(texts_of(point)) for point in found)


def shared_out(found: Sequence[str | Bullet]) -> list[list[str | Bullet]]:
    """The points on as few slides as hold them, about as many on each."""
    full = _filled(found, COMFORTABLE_ROWS)
    even = _filled(found, -(-rows_of(found) // max(len(full), 1)))
    return even if len(even) == len(full) else full


def _filled(found: Sequence[str | Bullet], most: int) -> list[list[str | Bullet]]:
    slides: list[list[str | Bullet]] = []
    rows = room = 0
    for point in found:
        texts = texts_of(point)
        wide = sum(map(columns, texts))
        rows, room = rows - len(texts), room - wide
        if not slides or rows < 0 or room < 0:
            slides.append([])
            rows, room = most - len(texts), _COMFORTABLE_COLUMNS - wide
        slides[-1].append(point)
    return slides


def tables(table: Table) -> list[Table] | None:
    """The table in parts that a slide can hold, each with its header; None where a cell says too much for a table."""
    if any(len(cell) > MAX_CELL for row in table.rows for cell in row):
        return None
    wide = max(map(len, table.rows))
    rows = [row + ("",) * (wide - len(row)) for row in table.rows]
    cuts = [(chosen, [rows[0], *some]) for some in _evenly(rows[1:], MAX_ROWS) for chosen in _columns(wide)]
    return [Table(tuple(tuple(row[at] for at in chosen) for row in some)) for chosen, some in cuts]


def _columns(wide: int) -> list[list[int]]:
    """Which columns stand together. The first says what a row is about: it stands in each part."""
    if wide <= MAX_COLUMNS:
        return [list(range(wide))]
    return [[0, *some] for some in _evenly(list(range(1, wide)), MAX_COLUMNS - 1)]


def code_parts(lines: Sequence[str]) -> list[str]:
    """The code in parts that a slide can hold; a line that is too long is broken."""
    short = [line[at : at + MAX_CODE_LINE] for line in lines for at in range(0, max(len(line), 1), MAX_CODE_LINE)]
    return ["\n".join(some) for some in _evenly(short, MAX_CODE_LINES)]


def _evenly(items: Sequence[_Item], most: int) -> list[Sequence[_Item]]:
    count = -(-len(items) // most)
    size = -(-len(items) // max(count, 1))
    return [items[start : start + size] for start in range(0, len(items), max(size, 1))]
