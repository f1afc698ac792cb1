"""Slides drawn on somebody's own template: each shape takes the place of the template that is meant for it."""

from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.checks.colours import Colour, contrast
from inkwright.artifacts.slides.template_layouts import FIGURES, TEXTS, TITLES, Place, TemplateLayout
from inkwright.artifacts.slides.themes.shapes import Colour as Name
from inkwright.artifacts.slides.themes.shapes import Palette

_LEAST_CONTRAST: Final = 4.5
_ACCENTS: Final[tuple[Name, ...]] = ("accent1", "accent2", "accent3", "accent4", "accent5", "accent6")


def seat(slide: Any, layout: TemplateLayout, palette: Palette) -> None:
    """Let the shapes of a slide fill places of its layout; those without one become shapes of their own."""
    shapes = [(shape, shape.find(".//{*}nvPr/{*}ph")) for shape in slide.element.find("{*}cSld/{*}spTree")]
    held = [(shape, place) for shape, place in shapes if place is not None]
    kinds = {id(shape): place.get("type", "obj") for shape, place in held}
    words = [shape for shape, _ in held if kinds[id(shape)] in TEXTS]
    chosen = dict(zip(map(id, _seated(words, layout)), layout.of(TEXTS), strict=False))
    free = layout.of(TEXTS)[len(chosen) :]
    for shape, place in held:
        kind = kinds[id(shape)]
        wanted = chosen.get(id(shape)) or _other(kind, layout, free)
        if wanted is not None:
            _take(place, wanted)
        elif kind == "sldNum":
            shape.getparent().remove(shape)
        else:
            _let_go(shape, place)
    _darken(slide, palette)


def _seated(words: Sequence[Any], layout: TemplateLayout) -> Sequence[Any]:
    """The texts that get a place. One of many alike would stand out: they do without, if there are too few."""
    many = [shape for shape in words if shape.find(".//{*}cNvPr").get("name", "")[-1:].isdigit()]
    if len(words) <= len(layout.of(TEXTS)):
        return words
    return [shape for shape in words if shape not in many]


def _other(kind: str, layout: TemplateLayout, free: list[Place]) -> Place | None:
    """The place of a title, a number or a figure; a figure may take one that is for anything."""
    kinds = TITLES if kind in TITLES else {kind}
    if found := layout.of(kinds - TEXTS):
        return found[0]
    anything = [place for place in free if place.kind == "obj"]
    if kind in FIGURES and anything:
        free.remove(anything[0])
        return anything[0]
    return None


def _take(element: Any, place: Place) -> None:
    for attribute in ("type", "idx"):
        element.attrib.pop(attribute, None)
    if place.kind != "obj":
        element.set("type", place.kind)
    if place.index:
        element.set("idx", str(place.index))


def _let_go(shape: Any, place: Any) -> None:
    place.getparent().remove(place)
    properties = shape.find("{*}nvSpPr/{*}cNvSpPr")
    if properties is not None:
        for lock in list(properties):
            properties.remove(lock)
        properties.set("txBox", "1")


def _darken(slide: Any, palette: Palette) -> None:
    """Set words in the colour of text where an accent of the template would hardly stand out from the ground."""
    grounds = [Colour(*bytes.fromhex(digits)) for digits in (palette.ground, palette.surface)]
    accents = {name: Colour(*bytes.fromhex(palette.hexadecimal(name))) for name in _ACCENTS}
    weak = {name for name, own in accents.items() if min(contrast(own, one) for one in grounds) < _LEAST_CONTRAST}
    charts = [shape.chart.element for shape in slide.shapes if shape.has_chart]
    for part in (slide.element, *charts):
        for tag in ("rPr", "defRPr"):
            for colour in part.iterfind(f".//{{*}}{tag}/{{*}}solidFill/{{*}}schemeClr"):
                colour.set("val", "tx1" if colour.get("val") in weak else colour.get("val"))
