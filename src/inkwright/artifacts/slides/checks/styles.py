"""Colours and text styles of a deck, resolved through slide, layout, master and theme."""

import colorsys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# The names of the text and background colours where the master defines none.
_DEFAULT_COLOUR_MAP: Final = MappingProxyType({"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"})
_FONT_REFERENCE: Final = f"{_A}fontRef"
_SOLID_FILL: Final = 1001
_FULL_PERCENT: Final = 100_000


class Rgb(NamedTuple):
    """Red, green and blue, each 0 to 255."""

    red: int
    green: int
    blue: int


def contrast_ratio(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the contrast of two colours, 1 to 21, as defined by the Web Content Accessibility Guidelines."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class MasterPalette:
    """The named colours of a master and its theme."""

    def __init__(self, theme: Any, names: Mapping[str, str]) -> None:
        scheme = theme.find(f".//{_A}clrScheme") if theme is not None else None
        self._named = (
            {_local_name(each): _plain_colour(each[0]) for each in scheme if len(each)} if scheme is not None else {}
        )
        self._names = {**_DEFAULT_COLOUR_MAP, **names}

    def named(self, name: str) -> Rgb | None:
        """Return the colour with a name such as `tx1` or `accent2`."""
        return self._named.get(self._names.get(name, name))

    def filling(self, element: Any) -> Rgb | None:
        """Return the fill colour of an element; None if it has no solid fill or the colour is unknown."""
        if element is not None and element.tag == _FONT_REFERENCE:
            return self.written(element[0]) if len(element) else None
        fill = element.find(f"{_A}solidFill") if element is not None else None
        return self.written(fill[0]) if fill is not None and len(fill) else None

    def written(self, element: Any) -> Rgb | None:
        """Return the colour that an element specifies."""
        colour = self.named(element.get("val", "")) if _local_name(element) == "schemeClr" else _plain_colour(element)
        return _modified_colour(colour, element) if colour else None

    def ground(self, owner: Any) -> Rgb | None:
        """Return the background colour of a slide, a layout or a master, if it sets one."""
        held = owner.find("{*}cSld/{*}bg")
        if held is None or not len(held):
            return None
        if _local_name(held[0]) == "bgRef":
            is_plain = held[0].get("idx") == str(_SOLID_FILL) and len(held[0])
            return self.written(held[0][0]) if is_plain else None
        return self.filling(held[0])


def _local_name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _plain_colour(element: Any) -> Rgb | None:
    value = element.get("lastClr") if _local_name(element) == "sysClr" else element.get("val", "")
    if _local_name(element) not in ("srgbClr", "sysClr") or len(value or "") != 6:
        return None
    try:
        return Rgb(*bytes.fromhex(value))
    except ValueError:
        return None


def _modified_colour(colour: Rgb, element: Any) -> Rgb | None:
    """Apply changes of lightness to a colour; None if there are changes of another kind."""
    hue, light, strength = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    for change in element:
        try:
            amount = int(change.get("val", "")) / _FULL_PERCENT
        except ValueError:
            return None
        if _local_name(change) == "lumMod":
            light *= amount
        elif _local_name(change) == "lumOff":
            light += amount
        elif _local_name(change) != "alpha" or amount < 1:
            return None
    return Rgb(*(round(part * 255) for part in colorsys.hls_to_rgb(hue, min(1.0, light), strength)))


_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_TITLES: Final = frozenset({"title", "ctrTitle"})
_FOOTER_TYPES: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_DEFAULT_SIZE: Final = 18.0
_HUNDREDTHS: Final = 100
_POINT: Final = 12_700
_DEFAULT_SIDE_INSET: Final = 91_440
_DEFAULT_EDGE_INSET: Final = 45_720


@dataclass(frozen=True, slots=True)
class InspectedRun:
    """Text in one style. `colour` is None where it is unknown; `is_raised` covers superscripts and subscripts.

    `latin` and `east_asian` are the typefaces that the file names.
    """

    text: str
    size: float
    colour: Rgb | None
    is_bold: bool = False
    is_raised: bool = False
    latin: str = ""
    east_asian: str = ""


@dataclass(frozen=True, slots=True)
class InspectedParagraph:
    """A paragraph of a shape, with its left margin in points."""

    runs: tuple[InspectedRun, ...]
    indent: float = 0.0
    has_field: bool = False

    @property
    def text(self) -> str:
        """The text of all runs."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class MasterTheme:
    """The named colours and typefaces of a theme."""

    palette: MasterPalette
    fonts: dict[str, str]

    @classmethod
    def of(cls, theme: Any, names: Mapping[str, str]) -> "MasterTheme":
        """Read the XML of a theme; `names` are the colour names of the master."""
        fonts = {}
        for mark, group in (("+mj", "majorFont"), ("+mn", "minorFont")):
            for kind, tag in (("lt", "latin"), ("ea", "ea")):
                found = theme.find(f".//{_A}{group}/{_A}{tag}") if theme is not None else None
                fonts[f"{mark}-{kind}"] = "" if found is None else found.get("typeface", "")
        return cls(MasterPalette(theme, names), fonts)


class InheritedStyles:
    """The styles that shapes inherit on the slides of one layout."""

    def __init__(self, layout: Any, master: Any, deck: Any, theme: MasterTheme) -> None:
        self._palette = theme.palette
        self._fonts = theme.fonts
        self._layout = _placeholders(layout)
        self._master = _placeholders(master)
        self._written = master.element.find(f"{_P}txStyles")
        self._default = deck.element.find(f"{_P}defaultTextStyle")

    def paragraphs(self, family: Sequence[Any], body: Any) -> tuple[InspectedParagraph, ...]:
        """Return the paragraphs in a text body of the first shape, which inherits its styles from the other shapes."""
        chain = [each for each in self._chain(family, body) if each is not None]
        scale = _font_scale(body)
        return tuple(self._paragraph(each, chain, scale) for each in body.iterfind(f"{_A}p"))

    def inherited_from(self, shape: Any) -> list[Any]:
        """Return the placeholders from which a shape inherits: on its layout, then on its master."""
        mark = _placeholder_element(shape)
        if mark is None:
            return []
        on_layout = self._layout.get(("idx", mark.get("idx", "0")))
        kind = placeholder_type(shape) if on_layout is None else placeholder_type(on_layout)
        on_master = self._master.get(("type", _master_placeholder_type(kind)))
        return [each for each in (on_layout, on_master) if each is not None]

    def _chain(self, family: Sequence[Any], body: Any) -> Iterator[Any]:
        """The elements that may define a style, nearest first."""
        yield body.find(f"{_A}lstStyle")
        yield family[0].find(f"{_P}style/{_FONT_REFERENCE}")
        for each in family[1:]:
            yield each.find(f"{_P}txBody/{_A}lstStyle")
        kind = placeholder_type(family[1] if len(family) > 1 else family[0])
        if self._written is not None and kind not in _FOOTER_TYPES:
            yield self._written.find(f"{_P}{_style_name(kind)}")
        yield self._default

    def _paragraph(self, paragraph: Any, chain: list[Any], scale: float) -> InspectedParagraph:
        own = paragraph.find(f"{_A}pPr")
        level = int(own.get("lvl", "0")) if own is not None else 0
        levels = [found for each in chain for found in each.iterfind(f"{_A}lvl{level + 1}pPr")]
        # Libraries write the style of a paragraph here; programs differ in whether they follow it.
        stated = own.find(f"{_A}defRPr") if own is not None else None
        styles = [] if stated is None else [stated]
        styles += [found for each in chain for found in _text_styles(each, level)]
        written = (each.get("marL") for each in (own, *levels) if each is not None)
        indent = next((int(value) / _POINT for value in written if value), 0.0)
        runs = tuple(self._run(run, styles, scale) for run in paragraph if run.tag in (f"{_A}r", f"{_A}fld", f"{_A}br"))
        return InspectedParagraph(runs, indent, paragraph.find(f"{_A}fld") is not None)

    def _run(self, run: Any, styles: list[Any], scale: float) -> InspectedRun:
        own = run.find(f"{_A}rPr")
        written = [each for each in (own, *styles) if each is not None]
        size = next((int(each.get("sz")) / _HUNDREDTHS for each in written if each.get("sz")), _DEFAULT_SIZE)
        filled = next((each for each in written if _has_fill(each)), None)
        colour = self._palette.filling(filled) if filled is not None else self._palette.named("tx1")
        bold = next((each.get("b") for each in written if each.get("b")), "0")
        baseline = next((each.get("baseline") for each in written if each.get("baseline")), "0")
        words = "\n" if run.tag == f"{_A}br" else "\n".join(run.findtext(f"{_A}t", "").splitlines())
        is_bold, is_raised = bold in ("1", "true"), baseline not in ("0", "0%")
        latin, east_asian = self._font(written, "latin"), self._font(written, "ea")
        return InspectedRun(words, size * scale, colour, is_bold, is_raised, latin, east_asian)

    def _font(self, written: list[Any], tag: str) -> str:
        named = (each.find(f"{_A}{tag}") for each in written)
        name = next((str(each.get("typeface", "")) for each in named if each is not None), "")
        return self._fonts.get(name, name)


def text_insets(shapes: Sequence[Any]) -> tuple[float, float]:
    """Return the total margins inside a shape, horizontal and vertical. The first of the shapes that sets one wins."""
    bodies = [found for each in shapes if (found := each.find(f"{_P}txBody/{_A}bodyPr")) is not None]

    def inset(name: str, default: int) -> float:
        written = next((body.get(name) for body in bodies if body.get(name)), default)
        return int(written) / _POINT

    return inset("lIns", _DEFAULT_SIDE_INSET) + inset("rIns", _DEFAULT_SIDE_INSET), inset(
        "tIns", _DEFAULT_EDGE_INSET
    ) + inset("bIns", _DEFAULT_EDGE_INSET)


def _text_styles(given: Any, level: int) -> Iterator[Any]:
    """Yield what an element of the chain says about text of a level. A reference to a font names a colour alone."""
    if given.tag == _FONT_REFERENCE:
        yield given
    for each in given.iterfind(f"{_A}lvl{level + 1}pPr"):
        yield from each.iterfind(f"{_A}defRPr")


def _has_fill(properties: Any) -> bool:
    if properties.tag == _FONT_REFERENCE:
        return len(properties) > 0
    return any(str(each.tag).endswith("Fill") for each in properties)


def placeholder_type(shape: Any) -> str:
    """Return the type of a placeholder; empty for a shape that is not a placeholder."""
    mark = _placeholder_element(shape)
    return "" if mark is None else str(mark.get("type", "obj"))


def _placeholder_element(shape: Any) -> Any:
    return shape.find(f"./*/{_P}nvPr/{_P}ph")


def _placeholders(owner: Any) -> dict[tuple[str, str], Any]:
    """The placeholders of a layout or master, by index and by type; the first of a type wins."""
    found: dict[tuple[str, str], Any] = {}
    for mark in owner.element.iterfind(f".//{_P}nvPr/{_P}ph"):
        shape = mark.getparent().getparent().getparent()
        found.setdefault(("idx", mark.get("idx", "0")), shape)
        found.setdefault(("type", mark.get("type", "obj")), shape)
    return found


def _master_placeholder_type(kind: str) -> str:
    """A master has one placeholder for titles and one for all other text."""
    if kind in _TITLES:
        return "title"
    return kind if kind in _FOOTER_TYPES else "body"


def _style_name(kind: str) -> str:
    if not kind:
        return "otherStyle"
    return "titleStyle" if kind in _TITLES else "bodyStyle"


def _font_scale(body: Any) -> float:
    """The factor by which the program that saved the file shrank the text."""
    shrunk = body.find(f"{_A}bodyPr/{_A}normAutofit")
    written = shrunk.get("fontScale", "") if shrunk is not None else ""
    if written.endswith("%"):
        return float(written[:-1]) / 100
    return int(written) / _FULL_PERCENT if written else 1.0
