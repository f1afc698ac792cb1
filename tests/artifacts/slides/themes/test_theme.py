"""Themes: every layout has its scene, text can be read on its ground, and no two are the same in other colours."""

from typing import get_args

import pytest

from inkwright.artifacts.slides.checks.styles import contrast_ratio
from inkwright.artifacts.slides.model import ThemeName
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import (
    ColourName,
    Decoration,
    LayoutDesign,
    LayoutKind,
    Panel,
    TextSlot,
    Theme,
)

LEAST = 4.5


def ratio(theme: Theme, ink: ColourName, ground: ColourName) -> float:
    one, other = (bytes.fromhex(theme.palette.hexadecimal(colour)) for colour in (ink, ground))
    return contrast_ratio((one[0], one[1], one[2]), (other[0], other[1], other[2]))


def ground_of(slot: TextSlot, scene: LayoutDesign) -> ColourName:
    """The colour right under a slot: that of the last opaque form which holds it, or of the slide."""
    under = [mark for mark in scene.marks if isinstance(mark, Decoration) and mark.fill and mark.opacity == 100]
    holding = [mark.fill for mark in under if mark.fill and holds(mark.rect, slot.rect)]
    return holding[-1] if holding else scene.ground


def holds(outer: Rect, inner: Rect) -> bool:
    return outer.x <= inner.x and outer.y <= inner.y and outer.right >= inner.right and outer.bottom >= inner.bottom


def test_every_name_of_a_theme_has_one_with_all_layouts() -> None:
    assert set(THEMES) == set(get_args(ThemeName))
    assert {name: set(theme.scenes) for name, theme in THEMES.items()} == {
        name: set(get_args(LayoutKind)) for name in THEMES
    }


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read_on_its_ground(theme: Theme) -> None:
    faint = {
        (kind, slot.role): round(found, 2)
        for kind, scene in theme.scenes.items()
        for slot in scene.slots
        if (found := ratio(theme, slot.type.colour, ground_of(slot, scene))) < LEAST
    }
    assert faint == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read_in_the_body(theme: Theme) -> None:
    manners = theme.manners
    panels = [manners.card, manners.body, manners.aside, manners.code, manners.quiet, manners.steps]

    def fill(panel: Panel) -> ColourName:
        return panel.fill or "bg1"

    numeral: ColourName = manners.numeral_fill if manners.numeral_form != "none" else fill(manners.card)
    pairs: list[tuple[ColourName, ColourName]] = [
        *((panel.text, fill(panel)) for panel in panels),
        *(("tx2", fill(panel)) for panel in (manners.card, manners.body, manners.steps)),
        ("accent6", "bg1"),
        (theme.on_accent, "accent1"),
        (theme.on_accent, "tx2"),
        (manners.numeral.colour, numeral),
        (manners.table.header_text, manners.table.header_fill or "bg1"),
        ("tx1", manners.table.band or "bg1"),
    ]
    assert {pair: round(ratio(theme, *pair), 2) for pair in pairs if ratio(theme, *pair) < LEAST} == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_places_for_text_are_on_the_slide(theme: Theme) -> None:
    slide = Rect(0, 0, SLIDE_WIDTH, SLIDE_HEIGHT)
    outside = [
        (kind, slot.role) for kind, scene in theme.scenes.items() for slot in scene.slots if not holds(slide, slot.rect)
    ]
    assert outside == []


def test_themes_differ_in_geometry_and_in_type() -> None:
    titles = {theme.scenes["bullets"].slot("title").rect for theme in THEMES.values()}
    bodies = {theme.scenes["bullets"].slot("body").rect for theme in THEMES.values()}
    faces = {(theme.heading, theme.body) for theme in THEMES.values()}
    assert [len(titles), len(bodies), len(faces)] == [5, 5, 5]
