"""The layouts of a user's template: which one suits each kind of slide, and which shapes fill its placeholders."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast, get_args

from inkwright.artifacts.slides.checks.styles import Rgb, contrast_ratio
from inkwright.artifacts.slides.layout_registry import MasterLayout, master_layouts
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes.theme import ColourName, Palette, TextAlign, TextAnchor, TextStyle

TITLE_TYPES: Final = frozenset({"title", "ctrTitle"})
TEXT_TYPES: Final = frozenset({"body", "subTitle", "obj"})
FIGURE_TYPES: Final = frozenset({"pic", "tbl", "chart"})
_EMU_PER_POINT: Final = 12_700
# The insets that office programs use for a box without its own.
_INSETS: Final = (7.2, 3.6)
_MIN_SIZE: Final = 16
_MAX_SIZE: Final = 66
_STEP: Final = 2
_DEFAULT_SIZE: Final = 18
_OVERLAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class TemplatePlaceholder:
    """A placeholder of a layout. The rectangle is the area for text inside it."""

    kind: str
    index: int
    rect: Rect
    style: TextStyle


@dataclass(frozen=True, slots=True)
class TemplateLayout:
    """A layout, counted from 0. `purpose` is its type in the file, and may be empty."""

    number: int
    purpose: str
    placeholders: tuple[TemplatePlaceholder, ...]

    def of(self, kinds: Iterable[str]) -> list[TemplatePlaceholder]:
        """Return its placeholders of these kinds, from left to right and from top to bottom."""
        wanted = frozenset(kinds)
        found = [placeholder for placeholder in self.placeholders if placeholder.kind in wanted]
        return sorted(found, key=lambda placeholder: (round(placeholder.rect.x / 20), placeholder.rect.y))

    @property
    def title(self) -> TemplatePlaceholder | None:
        """The placeholder of its title."""
        return next(iter(self.of(TITLE_TYPES)), None)

    @property
    def first_text(self) -> TemplatePlaceholder | None:
        """Its first placeholder for text."""
        return next(iter(self.of(TEXT_TYPES)), None)

    @property
    def is_content(self) -> bool:
        """Whether it has a title and one text."""
        return (
            self.count_texts() == 1
            and not self.of(FIGURE_TYPES | {"subTitle", "ctrTitle"})
            and self.purpose != "secHead"
        )

    @property
    def is_title_only(self) -> bool:
        """Whether it has nothing but a title."""
        return not self.of(TEXT_TYPES | FIGURE_TYPES)

    def count_texts(self) -> int:
        """Return how many placeholders for text it has."""
        return len(self.of(TEXT_TYPES))

    @property
    def body(self) -> Rect | None:
        """The area of all its placeholders for text and figures together."""
        rects = [placeholder.rect for placeholder in self.of(TEXT_TYPES | FIGURE_TYPES)]
        if not rects:
            return None
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)


def read_template_layouts(deck: Any) -> list[TemplateLayout]:
    """Return the layouts of the first master that have a title."""
    master = deck.slide_master
    found = [
        TemplateLayout(number, layout.element.get("type", ""), _template_placeholders(layout, master))
        for number, layout in enumerate(deck.slide_layouts)
    ]
    return [layout for layout in found if layout.title]


def choose_layouts(layouts: Sequence[TemplateLayout]) -> dict[str, TemplateLayout]:
    """Return the template layout for each kind of master layout, chosen by its placeholders."""
    return {each.kind: _best_layout(each, layouts) for each in master_layouts()}


def _best_layout(wanted: MasterLayout, layouts: Sequence[TemplateLayout]) -> TemplateLayout:
    clear = [layout for layout in layouts if wanted.allows_any_title or _has_clear_title(layout)]
    for suits in wanted.template_choices:
        if found := next(filter(suits, clear), None):
            return found
    content = [layout for layout in clear if layout.is_content]
    title_only = [layout for layout in clear if layout.is_title_only]
    return next(iter(content + title_only if wanted.prefers_text else title_only + content), layouts[0])


def _has_clear_title(layout: TemplateLayout) -> bool:
    """Whether the title is above or next to everything else, so that the body does not cover it."""
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
    # A placeholder without a position has no area.
    x, y, width, height = (
        float(length or 0) / _EMU_PER_POINT for length in (shape.left, shape.top, shape.width, shape.height)
    )
    rect = Rect(x, y, width, height).inset(*_INSETS)
    index = int(shape.element.find(".//{*}nvPr/{*}ph").get("idx", "0"))
    return TemplatePlaceholder(kind, index, rect, _placeholder_style(above, style, is_title=general == "title"))


def _placeholder_kind(element: Any) -> str:
    return str(element.find(".//{*}nvPr/{*}ph").get("type", "obj"))


def _placeholder_style(above: Sequence[Any], style: Any, *, is_title: bool) -> TextStyle:
    """Return the style of its text: from the layout, else the master's placeholder, else the master's text styles."""
    levels = [shape.find(".//{*}lstStyle/{*}lvl1pPr") for shape in above]
    levels.append(style.find("{*}lvl1pPr") if style is not None else None)
    boxes = [shape.find(".//{*}bodyPr") for shape in above]
    runs = [level.find("{*}defRPr") if level is not None else None for level in levels]
    size = min(max(int(_first_attribute(runs, "sz") or _DEFAULT_SIZE * 100) // 100, _MIN_SIZE), _MAX_SIZE)
    align, anchor = _first_attribute(levels, "algn"), _first_attribute(boxes, "anchor")
    return TextStyle(
        tuple(float(one) for one in range(size, _MIN_SIZE - 1, -_STEP)),
        _text_colour(runs),
        "heading" if is_title else "body",
        bold=_first_attribute(runs, "b") == "1",
        align=cast("TextAlign", align) if align in get_args(TextAlign) else "l",
        anchor=cast("TextAnchor", anchor) if anchor in get_args(TextAnchor) else "t",
    )


def _first_attribute(elements: Iterable[Any], attribute: str) -> str | None:
    """Return the attribute of the first element that has it."""
    return next((value for one in elements if one is not None and (value := one.get(attribute)) is not None), None)


def _text_colour(runs: Iterable[Any]) -> ColourName:
    """Return the theme colour of the text; a colour outside the theme counts as the usual text colour."""
    fills = (run.find("{*}solidFill") for run in runs if run is not None)
    fill = next((one for one in fills if one is not None and len(one)), None)
    name = fill[0].get("val", "") if fill is not None else ""
    return cast("ColourName", name) if name in get_args(ColourName) else "tx1"


_MIN_CONTRAST: Final = 4.5
_ACCENTS: Final[tuple[ColourName, ...]] = ("accent1", "accent2", "accent3", "accent4", "accent5", "accent6")


def fill_placeholders(slide: Any, layout: TemplateLayout, palette: Palette) -> None:
    """Make the shapes of a slide fill placeholders of its layout; the other shapes become plain shapes."""
    shapes = [(shape, shape.find(".//{*}nvPr/{*}ph")) for shape in slide.element.find("{*}cSld/{*}spTree")]
    filled = [(shape, placeholder) for shape, placeholder in shapes if placeholder is not None]
    kinds = {id(shape): placeholder.get("type", "obj") for shape, placeholder in filled}
    texts = [shape for shape, _ in filled if kinds[id(shape)] in TEXT_TYPES]
    chosen = dict(zip(map(id, _assign_texts(texts, layout)), layout.of(TEXT_TYPES), strict=False))
    free = layout.of(TEXT_TYPES)[len(chosen) :]
    for shape, placeholder in filled:
        kind = kinds[id(shape)]
        wanted = chosen.get(id(shape)) or _other_placeholder(kind, layout, free)
        if wanted is not None:
            _assign_placeholder(placeholder, wanted)
        elif kind == "sldNum":
            shape.getparent().remove(shape)
        else:
            _detach_shape(shape, placeholder)
    _ensure_contrast(slide, palette)


def _assign_texts(texts: Sequence[Any], layout: TemplateLayout) -> Sequence[Any]:
    """Return the texts that get a placeholder.

    If there are too few, numbered texts get none: one of many similar texts would look different.
    """
    many = [shape for shape in texts if shape.find(".//{*}cNvPr").get("name", "")[-1:].isdigit()]
    if len(texts) <= len(layout.of(TEXT_TYPES)):
        return texts
    return [shape for shape in texts if shape not in many]


def _other_placeholder(
    kind: str, layout: TemplateLayout, free: list[TemplatePlaceholder]
) -> TemplatePlaceholder | None:
    """Return the placeholder for a title, a slide number or a figure; a figure may take one for any content."""
    kinds = TITLE_TYPES if kind in TITLE_TYPES else {kind}
    if found := layout.of(kinds - TEXT_TYPES):
        return found[0]
    anything = [placeholder for placeholder in free if placeholder.kind == "obj"]
    if kind in FIGURE_TYPES and anything:
        free.remove(anything[0])
        return anything[0]
    return None


def _assign_placeholder(element: Any, placeholder: TemplatePlaceholder) -> None:
    for attribute in ("type", "idx"):
        element.attrib.pop(attribute, None)
    if placeholder.kind != "obj":
        element.set("type", placeholder.kind)
    if placeholder.index:
        element.set("idx", str(placeholder.index))


def _detach_shape(shape: Any, placeholder: Any) -> None:
    placeholder.getparent().remove(placeholder)
    properties = shape.find("{*}nvSpPr/{*}cNvSpPr")
    if properties is not None:
        for lock in list(properties):
            properties.remove(lock)
        properties.set("txBox", "1")


def _ensure_contrast(slide: Any, palette: Palette) -> None:
    """Use the text colour where an accent of the template has too little contrast with the background."""
    backgrounds = [Rgb(*bytes.fromhex(digits)) for digits in (palette.background, palette.surface)]
    accents = {name: Rgb(*bytes.fromhex(palette.hexadecimal(name))) for name in _ACCENTS}
    weak = {
        name for name, own in accents.items() if min(contrast_ratio(own, one) for one in backgrounds) < _MIN_CONTRAST
    }
    charts = [shape.chart.element for shape in slide.shapes if shape.has_chart]
    for part in (slide.element, *charts):
        for tag in ("rPr", "defRPr"):
            for colour in part.iterfind(f".//{{*}}{tag}/{{*}}solidFill/{{*}}schemeClr"):
                colour.set("val", "tx1" if colour.get("val") in weak else colour.get("val"))
