"""Builds the .pptx of a deck: the same description, theme and moment give the same bytes."""

import io
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.naming import file_name
from inkwright.artifacts.slides.drawing import DeckPen, sheets_of
from inkwright.artifacts.slides.drawing_statements import opening_sheet
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.packing import packed
from inkwright.artifacts.slides.specs import DeckSpec, ThemeName
from inkwright.artifacts.slides.stages import Stage, stage_of
from inkwright.artifacts.slides.themes import DEFAULT_THEME
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text

if TYPE_CHECKING:
    from pptx.presentation import Presentation

MADE_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that a deck names when nobody gives one: the same deck is then the same bytes."""

_AUTHOR: Final = "Inkwright"
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
    pen = DeckPen(deck, stage)
    pen.draw(spec.title, [opening_sheet(spec)])
    sections = 0
    for slide in spec.slides:
        sections += slide.layout == "section"
        pen.draw(slide.title, sheets_of(slide, stage.theme, images, sections), slide.notes)
    title = visible(spec.title)
    _sign(deck, title, spec.author, made_at)
    name = file_name(title, ".pptx")
    return Draft(kind="pptx", name=name, title=title, files={name: packed(deck)})


def _sign(deck: "Presentation", title: str, author: str, made_at: datetime) -> None:
    properties = deck.core_properties
    properties.title = title
    properties.author = visible(author) or _AUTHOR
    properties.last_modified_by = _AUTHOR
    properties.comments = ""
    properties.language = "zh-CN" if language_of(title) == "zh" else "en-US"
    # The library writes a moment as it stands, and calls it UTC.
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)
