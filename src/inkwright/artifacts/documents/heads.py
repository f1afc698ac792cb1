"""What stands at the head of a document: the fields of a lesson plan, the line of a worksheet for name and class."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from inkwright.artifacts.documents.measures import LINE_POINTS, width
from inkwright.artifacts.documents.sources import KNOWN_FIELDS, DocumentSpec
from inkwright.artifacts.wording import columns
from inkwright.i18n import text

_SHORT: Final = 26
_RUNNING: Final = 8.5
_BLANKS: Final = (("name", 4.2), ("class", 2.6), ("date", 2.8))


class Field(NamedTuple):
    """A label and the lines behind it."""

    label: str
    lines: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether it fits half a line."""
        return len(self.lines) == 1 and columns(self.lines[0]) <= _SHORT


class Blank(NamedTuple):
    """A label and room to write behind it, in centimetres; `behind` stands after the room."""

    label: str
    room: float
    behind: str = ""


def running_title(spec: DocumentSpec) -> str:
    """The title as it stands at the head of every page: on one line."""
    if width(spec.title, _RUNNING) <= LINE_POINTS:
        return spec.title
    room = LINE_POINTS - width("…", _RUNNING)
    ends = accumulate(width(char, _RUNNING) for char in spec.title)
    return f"{spec.title[: sum(end <= room for end in ends)].rstrip()}…"


def fields_of(spec: DocumentSpec) -> list[Field]:
    """The fields in their order, with labels in the document's language; those without a value are left out."""
    hidden = ("score", "instructions") if spec.kind == "worksheet" else ()
    found = []
    for key, value in spec.fields.items():
        lines = tuple(line for line in ([value] if isinstance(value, str) else value) if line.strip())
        if lines and key not in hidden:
            found.append(Field(text(spec.speech, f"document.field.{key}") if key in KNOWN_FIELDS else key, lines))
    return found


def rows_of(fields: Sequence[Field]) -> list[tuple[Field, ...]]:
    """Short fields stand two in a row, the others alone. The order is kept."""
    rows: list[tuple[Field, ...]] = []
    for each in fields:
        if each.is_short and rows and len(rows[-1]) == 1 and rows[-1][0].is_short:
            rows[-1] = (*rows[-1], each)
        else:
            rows.append((each,))
    return rows


def blanks_of(spec: DocumentSpec) -> list[Blank]:
    """What a pupil fills in at the top of a worksheet."""
    score = spec.fields.get("score", "")
    behind = f"/ {score}" if isinstance(score, str) and score else ""
    named = [Blank(text(spec.speech, f"document.blank.{key}"), room) for key, room in _BLANKS]
    return [*named, Blank(text(spec.speech, "document.blank.score"), 1.4, behind)]


def instructions_of(spec: DocumentSpec) -> list[str]:
    """What a worksheet tells before its tasks."""
    given = spec.fields.get("instructions", "")
    return [line for line in ([given] if isinstance(given, str) else given) if line.strip()]
