"""The layouts of somebody's own template: their places, how these look, and which layout serves each of ours."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, cast, get_args

from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.themes.shapes import Align, Anchor, Colour, Kind, Type

TITLES: Final = frozenset({"title", "ctrTitle"})
TEXTS: Final = frozenset({"body", "subTitle", "obj"})
FIGURES: Final = frozenset({"pic", "tbl", "chart"})
_EMU: Final = 12_700
# What office programs leave free inside a box that says nothing of it.
_INSETS: Final = (7.2, 3.6)
_LEAST_SIZE: Final = 16
_MOST_SIZE: Final = 66
_STEP: Final = 2
_USUAL_SIZE: Final = 18
_OVERLAP: Final = 8.0
# These may stand wherever their layout wants its title.
_ALONE: Final = frozenset({"title", "section", "closing"})


@dataclass(frozen=True, slots=True)
class Place:
    """A placeholder of a layout. The rectangle is the room for text inside it."""

    kind: str
    index: int
    rect: Rect
    look: Type


@dataclass(frozen=True, slots=True)
class TemplateLayout:
    """A layout, counted from 0. `purpose` is what its program made it for, where it says so."""

    number: int
    purpose: str
    places: tuple[Place, ...]

    def of(self, kinds: Iterable[str]) -> list[Place]:
        """Its places of these kinds, from left to right and from top to bottom."""
        wanted = frozenset(kinds)
        found = [place for place in self.places if place.kind in wanted]
        return sorted(found, key=lambda place: (round(place.rect.x / 20), place.rect.y))

    @property
    def title(self) -> Place | None:
        """Where its title stands."""
        return next(iter(self.of(TITLES)), None)

    @property
    def body(self) -> Rect | None:
        """The room of all its places for text and figures together."""
        rects = [place.rect for place in self.of(TEXTS | FIGURES)]
        if not rects:
            return None
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)


def layouts_of(deck: Any) -> list[TemplateLayout]:
    """The layouts of the first master that have a title."""
    master = deck.slide_master
    found = [
        TemplateLayout(number, layout.element.get("type", ""), _places(layout, master))
        for number, layout in enumerate(deck.slide_layouts)
    ]
    return [layout for layout in found if layout.title]


def serving(layouts: Sequence[TemplateLayout]) -> dict[Kind, TemplateLayout]:
    """The layout that serves each of ours, by the kinds of its placeholders."""
    return {kind: _best(kind, layouts) for kind in get_args(Kind)}


def _is_content(layout: TemplateLayout) -> bool:
    return (
        len(layout.of(TEXTS)) == 1 and not layout.of(FIGURES | {"subTitle", "ctrTitle"}) and layout.purpose != "secHead"
    )


def _is_title_only(layout: TemplateLayout) -> bool:
    return not layout.of(TEXTS | FIGURES)


def _is_opening(layout: TemplateLayout) -> bool:
    return layout.purpose == "title" or bool(layout.of({"ctrTitle", "subTitle"}))


# Each wish stands before what is second best.
_WISHES: Final[Mapping[Kind, tuple[Callable[[TemplateLayout], bool], ...]]] = MappingProxyType(
    {
        "title": (_is_opening,),
        "section": (lambda layout: layout.purpose == "secHead", _is_opening),
        "closing": (_is_opening,),
        "bullets": (_is_content,),
        "two_columns": (lambda layout: layout.purpose == "twoObj", lambda layout: len(layout.of(TEXTS)) == 2),
        "comparison": (
            lambda layout: layout.purpose == "twoTxTwoObj",
            lambda layout: len(layout.of(TEXTS)) == 4,
        ),
        "table": (lambda layout: bool(layout.of({"tbl"})),),
        "chart": (lambda layout: bool(layout.of({"chart"})),),
        "image": (lambda layout: bool(layout.of({"pic"})),),
    }
)


def _best(kind: Kind, layouts: Sequence[TemplateLayout]) -> TemplateLayout:
    last = (_is_content, _is_title_only) if kind in ("bullets", "two_columns") else (_is_title_only, _is_content)
    tidy = [layout for layout in layouts if kind in _ALONE or _stands_clear(layout)]
    for wish in (*_WISHES.get(kind, ()), *last):
        if found := next(filter(wish, tidy), None):
            return found
    return layouts[0]


def _stands_clear(layout: TemplateLayout) -> bool:
    """Whether the title stands above or beside everything else, so that what is drawn there does not cover it."""
    body = layout.body
    if layout.title is None or body is None:
        return True
    title = layout.title.rect
    return title.bottom <= body.y + _OVERLAP or title.right <= body.x + _OVERLAP or body.right <= title.x + _OVERLAP


def _places(layout: Any, master: Any) -> tuple[Place, ...]:
    masters = {_kind_of(shape.element): shape.element for shape in master.placeholders}
    return tuple(_place(shape, masters, master.element) for shape in layout.placeholders)


def _place(shape: Any, masters: Mapping[str, Any], master: Any) -> Place:
    kind = _kind_of(shape.element)
    general = "title" if kind in TITLES else kind if kind in masters else "body"
    above = [shape.element, *filter(lambda element: element is not None, [masters.get(general)])]
    style = master.find(f"{{*}}txStyles/{{*}}{'title' if general == 'title' else 'body'}Style")
    # What stands nowhere at all has no room.
    x, y, width, height = (float(length or 0) / _EMU for length in (shape.left, shape.top, shape.width, shape.height))
    rect = Rect(x, y, width, height).inset(*_INSETS)
    index = int(shape.element.find(".//{*}nvPr/{*}ph").get("idx", "0"))
    return Place(kind, index, rect, _look(above, style, is_title=general == "title"))


def _kind_of(element: Any) -> str:
    return str(element.find(".//{*}nvPr/{*}ph").get("type", "obj"))


def _look(above: Sequence[Any], style: Any, *, is_title: bool) -> Type:
    """How text is set there: what the layout says, else the master, else the style of the master."""
    levels = [shape.find(".//{*}lstStyle/{*}lvl1pPr") for shape in above]
    levels.append(style.find("{*}lvl1pPr") if style is not None else None)
    boxes = [shape.find(".//{*}bodyPr") for shape in above]
    runs = [level.find("{*}defRPr") if level is not None else None for level in levels]
    size = min(max(int(_said(runs, "sz") or _USUAL_SIZE * 100) // 100, _LEAST_SIZE), _MOST_SIZE)
    align, anchor = _said(levels, "algn"), _said(boxes, "anchor")
    return Type(
        tuple(float(one) for one in range(size, _LEAST_SIZE - 1, -_STEP)),
        _colour(runs),
        "heading" if is_title else "body",
        bold=_said(runs, "b") == "1",
        align=cast("Align", align) if align in get_args(Align) else "l",
        anchor=cast("Anchor", anchor) if anchor in get_args(Anchor) else "t",
    )


def _said(elements: Iterable[Any], attribute: str) -> str | None:
    """The attribute of the first element that has it."""
    return next((said for one in elements if one is not None and (said := one.get(attribute)) is not None), None)


def _colour(runs: Iterable[Any]) -> Colour:
    """The colour of the theme that text has there; one that is no colour of the theme is taken for that of all text."""
    fills = (run.find("{*}solidFill") for run in runs if run is not None)
    fill = next((one for one in fills if one is not None and len(one)), None)
    name = fill[0].get("val", "") if fill is not None else ""
    return cast("Colour", name) if name in get_args(Colour) else "tx1"
