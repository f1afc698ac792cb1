"""How the text of a shape is set: sizes and colours, taken from its layout and master where it says none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.checks.colours import Colour, Palette

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_TITLES: Final = frozenset({"title", "ctrTitle"})
_FURNITURE: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_DEFAULT_SIZE: Final = 18.0
_HUNDREDTHS: Final = 100
_POINT: Final = 12_700
_SIDE: Final = 91_440
_EDGE: Final = 45_720
_WHOLE: Final = 100_000


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words that are set in one way. `colour` is None where it cannot be told; raised or lowered text is small.

    `latin` and `east_asian` are the names of the typefaces that the file asks for.
    """

    text: str
    size: float
    colour: Colour | None
    is_bold: bool = False
    is_raised: bool = False
    latin: str = ""
    east_asian: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a shape, with its left margin in points."""

    runs: tuple[TextRun, ...]
    indent: float = 0.0
    has_field: bool = False

    @property
    def text(self) -> str:
        """What is written in it."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours and typefaces that a theme gives names to."""

    palette: Palette
    fonts: dict[str, str]

    @classmethod
    def of(cls, theme: Any, names: Mapping[str, str]) -> "Theme":
        """That of the XML of a theme, with the names that a master has for its colours."""
        fonts = {}
        for mark, group in (("+mj", "majorFont"), ("+mn", "minorFont")):
            for kind, tag in (("lt", "latin"), ("ea", "ea")):
                found = theme.find(f".//{_A}{group}/{_A}{tag}") if theme is not None else None
                fonts[f"{mark}-{kind}"] = "" if found is None else found.get("typeface", "")
        return cls(Palette(theme, names), fonts)


class Styles:
    """The styles that the shapes on the slides of one layout inherit."""

    def __init__(self, layout: Any, master: Any, deck: Any, theme: Theme) -> None:
        self._palette = theme.palette
        self._fonts = theme.fonts
        self._layout = _placeholders(layout)
        self._master = _placeholders(master)
        self._written = master.element.find(f"{_P}txStyles")
        self._default = deck.element.find(f"{_P}defaultTextStyle")

    def paragraphs(self, family: Sequence[Any], body: Any) -> tuple[Paragraph, ...]:
        """The paragraphs of a text body of the first of these shapes, which takes its styles from the others."""
        chain = [each for each in self._chain(family, body) if each is not None]
        scale = _scale(body)
        return tuple(self._paragraph(each, chain, scale) for each in body.iterfind(f"{_A}p"))

    def forebears(self, shape: Any) -> list[Any]:
        """The placeholders from which a shape takes what it does not say itself: of its layout, then of its master."""
        mark = _mark(shape)
        if mark is None:
            return []
        on_layout = self._layout.get(("idx", mark.get("idx", "0")))
        kind = role_of(shape) if on_layout is None else role_of(on_layout)
        on_master = self._master.get(("type", _of_master(kind)))
        return [each for each in (on_layout, on_master) if each is not None]

    def _chain(self, family: Sequence[Any], body: Any) -> Iterator[Any]:
        """Where a style may be written, nearest first."""
        yield body.find(f"{_A}lstStyle")
        for each in family[1:]:
            yield each.find(f"{_P}txBody/{_A}lstStyle")
        kind = role_of(family[1] if len(family) > 1 else family[0])
        if self._written is not None and kind not in _FURNITURE:
            yield self._written.find(f"{_P}{_style_name(kind)}")
        yield self._default

    def _paragraph(self, paragraph: Any, chain: list[Any], scale: float) -> Paragraph:
        own = paragraph.find(f"{_A}pPr")
        level = int(own.get("lvl", "0")) if own is not None else 0
        levels = [found for each in chain for found in each.iterfind(f"{_A}lvl{level + 1}pPr")]
        styles = [found for each in levels for found in each.iterfind(f"{_A}defRPr")]
        written = (each.get("marL") for each in (own, *levels) if each is not None)
        indent = next((int(value) / _POINT for value in written if value), 0.0)
        runs = tuple(self._run(run, styles, scale) for run in paragraph if run.tag in (f"{_A}r", f"{_A}fld", f"{_A}br"))
        return Paragraph(runs, indent, paragraph.find(f"{_A}fld") is not None)

    def _run(self, run: Any, styles: list[Any], scale: float) -> TextRun:
        own = run.find(f"{_A}rPr")
        written = [each for each in (own, *styles) if each is not None]
        size = next((int(each.get("sz")) / _HUNDREDTHS for each in written if each.get("sz")), _DEFAULT_SIZE)
        filled = next((each for each in written if _says_fill(each)), None)
        colour = self._palette.filling(filled) if filled is not None else self._palette.named("tx1")
        bold = next((each.get("b") for each in written if each.get("b")), "0")
        baseline = next((each.get("baseline") for each in written if each.get("baseline")), "0")
        words = "\n" if run.tag == f"{_A}br" else "\n".join(run.findtext(f"{_A}t", "").splitlines())
        is_bold, is_raised = bold in ("1", "true"), baseline not in ("0", "0%")
        latin, east_asian = self._font(written, "latin"), self._font(written, "ea")
        return TextRun(words, size * scale, colour, is_bold, is_raised, latin, east_asian)

    def _font(self, written: list[Any], tag: str) -> str:
        named = (each.find(f"{_A}{tag}") for each in written)
        name = next((str(each.get("typeface", "")) for each in named if each is not None), "")
        return self._fonts.get(name, name)


def insets_of(shapes: Sequence[Any]) -> tuple[float, float]:
    """How much of a shape stays free of text, across and down: as the first of the shapes says that says something."""
    bodies = [found for each in shapes if (found := each.find(f"{_P}txBody/{_A}bodyPr")) is not None]

    def inset(name: str, usual: int) -> float:
        written = next((body.get(name) for body in bodies if body.get(name)), usual)
        return int(written) / _POINT

    return inset("lIns", _SIDE) + inset("rIns", _SIDE), inset("tIns", _EDGE) + inset("bIns", _EDGE)


def _says_fill(properties: Any) -> bool:
    return any(str(each.tag).endswith("Fill") for each in properties)


def role_of(shape: Any) -> str:
    """The kind of a placeholder; empty for a shape that is none."""
    mark = _mark(shape)
    return "" if mark is None else str(mark.get("type", "obj"))


def _mark(shape: Any) -> Any:
    return shape.find(f"./*/{_P}nvPr/{_P}ph")


def _placeholders(owner: Any) -> dict[tuple[str, str], Any]:
    """The placeholders of a layout or master, by number and by kind; the first of a kind counts."""
    found: dict[tuple[str, str], Any] = {}
    for mark in owner.element.iterfind(f".//{_P}nvPr/{_P}ph"):
        shape = mark.getparent().getparent().getparent()
        found.setdefault(("idx", mark.get("idx", "0")), shape)
        found.setdefault(("type", mark.get("type", "obj")), shape)
    return found


def _of_master(kind: str) -> str:
    """A master has one placeholder for titles and one for all else that is text."""
    if kind in _TITLES:
        return "title"
    return kind if kind in _FURNITURE else "body"


def _style_name(kind: str) -> str:
    if not kind:
        return "otherStyle"
    return "titleStyle" if kind in _TITLES else "bodyStyle"


def _scale(body: Any) -> float:
    """By how much the text is made smaller to fit, as the program that saved the file found."""
    shrunk = body.find(f"{_A}bodyPr/{_A}normAutofit")
    written = shrunk.get("fontScale", "") if shrunk is not None else ""
    if written.endswith("%"):
        return float(written[:-1]) / 100
    return int(written) / _WHOLE if written else 1.0
