"""A user's .pptx as template: its colours, fonts and layouts are used, its slides removed."""

import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.office_package import package_bytes, package_problem
from inkwright.artifacts.slides.checks.styles import MasterPalette
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import DEFAULT_MADE_AT, DeckTarget, build_on_target
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES
from inkwright.artifacts.slides.themes.theme import (
    LayoutDesign,
    LayoutKind,
    Palette,
    TextSlot,
    TextStyle,
    Theme,
    number_sizes,
)
from inkwright.artifacts.slides.user_templates.template_layouts import (
    TEXT_TYPES,
    TemplateLayout,
    choose_layouts,
    fill_placeholders,
    read_template_layouts,
)
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, GROTESQUE, HEI, Typeface
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

_EMU_PER_POINT: Final = 12_700
_NO_IMAGES: Final[Mapping[str, bytes]] = MappingProxyType({})
_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_THUMBNAIL: Final = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
# Less height than this is no body, but a line under the title.
_LEAST_BODY: Final = 140.0
_MARGIN: Final = 36.0
_GAP: Final = 12.0


def build_from_template(
    template: bytes,
    spec: DeckSpec,
    *,
    made_at: datetime = DEFAULT_MADE_AT,
    images: Mapping[str, bytes] = _NO_IMAGES,
    language: Language = "en",
) -> Draft:
    """A draft of the kind `pptx` in the look of a template. Bytes that are no template are an InvalidOption."""
    deck = open_deck(template, language)
    stage, layouts = template_target(deck, language)
    draft = build_on_target(stage, spec, made_at=made_at, images=images)
    made = open_deck(draft.main, language)
    for slide in made.slides:
        fill_placeholders(slide, template_layout_of(slide, layouts), stage.theme.palette)
    return replace(draft, files={draft.name: package_bytes(made)})


def open_deck(content: bytes, language: Language, option: str = "template") -> Any:
    """The deck in these bytes; an InvalidOption where they are none, or where something in them can run."""
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    problem = package_problem(content)
    if problem:
        told = text(language, f"finding.pptx.{problem.key}.what", **problem.fields)
        raise InvalidOption(option=option, value=problem.key, allowed=told)
    with _invalid_if_damaged(language, option):
        return pptx.Presentation(io.BytesIO(content))


@contextlib.contextmanager
def _invalid_if_damaged(language: Language, option: str = "template") -> Iterator[None]:
    """Whatever goes wrong inside is the fault of the bytes."""
    try:
        with unreadable_if_damaged():
            yield
    except UnreadableContent as problem:
        what = text(language, "finding.pptx.damaged.what", problem=problem.reason)
        raise InvalidOption(option=option, value="damaged", allowed=what) from problem


def template_layout_of(slide: Any, layouts: list[TemplateLayout]) -> TemplateLayout:
    """The layout of a slide that was drawn on one of these."""
    number = list(slide.part.package.presentation_part.presentation.slide_layouts).index(slide.slide_layout)
    return next(layout for layout in layouts if layout.number == number)


def template_target(deck: Any, language: Language) -> tuple[DeckTarget, list[TemplateLayout]]:
    """What decks are drawn on in the look of this one; its slides are taken out of it."""
    with _invalid_if_damaged(language):
        layouts = read_template_layouts(deck)
        if not layouts:
            raise InvalidOption(option="template", value="layouts", allowed=text(language, "deck.template_title"))
        chosen = choose_layouts(layouts)
        theme = _template_theme(deck, chosen)
        _remove_slides(deck)
        stage = DeckTarget(theme, package_bytes(deck), {kind: layout.number for kind, layout in chosen.items()})
    return stage, layouts


def _remove_slides(deck: Any) -> None:
    """Take out the slides, the picture of the first, and the list of sections that names them."""
    listed = deck.element.get_or_add_sldIdLst()
    for slide in list(listed):
        deck.part.drop_rel(slide.rId)
        listed.remove(slide)
    extensions = deck.element.find("{*}extLst")
    if extensions is not None:
        deck.element.remove(extensions)
    package = deck.part.package
    with contextlib.suppress(KeyError):
        # Relating what is related already tells the name of the relation.
        package.drop_rel(package.relate_to(package.part_related_by(_THUMBNAIL), _THUMBNAIL))


def _template_theme(deck: Any, chosen: Mapping[LayoutKind, TemplateLayout]) -> Theme:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

    master = deck.slide_master
    part = parse_xml(master.part.part_related_by(f"{_RELATIONSHIP}theme").blob)
    height = deck.slide_height / _EMU_PER_POINT
    body = _body_room(chosen["bullets"], height)
    scenes = {kind: _layout_design(kind, layout, body, height) for kind, layout in chosen.items()}
    ours = THEMES[DEFAULT_THEME]
    return replace(
        ours,
        palette=_template_palette(MasterPalette(part, dict(master.element.find("{*}clrMap").attrib))),
        heading=_template_faces(part, "major"),
        body=_template_faces(part, "minor"),
        scenes=scenes,
        text_size=next((place.look.sizes[0] for place in chosen["bullets"].of(TEXT_TYPES)), None),
    )


