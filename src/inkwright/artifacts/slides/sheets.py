"""The sheets of a slide: most need one; what is too much for one goes on the next. And the title above each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.settling import Setting, settled_text
from inkwright.artifacts.slides.themes.shapes import Kind, Theme
from inkwright.i18n import language_of

_SPACE: Final = 10.0
_EDGE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of a slide: its layout, how its body is drawn, and the words of it for the speaker."""

    kind: Kind
    draw: Callable[[Page], None]
    said: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A title that has been set, and the body that it leaves."""

    setting: Setting
    rect: Rect
    body: Rect


def heading(theme: Theme, kind: Kind, title: str) -> Heading:
    """The title in its place. One that needs more room than there is takes it from the body below."""
    scene = theme.scenes[kind]
    slot = scene.slot("title")
    # A little less than the whole width: where the last word stands close to the edge, programs differ.
    setting = settled_text(title, slot.rect.inset(_EDGE, 0), slot.type, theme)
    body = scene.slot("body").rect if scene.has("body") else Rect(0, 0, 0, 0)
    more = setting.height - slot.rect.height
    if more <= 0 or slot.rect.bottom > body.y:
        return Heading(setting, slot.rect, body)
    grown = replace(slot.rect, height=setting.height)
    top = max(body.y, grown.bottom + _SPACE)
    return Heading(setting, grown, Rect(body.x, top, body.width, body.bottom - top))


def numbered(title: str, number: int) -> str:
    """The title of a sheet that goes on."""
    if number == 1:
        return title
    return f"{title}（{number}）" if language_of(title) == "zh" else f"{title} ({number})"


def body_under(theme: Theme, kind: Kind, title: str) -> Rect:
    """The room under a title, also when a number stands behind it."""
    return heading(theme, kind, numbered(title, 10)).body
