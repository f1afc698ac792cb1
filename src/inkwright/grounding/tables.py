"""The tables of a text, row by row: each row knows its place."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.grounding.material import Listing, Place, Row, Sentence, Table
from inkwright.grounding.sentences import plain

_LEAST_COLUMNS: Final = 2
_MOST_COLUMNS: Final = 40
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_SEAM = re.compile(r"(?<!\\)\|")


def table_in(lines: Sequence[tuple[int, str]], source: str, section: str) -> Table | None:
    """The table that these lines are, each with its number; None where no rule stands under a header, or nothing
    under the rule.

    Every row is as wide as the header: what is missing is empty, and what stands beyond it belongs to no column.
    """
    if len(lines) < 3 or not _RULE.fullmatch(lines[1][1]):
        return None
    header = _cells(lines[0][1])
    if not _LEAST_COLUMNS <= len(header) <= _MOST_COLUMNS:
        return None
    rows = [
        Row((*cells, *[""] * len(header))[: len(header)], Place(source, section, number, line))
        for number, line in lines[2:]
        if any(cells := _cells(line))
    ]
    return Table(header, tuple(rows), Place(source, section, lines[0][0], lines[0][1])) if rows else None


def as_listing(table: Table) -> Listing:
    """The rows as items: what each is about, and what is said of it. For a table that no page can hold."""
    items = [Sentence(_said(row.cells), row.place) for row in table.rows]
    return Listing("", tuple(items), is_ordered=False, place=table.place)


def _said(cells: Sequence[str]) -> str:
    first, *others = filter(None, cells)
    return f"{first}: {'; '.join(others)}" if others else first


def _cells(line: str) -> tuple[str, ...]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside
    return tuple(plain(cell.replace("\\|", "|")) for cell in _SEAM.split(inside))
