"""The canvas on which a slide is drawn: fitted text, shapes, placeholders and the title of each page."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Final

from inkwright.artifacts.slides.fields import Bullet, as_bullet
from inkwright.artifacts.slides.fitting.fit import (
    FitResult,
    Paragraph,
    fit_text,
    parse_paragraph,
    split_paragraphs,
    text_height,
)
from inkwright.artifacts.slides.layout_registry import master_layout
from inkwright.artifacts.slides.pptx.geometry import SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.pptx.master import PAGE_NUMBER_FIELD, PAGE_NUMBER_INDEX
from inkwright.artifacts.slides.pptx.shape_xml import (
    NAMESPACES,
    StyledParagraph,
    TextShape,
    decoration_xml,
    number_value,
    paragraphs_xml,
    shape_name_xml,
    text_body_xml,
    text_shape_xml,
    with_text_style,
)
from inkwright.artifacts.slides.themes.theme import (
    Decoration,
    LayoutDesign,
    Panel,
    PresetShape,
    TextSlot,
    TextStyle,
    Theme,
)
from inkwright.i18n import language_of

BULLET_INDENT: Final = 28.0
"""The distance from a bullet to its text."""

NUMBER_INDENT: Final = 44.0
"""The distance from the number of an item to its text."""

# A comma between numbers belongs to the text: 一、二年级.
_ITEM_NUMBER = re.compile(
    r"(?:(?:(?P<plain>\d{1,2})|(?P<chinese>[一二三四五六七八九十]{1,3}))、\s*(?![\d一二三四五六七八九十])"
    r"|(?P<latin>\d{1,2})[.)] +|[（(](?P<bracketed>\d{1,2})[）)]\s*)(?=\S)"
)
_SHORTEST_LIST: Final = 2
_CHILD_INDENT: Final = 22.0
_BULLET_GAP: Final = 0.4
_CHILD_GAP: Final = 0.18
_CHILD_SCALE: Final = 0.86
_MAX_GAP: Final = 1.5
_ORPHAN_SCALE: Final = 0.8
_ORPHAN = re.compile("[\u3400-\u9fff\uf900-\ufaff][\u3001-\u301f\uff00-\uff65]{0,2}")
_SPREAD_SHARE: Final = 0.94


@dataclass(frozen=True, slots=True)
class FittedText:
    """Paragraphs at the size at which they fit, and their total height."""

    size: float
    paragraphs: tuple[StyledParagraph, ...]
    height: float


def bullet_paragraphs(points: Sequence[str | Bullet], theme: Theme) -> list[StyledParagraph]:
    """Return a list with the bullets of the theme."""
    drawing = theme.drawing
    paragraphs: list[StyledParagraph] = []
    bullets = [*map(as_bullet, points)]
    if has_lead(bullets):
        paragraphs.append(StyledParagraph(parse_paragraph(bullets.pop(0).text), colour="tx2"))
    for point in bullets:
        number, words = item_number(point.text)
        indent = NUMBER_INDENT if number else BULLET_INDENT
        paragraphs.append(
            StyledParagraph(
                parse_paragraph(words, indent=indent, before=_BULLET_GAP),
                number or drawing.bullet,
                drawing.bullet_colour,
                hanging=indent,
            )
        )
        paragraphs += [_child_paragraph(child) for child in point.children]
    return paragraphs


def item_number(text: str) -> tuple[str, str]:
    """Return the number before the text of a list item, as `1`, `(1)` or `一`, or an empty string, and the text."""
    found = _ITEM_NUMBER.match(text)
    if found is None:
        return "", text
    number = found["plain"] or found["chinese"] or found["latin"] or f"({found['bracketed']})"
    return number, text[found.end() :]


def has_lead(bullets: Sequence[Bullet]) -> bool:
    """Whether the first point stands before a list that is numbered from 1: it is no item of it."""
    if len(bullets) <= _SHORTEST_LIST or bullets[0].children or item_number(bullets[0].text)[0]:
        return False
    return [number_value(item_number(bullet.text)[0]) for bullet in bullets[1:]] == [*range(1, len(bullets))]


def _child_paragraph(text: str) -> StyledParagraph:
    number, words = item_number(text)
    hanging = NUMBER_INDENT if number else _CHILD_INDENT
    inner = parse_paragraph(words, scale=_CHILD_SCALE, indent=BULLET_INDENT + hanging, before=_CHILD_GAP)
    return StyledParagraph(inner, number or "–", "accent6", hanging=hanging, level=1)


def fit_paragraphs(
    paragraphs: Sequence[StyledParagraph], rect: Rect, style: TextStyle, theme: Theme
) -> FittedText | None:
    """Return the paragraphs at the largest size of the style that fits; None where none does.

    A size that is a little smaller is taken where it avoids a last line of one Chinese character.
    """
    measured = styled_for_measuring(paragraphs, style)
    faces = theme.faces(style)
    found = fit_text(measured, rect.box, style.sizes, faces)
    if found is None:
        return None
    if _has_orphan(found):
        smaller = sorted(
            (size for size in style.sizes if found.size * _ORPHAN_SCALE <= size < found.size), reverse=True
        )
        fits = filter(None, (fit_text(measured, rect.box, [size], faces) for size in smaller))
        found = next((each for each in fits if not _has_orphan(each)), found)
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return FittedText(found.size, tuple(own), found.height)


def fit_single_text(text: str, rect: Rect, style: TextStyle, theme: Theme) -> FittedText:
    """Return one text at the largest size that fits, or at the smallest where none does."""
    only = [StyledParagraph(parse_paragraph(text, leading=style.leading))]
    return fit_paragraphs(only, rect, style, theme) or fit_at_smallest(only, rect, style, theme)


def _has_orphan(found: FitResult) -> bool:
    return any(len(lines) > 1 and _ORPHAN.fullmatch(lines[-1].strip()) for lines in found.lines)


def fit_at_smallest(paragraphs: Sequence[StyledParagraph], rect: Rect, style: TextStyle, theme: Theme) -> FittedText:
    """Return the paragraphs at the smallest size, even if they do not fit."""
    measured = styled_for_measuring(paragraphs, style)
    size = min(style.sizes)
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return FittedText(size, tuple(own), text_height(measured, size, rect.width, theme.faces(style)))


def styled_for_measuring(paragraphs: Sequence[StyledParagraph], style: TextStyle) -> list[Paragraph]:
    """Return the paragraphs with the style on every run, ready to be measured."""
    return [with_text_style(paragraph.para, style) for paragraph in paragraphs]


def spread_paragraphs(fitted: FittedText, rect: Rect, *, max_gap: float = _MAX_GAP) -> FittedText:
    """Divide the free height among the points, so that a short list fills its box."""
    tops = [number for number, one in enumerate(fitted.paragraphs) if number and one.level == 0]
    if not tops:
        return fitted
    free = max(0.0, rect.height * _SPREAD_SHARE - fitted.height) / len(tops)
    own = list(fitted.paragraphs)
    added = 0.0
    for number in tops:
        size = own[number].para.size(fitted.size)
        extra = min(free, max(0.0, (max_gap - own[number].para.before)) * size)
        own[number] = replace(
            own[number], para=replace(own[number].para, before=own[number].para.before + extra / size)
        )
        added += extra
    return replace(fitted, paragraphs=tuple(own), height=fitted.height + added)


def paginate_paragraphs(
    paragraphs: Sequence[StyledParagraph], rect: Rect, style: TextStyle, theme: Theme
) -> list[list[StyledParagraph]]:
    """Divide the paragraphs into as few parts as fit at the smallest size."""
    styled = {(one.para.indent, one.para.after): one for one in reversed(paragraphs)}
    parts = split_paragraphs(styled_for_measuring(paragraphs, style), rect.box, [min(style.sizes)], theme.faces(style))
    return [[replace(styled[one.indent, one.after], para=one) for one in part] for part in parts]


@dataclass(frozen=True, slots=True)
class TextBackground:
    """The panel under a text, and the distance of the text from its edges."""

    panel: Panel | None = None
    inset: tuple[float, float] = (0.0, 0.0)

    def inside(self, rect: Rect) -> Rect:
        """Return the area for the text."""
        return rect.inset(*self.inset)


NO_BACKGROUND: Final = TextBackground()
# How far an italic f sticks out of its line, relative to the font size.
_ITALIC_OVERHANG: Final = 0.16


@dataclass(slots=True)
class SlideCanvas:
    """A slide and the theme it is drawn in. Shapes are drawn from back to front."""

    slide: Any
    theme: Theme
    kind: str
    _last: int = field(default=1, init=False)

    @property
    def design(self) -> LayoutDesign:
        """The design of its layout."""
        return self.theme.design(self.kind)

    def next_id(self) -> int:
        """Return an id that no other shape of this slide has."""
        self._last += 1
        return self._last

    def decorate(self, decoration: Decoration, name: str) -> None:
        """Draw a shape without text."""
        self._append(decoration_xml(decoration, self.next_id(), name))

    def write(self, shape: TextShape, fitted: FittedText) -> None:
        """Draw fitted text."""
        is_placeholder = shape.placeholder is not None
        words = paragraphs_xml(fitted.paragraphs, fitted.size, shape.style, inherits_face=is_placeholder)
        overhang = fitted.size * _ITALIC_OVERHANG if shape.style.italic else 0.0
        wide = max(fitted.height * _WIDER, fitted.height + fitted.size * _WIDER)
        shape = replace(shape, may_shrink=wide > shape.rect.height)
        self._append(text_shape_xml(shape, self.next_id(), words, overhang))

    def fill(
        self, role: str, rect: Rect, style: TextStyle, fitted: FittedText, background: TextBackground = NO_BACKGROUND
    ) -> None:
        """Fill a placeholder of the layout with text inside its background."""
        name = role.replace("_", " ").capitalize()
        placeholder = master_layout(self.kind).placeholder(role)
        if background.panel:
            self.panel(background.panel, rect, f"{name} ground")
        self.write(TextShape(name, placeholder, background.inside(rect), style), fitted)

    def fill_slot(self, slot: TextSlot, text: str, rect: Rect | None = None) -> None:
        """Fill a placeholder with one text at the largest size that fits. An empty text is skipped."""
        if text:
            self.fill(
                slot.role,
                rect or slot.rect,
                slot.style,
                fit_single_text(text, rect or slot.rect, slot.style, self.theme),
            )

    def label(self, text: str, rect: Rect, style: TextStyle, name: str) -> None:
        """Draw a short text that is not a placeholder."""
        self.write(TextShape(name, None, rect, style), fit_single_text(text, rect, style, self.theme))

    def panel(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw a panel with its bar."""
        if panel.fill or panel.line:
            shape: PresetShape = "roundRect" if panel.radius else "rect"
            self.decorate(Decoration(shape, rect, panel.fill, panel.line, panel.weight, radius=panel.radius), name)
        self.bar(panel, rect, name)

    def bar(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw the bar of a panel."""
        bars = {
            "left": Rect(rect.x, rect.y, panel.bar_size, rect.height),
            "top": Rect(rect.x, rect.y, rect.width, panel.bar_size),
            "bottom": Rect(rect.x, rect.bottom - panel.bar_size, rect.width, panel.bar_size),
        }
        if panel.bar in bars:
            self.decorate(Decoration("rect", bars[panel.bar], panel.bar_colour), f"{name} bar")

    def adopt(self, shape: Any, role: str, *, alt: str) -> None:
        """Make a picture, table or chart fill a placeholder of the layout, with an alternative text."""
        from lxml import etree  # noqa: PLC0415 - slow to import

        properties = shape.find(".//{*}nvPr")
        placeholder = master_layout(self.kind).placeholder(role)
        properties.insert(0, etree.fromstring(placeholder.markup.replace("<p:ph", f"<p:ph {NAMESPACES}")))
        naming = shape.find(".//{*}cNvPr")
        naming.set("id", str(self.next_id()))
        naming.set("name", role.capitalize())
        naming.set("descr", alt)

    def number(self) -> None:
        """Draw the slide number, if the layout has a slot for it."""
        if not self.design.has("page"):
            return
        slot = self.design.slot("page")
        size = round(slot.style.sizes[0] * 100)
        self._append(
            f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(self.next_id(), 'Slide number')}"
            f'<p:cNvSpPr><a:spLocks noGrp="1"/>'
            f'</p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_NUMBER_INDEX}"/></p:nvPr>'
            "</p:nvSpPr><p:spPr/>"
            f'<p:txBody>{text_body_xml(slot.style)}<a:lstStyle/><a:p><a:fld id="{PAGE_NUMBER_FIELD}" type="slidenum">'
            f'<a:rPr lang="en-US" sz="{size}"/><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>'
        )

    def footer(self, words: str) -> None:
        """Write the footer of the deck, if the layout has one."""
        if not words or not self.design.has("page"):
            return
        style = self.design.footer_style
        size = round(style.sizes[0] * 100)
        self._append(
            f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(self.next_id(), 'Footer')}"
            f'<p:cNvSpPr><a:spLocks noGrp="1"/>'
            f'</p:cNvSpPr><p:nvPr><p:ph type="ftr" sz="quarter" idx="{PAGE_NUMBER_INDEX + 2}"/></p:nvPr>'
            f"</p:nvSpPr><p:spPr/><p:txBody>{text_body_xml(style)}<a:lstStyle/><a:p><a:r>"
            f'<a:rPr lang="en-US" sz="{size}"/><a:t>{escape(words)}</a:t></a:r></a:p></p:txBody></p:sp>'
        )

    def _append(self, markup: str) -> None:
        from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

        self.append(parse_xml(markup))

    def append(self, shape: Any) -> None:
        """Add the XML of a shape in front of all others."""
        self.slide.shapes.element.append(shape)


# How much higher a text becomes in the typeface that most often replaces Calibri.
_WIDER: Final = 1.25
_TITLE_GAP: Final = 10.0
_TITLE_INSET: Final = 3.0
_LEAST_TITLE: Final = 180.0


@dataclass(frozen=True, slots=True)
class SlidePage:
    """One page of a slide: its master layout, the function that draws its body, and its text for the speaker notes."""

    kind: str
    draw: Callable[[SlideCanvas], None]
    speaker_text: str


@dataclass(frozen=True, slots=True)
class SlideHeading:
    """A fitted title, and the body area below it."""

    fitted: FittedText
    rect: Rect
    body: Rect


def fit_heading(theme: Theme, kind: str, title: str) -> SlideHeading:
    """Fit the title into its slot. A title that needs more height takes it from the body below."""
    design = theme.design(kind)
    slot = _narrowed(design.slot("title"), master_layout(kind).title_share)
    # A little less than the full width: programs break lines differently where a word ends close to the edge.
    fitted = fit_single_text(title, slot.rect.inset(_TITLE_INSET, 0), slot.style, theme)
    body = design.slot("body").rect if design.has("body") else Rect(0, 0, 0, 0)
    more = fitted.height - slot.rect.height
    if more <= 0 or slot.rect.bottom > body.y:
        return SlideHeading(fitted, slot.rect, body)
    grown = replace(slot.rect, height=fitted.height)
    top = max(body.y, grown.bottom + _TITLE_GAP)
    return SlideHeading(fitted, grown, Rect(body.x, top, body.width, body.bottom - top))


def _narrowed(slot: TextSlot, share: float) -> TextSlot:
    """Return a slot that ends at that share of the width of the slide, if it is wider."""
    width = min(slot.rect.width, share * SLIDE_WIDTH - slot.rect.x - _TITLE_GAP) if share < 1 else slot.rect.width
    return replace(slot, rect=replace(slot.rect, width=max(width, min(slot.rect.width, _LEAST_TITLE))))


def numbered_title(title: str, number: int) -> str:
    """Return the title of a page, with its number from the second page on."""
    if number == 1:
        return title
    return f"{title}（{number}）" if language_of(title) == "zh" else f"{title} ({number})"


def body_below_title(theme: Theme, kind: str, title: str) -> Rect:
    """Return the body area under a title, with room for a page number after the title."""
    return fit_heading(theme, kind, numbered_title(title, 10)).body
