"""What a sheet says beside its cells: which are merged, and which formulas have no result in the file."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

_MOST_MERGED: Final = 100_000
_MOST_TOLD: Final = 100
_PREFIX: Final = rb"(?:\w{1,20}:)?"
_MERGED = re.compile(
    rb"<" + _PREFIX + rb'mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"'
)  # fmt: skip
_NO_RESULT = re.compile(
    rb"<" + _PREFIX + rb'c\s(?P<before>[^<>]{0,200}?)r="(?P<column>[A-Z]{1,3})(?P<row>\d{1,7})"'
    rb"(?P<behind>[^<>]{0,200})>\s?<" + _PREFIX + rb"f(?:\s[^<>]{0,400})?(?:/>|>[^<]{0,9000}</" + _PREFIX + rb"f>)\s?"
    rb"(?:<" + _PREFIX + rb"v\s?/>|<" + _PREFIX + rb"v></|</" + _PREFIX + rb"c>)"
)  # fmt: skip

Merged = Mapping[tuple[int, int], int]
"""For each cell, by row from 1 and column from 0, that is merged with one above it: the row of that one."""


class Cell(NamedTuple):
    """A cell by row from 1 and column from 0, and its name."""

    row: int
    column: int
    name: str


def part_of(content: bytes, name: str) -> bytes:
    """The XML of a sheet in a package that was found to be sound; nothing where there is no such part."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(name) if name in package.namelist() else b""


def merged_in(xml: bytes, most_rows: int) -> Merged:
    """The cells that are merged with one above them, in the first column of each merged range."""
    found: dict[tuple[int, int], int] = {}
    left = _MOST_MERGED
    for match in _MERGED.finditer(xml):
        column, top, last = _column(match[1]), int(match[2]), min(int(match[4]), most_rows)
        left -= max(0, last - top)
        if left < 0:
            break
        found |= {(row, column): top for row in range(top + 1, last + 1)}
    return found


def without_result(xml: bytes) -> Iterator[Cell]:
    """The first cells with a formula whose result the file does not hold. No formula is ever run."""
    for match in islice(_NO_RESULT.finditer(xml), _MOST_TOLD):
        # An empty text is a result.
        if b't="str"' not in match["before"] + match["behind"]:
            yield Cell(int(match["row"]), _column(match["column"]), (match["column"] + match["row"]).decode())


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number - 1
