"""Page layout shared by all formats: text widths, table columns, and the fields above the text."""

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts import typefaces
from inkwright.artifacts.documents.embedded_images import LINE_CM
from inkwright.artifacts.documents.source import KNOWN_FIELDS, DocumentSpec
from inkwright.artifacts.pandoc import Node, attribute_value, node_text, walk
from inkwright.artifacts.text import column_width
from inkwright.i18n import text

POINTS_PER_CM: Final = 72 / 2.54
LINE_WIDTH: Final = LINE_CM * POINTS_PER_CM
MAX_CHOICE_COLUMNS: Final = 4
"""How many answers to choose from may be side by side."""

MAX_COLUMNS: Final = 16
CELL_PADDING: Final = 13.0
"""The horizontal padding of a cell, in points."""

_TABLE_FONT_SIZES: Final = ((6, 10.0), (9, 8.5), (MAX_COLUMNS, 7.0))
_SLACK: Final = 1.2
_WORD_SLACK: Final = 0.35
_WORD_SHARE: Final = 0.75
_ROOM_TO_WRITE: Final = 120.0
_MAX_MEASURED: Final = 2_000
_UNBREAKABLE = re.compile("[^\\s\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef]+|[\u2e80-\uffef]")
_AFTER_HYPHEN = re.compile(r"(?<=[^\W\d]-)(?=[^\W\d])")
_INDENT: Final = 22.0


def table_font_size(columns: int) -> float:
    """Return the font size in points for a table with this many columns."""
    return next((size for limit, size in _TABLE_FONT_SIZES if columns <= limit), _TABLE_FONT_SIZES[-1][1])


def text_width(written: str, size: float) -> float:
    """Return the width of a line in points. Our typefaces match those of Word; bold is a safe upper bound."""
    return typefaces.text_width(written, size, typefaces.HUMANIST, style="bold")


def _widest_word(written: str, size: float, style: typefaces.Style) -> float:
    """Return the width of the widest piece that cannot be broken."""
    words = _AFTER_HYPHEN.sub(" ", written[:_MAX_MEASURED])
    return max(
        (typefaces.text_width(word, size, typefaces.HUMANIST, style=style) for word in _UNBREAKABLE.findall(words)),
        default=0.0,
    )


def column_shares(table: Node) -> list[float]:
    """Return the share of the line for each column, by the width of its words. The columns fit the line."""
    columns = len(table["c"][2])
    size = table_font_size(columns)
    natural, least = [CELL_PADDING] * columns, [CELL_PADDING] * columns
    rows = _table_rows(table)
    blank = _blank_columns(rows)
    head = len(table["c"][3][1])
    for number, row in enumerate(rows):
        for column, content in row:
            asked, needed = _cell_widths(content, size, is_head=number < head)
            asked = max(asked, _ROOM_TO_WRITE) if column in blank else asked
            natural[column] = max(natural[column], asked + CELL_PADDING)
            least[column] = max(least[column], needed + CELL_PADDING)
    return [round(each / LINE_WIDTH, 4) for each in _fit_columns(natural, least)]


def _blank_columns(rows: Sequence[Sequence[tuple[int, list[Any]]]]) -> set[int]:
    """Return the columns that are filled in by hand: most of their cells below the header are empty."""
    cells: dict[int, list[bool]] = {}
    for row in rows[1:]:
        for column, content in row:
            cells.setdefault(column, []).append(_is_empty_cell(content))
    return {column for column, empty in cells.items() if sum(empty) * 2 > len(empty)}


def _is_empty_cell(content: Sequence[Node]) -> bool:
    """Whether a cell has nothing in it."""
    return not node_text([*content]) and not any(node["t"] == "Image" for node in walk([*content]))


def _fit_columns(natural: Sequence[float], least: Sequence[float]) -> list[float]:
    line = LINE_WIDTH - 1
    # One column with a very long word must leave room for the others.
    fair = line / len(natural)
    least = [min(each, max(fair, 0.4 * line)) for each in least]
    # The typeface of another program may be wider: no word is broken where there is room.
    spare = max(0.0, line / sum(least) - 1)
    least = [each * (1 + min(_WORD_SLACK, _WORD_SHARE * spare)) for each in least]
    if sum(least) >= line:
        return [line * each / sum(least) for each in least]
    natural = [*map(max, natural, least)]
    if sum(natural) <= line:
        return [each * min(_SLACK, line / sum(natural)) for each in natural]
    weights = [max(asked - needed, 0.0) ** 0.6 for asked, needed in zip(natural, least, strict=True)]
    spare = line - sum(least)
    return [needed + spare * weight / sum(weights) for needed, weight in zip(least, weights, strict=True)]


