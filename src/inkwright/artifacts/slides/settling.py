"""How text settles in its place: the size, and the space between paragraphs that lets it fill its box."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.fitting import Para, fit, height, para, split
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph, emphasised
from inkwright.artifacts.slides.specs import Bullet, as_bullet
from inkwright.artifacts.slides.themes.shapes import Theme, Type

HANGING: Final = 28.0
"""How far a line stands in from its bullet."""

_CHILD_HANGING: Final = 22.0
_GAP: Final = 0.4
_CHILD_GAP: Final = 0.18
_CHILD_SCALE: Final = 0.86
_MOST_GAP: Final = 1.5
_SPREAD: Final = 0.94


@dataclass(frozen=True, slots=True)
class Setting:
    """Paragraphs at the size at which they fit, and how high they are together."""

    size: float
    paragraphs: tuple[Paragraph, ...]
    height: float


def listed(points: Sequence[str | Bullet], theme: Theme) -> list[Paragraph]:
    """A list with the bullets of the theme."""
    manners = theme.manners
    made: list[Paragraph] = []
    for point in map(as_bullet, points):
        made.append(
            Paragraph(
                para(point.text, indent=HANGING, before=_GAP), manners.bullet, manners.bullet_colour, hanging=HANGING
            )
        )
        made += [_child(child) for child in point.children]
    return made


def _child(text: str) -> Paragraph:
    inner = para(text, scale=_CHILD_SCALE, indent=HANGING + _CHILD_HANGING, before=_CHILD_GAP)
    return Paragraph(inner, "–", "accent6", hanging=_CHILD_HANGING, level=1)


def settled(paragraphs: Sequence[Paragraph], rect: Rect, kind: Type, theme: Theme) -> Setting | None:
    """The paragraphs at the largest size of the type that fits; None where none does."""
    measured = measurable(paragraphs, kind)
    found = fit(measured, rect.box, kind.sizes, theme.faces(kind))
    if found is None:
        return None
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return Setting(found.size, tuple(own), found.height)


def settled_text(text: str, rect: Rect, kind: Type, theme: Theme) -> Setting:
    """One text at the largest size that fits, or else at the smallest."""
    only = [Paragraph(para(text, leading=kind.leading))]
    return settled(only, rect, kind, theme) or forced(only, rect, kind, theme)


def forced(paragraphs: Sequence[Paragraph], rect: Rect, kind: Type, theme: Theme) -> Setting:
    """The paragraphs at the smallest size, whatever the room."""
    measured = measurable(paragraphs, kind)
    size = min(kind.sizes)
    own = [replace(paragraph, para=one) for paragraph, one in zip(paragraphs, measured, strict=True)]
    return Setting(size, tuple(own), height(measured, size, rect.width, theme.faces(kind)))


def measurable(paragraphs: Sequence[Paragraph], kind: Type) -> list[Para]:
    """The paragraphs as they have to be measured."""
    return [emphasised(paragraph.para, kind) for paragraph in paragraphs]


def spread(setting: Setting, rect: Rect, *, most: float = _MOST_GAP) -> Setting:
    """The same with the free room shared out between the points, so that a short list fills its box."""
    tops = [number for number, one in enumerate(setting.paragraphs) if number and one.level == 0]
    if not tops:
        return setting
    free = max(0.0, rect.height * _SPREAD - setting.height) / len(tops)
    own = list(setting.paragraphs)
    added = 0.0
    for number in tops:
        size = own[number].para.size(setting.size)
        extra = min(free, max(0.0, (most - own[number].para.before)) * size)
        own[number] = replace(
            own[number], para=replace(own[number].para, before=own[number].para.before + extra / size)
        )
        added += extra
    return replace(setting, paragraphs=tuple(own), height=setting.height + added)


def parted(paragraphs: Sequence[Paragraph], rect: Rect, kind: Type, theme: Theme) -> list[list[Paragraph]]:
    """The paragraphs in as few parts as fit at the smallest size."""
    looks = {(one.para.indent, one.para.after): one for one in reversed(paragraphs)}
    parts = split(measurable(paragraphs, kind), rect.box, [min(kind.sizes)], theme.faces(kind))
    return [[replace(looks[one.indent, one.after], para=one) for one in part] for part in parts]
