"""Spreadsheet cells: the displayed text by number format, merged ranges, and formulas without a result."""

import datetime as dt
import io
import math
import re
import zipfile
from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

_LONGEST_FORMAT: Final = 120
_LARGEST_NUMBER: Final = 1e15
_INVISIBLE_FORMAT = re.compile(r"\[[^\[\]]*+\]|_.|\*.", re.DOTALL)
_CURRENCY = re.compile(r"\[\$([^\[\]\-]++)[^\[\]]*+\]")
_LITERAL = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)', re.DOTALL)
_NUMBER = re.compile(r"(?P<whole>[#0,]+)(?:\.(?P<places>[0#]*))?(?P<percent>%?)")
_PLAIN_FORMAT = re.compile(r"[^A-Za-z0-9#?@/]*")
_FRACTION = re.compile(r"(?:#\s*+)?(?<!\?)\?++/(?P<digits>\?+)")
_DATE_PART = re.compile(r"y+|m+|d+|h+|s+|[^A-Za-z]", re.IGNORECASE)
# Excel shows these two in the date order of the reader's system, so they are written in ISO order.
_LOCAL_DATE_FORMATS: Final = {"mm-dd-yy": "yyyy-mm-dd", "m/d/yy h:mm": "yyyy-mm-dd h:mm"}
_DATE_FIELDS: Final = {"y": "year", "m": "month", "d": "day", "h": "hour", "s": "second"}

Moment = dt.datetime | dt.date | dt.time


def cell_text(value: object, number_format: str) -> str:
    """Return the displayed text of a cell. A value whose format is not supported is written plainly."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    section = number_format.split(";", 1)[0][:_LONGEST_FORMAT]
    if isinstance(value, int | float):
        return _number_text(value, section)
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return _date_text(value, _LOCAL_DATE_FORMATS.get(section, section))
    return str(value)


def _number_text(value: float, section: str) -> str:
    bare = _INVISIBLE_FORMAT.sub("", _CURRENCY.sub(r'"\1"', section))
    if not math.isfinite(value) or abs(value) >= _LARGEST_NUMBER:
        return _plain_number(value)
    if fraction := _FRACTION.fullmatch(bare.strip()):
        return _fraction_text(value, len(fraction["digits"]))
    masked = _LITERAL.sub(lambda found: "\0" * len(found[0]), bare)
    core = _NUMBER.search(masked)
    if core is None or not all(map(_PLAIN_FORMAT.fullmatch, (masked[: core.start()], masked[core.end() :]))):
        return _plain_number(value)
    before, after = (_LITERAL.sub(_literal_text, part) for part in (bare[: core.start()], bare[core.end() :]))
    return f"{before}{_amount_text(value, core)}{after}".strip()


def _literal_text(found: re.Match[str]) -> str:
    return found["escaped"] or found["quoted"] or ""


def _amount_text(value: float, core: re.Match[str]) -> str:
    places = core["places"] or ""
    exact = Decimal(str(value)) * (100 if core["percent"] else 1)
    rounded = exact.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    written = f"{abs(rounded):,f}" if "," in core["whole"].strip(",") else f"{abs(rounded):f}"
    whole, point, rest = written.partition(".")
    for _ in range(len(places) - len(places.rstrip("#"))):
        rest = rest.removesuffix("0")
    whole = whole.zfill(core["whole"].count("0"))
    sign = "-" if rounded < 0 else ""
    return f"{sign}{whole}{point if rest else ''}{rest}{core['percent']}"


def _fraction_text(value: float, digits: int) -> str:
    found = Fraction(str(abs(value))).limit_denominator(10 ** min(digits, 4) - 1)
    whole, rest = divmod(found.numerator, found.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{found.denominator}"] if rest else []
    return ("-" if value < 0 else "") + " ".join(parts)


def _plain_number(value: float) -> str:
    """Return the number with the 15 digits that a sheet stores. Further digits are binary rounding errors."""
    if isinstance(value, int):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < _LARGEST_NUMBER else f"{value:.15g}"


def _date_text(value: Moment, section: str) -> str:
    parts = [*_date_parts(_INVISIBLE_FORMAT.sub("", section))]
    texts = [_date_part_text(value, part, is_minute) for part, is_minute in parts]
    if texts and all(part is not None for part in texts):
        return "".join(part or "" for part in texts).strip()
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, dt.datetime) else value.isoformat()


def _date_parts(bare: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of the format, and whether an `m` is a minute: after hours, or before seconds."""
    found: list[str] = []
    position = 0
    while position < len(bare):
        part = _LITERAL.match(bare, position) or _DATE_PART.match(bare, position)
        if part is None:
            found.append("?")  # a letter that is not part of a date
            break
        found.append(part[0])
        position = part.end()
    letters = [(index, part[0].lower()) for index, part in enumerate(found) if part[0].lower() in _DATE_FIELDS]
    for index, each in enumerate(found):
        before = next((letter for other, letter in reversed(letters) if other < index), "")
        after = next((letter for other, letter in letters if other > index), "")
        yield each, each[0] in "mM" and (before == "h" or after == "s")


