"""A user's .pptx as template: its colours, fonts and layouts are used, and its slides are removed."""

import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes, package_problem
from inkwright.artifacts.slides.checks.inspection import inspect_slides
from inkwright.artifacts.slides.checks.styles import MasterPalette
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.layout_registry import MasterLayout, master_layout
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import DEFAULT_MADE_AT, DeckTarget, build_on_target
from inkwright.artifacts.slides.pptx.geometry import SLIDE_MARGIN, Rect
from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES
from inkwright.artifacts.slides.themes.theme import LayoutDesign, Palette, TextSlot, Theme
from inkwright.artifacts.slides.user_templates.template_layouts import (
    TemplateLayout,
    choose_layouts,
    fill_placeholders,
    read_template_layouts,
)
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, GROTESQUE, HEI, Typeface
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

_EMU_PER_POINT: Final = 12_700
_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})
_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_THUMBNAIL: Final = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
# An area lower than this is a line under the title, not a body.
_MIN_BODY: Final = 140.0
_GAP: Final = 12.0


def build_from_template(
    template: bytes,
    spec: DeckSpec,
    *,
    made_at: datetime = DEFAULT_MADE_AT,
    images: Mapping[str, bytes] = _NO_IMAGES,
) -> Draft:
    """Return a draft of the kind `pptx` in the look of a template. An unusable template is an InvalidOption."""
    target, layouts = template_target(open_deck(template))
    draft = build_on_target(target, spec, made_at=made_at, images=images)
    deck = _load_deck(draft.main, "template")
    for slide in deck.slides:
        fill_placeholders(slide, template_layout_of(slide, layouts), target.theme.palette)
    return replace(draft, files={draft.name: package_bytes(deck)})


def open_deck(content: bytes, option: str = "template") -> Any:
    """Return the deck in these bytes; an InvalidOption where they are not a deck, or contain macros."""
    # A worker opens it first: what it can open within its limits can be opened here.
    run_in_worker(try_deck, content, option)
    return _load_deck(content, option)


def try_deck(content: bytes, option: str) -> None:
    """Open a deck with its slides and layouts; an InvalidOption where that is not possible."""
    problem = package_problem(content)
    if problem:
        reason = Reason(f"finding.pptx.{problem.key}.what", **problem.fields)
        raise InvalidOption(option=option, value=problem.key, allowed=reason)
    deck = _load_deck(content, option)
    with _invalid_if_damaged(option):
        inspect_slides(deck)
        read_template_layouts(deck)


def _load_deck(content: bytes, option: str) -> Any:
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    with _invalid_if_damaged(option):
        return pptx.Presentation(io.BytesIO(content))


@contextlib.contextmanager
def _invalid_if_damaged(option: str = "template") -> Iterator[None]:
    """Raise an InvalidOption for any error inside: the bytes are the cause."""
    try:
        with unreadable_if_damaged():
            yield
    except UnreadableContent as problem:
        reason = Reason("finding.pptx.damaged.what", problem=problem.reason)
        raise InvalidOption(option=option, value="damaged", allowed=reason) from problem


def template_layout_of(slide: Any, layouts: list[TemplateLayout]) -> TemplateLayout:
    """Return the layout on which a slide is drawn."""
    number = list(slide.part.package.presentation_part.presentation.slide_layouts).index(slide.slide_layout)
    return next(layout for layout in layouts if layout.number == number)


def template_target(deck: Any) -> tuple[DeckTarget, list[TemplateLayout]]:
    """Return the target for decks in the look of this one, and its layouts. Its slides are removed."""
    with _invalid_if_damaged():
        layouts = read_template_layouts(deck)
        if not layouts:
            raise InvalidOption(option="template", value="layouts", allowed=Reason("deck.template_title"))
        chosen = choose_layouts(layouts)
        theme = _template_theme(deck, chosen)
        _remove_slides(deck)
        target = DeckTarget(theme, package_bytes(deck), {kind: layout.number for kind, layout in chosen.items()})
    return target, layouts


def _remove_slides(deck: Any) -> None:
    """Remove the slides, the thumbnail, and the list of sections that names the slides."""
    listed = deck.element.get_or_add_sldIdLst()
    for slide in list(listed):
        deck.part.drop_rel(slide.rId)
        listed.remove(slide)
    extensions = deck.element.find("{*}extLst")
    if extensions is not None:
        deck.element.remove(extensions)
    package = deck.part.package
    with contextlib.suppress(KeyError):
        # Relating a part again returns the id of its existing relationship.
        package.drop_rel(package.relate_to(package.part_related_by(_THUMBNAIL), _THUMBNAIL))


def _template_theme(deck: Any, chosen: Mapping[str, TemplateLayout]) -> Theme:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    master = deck.slide_master
    part = parse_xml(master.part.part_related_by(f"{_RELATIONSHIP}theme").blob)
    height = deck.slide_height / _EMU_PER_POINT
    body = _body_area(chosen["bullets"], height)
    designs = {kind: _layout_design(master_layout(kind), layout, body, height) for kind, layout in chosen.items()}
    text = chosen["bullets"].first_text
    return replace(
        THEMES[DEFAULT_THEME],
        palette=_template_palette(MasterPalette(part, dict(master.element.find("{*}clrMap").attrib))),
        heading=_template_faces(part, "major"),
        body=_template_faces(part, "minor"),
        content=designs["bullets"],
        designs=designs,
        text_size=text.style.sizes[0] if text else None,
    )


def _template_palette(named: MasterPalette) -> Palette:
    def digits(name: str, other: str) -> str:
        colour = named.named(name)
        return bytes(colour).hex().upper() if colour else other

    background, words = digits("bg1", "FFFFFF"), digits("tx1", "000000")
    one, two, three, four, five, quiet = (digits(f"accent{number}", words) for number in range(1, 7))
    is_dark = int(background, 16) < int(words, 16)
    accents = (one, two, three, four, five)
    return Palette(background, words, digits("bg2", background), digits("tx2", words), accents, quiet, is_dark)


def _template_faces(theme: Any, key: str) -> Faces:
    """Return the typefaces to measure with. An unknown typeface is measured as a wide one."""
    fonts = theme.find(f".//{{*}}{key}Font")

    def face(tag: str, other: Typeface) -> Typeface:
        element = fonts.find(f"{{*}}{tag}") if fonts is not None else None
        return BY_OFFICE_NAME.get(element.get("typeface", ""), other) if element is not None else other

    return Faces(face("latin", GROTESQUE), face("ea", HEI))


def _body_area(layout: TemplateLayout, height: float) -> Rect:
    """Return the area of a layout below its title."""
    title = layout.title.rect if layout.title else Rect(SLIDE_MARGIN, SLIDE_MARGIN, 0, 0)
    if layout.body and layout.body.height >= _MIN_BODY:
        return layout.body
    top = title.bottom + _GAP
    if height - SLIDE_MARGIN - top < _MIN_BODY:
        top = height / 3
    return Rect(title.x, top, title.width, height - SLIDE_MARGIN - top)


def _layout_design(wanted: MasterLayout, layout: TemplateLayout, usual: Rect, height: float) -> LayoutDesign:
    title = layout.title
    if title is None:
        raise AssertionError("a layout without a title cannot be chosen")
    body = _body_area(layout, height) if layout.body or usual.y < title.rect.bottom else usual
    slots = [TextSlot("title", title.rect, title.style)]
    slots += wanted.template_slots(layout, body, height)
    slots += [TextSlot("page", placeholder.rect, placeholder.style) for placeholder in layout.of({"sldNum"})[:1]]
    return LayoutDesign(tuple(slots))
