"""Replaces, inserts, deletes, moves and copies slides of a deck, whose XML stays, and draws a deck in another look."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes
from inkwright.artifacts.slides.descriptions import (
    DeckSlide,
    TitleSlide,
    deck_slides,
    picture_names,
    slide_pictures,
    with_picture_names,
)
from inkwright.artifacts.slides.fields import BaseSlide, ThemeName
from inkwright.artifacts.slides.layout_registry import PageContext, master_layout, master_layouts
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec
from inkwright.artifacts.slides.pptx.builder import DeckTarget, DeckWriter, build_deck, slide_pages, theme_target
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.user_templates.template_layouts import TemplateLayout, fill_placeholders
from inkwright.artifacts.slides.user_templates.templates import (
    build_from_template,
    open_deck,
    template_layout_of,
    template_target,
)
from inkwright.artifacts.text import is_blank
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

_FOOTER: Final = "Footer"
_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})
_OPENING_PICTURE: Final = "1-title.png"
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


def arrange_slides(content: bytes, order: Sequence[int], *, name: str = "deck.pptx") -> Draft:
    """Return a new version of a deck with the slides of these numbers, in this order.

    A slide has the number of its first page, counted from 1. One that is left out is deleted, one that is named again
    is copied. A title slide stays first.
    """
    deck = open_deck(content, "deck")
    slides = {slide.number: slide for slide in deck_slides(deck)}
    _check_order(order, slides)
    listed = deck.element.get_or_add_sldIdLst()
    old = list(listed)
    arranged: list[Any] = []
    for place, number in enumerate(order):
        slide = slides[number]
        if number in order[:place]:
            arranged += _copied_pages(deck, content, slide, len(arranged) + 1)
        else:
            arranged += old[number - 1 : number - 1 + slide.pages]
    for page in (each for each in old if each not in arranged):
        deck.part.drop_rel(page.rId)
        listed.remove(page)
    for page in arranged:
        listed.append(page)
    _number_sections(deck)
    return _edited_draft(deck, name)


def restyle_deck(content: bytes, look: ThemeName | bytes, *, name: str = "deck.pptx", most: int = MAX_SLIDES) -> Draft:
    """Return a new version of a deck, drawn again in a theme or in the look of a template; the first `most` slides.

    Every slide says what it was drawn from. A deck with slides that do not is an InvalidOption.
    """
    deck = open_deck(content, "deck")
    spec, images = described_deck(deck, most)
    made = build_from_template(look, spec, images=images) if isinstance(look, bytes) else None
    draft = made or build_deck(spec, theme=look if isinstance(look, str) else None, images=images)
    return Draft("pptx", name, draft.title, {name: draft.main})


def described_deck(deck: Any, most: int = MAX_SLIDES) -> tuple[DeckSpec, dict[str, bytes]]:
    """Return what an open deck was drawn from, and its pictures."""
    opening, *slides = deck_slides(deck)
    unknown = [each.number for each in (opening, *slides) if each.description is None]
    if unknown or not isinstance(opening.description, TitleSlide) or not slides:
        numbers = ", ".join(map(str, unknown[:10])) or "1"
        raise InvalidOption(option="slide", value=numbers, allowed=Reason("deck.not_described"))
    pages = list(deck.slides)
    chosen: list[BaseSlide] = []
    title = with_picture_names(opening.description, [_OPENING_PICTURE] * len(picture_names(opening.description)))
    images = slide_pictures(pages[0], title)
    for slide in slides[:most]:
        drawn = _with_own_picture_name(slide)
        chosen.append(drawn)
        images |= slide_pictures(pages[slide.number - 1], drawn)
    return DeckSpec(**title.model_dump(), slides=chosen), images


def _with_own_picture_name(slide: DeckSlide) -> BaseSlide:
    """Return the description; two pictures of a deck may have the same name, so each gets the number of its slide."""
    if not isinstance(slide.description, BaseSlide):
        raise InvalidOption(option="slide", value=slide.number, allowed=Reason("deck.not_described"))
    count = len(picture_names(slide.description))
    return with_picture_names(slide.description, [f"{slide.number}-{place}.png" for place in range(1, count + 1)])


def _check_order(order: Sequence[int], slides: Mapping[int, DeckSlide]) -> None:
    known = [*slides.values()]
    for number in order:
        if number not in slides:
            raise InvalidOption(option="number", value=number, allowed=Reason("deck.no_such_start"))
    title = known[0].number if known and known[0].is_title else None
    if title is not None and (list(order).count(title) != 1 or order[0] != title):
        raise InvalidOption(option="number", value=title, allowed=Reason("deck.title_first"))
    if len(order) <= (title is not None):
        raise InvalidOption(option="slides", value=0, allowed=Reason("deck.nothing"))
    if sum(slides[number].pages for number in order) > max(MAX_SLIDES, sum(each.pages for each in known)) + 1:
        raise InvalidOption(option="slides", value=len(order), allowed=Reason("deck.too_many", most=MAX_SLIDES))


def _copied_pages(deck: Any, content: bytes, slide: DeckSlide, number: int) -> Iterable[Any]:
    """Draw a slide once more at the end, as it looks on page `number`; return its entries in the list of pages."""
    if not isinstance(slide.description, BaseSlide):
        raise InvalidOption(option="slide", value=slide.number, allowed=Reason("deck.not_described"))
    images = slide_pictures(list(deck.slides)[slide.number - 1], slide.description)
    before = _draw_new_pages(deck, content, number, slide.description, images)
    return list(deck.element.get_or_add_sldIdLst())[before:]


def _number_sections(deck: Any) -> None:
    """Write the numbers of sections, which are counted from the beginning."""
    name, number = master_layout("section").name, 0
    for page in deck.slides:
        if page.slide_layout.name != name:
            continue
        number += 1
        for shape in page.placeholders:
            if shape.name == "Ordinal" and shape.text_frame.paragraphs[0].runs:
                shape.text_frame.paragraphs[0].runs[0].text = f"{number:02d}"


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
    DeckWriter(deck, target).draw(slide, pages, slide.notes)
    for page in list(deck.slides)[len(before) :] if layouts else []:
        fill_placeholders(page, template_layout_of(page, layouts), target.theme.palette)
    return len(before)


def _edited_draft(deck: Any, name: str) -> Draft:
    title = deck.core_properties.title
    return Draft("pptx", name, name if is_blank(title) else title, {name: package_bytes(deck)})


def deck_theme(deck: Any) -> ThemeName | None:
    """Return the built-in theme in which an open deck was made."""
    own = deck.slide_master.part.part_related_by(_THEME_RELATIONSHIP).blob
    named = {layout.name for layout in deck.slide_layouts}
    if not all(layout.name in named for layout in master_layouts()):
        return None
    return next((name for name in THEMES if f'name="Inkwright {name.capitalize()}"'.encode() in own), None)


def _edit_target(deck: Any, content: bytes) -> _EditTarget:
    """Return the built-in theme in which the deck was made; otherwise the deck is its own template."""
    name = deck_theme(deck)
    if name is None:
        return _EditTarget(*template_target(open_deck(content)))
    numbered = {layout.name: number for number, layout in enumerate(deck.slide_layouts)}
    numbers = {layout.kind: numbered[layout.name] for layout in master_layouts()}
    return _EditTarget(DeckTarget(theme_target(name).theme, content, numbers, _footer_of(deck)), [])


def _footer_of(deck: Any) -> str:
    """Return the footer of the first slide that has one."""
    written = (shape.text_frame.text for page in deck.slides for shape in page.placeholders if shape.name == _FOOTER)
    return next(written, "")


def _move_pages(deck: Any, index: int, pages: int, count: int) -> None:
    """Move the pages after the first `count` to `index`, and remove the `pages` pages that were there."""
    listed = deck.element.get_or_add_sldIdLst()
    pages_before = list(listed)[:count]
    for new in list(listed)[count:] if index < count else []:
        pages_before[index].addprevious(new)
    for page in pages_before[index : index + pages]:
        deck.part.drop_rel(page.rId)
        listed.remove(page)
