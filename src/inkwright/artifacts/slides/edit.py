"""Replaces, inserts or deletes one slide of a deck; all other slides keep their XML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes
from inkwright.artifacts.slides.model import Slide
from inkwright.artifacts.slides.pptx.builder import DeckTarget, DeckWriter, slide_pages, theme_target
from inkwright.artifacts.slides.pptx.master import LAYOUT_NAMES
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.user_templates.template_layouts import TemplateLayout, fill_placeholders
from inkwright.artifacts.slides.user_templates.templates import open_deck, template_layout_of, template_target
from inkwright.artifacts.text import is_blank
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, language_of, text

_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})
_THEME_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme"


class _DeckLook(NamedTuple):
    """What new slides are drawn on; `layouts` are those of a template that is not ours."""

    stage: DeckTarget
    layouts: list[TemplateLayout]


def replace_slide(
    content: bytes,
    number: int,
    slide: Slide,
    *,
    name: str = "deck.pptx",
    pages: int = 1,
    images: Mapping[str, bytes] = _NO_IMAGES,
) -> Draft:
    """A new version of a deck, in which `slide` stands for page `number`, counted from 1, in the deck's own look.

    A slide that goes on over several pages is replaced as a whole where `pages` says how many these are.
    """
    language = language_of(slide.title)
    deck = open_deck(content, language, "deck")
    _check_page_range(deck, number, pages, language)
    count = _draw_new_pages(deck, content, number, slide, images)
    _move_pages(deck, number - 1, pages, count)
    return _edited_draft(deck, name)


def insert_slide(
    content: bytes, behind: int, slide: Slide, *, name: str = "deck.pptx", images: Mapping[str, bytes] = _NO_IMAGES
) -> Draft:
    """A new version of a deck, in which `slide` stands behind page `behind`, counted from 1."""
    language = language_of(slide.title)
    deck = open_deck(content, language, "deck")
    _check_page_range(deck, behind, 1, language)
    count = _draw_new_pages(deck, content, behind + 1, slide, images)
    _move_pages(deck, behind, 0, count)
    return _edited_draft(deck, name)


def delete_slide(content: bytes, number: int, *, name: str = "deck.pptx", pages: int = 1) -> Draft:
    """A new version of a deck without page `number`, counted from 1, and those behind it that `pages` counts too."""
    deck = open_deck(content, "en", "deck")
    _check_page_range(deck, number, pages, language_of(deck.core_properties.title))
    _move_pages(deck, number - 1, pages, len(deck.slides))
    return _edited_draft(deck, name)


def _check_page_range(deck: Any, number: int, pages: int, language: Language) -> None:
    count = len(deck.slides)
    if not 1 <= number <= count or not 1 <= pages <= count + 1 - number:
        told = text(language, "deck.no_such_slide", count=count)
        raise InvalidOption(option="number", value=number, allowed=told)


def _draw_new_pages(deck: Any, content: bytes, number: int, slide: Slide, images: Mapping[str, bytes]) -> int:
    """Draw the slide behind all others as it looks on page `number`; how many pages there were before."""
    before = list(deck.slides)
    look = _deck_look(deck, content, language_of(slide.title))
    section = 1 + sum(page.slide_layout.name == LAYOUT_NAMES["section"] for page in before[: number - 1])
    sheets = slide_pages(slide, look.stage.theme, images, section)
    DeckWriter(deck, look.stage).draw(slide.title, sheets, slide.notes)
    for page in list(deck.slides)[len(before) :] if look.layouts else []:
        fill_placeholders(page, template_layout_of(page, look.layouts), look.stage.theme.palette)
    return len(before)


def _edited_draft(deck: Any, name: str) -> Draft:
    title = deck.core_properties.title
    return Draft("pptx", name, name if is_blank(title) else title, {name: package_bytes(deck)})


def _deck_look(deck: Any, content: bytes, language: Language) -> _DeckLook:
    """The theme of ours in which the deck was made; else the deck is its own template."""
    own = deck.slide_master.part.part_related_by(_THEME_RELATIONSHIP).blob
    named = {layout.name: at for at, layout in enumerate(deck.slide_layouts)}
    for name in THEMES:
        if f'name="Inkwright {name.capitalize()}"'.encode() in own and set(LAYOUT_NAMES.values()) <= set(named):
            stage = theme_target(name)
            return _DeckLook(
                DeckTarget(stage.theme, content, {kind: named[LAYOUT_NAMES[kind]] for kind in LAYOUT_NAMES}), []
            )
    return _DeckLook(*template_target(open_deck(content, language), language))


def _move_pages(deck: Any, at: int, pages: int, count: int) -> None:
    """Move what was added behind `count` pages to its place, and take out the pages that stood there."""
    listed = deck.element.get_or_add_sldIdLst()
    pages_before = list(listed)[:count]
    for new in list(listed)[count:] if at < count else []:
        pages_before[at].addprevious(new)
    for one in pages_before[at : at + pages]:
        deck.part.drop_rel(one.rId)
        listed.remove(one)
