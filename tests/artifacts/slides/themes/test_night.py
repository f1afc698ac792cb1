"""The theme `night`: light text on a dark background."""

from inkwright.artifacts.slides.themes.night import THEME


def test_it_is_dark() -> None:
    assert THEME.palette.is_dark
    assert int(THEME.palette.background, 16) < int(THEME.palette.text, 16)
