"""What a theme consists of: colours, faces, the scenes of its layouts, and its manners in drawing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from inkwright.artifacts.slides.fitting import Faces
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.specs import ThemeName

Colour = Literal["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]
"""A colour of the theme: ground, text, surface, deep, five accents, and the quiet one of captions and rules."""

Kind = Literal[
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

Align = Literal["l", "ctr", "r"]
Anchor = Literal["t", "ctr", "b"]
Form = Literal["rect", "roundRect", "ellipse", "diamond", "line", "chevron", "homePlate"]

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

    def hexadecimal(self, colour: Colour) -> str:
        """The digits of a colour."""
        named = {"bg1": self.ground, "tx1": self.text, "bg2": self.surface, "tx2": self.deep, "accent6": self.quiet}
        return named.get(colour) or self.accents[int(colour[-1]) - 1]


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set: the sizes that may be tried, largest first, and its look."""

    sizes: tuple[float, ...] = BODY_SIZES
    colour: Colour = "tx1"
    face: Literal["heading", "body", "code"] = "body"
    bold: bool = False
    italic: bool = False
    align: Align = "l"
    anchor: Anchor = "t"
    leading: float = 1.0

    def but(self, **changes: object) -> "Type":
        """The same with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # dataclasses.replace is not typed by field


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawn form without text."""

    form: Form
    rect: Rect
    fill: Colour | None = None
    line: Colour | None = None
    weight: float = 0.75
    opacity: int = 100
    radius: float = 10.0


@dataclass(frozen=True, slots=True)
class Sign:
    """Text that is decoration, such as a large quotation mark."""

    text: str
    rect: Rect
    type: Type


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for text of its own on a layout."""

    role: str
    rect: Rect
    type: Type


@dataclass(frozen=True, slots=True)
class Scene:
    """How a layout looks before anything is written on it. The slot `page` is for the slide number."""

    slots: tuple[Slot, ...]
    marks: tuple[Mark | Sign, ...] = ()
    ground: Colour = "bg1"

    def slot(self, role: str) -> Slot:
        """The slot of that role; every scene has `title`."""
        return next(slot for slot in self.slots if slot.role == role)

    def has(self, role: str) -> bool:
        """Whether there is such a slot."""
        return any(slot.role == role for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Panel:
    """A ground behind text: its colours, its corners, and a bar at one of its edges."""

    fill: Colour | None = "bg2"
    line: Colour | None = None
    weight: float = 0.75
    radius: float = 0.0
    bar: Literal["none", "left", "top", "bottom"] = "none"
    bar_size: float = 4.0
    bar_colour: Colour = "accent1"
    text: Colour = "tx1"

    @property
    def plain(self) -> "Panel":
        """The same without its bar, where it has a ground to be seen by."""
        return replace(self, bar="none") if self.fill and not self.radius else self


@dataclass(frozen=True, slots=True)
class TableManner:
    """How tables are ruled and filled."""

    header_fill: Colour | None
    header_text: Colour
    band: Colour | None
    rule: Colour
    header_rule: float = 1.5
    rule_weight: float = 0.75


@dataclass(frozen=True, slots=True)
class Manners:
    """How a theme draws what stands in the body of a slide."""

    table: TableManner
    arrangement: Literal["rows", "columns"] = "rows"
    card: Panel = field(default_factory=Panel)
    body: Panel = field(default_factory=lambda: Panel(fill=None))
    aside: Panel = field(default_factory=Panel)
    code: Panel = field(default_factory=Panel)
    quiet: Panel = field(default_factory=Panel)
    steps: Panel = field(default_factory=Panel)
    bullet: str = "•"
    bullet_colour: Colour = "accent1"
    numeral: Type = field(default_factory=lambda: Type((30.0,), "accent1", "heading", bold=True))
    numeral_form: Literal["none", "ellipse", "rect", "roundRect", "diamond"] = "none"
    numeral_fill: Colour = "accent1"
    step: Literal["chevron", "circle", "block"] = "circle"
    gap: float = 16.0
    card_align: Align = "l"


@dataclass(frozen=True, slots=True)
class Theme:
    """A look for decks."""

    name: ThemeName
    palette: Palette
    heading: Faces
    body: Faces
    scenes: Mapping[Kind, Scene]
    manners: Manners
    on_accent: Colour = "bg1"
    text_size: float | None = None
    """The size of body text that a template asks for: no list is set larger."""

    def faces(self, type_: Type) -> Faces:
        """The faces in which a text of that type is set."""
        return self.heading if type_.face == "heading" else self.body

    def sizes(self, usual: tuple[float, ...]) -> tuple[float, ...]:
        """The sizes that may be tried for a list, largest first."""
        if self.text_size is None or self.text_size >= max(usual):
            return usual
        return (self.text_size, *(size for size in usual if size < self.text_size))
