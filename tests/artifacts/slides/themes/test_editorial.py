"""The theme `editorial`: lists without panels, one design for all content."""

from inkwright.artifacts.slides.themes.editorial import THEME


def test_lists_have_no_panel() -> None:
    assert THEME.drawing.body.fill is None


def test_every_content_layout_shares_one_design() -> None:
    assert THEME.design("chart") is THEME.design("bullets") is THEME.content
