"""Colours of a deck: those of its theme, those that its parts name, and how well two can be told apart."""

import colorsys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# What a slide's master calls text and ground, where it says nothing else.
_USUAL: Final = MappingProxyType({"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"})
_SOLID: Final = 1001
_WHOLE: Final = 100_000


class Colour(NamedTuple):
    """Red, green and blue, each 0 to 255."""

    red: int
    green: int
    blue: int


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """How well two colours can be told apart, 1 to 21, as the Web Content Accessibility Guidelines measure it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Palette:
    """The colours that a master and its theme give names to."""

    def __init__(self, theme: Any, names: Mapping[str, str]) -> None:
        scheme = theme.find(f".//{_A}clrScheme") if theme is not None else None
        self._named = {_tag(each): _plain(each[0]) for each in scheme if len(each)} if scheme is not None else {}
        self._names = {**_USUAL, **names}

    def named(self, name: str) -> Colour | None:
        """The colour of a name such as `tx1` or `accent2`."""
        return self._named.get(self._names.get(name, name))

    def filling(self, element: Any) -> Colour | None:
        """The colour of an element that is filled with one; None where it is not, or where that cannot be told."""
        fill = element.find(f"{_A}solidFill") if element is not None else None
        return self.written(fill[0]) if fill is not None and len(fill) else None

    def written(self, element: Any) -> Colour | None:
        """The colour that an element names."""
        colour = self.named(element.get("val", "")) if _tag(element) == "schemeClr" else _plain(element)
        return _changed(colour, element) if colour else None

    def ground(self, owner: Any) -> Colour | None:
        """The colour behind everything on a slide, a layout or a master, where it says one."""
        held = owner.find("{*}cSld/{*}bg")
        if held is None or not len(held):
            return None
        if _tag(held[0]) == "bgRef":
            is_plain = held[0].get("idx") == str(_SOLID) and len(held[0])
            return self.written(held[0][0]) if is_plain else None
        return self.filling(held[0])


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _plain(element: Any) -> Colour | None:
    value = element.get("lastClr") if _tag(element) == "sysClr" else element.get("val", "")
    if _tag(element) not in ("srgbClr", "sysClr") or len(value or "") != 6:
        return None
    try:
        return Colour(*bytes.fromhex(value))
    except ValueError:
        return None


def _changed(colour: Colour, element: Any) -> Colour | None:
    """The colour after what is done to its lightness; None where something else is done to it."""
    hue, light, strength = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    for change in element:
        try:
            amount = int(change.get("val", "")) / _WHOLE
        except ValueError:
            return None
        if _tag(change) == "lumMod":
            light *= amount
        elif _tag(change) == "lumOff":
            light += amount
        elif _tag(change) != "alpha" or amount < 1:
            return None
    return Colour(*(round(part * 255) for part in colorsys.hls_to_rgb(hue, min(1.0, light), strength)))
