"""The layouts of a user's template: which layout serves each kind of slide, and which shapes fill its placeholders."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, cast, get_args

from inkwright.artifacts.slides.checks.styles import Rgb, contrast_ratio
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes.theme import ColourName, LayoutKind, Palette, TextAlign, TextAnchor, TextStyle

TITLE_TYPES: Final = frozenset({"title", "ctrTitle"})
TEXT_TYPES: Final = frozenset({"body", "subTitle", "obj"})
FIGURE_TYPES: Final = frozenset({"pic", "tbl", "chart"})
_EMU_PER_POINT: Final = 12_700
# What office programs leave free inside a box that says nothing of it.
_INSETS: Final = (7.2, 3.6)
_LEAST_SIZE: Final = 16
_MAX_SIZE: Final = 66
_STEP: Final = 2
_DEFAULT_SIZE: Final = 18
_OVERLAP: Final = 8.0
# These may stand wherever their layout wants its title.
_TITLE_ONLY_KINDS: Final = frozenset({"title", "section", "closing"})


@dataclass(frozen=True, slots=True)
class TemplatePlaceholder:
    """A placeholder of a layout. The rectangle is the room for text inside it."""

    kind: str
    index: int
    rect: Rect
    look: TextStyle


@dataclass(frozen=True, slots=True)
class TemplateLayout:
    """A layout, counted from 0. `purpose` is what its program made it for, where it says so."""

    number: int
    purpose: str
    places: tuple[TemplatePlaceholder, ...]

    def of(self, kinds: Iterable[str]) -> list[TemplatePlaceholder]:
        """Its places of these kinds, from left to right and from top to bottom."""
        wanted = frozenset(kinds)
        found = [place for place in self.places if place.kind in wanted]
        return sorted(found, key=lambda place: (round(place.rect.x / 20), place.rect.y))

    @property
    def title(self) -> TemplatePlaceholder | None:
        """Where its title stands."""
        return next(iter(self.of(TITLE_TYPES)), None)

    @property
    def body(self) -> Rect | None:
        """The room of all its places for text and figures together."""
        rects = [place.rect for place in self.of(TEXT_TYPES | FIGURE_TYPES)]
        if not rects:
            return None
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)


def read_template_layouts(deck: Any) -> list[TemplateLayout]:
    """The layouts of the first master that have a title."""
    master = deck.slide_master
    found = [
        TemplateLayout(number, layout.element.get("type", ""), _template_placeholders(layout, master))
        for number, layout in enumerate(deck.slide_layouts)
    ]
    return [layout for layout in found if layout.title]


def choose_layouts(layouts: Sequence[TemplateLayout]) -> dict[LayoutKind, TemplateLayout]:
    """The layout that serves each of ours, by the kinds of its placeholders."""
    return {kind: _best_layout(kind, layouts) for kind in get_args(LayoutKind)}


def _is_content(layout: TemplateLayout) -> bool:
    return (
        len(layout.of(TEXT_TYPES)) == 1
        and not layout.of(FIGURE_TYPES | {"subTitle", "ctrTitle"})
        and layout.purpose != "secHead"
    )


def _is_title_only(layout: TemplateLayout) -> bool:
    return not layout.of(TEXT_TYPES | FIGURE_TYPES)


def _is_title_slide(layout: TemplateLayout) -> bool:
    return layout.purpose == "title" or bool(layout.of({"ctrTitle", "subTitle"}))


# Each wish stands before what is second best.
_LAYOUT_PREFERENCES: Final[Mapping[LayoutKind, tuple[Callable[[TemplateLayout], bool], ...]]] = MappingProxyType(
    {
        "title": (_is_title_slide,),
        "section": (lambda layout: layout.purpose == "secHead", _is_title_slide),
        "closing": (_is_title_slide,),
        "bullets": (_is_content,),
        "two_columns": (lambda layout: layout.purpose == "twoObj", lambda layout: len(layout.of(TEXT_TYPES)) == 2),
        "comparison": (
            lambda layout: layout.purpose == "twoTxTwoObj",
            lambda layout: len(layout.of(TEXT_TYPES)) == 4,
        ),
        "table": (lambda layout: bool(layout.of({"tbl"})),),
        "chart": (lambda layout: bool(layout.of({"chart"})),),
        "image": (lambda layout: bool(layout.of({"pic"})),),
    }
)


def _best_layout(kind: LayoutKind, layouts: Sequence[TemplateLayout]) -> TemplateLayout:
    last = (_is_content, _is_title_only) if kind in ("bullets", "two_columns") else (_is_title_only, _is_content)
    tidy = [layout for layout in layouts if kind in _TITLE_ONLY_KINDS or _has_clear_title(layout)]
    for wish in (*_LAYOUT_PREFERENCES.get(kind, ()), *last):
        if found := next(filter(wish, tidy), None):
            return found
    return layouts[0]


def _has_clear_title(layout: TemplateLayout) -> bool:
    """Whether the title stands above or beside everything else, so that what is drawn there does not cover it."""
    body = layout.body
    if layout.title is None or body is None:
        return True
    title = layout.title.rect
    return title.bottom <= body.y + _OVERLAP or title.right <= body.x + _OVERLAP or body.right <= title.x + _OVERLAP


def _template_placeholders(layout: Any, master: Any) -> tuple[TemplatePlaceholder, ...]:
    masters = {_placeholder_kind(shape.element): shape.element for shape in master.placeholders}
    return tuple(_template_placeholder(shape, masters, master.element) for shape in layout.placeholders)


def _template_placeholder(shape: Any, masters: Mapping[str, Any], master: Any) -> TemplatePlaceholder:
    kind = _placeholder_kind(shape.element)
    general = "title" if kind in TITLE_TYPES else kind if kind in masters else "body"
    above = [shape.element, *filter(lambda element: element is not None, [masters.get(general)])]
    style = master.find(f"{{*}}txStyles/{{*}}{'title' if general == 'title' else 'body'}Style")
    # What stands nowhere at all has no room.
    x, y, width, height = (
        float(length or 0) / _EMU_PER_POINT for length in (shape.left, shape.top, shape.width, shape.height)
    )
    rect = Rect(x, y, width, height).inset(*_INSETS)
    index = int(shape.element.find(".//{*}nvPr/{*}ph").get("idx", "0"))
    return TemplatePlaceholder(kind, index, rect, _placeholder_style(above, style, is_title=general == "title"))


def _placeholder_kind(element: Any) -> str:
    return str(element.find(".//{*}nvPr/{*}ph").get("type", "obj"))


def _placeholder_style(above: Sequence[Any], style: Any, *, is_title: bool) -> TextStyle:
    """How text is set there: what the layout says, else the master, else the style of the master."""
    levels = [shape.find(".//{*}lstStyle/{*}lvl1pPr") for shape in above]
    levels.append(style.find("{*}lvl1pPr") if style is not None else None)
    boxes = [shape.find(".//{*}bodyPr") for shape in above]
    runs = [level.find("{*}defRPr") if level is not None else None for level in levels]
    size = min(max(int(_first_attribute(runs, "sz") or _DEFAULT_SIZE * 100) // 100, _LEAST_SIZE), _MAX_SIZE)
    align, anchor = _first_attribute(levels, "algn"), _first_attribute(boxes, "anchor")
    return TextStyle(
        tuple(float(one) for one in range(size, _LEAST_SIZE - 1, -_STEP)),
        _text_colour(runs),
        "heading" if is_title else "body",
        bold=_first_attribute(runs, "b") == "1",
        align=cast("TextAlign", align) if align in get_args(TextAlign) else "l",
        anchor=cast("TextAnchor", anchor) if anchor in get_args(TextAnchor) else "t",
    )


def _first_attribute(elements: Iterable[Any], attribute: str) -> str | None:
    """The attribute of the first element that has it."""
    return next((said for one in elements if one is not None and (said := one.get(attribute)) is not None), None)


def _text_colour(runs: Iterable[Any]) -> ColourName:
    """The colour of the theme that text has there; one that is no colour of the theme is taken for that of all text."""
    fills = (run.find("{*}solidFill") for run in runs if run is not None)
    fill = next((one for one in fills if one is not None and len(one)), None)
    name = fill[0].get("val", "") if fill is not None else ""
    return cast("ColourName", name) if name in get_args(ColourName) else "tx1"


_LEAST_CONTRAST: Final = 4.5
_ACCENTS: Final[tuple[ColourName, ...]] = ("accent1", "accent2", "accent3", "accent4", "accent5", "accent6")


def fill_placeholders(slide: Any, layout: TemplateLayout, palette: Palette) -> None:
    """Let the shapes of a slide fill places of its layout; those without one become shapes of their own."""
    shapes = [(shape, shape.find(".//{*}nvPr/{*}ph")) for shape in slide.element.find("{*}cSld/{*}spTree")]
    held = [(shape, place) for shape, place in shapes if place is not None]
    kinds = {id(shape): place.get("type", "obj") for shape, place in held}
    words = [shape for shape, _ in held if kinds[id(shape)] in TEXT_TYPES]
    chosen = dict(zip(map(id, _assign_texts(words, layout)), layout.of(TEXT_TYPES), strict=False))
    free = layout.of(TEXT_TYPES)[len(chosen) :]
    for shape, place in held:
        kind = kinds[id(shape)]
        wanted = chosen.get(id(shape)) or _other_placeholder(kind, layout, free)
        if wanted is not None:
            _assign_placeholder(place, wanted)
        elif kind == "sldNum":
            shape.getparent().remove(shape)
        else:
            _detach_shape(shape, place)
    _ensure_contrast(slide, palette)


def _assign_texts(words: Sequence[Any], layout: TemplateLayout) -> Sequence[Any]:
    """The texts that get a place. One of many alike would stand out: they do without, if there are too few."""
    many = [shape for shape in words if shape.find(".//{*}cNvPr").get("name", "")[-1:].isdigit()]
    if len(words) <= len(layout.of(TEXT_TYPES)):
        return words
    return [shape for shape in words if shape not in many]


def _other_placeholder(
    kind: str, layout: TemplateLayout, free: list[TemplatePlaceholder]
) -> TemplatePlaceholder | None:
    """The place of a title, a number or a figure; a figure may take one that is for anything."""
    kinds = TITLE_TYPES if kind in TITLE_TYPES else {kind}
    if found := layout.of(kinds - TEXT_TYPES):
        return found[0]
    anything = [place for place in free if place.kind == "obj"]
    if kind in FIGURE_TYPES and anything:
        free.remove(anything[0])
        return anything[0]
    return None


def _assign_placeholder(element: Any, place: TemplatePlaceholder) -> None:
    for attribute in ("type", "idx"):
        element.attrib.pop(attribute, None)
    if place.kind != "obj":
        element.set("type", place.kind)
    if place.index:
        element.set("idx", str(place.index))


def _detach_shape(shape: Any, place: Any) -> None:
    place.getparent().remove(place)
    properties = shape.find("{*}nvSpPr/{*}cNvSpPr")
    if properties is not None:
        for lock in list(properties):
            properties.remove(lock)
        properties.set("txBox", "1")


def _ensure_contrast(slide: Any, palette: Palette) -> None:
    """Set words in the colour of text where an accent of the template would hardly stand out from the ground."""
    grounds = [Rgb(*bytes.fromhex(digits)) for digits in (palette.ground, palette.surface)]
    accents = {name: Rgb(*bytes.fromhex(palette.hexadecimal(name))) for name in _ACCENTS}
    weak = {name for name, own in accents.items() if min(contrast_ratio(own, one) for one in grounds) < _LEAST_CONTRAST}
    charts = [shape.chart.element for shape in slide.shapes if shape.has_chart]
    for part in (slide.element, *charts):
        for tag in ("rPr", "defRPr"):
            for colour in part.iterfind(f".//{{*}}{tag}/{{*}}solidFill/{{*}}schemeClr"):
                colour.set("val", "tx1" if colour.get("val") in weak else colour.get("val"))
