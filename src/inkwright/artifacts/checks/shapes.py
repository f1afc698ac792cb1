"""What a deck holds: its slides, and on each the shapes with their places, texts and colours, whoever made the file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, Literal

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.colours import Colour, Palette
from inkwright.artifacts.checks.frames import POINT, Frame, pair_of
from inkwright.artifacts.checks.text_styles import Paragraph, Styles, Theme, insets_of, role_of
from inkwright.artifacts.wording import is_blank

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_TURN: Final = 60_000
MAX_SHAPES: Final = 1_000
_FURNITURE: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_TITLES: Final = frozenset({"title", "ctrTitle"})

ShapeKind = Literal["text", "picture", "chart", "table", "figure", "line"]

_SHAPES: Final[Mapping[str, ShapeKind]] = MappingProxyType(
    {"sp": "text", "pic": "picture", "graphicFrame": "figure", "cxnSp": "line"}
)
_FRAMED: Final[Mapping[str, ShapeKind]] = MappingProxyType({"chart": "chart", "tbl": "table"})


@dataclass(frozen=True, slots=True)
class CellSeen:
    """A cell of a table."""

    box: Box
    paragraphs: tuple[Paragraph, ...]
    fill: Colour | None = None


@dataclass(frozen=True, slots=True)
class ShapeSeen:
    """A shape of a slide, out of its groups. `role` is the kind of placeholder, or empty.

    `fill` is the colour of its ground where that can be told; `grows`: it is made as large as its text; `insets` is
    what stays free of text, across and down, both sides together.
    """

    number: str
    name: str
    kind: ShapeKind
    role: str
    box: Box | None
    paragraphs: tuple[Paragraph, ...] = ()
    cells: tuple[CellSeen, ...] = ()
    description: str = ""
    is_filled: bool = False
    fill: Colour | None = None
    grows: bool = False
    is_turned: bool = False
    insets: tuple[float, float] = (0.0, 0.0)

    @property
    def is_title(self) -> bool:
        """Whether it is the title of its slide."""
        return self.role in _TITLES

    @property
    def is_furniture(self) -> bool:
        """Whether it is a date, a number or a line at the foot."""
        return self.role in _FURNITURE

    @property
    def text(self) -> str:
        """All that is written in it, in tables too."""
        return "\n".join(each.text for each in self.lines)

    @property
    def lines(self) -> tuple[Paragraph, ...]:
        """Its paragraphs, those of its cells too."""
        return (*self.paragraphs, *(each for cell in self.cells for each in cell.paragraphs))

    @property
    def has_text(self) -> bool:
        """Whether there is anything to read in it."""
        return not is_blank(self.text)


@dataclass(frozen=True, slots=True)
class SlideSeen:
    """A slide. `under` are the shapes of its layout and master that are seen behind its own, lowest first."""

    layout: str
    page: Box
    shapes: tuple[ShapeSeen, ...]
    under: tuple[ShapeSeen, ...]
    ground: Colour | None
    numbers: tuple[str, ...]
    notes: str
    is_hidden: bool = False

    @property
    def title(self) -> ShapeSeen | None:
        """The shape of its title."""
        return next((shape for shape in self.shapes if shape.is_title), None)


def slides_of(deck: Any) -> list[SlideSeen]:
    """The slides of an open deck of python-pptx."""
    page = Box(0, 0, deck.slide_width / POINT, deck.slide_height / POINT)
    layouts: dict[str, _Layout] = {}
    themes: dict[str, Theme] = {}
    found = []
    for slide in deck.slides:
        layout = slide.slide_layout
        name = str(layout.part.partname)
        if name not in layouts:
            layouts[name] = _layout(layout, deck, themes)
        found.append(_slide(slide, page, layouts[name]))
    return found


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the slides of one layout share."""

    name: str
    reader: "_Reader"
    under: tuple[ShapeSeen, ...]
    ground: Colour | None


def _layout(layout: Any, deck: Any, themes: dict[str, Theme]) -> _Layout:
    master = layout.slide_master
    name = str(master.part.partname)
    if name not in themes:
        themes[name] = _theme(master)
    palette = themes[name].palette
    reader = _Reader(Styles(layout, master, deck, themes[name]), palette)
    owners = [layout] if layout.element.get("showMasterSp") == "0" else [master, layout]
    under = [each for owner in owners for each in reader.shapes(owner, with_placeholders=False)]
    ground = palette.ground(layout.element) or palette.ground(master.element)
    return _Layout(layout.name or "", reader, tuple(under), ground)


def _slide(slide: Any, page: Box, layout: _Layout) -> SlideSeen:
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return SlideSeen(
        layout.name,
        page,
        tuple(layout.reader.shapes(slide)),
        () if slide.element.get("showMasterSp") == "0" else layout.under,
        layout.reader.palette.ground(slide.element) or layout.ground,
        tuple(each.get("id", "") for each in slide.element.iter(f"{_P}cNvPr")),
        notes.text if notes is not None else "",
        slide.element.get("show") in ("0", "false"),
    )


