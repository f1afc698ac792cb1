"""Builds a .pptx of a deck: 16:9, real layouts and placeholders, notes, fonts for Chinese. Plain on purpose."""

import io
import math
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from inkwright.artifacts.decks import DeckSpec
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.wording import columns, one_line
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text
from inkwright.parsing.filenames import problem_with

if TYPE_CHECKING:
    from pptx.presentation import Presentation

MADE_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that a deck names when nobody gives one: the same deck is then the same bytes."""

_AUTHOR: Final = "Inkwright"
_WIDTH: Final = 12_192_000
_MAX_NAME: Final = 80
_EMU: Final = 12_700
_PACKED_AT: Final = (1980, 1, 1, 0, 0, 0)
# The parts of python-pptx's template that tell of somebody's printer and show a picture of another deck.
_PRINTER: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/printerSettings"
_PICTURE: Final = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
_EAST_ASIAN_FONT: Final = b'<a:ea typeface="Microsoft YaHei"/>'
_NO_EAST_ASIAN_FONT = re.compile(rb'<a:ea typeface=""\s*/>')
# What the template says of itself (its program, no slides, 4:3) does not hold for the deck.
_REPLACED: Final = MappingProxyType(
    {
        "docProps/app.xml": b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        b'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
        b"<Application>Inkwright</Application></Properties>"
    }
)


@dataclass(frozen=True, slots=True)
class _Room:
    """A box for text, in points, and the sizes that may be tried in it, largest first."""

    width: float
    height: float
    sizes: tuple[int, ...]


_DECK_TITLE: Final = _Room(800, 110, (44, 40, 36, 32, 28, 24, 20, 18))
_SUBTITLE: Final = _Room(660, 130, (28, 24, 20, 18, 16))
_TITLE: Final = _Room(840, 84, (40, 36, 32, 28, 24, 20, 18, 16))
_BODY: Final = _Room(810, 346, (32, 28, 24, 20, 18, 16, 14, 12, 11, 10, 9, 8))


def build_deck(spec: DeckSpec, *, made_at: datetime = MADE_AT) -> Draft:
    """A draft of the kind `pptx`. The same spec and moment give the same bytes."""
    try:
        import pptx  # noqa: PLC0415 - an extra, and slow to import
        from pptx.util import Emu  # noqa: PLC0415 - as above
    except ImportError as missing:
        told = text(language_of(spec.title), "deck.not_installed")
        raise InvalidOption(option="kind", value="pptx", allowed=told) from missing

    deck = pptx.Presentation()
    deck.slide_width = Emu(_WIDTH)
    _tidy_template(deck)
    opening = deck.slides.add_slide(deck.slide_layouts[0])
    title, subtitle = opening.placeholders
    _write(title.text_frame, [spec.title], Emu(_size([spec.title], _DECK_TITLE)))
    if spec.subtitle:
        _write(subtitle.text_frame, [spec.subtitle], Emu(_size([spec.subtitle], _SUBTITLE)))
    else:
        subtitle.element.getparent().remove(subtitle.element)
    for slide in spec.slides:
        page = deck.slides.add_slide(deck.slide_layouts[1])
        title, body = page.placeholders
        _write(title.text_frame, [slide.title], Emu(_size([slide.title], _TITLE)))
        _write(body.text_frame, slide.bullets, Emu(_size(slide.bullets, _BODY)))
        if slide.notes:
            page.notes_slide.notes_placeholder.text_frame.text = slide.notes
    _sign(deck, spec.title, made_at)
    written = io.BytesIO()
    deck.save(written)
    name = file_name(spec.title, ".pptx")
    return Draft(kind="pptx", name=name, title=spec.title, files={name: _repacked(written.getvalue())})


def file_name(title: str, ending: str) -> str:
    """A safe file name that a person recognises the title in."""
    safe = "".join(char if problem_with(f"a{char}a") is None else " " for char in title)
    stem = one_line(safe)[:_MAX_NAME].strip(" .")
    return f"{stem}{ending}" if problem_with(stem + ending) is None else f"deck{ending}"


def _tidy_template(deck: "Presentation") -> None:
    """Widen what python-pptx brings as 4:3, and leave out what does not belong to this deck."""
    master = deck.slide_master
    for shape in _placed([master, *master.slide_layouts]):
        shape.left, shape.width = shape.left * 4 // 3, shape.width * 4 // 3
    del deck.element.find("{*}sldSz").attrib["type"]
    for owner, kind in ((deck.part, _PRINTER), (deck.part.package, _PICTURE)):
        # Relating what is related already tells the name of the relation.
        owner.drop_rel(owner.relate_to(owner.part_related_by(kind), kind))


def _placed(owners: Iterable[Any]) -> list[Any]:
    """The shapes that have a place of their own; the others take that of their master."""
    shapes = [shape for owner in owners for shape in owner.shapes]
    return [shape for shape in shapes if shape.element.find(".//{*}xfrm/{*}off") is not None]


def _write(frame: Any, lines: Sequence[str], size: Any) -> None:
    for number, line in enumerate(lines):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        run = paragraph.add_run()
        run.text = line
        # On the run: a size on the paragraph is lost as soon as somebody edits it in PowerPoint.
        run.font.size = size


def _size(lines: Sequence[str], room: _Room) -> int:
    """The largest size, in EMU, at which the lines probably fit."""
    return next((size for size in room.sizes if _height(lines, size, room.width) <= room.height), room.sizes[-1]) * _EMU


def _height(lines: Sequence[str], size: int, width: float) -> float:
    """About how high the lines are: two columns are as wide as the type is high; Chinese stands further apart."""
    per_row = width / size * 2 * 0.95
    rows = sum(math.ceil(columns(line) / per_row) for line in lines)
    leading = 1.45 if any(language_of(line) == "zh" for line in lines) else 1.22
    return (rows * leading + (len(lines) - 1) * 0.2) * size


def _sign(deck: "Presentation", title: str, made_at: datetime) -> None:
    properties = deck.core_properties
    properties.title = title
    properties.author = properties.last_modified_by = _AUTHOR
    properties.comments = ""
    properties.language = "zh-CN" if language_of(title) == "zh" else "en-US"
    # The library writes a moment as it stands, and calls it UTC.
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)


def _repacked(content: bytes) -> bytes:
    """The same package without the time of day in it, and with a font for Chinese in its themes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            part = _REPLACED.get(name) or source.read(name)
            if name.startswith("ppt/theme/"):
                part = _NO_EAST_ASIAN_FONT.sub(_EAST_ASIAN_FONT, part)
            entry = zipfile.ZipInfo(name, _PACKED_AT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, part)
    return packed.getvalue()
