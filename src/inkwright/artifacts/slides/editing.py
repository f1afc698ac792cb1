"""One slide of a deck replaced, added or taken out: all the others, and their notes, stay the same XML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.drawing import DeckPen, sheets_of
from inkwright.artifacts.slides.layouts import NAMES
from inkwright.artifacts.slides.packing import packed
from inkwright.artifacts.slides.seating import seat
from inkwright.artifacts.slides.specs import Slide
from inkwright.artifacts.slides.stages import Stage, stage_of
from inkwright.artifacts.slides.template_layouts import TemplateLayout
from inkwright.artifacts.slides.templates import layout_of, opened, template_stage
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.wording import is_blank
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, language_of, text

_NONE: Final[Mapping[str, bytes]] = MappingProxyType({})
_THEME: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme"


class _Look(NamedTuple):
    """What new slides are drawn on; `layouts` are those of a template that is not ours."""

    stage: Stage
    layouts: list[TemplateLayout]


def edit_slide(
    content: bytes,
    number: int,
    slide: Slide,
    *,
    name: str = "deck.pptx",
    pages: int = 1,
    images: Mapping[str, bytes] = _NONE,
) -> Draft:
    """A new version of a deck, in which `slide` stands for page `number`, counted from 1, in the deck's own look.

    A slide that goes on over several pages is replaced as a whole where `pages` says how many these are.
    """
    language = language_of(slide.title)
    deck = opened(content, language, "deck")
    _refuse_pages(deck, number, pages, language)
    count = _draw(deck, content, number, slide, images)
    _put(deck, number - 1, pages, count)
    return _draft(deck, name)


def insert_slide(
    content: bytes, behind: int, slide: Slide, *, name: str = "deck.pptx", images: Mapping[str, bytes] = _NONE
) -> Draft:
    """A new version of a deck, in which `slide` stands behind page `behind`, counted from 1."""
    language = language_of(slide.title)
    deck = opened(content, language, "deck")
    _refuse_pages(deck, behind, 1, language)
    count = _draw(deck, content, behind + 1, slide, images)
    _put(deck, behind, 0, count)
    return _draft(deck, name)


def delete_slide(content: bytes, number: int, *, name: str = "deck.pptx", pages: int = 1) -> Draft:
    """A new version of a deck without page `number`, counted from 1, and those behind it that `pages` counts too."""
    deck = opened(content, "en", "deck")
    _refuse_pages(deck, number, pages, language_of(deck.core_properties.title))
    _put(deck, number - 1, pages, len(deck.slides))
    return _draft(deck, name)


def _refuse_pages(deck: Any, number: int, pages: int, language: Language) -> None:
    count = len(deck.slides)
    if not 1 <= number <= count or not 1 <= pages <= count + 1 - number:
        told = text(language, "deck.no_such_slide", count=count)
        raise InvalidOption(option="number", value=number, allowed=told)


def _draw(deck: Any, content: bytes, number: int, slide: Slide, images: Mapping[str, bytes]) -> int:
    """Draw the slide behind all others as it looks on page `number`; how many pages there were before."""
    before = list(deck.slides)
    look = _look(deck, content, language_of(slide.title))
    section = 1 + sum(page.slide_layout.name == NAMES["section"] for page in before[: number - 1])
    sheets = sheets_of(slide, look.stage.theme, images, section)
    DeckPen(deck, look.stage).draw(slide.title, sheets, slide.notes)
    for page in list(deck.slides)[len(before) :] if look.layouts else []:
        seat(page, layout_of(page, look.layouts), look.stage.theme.palette)
    return len(before)


def _draft(deck: Any, name: str) -> Draft:
    title = deck.core_properties.title
    return Draft("pptx", name, name if is_blank(title) else title, {name: packed(deck)})


def _look(deck: Any, content: bytes, language: Language) -> _Look:
    """The theme of ours in which the deck was made; else the deck is its own template."""
    own = deck.slide_master.part.part_related_by(_THEME).blob
    named = {layout.name: at for at, layout in enumerate(deck.slide_layouts)}
    for name in THEMES:
        if f'name="Inkwright {name.capitalize()}"'.encode() in own and set(NAMES.values()) <= set(named):
            stage = stage_of(name)
            return _Look(Stage(stage.theme, content, {kind: named[NAMES[kind]] for kind in NAMES}), [])
    return _Look(*template_stage(opened(content, language), language))


def _put(deck: Any, at: int, pages: int, count: int) -> None:
    """Move what was added behind `count` pages to its place, and take out the pages that stood there."""
    listed = deck.element.get_or_add_sldIdLst()
    pages_before = list(listed)[:count]
    for new in list(listed)[count:] if at < count else []:
        pages_before[at].addprevious(new)
    for one in pages_before[at : at + pages]:
        deck.part.drop_rel(one.rId)
        listed.remove(one)
