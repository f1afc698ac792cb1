"""Our templates: one for each theme, with real layouts and placeholders and the decoration in them."""

import io
from typing import Any

import pptx
import pytest
from pptx.enum.shapes import PP_PLACEHOLDER

from inkwright.artifacts.slides.model import ThemeName
from inkwright.artifacts.slides.pptx.master import LAYOUT_KINDS, LAYOUT_NAMES, PLACEHOLDERS, theme_template
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import Decoration

ALL_THEMES = pytest.mark.parametrize("theme", THEMES)


@ALL_THEMES
def test_a_template_has_every_layout_and_no_slide(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    assert [layout.name for layout in deck.slide_layouts] == list(LAYOUT_NAMES.values())
    assert len(deck.slides) == 0


@ALL_THEMES
def test_layouts_have_the_placeholders_that_slides_fill(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    for kind, layout in zip(LAYOUT_KINDS, deck.slide_layouts, strict=True):
        found = {
            shape.placeholder_format.idx
            for shape in layout.placeholders
            if shape.placeholder_format.type != PP_PLACEHOLDER.SLIDE_NUMBER
        }
        assert found == {place.index for place in PLACEHOLDERS[kind].values()}


@ALL_THEMES
def test_decoration_stands_in_the_layouts_and_says_that_it_is_none_of_the_contents(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    for kind, layout in zip(LAYOUT_KINDS, deck.slide_layouts, strict=True):
        marks = [mark for mark in THEMES[theme].scenes[kind].marks if isinstance(mark, Decoration)]
        assert len(layout.element.findall(".//{*}decorative")) == len(marks)


@ALL_THEMES
def test_a_template_is_made_once(theme: ThemeName) -> None:
    assert theme_template(theme) is theme_template(theme)
