"""The canvas of a slide while it is drawn: fitted text, shapes, placeholders and the title of each page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inkwright.artifacts.slides.fitting.fit import Paragraph, fit_text, parse_paragraph, split_paragraphs, text_height
from inkwright.artifacts.slides.model import Bullet, as_bullet
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.master import PAGE_NUMBER_FIELD, PAGE_NUMBER_INDEX, PLACEHOLDERS
from inkwright.artifacts.slides.pptx.shape_xml import (
    NAMESPACES,
    StyledParagraph,
    TextShape,
    decoration_xml,
    paragraphs_xml,
    shape_name_xml,
    text_body_xml,
    text_shape_xml,
    with_text_style,
)
from inkwright.artifacts.slides.themes.theme import (
    Decoration,
    LayoutDesign,
    LayoutKind,
    Panel,
    PresetShape,
    TextSlot,
    TextStyle,
    Theme,
)
from inkwright.i18n import language_of

BULLET_INDENT: Final = 28.0
"""How far a line stands in from its bullet."""

_CHILD_INDENT: Final = 22.0
_BULLET_GAP: Final = 0.4
_CHILD_GAP: Final = 0.18
_CHILD_SCALE: Final = 0.86
_MAX_GAP: Final = 1.5
_SPREAD_SHARE: Final = 0.94


@dataclass(frozen=True, slots=True)
class FittedText:
    """Paragraphs at the size at which they fit, and how high they are together."""

    size: float
    paragraphs: tuple[StyledParagraph, ...]
    height: float


def bullet_paragraphs(points: Sequence[str | Bullet], theme: Theme) -> list[StyledParagraph]:
    """A list with the bullets of the theme."""
    manners = theme.manners
    made: list[StyledParagraph] = []
    for point in map(as_bullet, points):
        made.append(
            StyledParagraph(
                parse_paragraph(point.text, indent=BULLET_INDENT, before=_BULLET_GAP),
                manners.bullet,
                manners.bullet_colour,
                hanging=BULLET_INDENT,
            )
        )
        made += [_child_paragraph(child) for child in point.children]
    return made


def _child_paragraph(text: str) -> StyledParagraph:
    inner = parse_paragraph(text, scale=_CHILD_SCALE, indent=BULLET_INDENT + _CHILD_INDENT, before=_CHILD_GAP)
    return StyledParagraph(inner, "–", "accent6", hanging=_CHILD_INDENT, level=1)


def fit_paragraphs(
    paragraphs: Sequence[StyledParagraph], rect: Rect, kind: TextStyle, theme: Theme
) -> FittedText | None:
    """The paragraphs at the largest size of the type that fits; None where none does."""
    measured = styled_for_measuring(paragraphs, kind)
    found = fit_text(measured, rect.box, kind.sizes, theme.faces(kind))
    if found is None:
        return None
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return FittedText(found.size, tuple(own), found.height)


def fit_single_text(text: str, rect: Rect, kind: TextStyle, theme: Theme) -> FittedText:
    """One text at the largest size that fits, or else at the smallest."""
    only = [StyledParagraph(parse_paragraph(text, leading=kind.leading))]
    return fit_paragraphs(only, rect, kind, theme) or fit_at_smallest(only, rect, kind, theme)


def fit_at_smallest(paragraphs: Sequence[StyledParagraph], rect: Rect, kind: TextStyle, theme: Theme) -> FittedText:
    """The paragraphs at the smallest size, whatever the room."""
    measured = styled_for_measuring(paragraphs, kind)
    size = min(kind.sizes)
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return FittedText(size, tuple(own), text_height(measured, size, rect.width, theme.faces(kind)))


def styled_for_measuring(paragraphs: Sequence[StyledParagraph], kind: TextStyle) -> list[Paragraph]:
    """The paragraphs as they have to be measured."""
    return [with_text_style(paragraph.para, kind) for paragraph in paragraphs]


def spread_paragraphs(setting: FittedText, rect: Rect, *, most: float = _MAX_GAP) -> FittedText:
    """The same with the free room shared out between the points, so that a short list fills its box."""
    tops = [number for number, one in enumerate(setting.paragraphs) if number and one.level == 0]
    if not tops:
        return setting
    free = max(0.0, rect.height * _SPREAD_SHARE - setting.height) / len(tops)
    own = list(setting.paragraphs)
    added = 0.0
    for number in tops:
        size = own[number].para.size(setting.size)
        extra = min(free, max(0.0, (most - own[number].para.before)) * size)
        own[number] = replace(
            own[number], para=replace(own[number].para, before=own[number].para.before + extra / size)
        )
        added += extra
    return replace(setting, paragraphs=tuple(own), height=setting.height + added)


def paginate_paragraphs(
    paragraphs: Sequence[StyledParagraph], rect: Rect, kind: TextStyle, theme: Theme
) -> list[list[StyledParagraph]]:
    """The paragraphs in as few parts as fit at the smallest size."""
    looks = {(one.para.indent, one.para.after): one for one in reversed(paragraphs)}
    parts = split_paragraphs(styled_for_measuring(paragraphs, kind), rect.box, [min(kind.sizes)], theme.faces(kind))
    return [[replace(looks[one.indent, one.after], para=one) for one in part] for part in parts]


@dataclass(frozen=True, slots=True)
class TextBackground:
    """What is behind a text, and how far the text stands from its edges."""

    panel: Panel | None = None
    inset: tuple[float, float] = (0.0, 0.0)

    def inside(self, rect: Rect) -> Rect:
        """The room that is left for the text."""
        return rect.inset(*self.inset)


NO_BACKGROUND: Final = TextBackground()
# How far an italic f hangs out of its line, beside its size.
_ITALIC_OVERHANG: Final = 0.16


@dataclass(slots=True)
class SlideCanvas:
    """One slide and the look it is drawn in. Shapes are drawn from the back to the front."""

    slide: Any
    theme: Theme
    kind: LayoutKind
    _last: int = field(default=1, init=False)

    @property
    def scene(self) -> LayoutDesign:
        """The scene of its layout."""
        return self.theme.scenes[self.kind]

    def next_id(self) -> int:
        """A number that no other shape of this slide has."""
        self._last += 1
        return self._last

    def mark(self, mark: Decoration, name: str) -> None:
        """Draw a form."""
        self._append(decoration_xml(mark, self.next_id(), name))

    def write(self, shape: TextShape, setting: FittedText) -> None:
        """Draw text as it was settled."""
        words = paragraphs_xml(setting.paragraphs, setting.size, shape.type)
        overhang = setting.size * _ITALIC_OVERHANG if shape.type.italic else 0.0
        self._append(text_shape_xml(shape, self.next_id(), words, overhang))

    def fill(
        self, role: str, rect: Rect, kind: TextStyle, setting: FittedText, ground: TextBackground = NO_BACKGROUND
    ) -> None:
        """Fill a placeholder of the layout: the text is set inside the insets."""
        name = role.replace("_", " ").capitalize()
        place = PLACEHOLDERS[self.kind][role]
        if ground.panel:
            self.panel(ground.panel, rect, f"{name} ground")
        self.write(TextShape(name, place, ground.inside(rect), kind), setting)

    def fill_slot(self, slot: TextSlot, text: str, rect: Rect | None = None) -> None:
        """Fill a placeholder with one text at the largest size that fits, where there is any text."""
        if text:
            self.fill(
                slot.role, rect or slot.rect, slot.type, fit_single_text(text, rect or slot.rect, slot.type, self.theme)
            )

    def label(self, text: str, rect: Rect, kind: TextStyle, name: str) -> None:
        """Draw a short text that is no placeholder."""
        self.write(TextShape(name, None, rect, kind), fit_single_text(text, rect, kind, self.theme))

    def panel(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw the ground of a panel and its bar."""
        if panel.fill or panel.line:
            form: PresetShape = "roundRect" if panel.radius else "rect"
            self.mark(Decoration(form, rect, panel.fill, panel.line, panel.weight, radius=panel.radius), name)
        self.bar(panel, rect, name)

    def bar(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw the bar of a panel."""
        bars = {
            "left": Rect(rect.x, rect.y, panel.bar_size, rect.height),
            "top": Rect(rect.x, rect.y, rect.width, panel.bar_size),
            "bottom": Rect(rect.x, rect.bottom - panel.bar_size, rect.width, panel.bar_size),
        }
        if panel.bar in bars:
            self.mark(Decoration("rect", bars[panel.bar], panel.bar_colour), f"{name} bar")

    def adopt(self, shape: Any, role: str, *, alt: str) -> None:
        """Let a picture, table or chart fill a placeholder of the layout, and say what it shows."""
        from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

        properties = shape.find(".//{*}nvPr")
        place = PLACEHOLDERS[self.kind][role]
        properties.insert(0, etree.fromstring(place.markup.replace("<p:ph", f"<p:ph {NAMESPACES}")))
        naming = shape.find(".//{*}cNvPr")
        naming.set("id", str(self.next_id()))
        naming.set("name", role.capitalize())
        naming.set("descr", alt)

    def number(self) -> None:
        """Write the slide number, where the layout has a place for it."""
        if not self.scene.has("page"):
            return
        slot = self.scene.slot("page")
        size = round(slot.type.sizes[0] * 100)
        self._append(
            f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(self.next_id(), 'Slide number')}"
            f'<p:cNvSpPr><a:spLocks noGrp="1"/>'
            f'</p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_NUMBER_INDEX}"/></p:nvPr>'
            "</p:nvSpPr><p:spPr/>"
            f'<p:txBody>{text_body_xml(slot.type)}<a:lstStyle/><a:p><a:fld id="{PAGE_NUMBER_FIELD}" type="slidenum">'
            f'<a:rPr lang="en-US" sz="{size}"/><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>'
        )

    def _append(self, markup: str) -> None:
        from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

        self.append(parse_xml(markup))

    def append(self, shape: Any) -> None:
        """Put the markup of a shape in front of all others."""
        self.slide.shapes.element.append(shape)


_TITLE_GAP: Final = 10.0
_TITLE_INSET: Final = 3.0


@dataclass(frozen=True, slots=True)
class SlidePage:
    """One page of a slide: its layout, how its body is drawn, and the words of it for the speaker."""

    kind: LayoutKind
    draw: Callable[[SlideCanvas], None]
    said: str


@dataclass(frozen=True, slots=True)
class SlideHeading:
    """A title that has been set, and the body that it leaves."""

    setting: FittedText
    rect: Rect
    body: Rect


def fit_heading(theme: Theme, kind: LayoutKind, title: str) -> SlideHeading:
    """The title in its place. One that needs more room than there is takes it from the body below."""
    scene = theme.scenes[kind]
    slot = scene.slot("title")
    # A little less than the whole width: where the last word stands close to the edge, programs differ.
    setting = fit_single_text(title, slot.rect.inset(_TITLE_INSET, 0), slot.type, theme)
    body = scene.slot("body").rect if scene.has("body") else Rect(0, 0, 0, 0)
    more = setting.height - slot.rect.height
    if more <= 0 or slot.rect.bottom > body.y:
        return SlideHeading(setting, slot.rect, body)
    grown = replace(slot.rect, height=setting.height)
    top = max(body.y, grown.bottom + _TITLE_GAP)
    return SlideHeading(setting, grown, Rect(body.x, top, body.width, body.bottom - top))


def numbered_title(title: str, number: int) -> str:
    """The title of a sheet that goes on."""
    if number == 1:
        return title
    return f"{title}（{number}）" if language_of(title) == "zh" else f"{title} ({number})"


def body_below_title(theme: Theme, kind: LayoutKind, title: str) -> Rect:
    """The room under a title, also when a number stands behind it."""
    return fit_heading(theme, kind, numbered_title(title, 10)).body
