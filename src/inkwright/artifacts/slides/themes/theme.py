"""The parts of a theme: colours, typefaces, the design of each master layout, and its drawing style."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.pptx.geometry import Rect

ColourName = Literal["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]
"""A colour of the theme: background, text, surface, deep, five accents, and a quiet one for captions and rules."""

TextAlign = Literal["l", "ctr", "r"]
TextAnchor = Literal["t", "ctr", "b"]
PresetShape = Literal["rect", "roundRect", "ellipse", "diamond", "line", "chevron", "homePlate"]

BODY_SIZES: Final = (32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
TITLE_SIZES: Final = (38.0, 36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
CAPTION_SIZES: Final = (16.0, 15.0, 14.0, 13.0, 12.0)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours, six hexadecimal digits each."""

    background: str
    text: str
    surface: str
    deep: str
    accents: tuple[str, str, str, str, str]
    quiet: str
    is_dark: bool = False

    def hexadecimal(self, colour: ColourName) -> str:
        """Return the digits of a colour."""
        named = {"bg1": self.background, "tx1": self.text, "bg2": self.surface, "tx2": self.deep, "accent6": self.quiet}
        return named.get(colour) or self.accents[int(colour[-1]) - 1]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text: the sizes to try, largest first, and how it looks."""

    sizes: tuple[float, ...] = BODY_SIZES
    colour: ColourName = "tx1"
    face: Literal["heading", "body", "code"] = "body"
    bold: bool = False
    italic: bool = False
    align: TextAlign = "l"
    anchor: TextAnchor = "t"
    leading: float = 1.0

    def but(self, **changes: object) -> "TextStyle":
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # dataclasses.replace is not typed by field


@dataclass(frozen=True, slots=True)
class Decoration:
    """A shape without text."""

    shape: PresetShape
    rect: Rect
    fill: ColourName | None = None
    line: ColourName | None = None
    weight: float = 0.75
    opacity: int = 100
    radius: float = 10.0


@dataclass(frozen=True, slots=True)
class DecorativeText:
    """Text that is decoration, such as a large quotation mark."""

    text: str
    rect: Rect
    style: TextStyle


@dataclass(frozen=True, slots=True)
class TextSlot:
    """An area for text on a layout."""

    role: str
    rect: Rect
    style: TextStyle


@dataclass(frozen=True, slots=True)
class LayoutDesign:
    """The look of an empty layout. The slot `page` is for the slide number."""

    slots: tuple[TextSlot, ...]
    decorations: tuple[Decoration | DecorativeText, ...] = ()
    background: ColourName = "bg1"

    def slot(self, role: str) -> TextSlot:
        """Return the slot with that role; every design has `title`."""
        return next(slot for slot in self.slots if slot.role == role)

    @property
    def footer_style(self) -> TextStyle:
        """The style of the footer. The number may be on a coloured shape, which the footer is not."""
        style = self.slot("page").style.but(align="l", bold=False)
        return style.but(colour="accent6") if self.background in ("bg1", "bg2") else style

    def has(self, role: str) -> bool:
        """Whether there is such a slot."""
        return any(slot.role == role for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel under text: its colours, its corners, and a bar at one of its edges."""

    fill: ColourName | None = "bg2"
    line: ColourName | None = None
    weight: float = 0.75
    radius: float = 0.0
    bar: Literal["none", "left", "top", "bottom"] = "none"
    bar_size: float = 4.0
    bar_colour: ColourName = "accent1"
    text: ColourName = "tx1"

    @property
    def plain(self) -> "Panel":
        """The panel without its bar, if it is visible without one."""
        return replace(self, bar="none") if self.fill and not self.radius else self


@dataclass(frozen=True, slots=True)
class TableStyle:
    """The lines and fills of tables."""

    header_fill: ColourName | None
    header_text: ColourName
    band: ColourName | None
    rule: ColourName
    header_rule: float = 1.5
    rule_weight: float = 0.75


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """How a theme draws the body of a slide."""

    table: TableStyle
    arrangement: Literal["rows", "columns"] = "rows"
    card: Panel = field(default_factory=Panel)
    body: Panel = field(default_factory=lambda: Panel(fill=None))
    aside: Panel = field(default_factory=Panel)
    code: Panel = field(default_factory=Panel)
    quiet: Panel = field(default_factory=Panel)
    steps: Panel = field(default_factory=Panel)
    bullet: str = "•"
    bullet_colour: ColourName = "accent1"
    numeral: TextStyle = field(default_factory=lambda: TextStyle((30.0,), "accent1", "heading", bold=True))
    numeral_shape: Literal["none", "ellipse", "rect", "roundRect", "diamond"] = "none"
    numeral_fill: ColourName = "accent1"
    step: Literal["chevron", "circle", "block"] = "circle"
    gap: float = 16.0
    card_align: TextAlign = "l"


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of a deck."""

    name: ThemeName
    palette: Palette
    heading: Faces
    body: Faces
    content: LayoutDesign
    """The design of layouts that have none of their own: a title and a body."""
    designs: Mapping[str, LayoutDesign]
    drawing: DrawingStyle
    on_accent: ColourName = "bg1"
    text_size: float | None = None
    """The size of body text in a user's template: no list is larger."""

    def design(self, kind: str) -> LayoutDesign:
        """Return the design of a master layout."""
        return self.designs.get(kind, self.content)

    def faces(self, style: TextStyle) -> Faces:
        """Return the typefaces of a text in that style."""
        return self.heading if style.face == "heading" else self.body

    def sizes(self, usual: tuple[float, ...]) -> tuple[float, ...]:
        """Return the sizes to try for a list, largest first."""
        if self.text_size is None or self.text_size >= max(usual):
            return usual
        return (self.text_size, *(size for size in usual if size < self.text_size))


def content_design(
    title: TextSlot, body: Rect, page: TextSlot, decorations: tuple[Decoration | DecorativeText, ...]
) -> LayoutDesign:
    """Return a design with a title and a body."""
    return LayoutDesign((title, TextSlot("body", body, TextStyle()), page), decorations)


def number_sizes(*, largest: float, smallest: float = 36.0) -> tuple[float, ...]:
    """Return the sizes to try for a number that fills a slide."""
    count = int((largest - smallest) // 6)
    return tuple(largest - 6 * step for step in range(count + 1))