def _table_rows(table: Node) -> list[list[tuple[int, list[Any]]]]:
    """Return the cells that are one column wide, with their column numbers."""
    _, _, columns, head, bodies, foot = table["c"]
    rows = [*head[1], *(row for body in bodies for row in (*body[2], *body[3])), *foot[1]]
    found = []
    taken: dict[int, int] = {}
    for row in rows:
        placed, column = [], 0
        taken = {index: rows_left - 1 for index, rows_left in taken.items() if rows_left > 1}
        for _, _, down, across, content in row[1]:
            while column in taken:
                column += 1
            if across == 1 and column < len(columns):
                placed.append((column, content))
            taken |= dict.fromkeys(range(column, column + across), down)
            column += across
        found.append(placed)
    return found


def _cell_widths(content: list[Any], size: float, *, is_head: bool) -> tuple[float, float]:
    """Return the preferred width and the minimum width of a cell."""
    asked = needed = 0.0
    is_bold = is_head or any(node["t"] == "Strong" for node in walk(content))
    for block in content:
        written = node_text(block)
        inside = _INDENT if block["t"] in ("BulletList", "OrderedList") else 0.0
        longest = max((node_text(line) for line in _paragraph_lines(block)), key=len, default=written)
        asked = max(asked, text_width(longest[:_MAX_MEASURED], size) + inside)
        needed = max(needed, _widest_word(written, size, "bold" if is_bold else "regular") + inside)
        for node in walk(block):
            if node["t"] == "Image":
                needed = max(
                    needed, float(attribute_value(node["c"][0], "width").removesuffix("cm") or 3) * POINTS_PER_CM
                )
    return max(asked, needed), needed


def _paragraph_lines(block: Node) -> list[list[Node]]:
    """Return the lines of a paragraph, split at its line breaks."""
    if block["t"] not in ("Plain", "Para"):
        return []
    lines: list[list[Node]] = [[]]
    for piece in block["c"]:
        if piece["t"] == "LineBreak":
            lines.append([])
        else:
            lines[-1].append(piece)
    return lines


_SHORT_FIELD: Final = 26
_SHOWN_ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"worksheet": ("score", "instructions"), "letter": ("sender", "recipient")}
)
_RUNNING_TITLE_SIZE: Final = 8.5
_BLANKS: Final = (("name", 4.2), ("class", 2.6), ("date", 2.8))


class HeaderField(NamedTuple):
    """A label and its lines."""

    label: str
    lines: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether it fits on half a line."""
        return len(self.lines) == 1 and column_width(self.lines[0]) <= _SHORT_FIELD


class BlankField(NamedTuple):
    """A label, space to write in centimetres, and the text after that space."""

    label: str
    room: float
    suffix: str = ""


def running_title(spec: DocumentSpec) -> str:
    """Return the title for the header of every page, shortened to one line."""
    if text_width(spec.title, _RUNNING_TITLE_SIZE) <= LINE_WIDTH:
        return spec.title
    room = LINE_WIDTH - text_width("…", _RUNNING_TITLE_SIZE)
    ends = accumulate(text_width(char, _RUNNING_TITLE_SIZE) for char in spec.title)
    return f"{spec.title[: sum(end <= room for end in ends)].rstrip()}…"


def header_fields(spec: DocumentSpec) -> list[HeaderField]:
    """Return the fields in order, with labels in the document's language. Empty fields are left out."""
    hidden = _SHOWN_ELSEWHERE.get(spec.kind, ())
    found = []
    for key, value in spec.fields.items():
        lines = tuple(line for line in ([value] if isinstance(value, str) else value) if line.strip())
        if lines and key not in hidden:
            found.append(HeaderField(text(spec.speech, f"document.field.{key}") if key in KNOWN_FIELDS else key, lines))
    return found


def field_rows(fields: Sequence[HeaderField]) -> list[tuple[HeaderField, ...]]:
    """Arrange the fields in rows without changing their order: two short fields in a row, others alone."""
    rows: list[tuple[HeaderField, ...]] = []
    for each in fields:
        if each.is_short and rows and len(rows[-1]) == 1 and rows[-1][0].is_short:
            rows[-1] = (*rows[-1], each)
        else:
            rows.append((each,))
    return rows


def blank_fields(spec: DocumentSpec) -> list[BlankField]:
    """Return the fields that a pupil fills in at the top of a worksheet."""
    score = spec.fields.get("score", "")
    suffix = f"/ {score}" if isinstance(score, str) and score else ""
    named = [BlankField(text(spec.speech, f"document.blank.{key}"), room) for key, room in _BLANKS]
    return [*named, BlankField(text(spec.speech, "document.blank.score"), 1.4, suffix)]


def worksheet_instructions(spec: DocumentSpec) -> list[str]:
    """Return the instructions before the tasks of a worksheet."""
    given = spec.fields.get("instructions", "")
    return [line for line in ([given] if isinstance(given, str) else given) if line.strip()]
