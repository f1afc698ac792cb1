"""The theme `bold`: figures get the full width under a band of colour."""

from inkwright.artifacts.slides.themes.bold import THEME


def test_titles_are_above_wide_content_and_left_of_lists() -> None:
    table, bullets = THEME.design("table"), THEME.design("bullets")
    assert table.slot("title").rect.bottom <= table.slot("body").rect.y
    assert bullets.slot("title").rect.right <= bullets.slot("body").rect.x


def test_titles_are_light_on_the_accent() -> None:
    assert THEME.content.slot("title").style.colour == "bg1"
    assert THEME.drawing.arrangement == "rows"
