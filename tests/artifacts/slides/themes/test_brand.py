"""A brand: its colours stay readable in every theme, and its logo is on every layout."""

import io

import pptx
import pytest
from pptx.opc.constants import RELATIONSHIP_TYPE

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.checks.styles import contrast_ratio
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.brand import Brand, brand_of, branded
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import ALL_THEMES, EVERYTHING, picture

LOGO = picture(300, 90)


@ALL_THEMES
@pytest.mark.parametrize("color", ["FFE14D", "101010", "8A1538"])
def test_a_colour_of_a_brand_is_readable_in_every_theme(theme: ThemeName, color: str) -> None:
    palette = branded(THEMES[theme], Brand(color)).palette
    first, ground = (tuple(bytes.fromhex(each)) for each in (palette.accents[0], palette.background))
    assert contrast_ratio((first[0], first[1], first[2]), (ground[0], ground[1], ground[2])) >= 4.5


@ALL_THEMES
def test_a_deck_of_a_brand_has_its_logo_on_every_layout_and_nothing_wrong_with_it(theme: ThemeName) -> None:
    draft = build_deck(EVERYTHING, theme=theme, brand=Brand("8A1538", "E0A526", LOGO, 300 / 90))
    assert check_deck(draft) == []
    deck = pptx.Presentation(io.BytesIO(draft.main))
    logos = [[shape.image.blob for shape in layout.shapes if hasattr(shape, "image")] for layout in deck.slide_layouts]
    assert logos == [[LOGO]] * len(deck.slide_layouts)


@ALL_THEMES
def test_a_brand_writes_its_footer_on_numbered_slides_in_its_typeface(theme: ThemeName) -> None:
    draft = build_deck(EVERYTHING, theme=theme, brand=Brand(font="Arial", footer="Oak & Elm School"))
    assert check_deck(draft) == []
    deck = pptx.Presentation(io.BytesIO(draft.main))
    footers = [[each.text_frame.text for each in page.placeholders if each.name == "Footer"] for page in deck.slides]
    assert footers[0] == []
    assert footers.count(["Oak & Elm School"]) > len(footers) / 2
    assert b'latin typeface="Arial"' in deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob


@pytest.mark.parametrize(
    "values", [{"color": "red"}, {"colour": "#112233"}, {"font": "Comic Sans MS"}, {"footer": "x" * 81}]
)
def test_a_brand_that_cannot_be_read_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(InvalidOption):
        brand_of(values, lambda _name: (LOGO, 1.0))
