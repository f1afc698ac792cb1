"""Builds the .pptx of a deck: the same deck, theme and date give the same bytes."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes
from inkwright.artifacts.slides.descriptions import Description, TitleSlide, describe_slide
from inkwright.artifacts.slides.fields import BaseSlide, ThemeName
from inkwright.artifacts.slides.layout_failures import reporting_failures
from inkwright.artifacts.slides.layout_registry import Layout, PageContext, layout_named, master_layouts
from inkwright.artifacts.slides.layouts.statements import opening_page
from inkwright.artifacts.slides.layouts.title_picture import title_picture_page
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage, fit_heading, numbered_title
from inkwright.artifacts.slides.pptx.master import package_of, theme_template
from inkwright.artifacts.slides.pptx.notes import NotesWriter
from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES, TITLE_PICTURE
from inkwright.artifacts.slides.themes.brand import Brand, branded
from inkwright.artifacts.slides.themes.theme import Theme
from inkwright.artifacts.text import file_name
from inkwright.i18n import language_of

if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.slide import SlideLayout

DEFAULT_MADE_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The default date of a deck: it is fixed, so that the same deck gives the same bytes."""

_AUTHOR: Final = "Inkwright"
_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DeckTarget:
    """A theme and a template to draw on. `layouts` gives the template's layout, counted from 0, for each kind.

    `footer` is a line on every slide that has a number.
    """

    theme: Theme
    template: bytes
    layouts: Mapping[str, int]
    footer: str = ""


def theme_target(name: ThemeName, brand: Brand | None = None) -> DeckTarget:
    """Return the target of a built-in theme, changed by a brand."""
    numbers = {layout.kind: number for number, layout in enumerate(master_layouts())}
    if brand is None:
        return DeckTarget(THEMES[name], theme_template(name), numbers)
    theme = branded(THEMES[name], brand)
    return DeckTarget(theme, package_of(theme, brand), numbers, brand.footer)


def slide_pages(slide: BaseSlide, context: PageContext) -> list[SlidePage]:
    """Return the pages that a slide needs."""
    layout = layout_named(slide.layout)
    with reporting_failures(layout, slide.title):
        return [_reporting_page(page, layout, slide.title) for page in layout.pages(slide, context)]


def _reporting_page(page: SlidePage, layout: Layout[Any], title: str) -> SlidePage:
    def draw(canvas: SlideCanvas) -> None:
        with reporting_failures(layout, title):
            page.draw(canvas)

    return replace(page, draw=draw)


class DeckWriter:
    """Draws slides into an open deck, each after the last one."""

    def __init__(self, deck: "Presentation", target: DeckTarget) -> None:
        self._deck = deck
        self._target = target
        self._layouts = list(deck.slide_layouts)
        self._notes = NotesWriter(deck)

    def draw(self, description: Description, pages: list[SlidePage], notes: str = "") -> None:
        """Add the pages of a slide at the end of the deck: titles, bodies, slide numbers, notes. The first one keeps
        the description.
        """
        theme = self._target.theme
        for number, page in enumerate(pages, 1):
            shown = numbered_title(description.title, number)
            slide = _add_slide(self._deck, self._layouts[self._target.layouts[page.kind]])
            if number == 1:
                describe_slide(slide, description)
            canvas = SlideCanvas(slide, theme, page.kind)
            heading = fit_heading(theme, page.kind, shown)
            canvas.fill("title", heading.rect, canvas.design.slot("title").style, heading.fitted)
            page.draw(canvas)
            canvas.number()
            canvas.footer(self._target.footer)
            generated = "\n".join(filter(None, (visible_text(shown), page.speaker_text)))
            self._notes.write(slide, notes if notes and number == 1 else generated)


def _add_slide(deck: "Presentation", layout: "SlideLayout") -> Any:
    """Add a slide without shapes: the library would copy every placeholder of the layout, empty."""
    relation, slide = deck.part.add_slide(layout)
    deck.element.get_or_add_sldIdLst().add_sldId(relation)
    return slide


def build_deck(
    spec: DeckSpec,
    *,
    theme: ThemeName | None = None,
    made_at: datetime = DEFAULT_MADE_AT,
    images: Mapping[str, bytes] = _NO_IMAGES,
    brand: Brand | None = None,
) -> Draft:
    """Return a draft of the kind `pptx`. Without a theme, the deck's own theme or the default one is used.

    `images` are the pictures that the deck names; a missing one is an InvalidOption.
    """
    target = theme_target(theme or spec.theme or DEFAULT_THEME, brand)
    return build_on_target(target, spec, made_at=made_at, images=images)


def build_on_target(
    target: DeckTarget, spec: DeckSpec, *, made_at: datetime = DEFAULT_MADE_AT, images: Mapping[str, bytes] = _NO_IMAGES
) -> Draft:
    """Return a draft that is drawn on the target."""
    import pptx  # noqa: PLC0415 - slow to import

    deck = pptx.Presentation(io.BytesIO(target.template))
    writer = DeckWriter(deck, target)
    opening = TitleSlide(title=spec.title, subtitle=spec.subtitle, author=spec.author, image=spec.image, alt=spec.alt)
    writer.draw(opening, [_opening_page(spec, PageContext(target.theme, images))])
    sections = 0
    for slide in spec.slides:
        sections += slide.layout == "section"
        writer.draw(slide, slide_pages(slide, PageContext(target.theme, images, sections)), slide.notes)
    title = visible_text(spec.title)
    _set_properties(deck, title, spec.author, made_at)
    name = file_name(title, ".pptx")
    return Draft(kind="pptx", name=name, title=title, files={name: package_bytes(deck)})


def _opening_page(spec: DeckSpec, context: PageContext) -> SlidePage:
    """Return the title page. A user's template has no place for a picture on it."""
    if spec.image and context.theme.design(TITLE_PICTURE).has("picture"):
        return title_picture_page(spec, context)
    return opening_page(spec.subtitle, spec.author)


def _set_properties(deck: "Presentation", title: str, author: str, made_at: datetime) -> None:
    properties = deck.core_properties
    properties.title = title
    properties.author = visible_text(author) or _AUTHOR
    properties.last_modified_by = _AUTHOR
    properties.comments = ""
    properties.language = "zh-CN" if language_of(title) == "zh" else "en-US"
    # The library drops the time zone and calls the result UTC.
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)