def _date_part_text(value: Moment, part: str, is_minute: bool) -> str | None:
    """Return the text of one part of the format; None if the part is not supported."""
    if literal := _LITERAL.fullmatch(part):
        return _literal_text(literal)
    letter, width = part[0].lower(), len(part)
    name = "minute" if is_minute else _DATE_FIELDS.get(letter)
    if name is None:
        return None if letter in "?@#0" else part
    number = getattr(value, name, None)
    if number is None or width > (4 if letter == "y" else 2):
        return None
    if letter == "y":
        return f"{number:04}" if width > 2 else f"{number % 100:02}"
    return f"{number:0{width}}"


_MAX_MERGED: Final = 100_000
_MAX_REPORTED: Final = 100
_XML_PREFIX: Final = rb"(?:\w{1,20}:)?"
_MERGED = re.compile(
    rb"<" + _XML_PREFIX + rb'mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"'
)  # fmt: skip
_NO_RESULT = re.compile(
    rb"<" + _XML_PREFIX + rb'c\s(?P<before>[^<>]{0,200}?)r="(?P<column>[A-Z]{1,3})(?P<row>\d{1,7})"'
    rb"(?P<after>[^<>]{0,200})>\s?<" + _XML_PREFIX +
    rb"f(?:\s[^<>]{0,400})?(?:/>|>[^<]{0,9000}</" + _XML_PREFIX + rb"f>)\s?"
    rb"(?:<" + _XML_PREFIX + rb"v\s?/>|<" + _XML_PREFIX + rb"v></|</" + _XML_PREFIX + rb"c>)"
)  # fmt: skip
_FORMULA = re.compile(rb"<" + _XML_PREFIX + rb"c\s([^<>]{0,400})>\s?<" + _XML_PREFIX + rb"f[\s/>]")
_PLACE = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')


MergedCells = Mapping[tuple[int, int], int]
"""For each cell that is merged with one above, by row from 1 and column from 0: the row of that one."""


class SheetCell(NamedTuple):
    """A cell by row from 1 and column from 0, and its name."""

    row: int
    column: int
    name: str


class MergedRange(NamedTuple):
    """A merged range: rows from 1, columns from 0, its ends included."""

    top: int
    left: int
    bottom: int
    right: int


def package_part(content: bytes, name: str) -> bytes:
    """Return the XML of a sheet in a package that was checked before; empty if the part is missing."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(name) if name in package.namelist() else b""


def merged_cells(xml: bytes, max_rows: int) -> MergedCells:
    """Return the cells that are merged with one above, in the first column of each merged range."""
    found: dict[tuple[int, int], int] = {}
    left = _MAX_MERGED
    for each in merged_ranges(xml):
        last = min(each.bottom, max_rows)
        left -= max(0, last - each.top)
        if left < 0:
            break
        found |= {(row, each.left): each.top for row in range(each.top + 1, last + 1)}
    return found


def merged_ranges(xml: bytes) -> Iterator[MergedRange]:
    """Yield the merged ranges of a sheet."""
    for match in _MERGED.finditer(xml):
        yield MergedRange(int(match[2]), _column_number(match[1]), int(match[4]), _column_number(match[3]))


def formula_cells(xml: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield each cell with a formula by row from 1 and column from 0, and whether its result is a text."""
    for match in _FORMULA.finditer(xml):
        if place := _PLACE.search(match[1]):
            yield int(place[2]), _column_number(place[1]), b't="str"' in match[1]


def formulas_without_result(xml: bytes) -> Iterator[SheetCell]:
    """Yield the first cells with a formula whose result is not in the file. No formula is ever run."""
    for match in islice(_NO_RESULT.finditer(xml), _MAX_REPORTED):
        # An empty text is a result.
        if b't="str"' not in match["before"] + match["after"]:
            yield SheetCell(
                int(match["row"]), _column_number(match["column"]), (match["column"] + match["row"]).decode()
            )


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number - 1
