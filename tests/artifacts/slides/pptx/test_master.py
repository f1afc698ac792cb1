"""The templates of the themes: real layouts with placeholders and decorations."""

import io
from typing import Any

import pptx
import pytest
from pptx.enum.shapes import PP_PLACEHOLDER

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.layout_registry import master_layouts
from inkwright.artifacts.slides.pptx.master import theme_template
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import Decoration

_AT_THE_FOOT = (PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER)
ALL_THEMES = pytest.mark.parametrize("theme", THEMES)


@ALL_THEMES
def test_a_template_has_every_layout_and_no_slide(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    assert [layout.name for layout in deck.slide_layouts] == [each.name for each in master_layouts()]
    assert len(deck.slides) == 0


@ALL_THEMES
def test_layouts_have_the_placeholders_that_slides_fill(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    for expected, layout in zip(master_layouts(), deck.slide_layouts, strict=True):
        found = {
            shape.placeholder_format.idx
            for shape in layout.placeholders
            if shape.placeholder_format.type not in _AT_THE_FOOT
        }
        assert found == {place.index for place in expected.all_placeholders.values()}


@ALL_THEMES
def test_decorations_are_in_the_layouts_and_marked_as_decorative(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    for expected, layout in zip(master_layouts(), deck.slide_layouts, strict=True):
        decorations = [mark for mark in THEMES[theme].design(expected.kind).decorations if isinstance(mark, Decoration)]
        assert len(layout.element.findall(".//{*}decorative")) == len(decorations)


@ALL_THEMES
def test_a_template_is_made_once(theme: ThemeName) -> None:
    assert theme_template(theme) is theme_template(theme)


@ALL_THEMES
def test_layouts_with_a_slide_number_have_a_date_and_a_footer_beside_it(theme: ThemeName) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(theme_template(theme)))
    for layout in deck.slide_layouts:
        found = {str(each.placeholder_format.type).split()[0]: each for each in layout.placeholders}
        if "SLIDE_NUMBER" not in found:
            continue
        number, date, footer = (found[name] for name in ("SLIDE_NUMBER", "DATE", "FOOTER"))
        assert footer.left + footer.width <= date.left
        assert date.left + date.width <= deck.slide_width
        assert date.left + date.width <= number.left or number.left + number.width <= footer.left
