"""The parts of a theme: colours, typefaces, the design of each layout, and its drawing style."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.model import ThemeName
from inkwright.artifacts.slides.pptx.geometry import Rect

ColourName = Literal["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]
"""A colour of the theme: ground, text, surface, deep, five accents, and the quiet one of captions and rules."""

LayoutKind = Literal[
    "title",
    "section",
    "agenda",
    "bullets",
    "cards",
    "two_columns",
    "comparison",
    "table",
    "chart",
    "big_number",
    "quote",
    "image",
    "process",
    "code",
    "formula",
    "closing",
]
"""The layouts that a theme has. Few bullets are set as cards."""

TextAlign = Literal["l", "ctr", "r"]
TextAnchor = Literal["t", "ctr", "b"]
PresetShape = Literal["rect", "roundRect", "ellipse", "diamond", "line", "chevron", "homePlate"]

BODY_SIZES: Final = (32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0)
TITLE_SIZES: Final = (38.0, 36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
CAPTION_SIZES: Final = (16.0, 15.0, 14.0, 13.0, 12.0)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours as six hexadecimal digits each."""

    ground: str
    text: str
    surface: str
    deep: str
    accents: tuple[str, str, str, str, str]
    quiet: str
    is_dark: bool = False

    def hexadecimal(self, colour: ColourName) -> str:
        """The digits of a colour."""
        named = {"bg1": self.ground, "tx1": self.text, "bg2": self.surface, "tx2": self.deep, "accent6": self.quiet}
        return named.get(colour) or self.accents[int(colour[-1]) - 1]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text is set: the sizes that may be tried, largest first, and its look."""

    sizes: tuple[float, ...] = BODY_SIZES
    colour: ColourName = "tx1"
    face: Literal["heading", "body", "code"] = "body"
    bold: bool = False
    italic: bool = False
    align: TextAlign = "l"
    anchor: TextAnchor = "t"
    leading: float = 1.0

    def but(self, **changes: object) -> "TextStyle":
        """The same with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # dataclasses.replace is not typed by field


@dataclass(frozen=True, slots=True)
class Decoration:
    """A drawn form without text."""

    form: PresetShape
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
    type: TextStyle


@dataclass(frozen=True, slots=True)
class TextSlot:
    """A place for text of its own on a layout."""

    role: str
    rect: Rect
    type: TextStyle


@dataclass(frozen=True, slots=True)
class LayoutDesign:
    """How a layout looks before anything is written on it. The slot `page` is for the slide number."""

    slots: tuple[TextSlot, ...]
    marks: tuple[Decoration | DecorativeText, ...] = ()
    ground: ColourName = "bg1"

    def slot(self, role: str) -> TextSlot:
        """The slot of that role; every scene has `title`."""
        return next(slot for slot in self.slots if slot.role == role)

    def has(self, role: str) -> bool:
        """Whether there is such a slot."""
        return any(slot.role == role for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Panel:
    """A ground behind text: its colours, its corners, and a bar at one of its edges."""

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
        """The same without its bar, where it has a ground to be seen by."""
        return replace(self, bar="none") if self.fill and not self.radius else self


@dataclass(frozen=True, slots=True)
class TableStyle:
    """How tables are ruled and filled."""

    header_fill: ColourName | None
    header_text: ColourName
    band: ColourName | None
    rule: ColourName
    header_rule: float = 1.5
    rule_weight: float = 0.75


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """How a theme draws what stands in the body of a slide."""

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
    numeral_form: Literal["none", "ellipse", "rect", "roundRect", "diamond"] = "none"
    numeral_fill: ColourName = "accent1"
    step: Literal["chevron", "circle", "block"] = "circle"
    gap: float = 16.0
    card_align: TextAlign = "l"


@dataclass(frozen=True, slots=True)
class Theme:
    """A look for decks."""

    name: ThemeName
    palette: Palette
    heading: Faces
    body: Faces
    scenes: Mapping[LayoutKind, LayoutDesign]
    manners: DrawingStyle
    on_accent: ColourName = "bg1"
    text_size: float | None = None
    """The size of body text that a template asks for: no list is set larger."""

    def faces(self, type_: TextStyle) -> Faces:
        """The faces in which a text of that type is set."""
        return self.heading if type_.face == "heading" else self.body

    def sizes(self, usual: tuple[float, ...]) -> tuple[float, ...]:
        """The sizes that may be tried for a list, largest first."""
        if self.text_size is None or self.text_size >= max(usual):
            return usual
        return (self.text_size, *(size for size in usual if size < self.text_size))


CONTENT_LAYOUTS: Final[tuple[LayoutKind, ...]] = (
    "agenda",
    "bullets",
    "cards",
    "two_columns",
    "comparison",
    "table",
    "chart",
    "image",
    "process",
    "code",
    "formula",
)
"""The layouts whose contents stand in one body under, or beside, the title."""


def content_design(
    title: TextSlot, body: Rect, page: TextSlot, marks: tuple[Decoration | DecorativeText, ...]
) -> LayoutDesign:
    """A scene with a title and a body."""
    return LayoutDesign((title, TextSlot("body", body, TextStyle()), page), marks)


def for_content_layouts(scene: LayoutDesign) -> dict[LayoutKind, LayoutDesign]:
    """The same scene for all layouts that consist of a title and a body."""
    return dict.fromkeys(CONTENT_LAYOUTS, scene)


def number_sizes(*, largest: float, smallest: float = 36.0) -> tuple[float, ...]:
    """Sizes for a number that fills a slide."""
    count = int((largest - smallest) // 6)
    return tuple(largest - 6 * step for step in range(count + 1))