def _theme(master: Any) -> Theme:
    from pptx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415 - an extra, and slow to import
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    parts = [each.target_part for each in master.part.rels.values() if each.reltype == RELATIONSHIP_TYPE.THEME]
    names = master.element.find(f"{_P}clrMap")
    return Theme.of(parse_xml(parts[0].blob) if parts else None, dict(names.attrib) if names is not None else {})


@dataclass(frozen=True, slots=True)
class _Reader:
    styles: Styles
    palette: Palette

    def shapes(self, owner: Any, *, with_placeholders: bool = True) -> Iterator[ShapeSeen]:
        """The shapes of a slide, layout or master in the order in which they are drawn, those inside groups too."""
        tree = owner.element.find(f"{_P}cSld/{_P}spTree")
        waiting = [(each, Frame()) for each in tree][::-1]
        for _ in range(MAX_SHAPES):
            if not waiting:
                return
            element, frame = waiting.pop()
            tag = _tag(element)
            if tag == "grpSp":
                inner = frame.inside(element)
                waiting += [(each, inner) for each in element][::-1]
            elif tag == "AlternateContent":
                # What every program can show stands last.
                waiting += [(each, frame) for each in element[-1]][::-1] if len(element) else []
            elif tag in _SHAPES and (with_placeholders or not role_of(element)):
                yield self._shape(element, frame)
        # Each is compared with each: nobody's slide has so many, and a hostile one would take hours.
        raise ValueError(f"a slide holds more than {MAX_SHAPES} shapes")

    def _shape(self, element: Any, frame: Frame) -> ShapeSeen:
        family = [element, *self.styles.forebears(element)]
        box, turn = _place(family, frame)
        cells = tuple(self._cells(element, box)) if box else ()
        if box and cells:
            box = Box(box.left, box.top, box.right, max(box.bottom, cells[-1].box.bottom))
        names = element.find(f"./*/{_P}cNvPr")
        body = element.find(f"{_P}txBody")
        is_filled, fill = self._filling(family)
        return ShapeSeen(
            number=names.get("id", "") if names is not None else "",
            name=names.get("name", "") if names is not None else "",
            kind=_kind(element),
            role=role_of(element),
            box=box.turned(turn / _TURN) if box and turn else box,
            paragraphs=self.styles.paragraphs(family, body) if body is not None else (),
            cells=cells,
            description=names.get("descr", "") if names is not None else "",
            is_filled=is_filled,
            fill=fill,
            grows=_grows(body),
            is_turned=turn % (360 * _TURN) != 0,
            insets=insets_of(family),
        )

    def _cells(self, element: Any, box: Box) -> Iterator[CellSeen]:
        table = element.find(f"{_A}graphic/{_A}graphicData/{_A}tbl")
        if table is None:
            return
        widths = (int(each.get("w", "0")) / POINT for each in table.iterfind(f"{_A}tblGrid/{_A}gridCol"))
        edges = [*accumulate(widths, initial=box.left)]
        top = box.top
        for row in table.iterfind(f"{_A}tr"):
            bottom = top + int(row.get("h", "0")) / POINT
            for column, cell in enumerate(row.iterfind(f"{_A}tc")):
                left, right = (
                    edges[min(at, len(edges) - 1)] for at in (column, column + int(cell.get("gridSpan", "1")))
                )
                body = cell.find(f"{_A}txBody")
                fill = self.palette.filling(cell.find(f"{_A}tcPr"))
                yield CellSeen(Box(left, top, right, bottom), self.styles.paragraphs([element], body), fill)
            top = bottom

    def _filling(self, family: Sequence[Any]) -> tuple[bool, Colour | None]:
        """Whether a shape has a ground of its own or of its layout, and its colour where that can be told."""
        for each in family:
            properties = each.find(f"{_P}spPr")
            kinds = [_tag(part) for part in properties] if properties is not None else []
            written = next((kind for kind in kinds if kind.endswith("Fill")), None)
            if written is not None:
                return written != "noFill", self.palette.filling(properties)
        style = family[0].find(f"{_P}style/{_A}fillRef")
        if style is None or style.get("idx", "0") == "0":
            return False, None
        return True, self.palette.written(style[0]) if len(style) and style.get("idx") == "1" else None


def _place(family: Sequence[Any], frame: Frame) -> tuple[Box | None, int]:
    """Where a shape stands, or where its layout or master says that it does; and how it is turned."""
    for each in family:
        written = each.find(f"{_P}xfrm") if _tag(each) == "graphicFrame" else each.find(f"{_P}spPr/{_A}xfrm")
        if written is not None and len(written) > 1:
            (left, top), (width, height) = pair_of(written[0]), pair_of(written[1])
            return frame.box(left, top, width, height), int(written.get("rot", "0"))
    return None, 0


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _kind(element: Any) -> ShapeKind:
    tag = _tag(element)
    if tag == "graphicFrame":
        data = element.find(f"{_A}graphic/{_A}graphicData")
        return _FRAMED.get(_tag(data[0]), "figure") if data is not None and len(data) else "figure"
    return _SHAPES[tag]


def _grows(body: Any) -> bool:
    properties = body.find(f"{_A}bodyPr") if body is not None else None
    if properties is None:
        return False
    return properties.find(f"{_A}spAutoFit") is not None or properties.get("wrap") == "none"
