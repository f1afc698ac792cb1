"""The theme `paper`: centred titles in a frame."""

from inkwright.artifacts.slides.themes.paper import THEME


def test_titles_are_centred() -> None:
    assert {design.slot("title").style.align for design in (THEME.content, *THEME.designs.values())} == {"ctr"}


def test_every_design_has_a_frame() -> None:
    assert all(design.decorations for design in (THEME.content, *THEME.designs.values()))
