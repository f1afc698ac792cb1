"""The layouts of a deck: what each is called, and which placeholders it has."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Placeholder
from inkwright.artifacts.slides.themes.shapes import CAPTION_SIZES, Kind, Scene, Slot, Type

MAX_CARDS: Final = 4
MAX_ITEMS: Final = 10
MAX_STEPS: Final = 7
PAGE_INDEX: Final = 90
PAGE_FIELD: Final = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"
_FIRST_OF_MANY: Final = 10

NAMES: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "title": "Title Slide",
        "section": "Section",
        "agenda": "Agenda",
        "bullets": "Title and Content",
        "cards": "Cards",
        "two_columns": "Two Columns",
        "comparison": "Comparison",
        "table": "Table",
        "chart": "Chart",
        "big_number": "Big Number",
        "quote": "Quote",
        "image": "Picture",
        "process": "Process",
        "code": "Code",
        "formula": "Formula",
        "closing": "Closing",
    }
)


def _many(role: str, count: int) -> dict[str, Placeholder]:
    return {f"{role}{number}": Placeholder("body", _FIRST_OF_MANY + number - 1) for number in range(1, count + 1)}


_TITLE: Final = {"title": Placeholder("title")}
_BODY: Final = {"body": Placeholder("body", 1)}
PLACEHOLDERS: Final[Mapping[Kind, Mapping[str, Placeholder]]] = MappingProxyType(
    {
        "title": {
            "title": Placeholder("ctrTitle"),
            "subtitle": Placeholder("subTitle", 1),
            "author": Placeholder("body", 2),
        },
        "section": _TITLE | {"subtitle": Placeholder("body", 1), "ordinal": Placeholder("body", 2)},
        "agenda": _TITLE | _many("item", MAX_ITEMS),
        "bullets": _TITLE | _BODY,
        "cards": _TITLE | _many("card", MAX_CARDS),
        "two_columns": _TITLE | {"left": Placeholder("body", 1), "right": Placeholder("body", 2)},
        "comparison": _TITLE
        | {
            "left_heading": Placeholder("body", 1),
            "left": Placeholder("body", 2),
            "right_heading": Placeholder("body", 3),
            "right": Placeholder("body", 4),
        },
        "table": _TITLE | {"table": Placeholder("tbl", 1), "caption": Placeholder("body", 2)},
        "chart": _TITLE | {"chart": Placeholder("chart", 1), "caption": Placeholder("body", 2)},
        "big_number": _TITLE
        | {"figure": Placeholder("body", 1), "label": Placeholder("body", 2), "detail": Placeholder("body", 3)},
        "quote": _TITLE | {"quote": Placeholder("body", 1), "source": Placeholder("body", 2)},
        "image": _TITLE
        | {"picture": Placeholder("pic", 1), "caption": Placeholder("body", 2), "body": Placeholder("body", 3)},
        "process": _TITLE | _many("step", MAX_STEPS),
        "code": _TITLE | {"code": Placeholder("body", 1), "caption": Placeholder("body", 2)},
        "formula": _TITLE | {"picture": Placeholder("pic", 1), "body": Placeholder("body", 2)},
        "closing": _TITLE | {"message": Placeholder("body", 1), "body": Placeholder("body", 2)},
    }
)
"""The placeholders of each layout by the role that drawing code knows them by."""


def slots_of(kind: Kind, scene: Scene) -> dict[str, Slot]:
    """Where every placeholder of a layout stands before a slide moves it."""
    own = {slot.role: slot for slot in scene.slots}
    body = own.get("body", Slot("body", Rect(0, 0, 0, 0), Type()))
    # On a layout whose body is shared out, the body itself is no placeholder.
    parts = _parts(kind, body.rect)
    return {
        role: own[role] if role in own and role not in parts else Slot(role, parts[role], _type_of(role))
        for role in PLACEHOLDERS[kind]
    }


def _type_of(role: str) -> Type:
    if role == "caption":
        return Type(CAPTION_SIZES, "accent6")
    if role.endswith("heading"):
        return Type((24.0, 22.0, 20.0, 18.0), "tx2", "heading", bold=True)
    return Type((20.0,))


def _parts(kind: Kind, body: Rect) -> dict[str, Rect]:
    """The shares of the parts of a body, on the layouts where it has several."""
    left, right = body.columns(2, 32)
    rest = Rect(body.x, body.y, body.width, body.height - 40)
    caption = body.bottom_part(28)
    match kind:
        case "two_columns":
            return {"left": left, "right": right}
        case "comparison":
            heads = {"left_heading": left.top_part(40), "right_heading": right.top_part(40)}
            below = body.height - 52
            return heads | {"left": left.bottom_part(below), "right": right.bottom_part(below)}
        case "table" | "chart" | "code":
            return {kind: rest, "caption": caption}
        case "image":
            return {"picture": left.top_part(body.height - 40), "caption": left.bottom_part(28), "body": right}
        case "formula":
            return {"picture": body.top_part(body.height * 0.5), "body": body.bottom_part(body.height * 0.44)}
        case "agenda":
            return {f"item{number}": rect for number, rect in enumerate(body.rows(MAX_ITEMS, 6), 1)}
        case "cards":
            return {f"card{number}": rect for number, rect in enumerate(body.rows(MAX_CARDS, 12), 1)}
        case "process":
            return {f"step{number}": rect for number, rect in enumerate(body.columns(MAX_STEPS, 12), 1)}
        case _:
            return {}
