"""Replaces, inserts or deletes one slide of a deck; all other slides keep their XML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes
from inkwright.artifacts.slides.fields import BaseSlide
from inkwright.artifacts.slides.layout_registry import PageContext, master_layout, master_layouts
from inkwright.artifacts.slides.pptx.builder import DeckTarget, DeckWriter, slide_pages, theme_target
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.user_templates.template_layouts import TemplateLayout, fill_placeholders
from inkwright.artifacts.slides.user_templates.templates import open_deck, template_layout_of, template_target
from inkwright.artifacts.text import is_blank
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})
_THEME_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme"


class _EditTarget(NamedTuple):
    """What new slides are drawn on. `layouts` are those of a user's template, and empty for a built-in theme."""

    target: DeckTarget
    layouts: list[TemplateLayout]


def replace_slide(
    content: bytes,
    number: int,
    slide: BaseSlide,
    *,
    name: str = "deck.pptx",
    pages: int = 1,
    images: Mapping[str, bytes] = _NO_IMAGES,
) -> Draft:
    """Return a new version of a deck with `slide` instead of page `number`, counted from 1, in the deck's own look.

    `pages` is the number of pages that the old slide takes; all of them are replaced.
    """
    deck = open_deck(content, "deck")
    _check_page_range(deck, number, pages)
    count = _draw_new_pages(deck, content, number, slide, images)
    _move_pages(deck, number - 1, pages, count)
    return _edited_draft(deck, name)


def insert_slide(
    content: bytes, after: int, slide: BaseSlide, *, name: str = "deck.pptx", images: Mapping[str, bytes] = _NO_IMAGES
) -> Draft:
    """Return a new version of a deck with `slide` after page `after`, counted from 1."""
    deck = open_deck(content, "deck")
    _check_page_range(deck, after, 1)
    count = _draw_new_pages(deck, content, after + 1, slide, images)
    _move_pages(deck, after, 0, count)
    return _edited_draft(deck, name)


def delete_slide(content: bytes, number: int, *, name: str = "deck.pptx", pages: int = 1) -> Draft:
    """Return a new version of a deck without the `pages` pages from page `number`, counted from 1."""
    deck = open_deck(content, "deck")
    _check_page_range(deck, number, pages)
    _move_pages(deck, number - 1, pages, len(deck.slides))
    return _edited_draft(deck, name)


def _check_page_range(deck: Any, number: int, pages: int) -> None:
    count = len(deck.slides)
    if not 1 <= number <= count or not 1 <= pages <= count + 1 - number:
        raise InvalidOption(option="number", value=number, allowed=Reason("deck.no_such_slide", count=count))


def _draw_new_pages(deck: Any, content: bytes, number: int, slide: BaseSlide, images: Mapping[str, bytes]) -> int:
    """Draw the slide after all others as it looks on page `number`. Return how many pages there were before."""
    before = list(deck.slides)
    target, layouts = _edit_target(deck, content)
    section_name = master_layout("section").name
    section = 1 + sum(page.slide_layout.name == section_name for page in before[: number - 1])
    pages = slide_pages(slide, PageContext(target.theme, images, section))
    DeckWriter(deck, target).draw(slide.title, pages, slide.notes)
    for page in list(deck.slides)[len(before) :] if layouts else []:
        fill_placeholders(page, template_layout_of(page, layouts), target.theme.palette)
    return len(before)


def _edited_draft(deck: Any, name: str) -> Draft:
    title = deck.core_properties.title
    return Draft("pptx", name, name if is_blank(title) else title, {name: package_bytes(deck)})


def _edit_target(deck: Any, content: bytes) -> _EditTarget:
    """Return the built-in theme in which the deck was made; otherwise the deck is its own template."""
    own = deck.slide_master.part.part_related_by(_THEME_RELATIONSHIP).blob
    named = {layout.name: number for number, layout in enumerate(deck.slide_layouts)}
    known = master_layouts()
    for name in THEMES:
        if f'name="Inkwright {name.capitalize()}"'.encode() in own and all(layout.name in named for layout in known):
            numbers = {layout.kind: named[layout.name] for layout in known}
            return _EditTarget(DeckTarget(theme_target(name).theme, content, numbers), [])
    return _EditTarget(*template_target(open_deck(content)))


def _move_pages(deck: Any, index: int, pages: int, count: int) -> None:
    """Move the pages after the first `count` to `index`, and remove the `pages` pages that were there."""
    listed = deck.element.get_or_add_sldIdLst()
    pages_before = list(listed)[:count]
    for new in list(listed)[count:] if index < count else []:
        pages_before[index].addprevious(new)
    for page in pages_before[index : index + pages]:
        deck.part.drop_rel(page.rId)
        listed.remove(page)
