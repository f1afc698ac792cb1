"""Somebody's own .pptx as template: its colours, fonts and layouts are taken, and its own slides left out."""

import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from inkwright.artifacts.checks.colours import Palette as Named
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.slides.builder import MADE_AT, build_on
from inkwright.artifacts.slides.fitting import Faces
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.packing import packed
from inkwright.artifacts.slides.seating import seat
from inkwright.artifacts.slides.specs import DeckSpec
from inkwright.artifacts.slides.stages import Stage
from inkwright.artifacts.slides.template_layouts import TEXTS, TemplateLayout, layouts_of, serving
from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES
from inkwright.artifacts.slides.themes.scenes import figures
from inkwright.artifacts.slides.themes.shapes import Kind, Palette, Scene, Slot, Theme, Type
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, GROTESQUE, HEI, Typeface
from inkwright.artifacts.unreadable import Unreadable, reading
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

_EMU: Final = 12_700
_NONE: Final[Mapping[str, bytes]] = MappingProxyType({})
_RELATION: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_THUMBNAIL: Final = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
# Less height than this is no body, but a line under the title.
_LEAST_BODY: Final = 140.0
_MARGIN: Final = 36.0
_GAP: Final = 12.0


def build_from_template(
    template: bytes,
    spec: DeckSpec,
    *,
    made_at: datetime = MADE_AT,
    images: Mapping[str, bytes] = _NONE,
    language: Language = "en",
) -> Draft:
    """A draft of the kind `pptx` in the look of a template. Bytes that are no template are an InvalidOption."""
    deck = opened(template, language)
    stage, layouts = template_stage(deck, language)
    draft = build_on(stage, spec, made_at=made_at, images=images)
    made = opened(draft.main, language)
    for slide in made.slides:
        seat(slide, layout_of(slide, layouts), stage.theme.palette)
    return replace(draft, files={draft.name: packed(made)})


def opened(content: bytes, language: Language, option: str = "template") -> Any:
    """The deck in these bytes; an InvalidOption where they are none, or where something in them can run."""
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    problem = problem_with_package(content)
    if problem:
        told = text(language, f"finding.pptx.{problem.key}.what", **problem.fields)
        raise InvalidOption(option=option, value=problem.key, allowed=told)
    with _damage_told(language, option):
        return pptx.Presentation(io.BytesIO(content))


@contextlib.contextmanager
def _damage_told(language: Language, option: str = "template") -> Iterator[None]:
    """Whatever goes wrong inside is the fault of the bytes."""
    try:
        with reading():
            yield
    except Unreadable as problem:
        what = text(language, "finding.pptx.damaged.what", problem=str(problem))
        raise InvalidOption(option=option, value="damaged", allowed=what) from problem


def layout_of(slide: Any, layouts: list[TemplateLayout]) -> TemplateLayout:
    """The layout of a slide that was drawn on one of these."""
    number = list(slide.part.package.presentation_part.presentation.slide_layouts).index(slide.slide_layout)
    return next(layout for layout in layouts if layout.number == number)


def template_stage(deck: Any, language: Language) -> tuple[Stage, list[TemplateLayout]]:
    """What decks are drawn on in the look of this one; its slides are taken out of it."""
    with _damage_told(language):
        layouts = layouts_of(deck)
        if not layouts:
            raise InvalidOption(option="template", value="layouts", allowed=text(language, "deck.template_title"))
        chosen = serving(layouts)
        theme = _theme(deck, chosen)
        _empty(deck)
        stage = Stage(theme, packed(deck), {kind: layout.number for kind, layout in chosen.items()})
    return stage, layouts


def _empty(deck: Any) -> None:
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


def _theme(deck: Any, chosen: Mapping[Kind, TemplateLayout]) -> Theme:
    from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

    master = deck.slide_master
    part = parse_xml(master.part.part_related_by(f"{_RELATION}theme").blob)
    height = deck.slide_height / _EMU
    body = _body(chosen["bullets"], height)
    scenes = {kind: _scene(kind, layout, body, height) for kind, layout in chosen.items()}
    ours = THEMES[DEFAULT_THEME]
    return replace(
        ours,
        palette=_palette(Named(part, dict(master.element.find("{*}clrMap").attrib))),
        heading=_faces(part, "major"),
        body=_faces(part, "minor"),
        scenes=scenes,
        text_size=next((place.look.sizes[0] for place in chosen["bullets"].of(TEXTS)), None),
    )


