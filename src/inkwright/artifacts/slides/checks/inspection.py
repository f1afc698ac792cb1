"""The slides of any .pptx file: their shapes with positions, text and colours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, Literal

from inkwright.artifacts.rendering.pdf import Box
from inkwright.artifacts.slides.checks.styles import (
    InheritedStyles,
    InspectedParagraph,
    MasterPalette,
    MasterTheme,
    Rgb,
    placeholder_type,
    text_insets,
)
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import Reason

EMU_PER_POINT: Final = 12_700
"""The length of a point in the unit of office files."""

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """How the coordinates inside a group map to the page, in EMU: an offset and a scale in each direction."""

    left: float = 0.0
    top: float = 0.0
    across: float = 1.0
    down: float = 1.0

    def box(self, left: float, top: float, width: float, height: float) -> Box:
        """Return a box inside the group in points of the page."""
        x, y = self.left + left * self.across, self.top + top * self.down
        right, bottom = x + width * self.across, y + height * self.down
        return Box(*(round(edge / EMU_PER_POINT, 2) for edge in (x, y, right, bottom)))

    def inside(self, group: Any) -> "GroupFrame":
        """Return the frame of a group inside this one."""
        transform = group.find(f"{_P}grpSpPr/{_A}xfrm")
        if transform is None or len(transform) < 4:
            return self
        (x, y), (width, height), (child_x, child_y), (child_width, child_height) = (
            coordinate_pair(each) for each in transform[:4]
        )
        across = width / child_width if child_width else 1.0
        down = height / child_height if child_height else 1.0
        left = self.left + (x - child_x * across) * self.across
        top = self.top + (y - child_y * down) * self.down
        return GroupFrame(left, top, self.across * across, self.down * down)


def coordinate_pair(element: Any) -> tuple[int, int]:
    """Return the two numbers of a position or a size."""
    return int(element.get("x", element.get("cx", "0"))), int(element.get("y", element.get("cy", "0")))


_TURN: Final = 60_000
_COMPATIBILITY: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MAX_SHAPES: Final = 1_000
_FOOTER_TYPES: Final = frozenset({"dt", "ftr", "hdr", "sldNum"})
_TITLES: Final = frozenset({"title", "ctrTitle"})

ShapeKind = Literal["text", "picture", "chart", "table", "figure", "line"]

_SHAPES: Final[Mapping[str, ShapeKind]] = MappingProxyType(
    {"sp": "text", "pic": "picture", "graphicFrame": "figure", "cxnSp": "line"}
)
_FRAMED: Final[Mapping[str, ShapeKind]] = MappingProxyType({"chart": "chart", "tbl": "table"})


@dataclass(frozen=True, slots=True)
class InspectedCell:
    """A table cell."""

    box: Box
    paragraphs: tuple[InspectedParagraph, ...]
    fill: Rgb | None = None


@dataclass(frozen=True, slots=True)
class InspectedShape:
    """A shape of a slide, in page coordinates. `role` is the kind of placeholder, or empty.

    `fill` is the background colour where it is known. A shape that `grows` takes the size of its text. `insets` are
    the total margins, horizontal and vertical.
    """

    number: str
    name: str
    kind: ShapeKind
    role: str
    box: Box | None
    paragraphs: tuple[InspectedParagraph, ...] = ()
    cells: tuple[InspectedCell, ...] = ()
    description: str = ""
    is_filled: bool = False
    fill: Rgb | None = None
    grows: bool = False
    is_turned: bool = False
    insets: tuple[float, float] = (0.0, 0.0)

    @property
    def is_title(self) -> bool:
        """Whether it is the title of the slide."""
        return self.role in _TITLES

    @property
    def is_furniture(self) -> bool:
        """Whether it is a date, a slide number, a header or a footer."""
        return self.role in _FOOTER_TYPES

    @property
    def text(self) -> str:
        """All of its text, including tables."""
        return "\n".join(each.text for each in self.lines)

    @property
    def lines(self) -> tuple[InspectedParagraph, ...]:
        """Its paragraphs, including those in cells."""
        return (*self.paragraphs, *(each for cell in self.cells for each in cell.paragraphs))

    @property
    def has_text(self) -> bool:
        """Whether it contains visible text."""
        return not is_blank(self.text)


@dataclass(frozen=True, slots=True)
class InspectedSlide:
    """A slide. `under` are the visible shapes of its layout and master, lowest first."""

    layout: str
    page: Box
    shapes: tuple[InspectedShape, ...]
    under: tuple[InspectedShape, ...]
    ground: Rgb | None
    numbers: tuple[str, ...]
    notes: str
    is_hidden: bool = False

    @property
    def title(self) -> InspectedShape | None:
        """The title shape."""
        return next((shape for shape in self.shapes if shape.is_title), None)


def inspect_slides(deck: Any) -> list[InspectedSlide]:
    """Inspect the slides of a python-pptx presentation."""
    page = Box(0, 0, deck.slide_width / EMU_PER_POINT, deck.slide_height / EMU_PER_POINT)
    layouts: dict[str, _Layout] = {}
    themes: dict[str, MasterTheme] = {}
    found = []
    for slide in deck.slides:
        layout = slide.slide_layout
        name = str(layout.part.partname)
        if name not in layouts:
            layouts[name] = _inspected_layout(layout, deck, themes)
        found.append(_inspected_slide(slide, page, layouts[name]))
    return found


@dataclass(frozen=True, slots=True)
class _Layout:
    """Data shared by the slides of one layout."""

    name: str
    reader: "_ShapeReader"
    under: tuple[InspectedShape, ...]
    ground: Rgb | None


def _inspected_layout(layout: Any, deck: Any, themes: dict[str, MasterTheme]) -> _Layout:
    master = layout.slide_master
    name = str(master.part.partname)
    if name not in themes:
        themes[name] = _master_theme(master)
    palette = themes[name].palette
    reader = _ShapeReader(InheritedStyles(layout, master, deck, themes[name]), palette)
    owners = [layout] if layout.element.get("showMasterSp") == "0" else [master, layout]
    under = [each for owner in owners for each in reader.shapes(owner, with_placeholders=False)]
    ground = palette.ground(layout.element) or palette.ground(master.element)
    return _Layout(layout.name or "", reader, tuple(under), ground)


def _inspected_slide(slide: Any, page: Box, layout: _Layout) -> InspectedSlide:
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return InspectedSlide(
        layout.name,
        page,
        tuple(layout.reader.shapes(slide)),
        () if slide.element.get("showMasterSp") == "0" else layout.under,
        layout.reader.palette.ground(slide.element) or layout.ground,
        tuple(_shape_numbers(slide.element)),
        notes.text if notes is not None else "",
        slide.element.get("show") in ("0", "false"),
    )


def _shape_numbers(slide: Any) -> Iterator[str]:
    """Yield the numbers of all shapes. The alternatives of a shape share one: only the last is read."""
    hidden = {
        each
        for both in slide.iter(f"{_COMPATIBILITY}AlternateContent")
        for choice in both[:-1]
        for each in choice.iter(f"{_P}cNvPr")
    }
    return (each.get("id", "") for each in slide.iter(f"{_P}cNvPr") if each not in hidden)


def _master_theme(master: Any) -> MasterTheme:
    from pptx.opc.constants import RELATIONSHIP_TYPE  # noqa: PLC0415 - slow to import
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    parts = [each.target_part for each in master.part.rels.values() if each.reltype == RELATIONSHIP_TYPE.THEME]
    names = master.element.find(f"{_P}clrMap")
    return MasterTheme.of(parse_xml(parts[0].blob) if parts else None, dict(names.attrib) if names is not None else {})


@dataclass(frozen=True, slots=True)
class _ShapeReader:
    styles: InheritedStyles
    palette: MasterPalette

    def shapes(self, owner: Any, *, with_placeholders: bool = True) -> Iterator[InspectedShape]:
        """Yield the shapes of a slide, layout or master in drawing order, including those inside groups."""
        tree = owner.element.find(f"{_P}cSld/{_P}spTree")
        waiting = [(each, GroupFrame()) for each in tree][::-1]
        for _ in range(MAX_SHAPES):
            if not waiting:
                return
            element, frame = waiting.pop()
            tag = _tag(element)
            if tag == "grpSp":
                inner = frame.inside(element)
                waiting += [(each, inner) for each in element][::-1]
            elif tag == "AlternateContent":
                # The last alternative is the one that every program can show.
                waiting += [(each, frame) for each in element[-1]][::-1] if len(element) else []
            elif tag in _SHAPES and (with_placeholders or not placeholder_type(element)):
                yield self._shape(element, frame)
        # Every shape is compared with every other one: a hostile slide with more of them would take hours.
        raise UnreadableContent(Reason("reason.package.shapes", limit=MAX_SHAPES))

    def _shape(self, element: Any, frame: GroupFrame) -> InspectedShape:
        family = [element, *self.styles.inherited_from(element)]
        box, turn = _shape_box(family, frame)
        cells = tuple(self._cells(element, box)) if box else ()
        if box and cells:
            box = Box(box.left, box.top, box.right, max(box.bottom, cells[-1].box.bottom))
        names = element.find(f"./*/{_P}cNvPr")
        body = element.find(f"{_P}txBody")
        is_filled, fill = self._filling(family)
        return InspectedShape(
            number=names.get("id", "") if names is not None else "",
            name=names.get("name", "") if names is not None else "",
            kind=_shape_kind(element),
            role=placeholder_type(element),
            box=box.turned(turn / _TURN) if box and turn else box,
            paragraphs=self.styles.paragraphs(family, body) if body is not None else (),
            cells=cells,
            description=names.get("descr", "") if names is not None else "",
            is_filled=is_filled,
            fill=fill,
            grows=_has_flexible_size(body),
            is_turned=turn % (360 * _TURN) != 0,
            insets=text_insets(family),
        )

    def _cells(self, element: Any, box: Box) -> Iterator[InspectedCell]:
        table = element.find(f"{_A}graphic/{_A}graphicData/{_A}tbl")
        if table is None:
            return
        widths = (int(each.get("w", "0")) / EMU_PER_POINT for each in table.iterfind(f"{_A}tblGrid/{_A}gridCol"))
        edges = [*accumulate(widths, initial=box.left)]
        top = box.top
        for row in table.iterfind(f"{_A}tr"):
            bottom = top + int(row.get("h", "0")) / EMU_PER_POINT
            for column, cell in enumerate(row.iterfind(f"{_A}tc")):
                left, right = (
                    edges[min(index, len(edges) - 1)] for index in (column, column + int(cell.get("gridSpan", "1")))
                )
                body = cell.find(f"{_A}txBody")
                fill = self.palette.filling(cell.find(f"{_A}tcPr"))
                yield InspectedCell(Box(left, top, right, bottom), self.styles.paragraphs([element], body), fill)
            top = bottom

    def _filling(self, family: Sequence[Any]) -> tuple[bool, Rgb | None]:
        """Whether a shape has a fill, its own or an inherited one, and its colour where it is known."""
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


def _shape_box(family: Sequence[Any], frame: GroupFrame) -> tuple[Box | None, int]:
    """The box of a shape, its own or an inherited one, and its rotation."""
    for each in family:
        written = each.find(f"{_P}xfrm") if _tag(each) == "graphicFrame" else each.find(f"{_P}spPr/{_A}xfrm")
        if written is not None and len(written) > 1:
            (left, top), (width, height) = coordinate_pair(written[0]), coordinate_pair(written[1])
            return frame.box(left, top, width, height), int(written.get("rot", "0"))
    return None, 0


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _shape_kind(element: Any) -> ShapeKind:
    tag = _tag(element)
    if tag == "graphicFrame":
        data = element.find(f"{_A}graphic/{_A}graphicData")
        return _FRAMED.get(_tag(data[0]), "figure") if data is not None and len(data) else "figure"
    has_formula = tag == "sp" and next(element.iter(f"{_M}oMath"), None) is not None
    return "figure" if has_formula else _SHAPES[tag]


def _has_flexible_size(body: Any) -> bool:
    properties = body.find(f"{_A}bodyPr") if body is not None else None
    if properties is None:
        return False
    return properties.find(f"{_A}spAutoFit") is not None or properties.get("wrap") == "none"
