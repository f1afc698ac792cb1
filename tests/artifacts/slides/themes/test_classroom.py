"""The theme `classroom`: rounded cards for lists."""

from inkwright.artifacts.slides.themes import DEFAULT_THEME, THEMES
from inkwright.artifacts.slides.themes.classroom import THEME


def test_lists_are_on_rounded_cards() -> None:
    assert THEME.drawing.body.fill is not None
    assert THEME.drawing.card.radius > 0


def test_it_is_the_default_theme() -> None:
    assert THEMES[DEFAULT_THEME].name == THEME.name