def _palette(named: Named) -> Palette:
    def digits(name: str, other: str) -> str:
        colour = named.named(name)
        return bytes(colour).hex().upper() if colour else other

    ground, words = digits("bg1", "FFFFFF"), digits("tx1", "000000")
    one, two, three, four, five, quiet = (digits(f"accent{number}", words) for number in range(1, 7))
    is_dark = int(ground, 16) < int(words, 16)
    accents = (one, two, three, four, five)
    return Palette(ground, words, digits("bg2", ground), digits("tx2", words), accents, quiet, is_dark)


def _faces(theme: Any, key: str) -> Faces:
    """The faces with which to measure. One that we have no measures of is taken for a wide one."""
    fonts = theme.find(f".//{{*}}{key}Font")

    def face(tag: str, other: Typeface) -> Typeface:
        element = fonts.find(f"{{*}}{tag}") if fonts is not None else None
        return BY_OFFICE_NAME.get(element.get("typeface", ""), other) if element is not None else other

    return Faces(face("latin", GROTESQUE), face("ea", HEI))


def _body(layout: TemplateLayout, height: float) -> Rect:
    """The room of a layout for what stands under its title."""
    title = layout.title.rect if layout.title else Rect(_MARGIN, _MARGIN, 0, 0)
    if layout.body and layout.body.height >= _LEAST_BODY:
        return layout.body
    top = title.bottom + _GAP
    if height - _MARGIN - top < _LEAST_BODY:
        top = height / 3
    return Rect(title.x, top, title.width, height - _MARGIN - top)


def _scene(kind: Kind, layout: TemplateLayout, usual: Rect, height: float) -> Scene:
    title = layout.title
    if title is None:
        raise AssertionError("a layout without a title serves none of ours")
    body = _body(layout, height) if layout.body or usual.y < title.rect.bottom else usual
    slots = [Slot("title", title.rect, title.look)]
    if kind in ("title", "section"):
        slots += _under_title(layout, body)
    elif kind == "closing":
        slots += _of_closing(layout, body, height)
    else:
        slots += _STATEMENTS.get(kind, _plain)(body)
    slots += [Slot("page", place.rect, place.look) for place in layout.of({"sldNum"})[:1]]
    return Scene(tuple(slots))


def _under_title(layout: TemplateLayout, body: Rect) -> list[Slot]:
    """Subtitle and author, in the place of the subtitle."""
    place = next(iter(layout.of(TEXTS)), None)
    rect, look = (place.rect, place.look) if place else (body, Type((24.0, 22.0, 20.0, 18.0, 16.0)))
    upper, lower = rect.top_part(rect.height * 0.64), rect.bottom_part(rect.height * 0.32)
    return [Slot("subtitle", upper, look), Slot("author", lower, look.but(sizes=(18.0, 16.0, 14.0, 12.0)))]


def _plain(body: Rect) -> list[Slot]:
    return [Slot("body", body, Type())]


def _of_number(body: Rect) -> list[Slot]:
    figure, label, detail = body.stacked([body.height * share for share in (0.5, 0.24, 0.2)], body.height * 0.03)
    large = Type(figures(largest=160), "accent1", "heading", bold=True, anchor="b")
    return [
        Slot("figure", figure, large),
        Slot("label", label, Type((32.0, 28.0, 24.0, 20.0, 18.0, 16.0, 14.0), "tx1", "heading", bold=True)),
        Slot("detail", detail, Type((20.0, 18.0, 16.0, 14.0))),
    ]


def _of_quote(body: Rect) -> list[Slot]:
    sizes = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
    return [
        Slot("quote", body.top_part(body.height * 0.76), Type(sizes, "tx1", "heading", anchor="ctr")),
        Slot("source", body.bottom_part(body.height * 0.18), Type((20.0, 18.0, 16.0, 14.0))),
    ]


def _of_closing(layout: TemplateLayout, body: Rect, height: float) -> list[Slot]:
    """On the layout of the title slide: the message stands where the subtitle does, the points under it."""
    place = next(iter(layout.of(TEXTS)), None)
    align = place.look.align if place else "l"
    if place and layout.title and place.rect.y >= layout.title.rect.y:
        body = Rect(place.rect.x, place.rect.y, place.rect.width, height - _MARGIN - place.rect.y)
    message = Type((28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0), align=align)
    return [
        Slot("message", body.top_part(body.height * 0.3), message),
        Slot("body", body.bottom_part(body.height * 0.66), Type((24.0, 22.0, 20.0, 18.0, 16.0, 14.0))),
    ]


_STATEMENTS: Final = MappingProxyType({"big_number": _of_number, "quote": _of_quote})
