"""The built-in themes, by name."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.themes import bold, classroom, editorial, night, paper
from inkwright.artifacts.slides.themes.theme import Decoration, LayoutDesign, TextSlot, TextStyle, Theme

TITLE_PICTURE: Final = "title_picture"
"""The master layout of a title page with a picture."""

_LEFT: Final = 56.0
_WIDTH: Final = 464.0
_PICTURE: Final = Rect(556.0, 0.0, SLIDE_WIDTH - 556.0, SLIDE_HEIGHT)
_LARGEST_TITLE: Final = 54


def _with_title_picture(theme: Theme) -> Theme:
    """Return the theme with its design of a title page with a picture: the same for all, in its colours and faces."""
    title = theme.design("title").slot("title").style
    sizes = tuple(size for size in title.sizes if size <= _LARGEST_TITLE)
    slots = (
        TextSlot("title", Rect(_LEFT, 90, _WIDTH, 210), title.but(sizes=sizes, colour="tx2", align="l", anchor="b")),
        TextSlot("subtitle", Rect(_LEFT, 336, _WIDTH, 84), TextStyle((24, 22, 20, 18, 16, 14, 12), "tx1")),
        TextSlot("author", Rect(_LEFT, 440, _WIDTH, 38), TextStyle((16, 14, 12), "tx2", bold=True)),
        TextSlot("picture", _PICTURE, TextStyle()),
    )
    bar = Decoration("rect", Rect(_LEFT, 314, 72, 5), "accent1")
    return replace(theme, designs={**theme.designs, TITLE_PICTURE: LayoutDesign(slots, (bar,))})


THEMES: Final[Mapping[ThemeName, Theme]] = MappingProxyType(
    {
        theme.name: _with_title_picture(theme)
        for theme in (classroom.THEME, editorial.THEME, bold.THEME, night.THEME, paper.THEME)
    }
)
DEFAULT_THEME: Final[ThemeName] = "classroom"
