"""Builds the .pptx of a deck: the same deck, theme and date give the same bytes."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes
from inkwright.artifacts.slides.layouts.charts import chart_pages
from inkwright.artifacts.slides.layouts.code import code_pages
from inkwright.artifacts.slides.layouts.images import formula_pages, image_pages
from inkwright.artifacts.slides.layouts.lists import bullet_pages, two_column_pages
from inkwright.artifacts.slides.layouts.panels import agenda_pages, comparison_pages
from inkwright.artifacts.slides.layouts.process import process_pages
from inkwright.artifacts.slides.layouts.statements import (
    closing_pages,
    number_pages,
    opening_page,
    quote_pages,
    section_pages,
)
from inkwright.artifacts.slides.layouts.tables import table_pages
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import DeckSpec, Slide, ThemeName
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage, fit_heading, numbered_title
from inkwright.artifacts.slides.pptx.master import LAYOUT_KINDS, theme_template
from inkwright.artifacts.slides.pptx.notes import NotesWriter
from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES
from inkwright.artifacts.slides.themes.theme import LayoutKind, Theme
from inkwright.artifacts.text import file_name
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text


@dataclass(frozen=True, slots=True)
class DeckTarget:
    """`layouts` says which layout of the template, counted from 0, serves each of ours."""

    theme: Theme
    template: bytes
    layouts: Mapping[LayoutKind, int]


def theme_target(name: ThemeName) -> DeckTarget:
    """The stage of a theme that comes with us."""
    return DeckTarget(THEMES[name], theme_template(name), {kind: number for number, kind in enumerate(LAYOUT_KINDS)})


if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.slide import SlideLayout


def slide_pages(slide: Slide, theme: Theme, images: Mapping[str, bytes], section: int) -> list[SlidePage]:
    """The sheets that a slide needs; `section` is the number of the section that it may open."""
    match slide.layout:
        case "section":
            return section_pages(slide, section)
        case "big_number":
            return number_pages(slide, theme)
        case "quote":
            return quote_pages(slide, theme)
        case "image":
            return image_pages(slide, theme, images)
    makers = {
        "agenda": agenda_pages,
        "bullets": bullet_pages,
        "two_columns": two_column_pages,
        "comparison": comparison_pages,
        "table": table_pages,
        "chart": chart_pages,
        "process": process_pages,
        "code": code_pages,
        "formula": formula_pages,
        "closing": closing_pages,
    }
    sheets: list[SlidePage] = makers[slide.layout](slide, theme)  # type: ignore[operator]  # each maker takes its own layout
    return sheets


class DeckWriter:
    """Draws slides into an open deck, each behind the last one."""

    def __init__(self, deck: "Presentation", stage: DeckTarget) -> None:
        self._deck = deck
        self._stage = stage
        self._layouts = list(deck.slide_layouts)
        self._notes = NotesWriter(deck)

    def draw(self, title: str, sheets: list[SlidePage], notes: str = "") -> None:
        """Put the sheets of a slide at the end of the deck: titles, bodies, slide numbers, notes."""
        theme = self._stage.theme
        for number, sheet in enumerate(sheets, 1):
            shown = numbered_title(title, number)
            slide = _add_slide(self._deck, self._layouts[self._stage.layouts[sheet.kind]])
            page = SlideCanvas(slide, theme, sheet.kind)
            head = fit_heading(theme, sheet.kind, shown)
            page.fill("title", head.rect, page.scene.slot("title").type, head.setting)
            sheet.draw(page)
            page.number()
            words = notes if notes and number == 1 else "\n".join(filter(None, (visible_text(shown), sheet.said)))
            self._notes.say(slide, words)


def _add_slide(deck: "Presentation", layout: "SlideLayout") -> Any:
    """A slide without shapes: the library would copy every placeholder of the layout, empty."""
    relation, slide = deck.part.add_slide(layout)
    deck.element.get_or_add_sldIdLst().add_sldId(relation)
    return slide


if TYPE_CHECKING:
    from pptx.presentation import Presentation

DEFAULT_MADE_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that a deck names when nobody gives one: the same deck is then the same bytes."""

_AUTHOR: Final = "Inkwright"
_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})


def build_deck(
    spec: DeckSpec,
    *,
    theme: ThemeName | None = None,
    made_at: datetime = DEFAULT_MADE_AT,
    images: Mapping[str, bytes] = _NO_IMAGES,
) -> Draft:
    """A draft of the kind `pptx`. The theme is the one given, else the deck's own, else ours.

    `images` are the pictures that the deck names; a name that is not among them is an InvalidOption.
    """
    return build_on_target(theme_target(theme or spec.theme or DEFAULT_THEME), spec, made_at=made_at, images=images)


def build_on_target(
    stage: DeckTarget, spec: DeckSpec, *, made_at: datetime = DEFAULT_MADE_AT, images: Mapping[str, bytes] = _NO_IMAGES
) -> Draft:
    """A draft that is drawn on that stage."""
    try:
        import pptx  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as missing:
        told = text(language_of(spec.title), "deck.not_installed")
        raise InvalidOption(option="kind", value="pptx", allowed=told) from missing

    deck = pptx.Presentation(io.BytesIO(stage.template))
    pen = DeckWriter(deck, stage)
    pen.draw(spec.title, [opening_page(spec)])
    sections = 0
    for slide in spec.slides:
        sections += slide.layout == "section"
        pen.draw(slide.title, slide_pages(slide, stage.theme, images, sections), slide.notes)
    title = visible_text(spec.title)
    _set_properties(deck, title, spec.author, made_at)
    name = file_name(title, ".pptx")
    return Draft(kind="pptx", name=name, title=title, files={name: package_bytes(deck)})


def _set_properties(deck: "Presentation", title: str, author: str, made_at: datetime) -> None:
    properties = deck.core_properties
    properties.title = title
    properties.author = visible_text(author) or _AUTHOR
    properties.last_modified_by = _AUTHOR
    properties.comments = ""
    properties.language = "zh-CN" if language_of(title) == "zh" else "en-US"
    # The library writes a moment as it stands, and calls it UTC.
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)
