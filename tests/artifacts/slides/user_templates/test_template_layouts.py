"""The layouts of a template: which of them suits each kind of slide."""

from typing import Any

import pptx

from inkwright.artifacts.slides.layout_registry import master_layouts
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes.theme import TextStyle
from inkwright.artifacts.slides.user_templates.template_layouts import (
    TemplateLayout,
    TemplatePlaceholder,
    choose_layouts,
    read_template_layouts,
)


def placeholder(kind: str, rect: Rect) -> TemplatePlaceholder:
    return TemplatePlaceholder(kind, 1, rect, TextStyle())


TITLE = placeholder("title", Rect(0, 0, 900, 100))
OVERLAPPED_TITLE = placeholder("title", Rect(0, 200, 900, 100))
LEFT, RIGHT = placeholder("obj", Rect(0, 120, 400, 300)), placeholder("obj", Rect(500, 120, 400, 300))


def test_every_kind_gets_a_layout_of_the_default_template() -> None:
    deck: Any = pptx.Presentation()
    found = read_template_layouts(deck)
    chosen = choose_layouts(found)
    assert chosen.keys() == {layout.kind for layout in master_layouts()}
    names = {kind: deck.slide_layouts[layout.number].name for kind, layout in chosen.items()}
    assert (names["title"], names["section"]) == ("Title Slide", "Section Header")
    assert (names["bullets"], names["two_columns"]) == ("Title and Content", "Two Content")
    assert names["code"] == "Title Only"


def test_placeholders_are_read_from_left_to_right() -> None:
    layout = TemplateLayout(0, "", (RIGHT, LEFT, TITLE))
    assert layout.of({"obj"}) == [LEFT, RIGHT]
    assert layout.first_text == LEFT
    assert layout.count_texts() == 2
    assert layout.body == Rect(0, 120, 900, 300)


def test_a_layout_is_content_or_a_title_alone() -> None:
    content, bare = TemplateLayout(0, "", (TITLE, LEFT)), TemplateLayout(1, "", (TITLE,))
    assert (content.is_content, content.is_title_only) == (True, False)
    assert (bare.is_content, bare.is_title_only) == (False, True)
    assert not TemplateLayout(0, "secHead", (TITLE, LEFT)).is_content


def test_a_layout_whose_body_covers_its_title_is_used_last() -> None:
    covered, clear = TemplateLayout(0, "", (OVERLAPPED_TITLE, LEFT)), TemplateLayout(1, "", (TITLE, LEFT))
    assert choose_layouts([covered, clear])["bullets"] is clear
    assert choose_layouts([covered])["bullets"] is covered
