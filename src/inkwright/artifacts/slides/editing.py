"""One slide of a deck replaced: all the others, and their notes, stay the same XML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.builder import packed
from inkwright.artifacts.slides.drawing import draw_sheets, sheets_of
from inkwright.artifacts.slides.layouts import NAMES
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
    before = list(deck.slides)
    if not 1 <= number <= len(before) or not 1 <= pages <= len(before) + 1 - number:
        told = text(language, "deck.no_such_slide", count=len(before))
        raise InvalidOption(option="number", value=number, allowed=told)
    look = _look(deck, content, language)
    section = 1 + sum(page.slide_layout.name == NAMES["section"] for page in before[: number - 1])
    sheets = sheets_of(slide, look.stage.theme, images, section)
    draw_sheets(deck, look.stage, slide.title, sheets, slide.notes)
    for page in list(deck.slides)[len(before) :] if look.layouts else []:
        seat(page, layout_of(page, look.layouts), look.stage.theme.palette)
    _put(deck, number - 1, pages, len(before))
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
    """Move what was added behind `count` slides to its place, and take out what stood there."""
    listed = deck.element.get_or_add_sldIdLst()
    old, added = list(listed)[at : at + pages], list(listed)[count:]
    for new in added:
        old[0].addprevious(new)
    for one in old:
        deck.part.drop_rel(one.rId)
        listed.remove(one)
