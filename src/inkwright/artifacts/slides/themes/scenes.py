"""Scenes that most layouts of a theme share: a title, a body, and the slide number."""

from typing import Final

from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.themes.shapes import Kind, Mark, Scene, Sign, Slot, Type

CONTENT: Final[tuple[Kind, ...]] = (
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


def content_scene(title: Slot, body: Rect, page: Slot, marks: tuple[Mark | Sign, ...]) -> Scene:
    """A scene with a title and a body."""
    return Scene((title, Slot("body", body, Type()), page), marks)


def contents(scene: Scene) -> dict[Kind, Scene]:
    """The same scene for all layouts that consist of a title and a body."""
    return dict.fromkeys(CONTENT, scene)


def figures(*, largest: float, smallest: float = 36.0) -> tuple[float, ...]:
    """Sizes for a number that fills a slide."""
    count = int((largest - smallest) // 6)
    return tuple(largest - 6 * step for step in range(count + 1))