def _template_palette(named: MasterPalette) -> Palette:
    def digits(name: str, other: str) -> str:
        colour = named.named(name)
        return bytes(colour).hex().upper() if colour else other

    ground, words = digits("bg1", "FFFFFF"), digits("tx1", "000000")
    one, two, three, four, five, quiet = (digits(f"accent{number}", words) for number in range(1, 7))
    is_dark = int(ground, 16) < int(words, 16)
    accents = (one, two, three, four, five)
    return Palette(ground, words, digits("bg2", ground), digits("tx2", words), accents, quiet, is_dark)


def _template_faces(theme: Any, key: str) -> Faces:
    """The faces with which to measure. One that we have no measures of is taken for a wide one."""
    fonts = theme.find(f".//{{*}}{key}Font")

    def face(tag: str, other: Typeface) -> Typeface:
        element = fonts.find(f"{{*}}{tag}") if fonts is not None else None
        return BY_OFFICE_NAME.get(element.get("typeface", ""), other) if element is not None else other

    return Faces(face("latin", GROTESQUE), face("ea", HEI))


def _body_room(layout: TemplateLayout, height: float) -> Rect:
    """The room of a layout for what stands under its title."""
    title = layout.title.rect if layout.title else Rect(_MARGIN, _MARGIN, 0, 0)
    if layout.body and layout.body.height >= _LEAST_BODY:
        return layout.body
    top = title.bottom + _GAP
    if height - _MARGIN - top < _LEAST_BODY:
        top = height / 3
    return Rect(title.x, top, title.width, height - _MARGIN - top)


def _layout_design(kind: LayoutKind, layout: TemplateLayout, usual: Rect, height: float) -> LayoutDesign:
    title = layout.title
    if title is None:
        raise AssertionError("a layout without a title serves none of ours")
    body = _body_room(layout, height) if layout.body or usual.y < title.rect.bottom else usual
    slots = [TextSlot("title", title.rect, title.look)]
    if kind in ("title", "section"):
        slots += _subtitle_slots(layout, body)
    elif kind == "closing":
        slots += _closing_slots(layout, body, height)
    else:
        slots += _STATEMENT_SLOTS.get(kind, _plain_slots)(body)
    slots += [TextSlot("page", place.rect, place.look) for place in layout.of({"sldNum"})[:1]]
    return LayoutDesign(tuple(slots))


def _subtitle_slots(layout: TemplateLayout, body: Rect) -> list[TextSlot]:
    """Subtitle and author, in the place of the subtitle."""
    place = next(iter(layout.of(TEXT_TYPES)), None)
    rect, look = (place.rect, place.look) if place else (body, TextStyle((24.0, 22.0, 20.0, 18.0, 16.0)))
    upper, lower = rect.top_part(rect.height * 0.64), rect.bottom_part(rect.height * 0.32)
    return [TextSlot("subtitle", upper, look), TextSlot("author", lower, look.but(sizes=(18.0, 16.0, 14.0, 12.0)))]


def _plain_slots(body: Rect) -> list[TextSlot]:
    return [TextSlot("body", body, TextStyle())]


def _number_slots(body: Rect) -> list[TextSlot]:
    figure, label, detail = body.stacked([body.height * share for share in (0.5, 0.24, 0.2)], body.height * 0.03)
    large = TextStyle(number_sizes(largest=160), "accent1", "heading", bold=True, anchor="b")
    return [
        TextSlot("figure", figure, large),
        TextSlot("label", label, TextStyle((32.0, 28.0, 24.0, 20.0, 18.0, 16.0, 14.0), "tx1", "heading", bold=True)),
        TextSlot("detail", detail, TextStyle((20.0, 18.0, 16.0, 14.0))),
    ]


def _quote_slots(body: Rect) -> list[TextSlot]:
    sizes = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
    return [
        TextSlot("quote", body.top_part(body.height * 0.76), TextStyle(sizes, "tx1", "heading", anchor="ctr")),
        TextSlot("source", body.bottom_part(body.height * 0.18), TextStyle((20.0, 18.0, 16.0, 14.0))),
    ]


def _closing_slots(layout: TemplateLayout, body: Rect, height: float) -> list[TextSlot]:
    """On the layout of the title slide: the message stands where the subtitle does, the points under it."""
    place = next(iter(layout.of(TEXT_TYPES)), None)
    align = place.look.align if place else "l"
    if place and layout.title and place.rect.y >= layout.title.rect.y:
        body = Rect(place.rect.x, place.rect.y, place.rect.width, height - _MARGIN - place.rect.y)
    message = TextStyle((28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0), align=align)
    return [
        TextSlot("message", body.top_part(body.height * 0.3), message),
        TextSlot("body", body.bottom_part(body.height * 0.66), TextStyle((24.0, 22.0, 20.0, 18.0, 16.0, 14.0))),
    ]


_STATEMENT_SLOTS: Final = MappingProxyType({"big_number": _number_slots, "quote": _quote_slots})
