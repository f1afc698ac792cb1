"""Builds the .pptx of a deck: the same description, theme and moment give the same bytes."""

import io
import re
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.drawing import draw_sheets, sheets_of
from inkwright.artifacts.slides.drawing_statements import opening_sheet
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.specs import DeckSpec, ThemeName
from inkwright.artifacts.slides.stages import Stage, stage_of
from inkwright.artifacts.slides.themes import DEFAULT_THEME
from inkwright.artifacts.wording import one_line
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text
from inkwright.parsing.filenames import problem_with

if TYPE_CHECKING:
    from pptx.presentation import Presentation

MADE_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that a deck names when nobody gives one: the same deck is then the same bytes."""

_AUTHOR: Final = "Inkwright"
_MAX_NAME: Final = 80
_PACKED_AT: Final = (1980, 1, 1, 0, 0, 0)
_MOMENT = re.compile(rb">[^<]*</dcterms:")
_NONE: Final[Mapping[str, bytes]] = MappingProxyType({})


def build_deck(
    spec: DeckSpec,
    *,
    theme: ThemeName | None = None,
    made_at: datetime = MADE_AT,
    images: Mapping[str, bytes] = _NONE,
) -> Draft:
    """A draft of the kind `pptx`. The theme is the one given, else the deck's own, else ours.

    `images` are the pictures that the deck names; a name that is not among them is an InvalidOption.
    """
    return build_on(stage_of(theme or spec.theme or DEFAULT_THEME), spec, made_at=made_at, images=images)


def build_on(
    stage: Stage, spec: DeckSpec, *, made_at: datetime = MADE_AT, images: Mapping[str, bytes] = _NONE
) -> Draft:
    """A draft that is drawn on that stage."""
    try:
        import pptx  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as missing:
        told = text(language_of(spec.title), "deck.not_installed")
        raise InvalidOption(option="kind", value="pptx", allowed=told) from missing

    deck = pptx.Presentation(io.BytesIO(stage.template))
    draw_sheets(deck, stage, spec.title, [opening_sheet(spec)], "")
    sections = 0
    for slide in spec.slides:
        sections += slide.layout == "section"
        draw_sheets(deck, stage, slide.title, sheets_of(slide, stage.theme, images, sections), slide.notes)
    title = visible(spec.title)
    _sign(deck, title, spec.author, made_at)
    name = file_name(title, ".pptx")
    return Draft(kind="pptx", name=name, title=title, files={name: packed(deck)})


def file_name(title: str, ending: str) -> str:
    """A safe file name that a person recognises the title in."""
    safe = "".join(char if problem_with(f"a{char}a") is None else " " for char in title)
    stem = one_line(safe)[:_MAX_NAME].strip(" .")
    return f"{stem}{ending}" if problem_with(stem + ending) is None else f"deck{ending}"


def _sign(deck: "Presentation", title: str, author: str, made_at: datetime) -> None:
    properties = deck.core_properties
    properties.title = title
    properties.author = visible(author) or _AUTHOR
    properties.last_modified_by = _AUTHOR
    properties.comments = ""
    properties.language = "zh-CN" if language_of(title) == "zh" else "en-US"
    # The library writes a moment as it stands, and calls it UTC.
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)


def packed(deck: "Presentation") -> bytes:
    """The package of a deck, without the time of day in it."""
    written = io.BytesIO()
    deck.save(written)
    made = io.BytesIO()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            _add(target, name, _timeless(part) if name.endswith(".xlsx") else part)
    return made.getvalue()


def _timeless(workbook: bytes) -> bytes:
    """The numbers behind a chart, without the moment at which they were written."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            _add(target, name, _MOMENT.sub(b">2000-01-01T00:00:00Z</dcterms:", source.read(name)))
    return made.getvalue()


def _add(target: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _PACKED_AT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    target.writestr(entry, content)
