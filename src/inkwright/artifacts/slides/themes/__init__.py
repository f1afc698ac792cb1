"""The built-in themes, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.themes import bold, classroom, editorial, night, paper
from inkwright.artifacts.slides.themes.theme import Theme

THEMES: Final[Mapping[ThemeName, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (classroom.THEME, editorial.THEME, bold.THEME, night.THEME, paper.THEME)}
)
DEFAULT_THEME: Final[ThemeName] = "classroom"
