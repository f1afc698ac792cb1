"""Themes: every layout has a design, text has enough contrast, and no theme is another one in other colours."""

from typing import get_args

import pytest

from inkwright.artifacts.slides.checks.styles import contrast_ratio
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.layout_registry import master_layouts
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.pptx.master import layout_slots
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import (
    ColourName,
    Decoration,
    LayoutDesign,
    Panel,
    TextSlot,
    Theme,
)

LEAST = 4.5


def ratio(theme: Theme, ink: ColourName, ground: ColourName) -> float:
    one, other = (bytes.fromhex(theme.palette.hexadecimal(colour)) for colour in (ink, ground))
    return contrast_ratio((one[0], one[1], one[2]), (other[0], other[1], other[2]))


def background_of(slot: TextSlot, design: LayoutDesign) -> ColourName:
    """The colour under a slot: that of the last opaque shape around it, or of the slide."""
    under = [mark for mark in design.decorations if isinstance(mark, Decoration) and mark.fill and mark.opacity == 100]
    holding = [mark.fill for mark in under if mark.fill and holds(mark.rect, slot.rect)]
    return holding[-1] if holding else design.background


def designs_of(theme: Theme) -> dict[str, LayoutDesign]:
    return {"content": theme.content, **theme.designs}


def holds(outer: Rect, inner: Rect) -> bool:
    return outer.x <= inner.x and outer.y <= inner.y and outer.right >= inner.right and outer.bottom >= inner.bottom


def test_every_name_of_a_theme_has_one_with_all_layouts() -> None:
    assert set(THEMES) == set(get_args(ThemeName))
    for theme in THEMES.values():
        for layout in master_layouts():
            assert theme.design(layout.kind).has("title")
            assert layout_slots(layout, theme.design(layout.kind)).keys() == layout.all_placeholders.keys()


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_has_contrast_with_its_background(theme: Theme) -> None:
    faint = {
        (kind, slot.role): round(found, 2)
        for kind, design in designs_of(theme).items()
        for slot in design.slots
        if (found := ratio(theme, slot.style.colour, background_of(slot, design))) < LEAST
    }
    assert faint == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_in_the_body_has_contrast(theme: Theme) -> None:
    drawing = theme.drawing
    panels = [drawing.card, drawing.body, drawing.aside, drawing.code, drawing.quiet, drawing.steps]

    def fill(panel: Panel) -> ColourName:
        return panel.fill or "bg1"

    numeral: ColourName = drawing.numeral_fill if drawing.numeral_shape != "none" else fill(drawing.card)
    pairs: list[tuple[ColourName, ColourName]] = [
        *((panel.text, fill(panel)) for panel in panels),
        *(("tx2", fill(panel)) for panel in (drawing.card, drawing.body, drawing.steps)),
        ("accent6", "bg1"),
        (theme.on_accent, "accent1"),
        (theme.on_accent, "tx2"),
        (drawing.numeral.colour, numeral),
        (drawing.table.header_text, drawing.table.header_fill or "bg1"),
        ("tx1", drawing.table.band or "bg1"),
    ]
    assert {pair: round(ratio(theme, *pair), 2) for pair in pairs if ratio(theme, *pair) < LEAST} == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_text_slots_are_on_the_slide(theme: Theme) -> None:
    slide = Rect(0, 0, SLIDE_WIDTH, SLIDE_HEIGHT)
    outside = [
        (kind, slot.role)
        for kind, design in designs_of(theme).items()
        for slot in design.slots
        if not holds(slide, slot.rect)
    ]
    assert outside == []


def test_themes_differ_in_geometry_and_in_type() -> None:
    titles = {theme.content.slot("title").rect for theme in THEMES.values()}
    bodies = {theme.content.slot("body").rect for theme in THEMES.values()}
    faces = {(theme.heading, theme.body) for theme in THEMES.values()}
    assert [len(titles), len(bodies), len(faces)] == [5, 5, 5]
