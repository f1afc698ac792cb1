"""Inspected slides of decks from Inkwright and from other programs."""

import io
from typing import Any

import pptx
from pptx.util import Pt

from inkwright.artifacts.rendering.pdf import Box
from inkwright.artifacts.slides.checks.inspection import InspectedShape, inspect_slides


def plain_deck() -> Any:
    """A deck of python-pptx's own template, 4:3, with one slide of title and list."""
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text_frame.text = "Title"
    slide.placeholders[1].text_frame.text = "First\nSecond"
    return deck


def shapes(deck: Any) -> list[InspectedShape]:
    made = io.BytesIO()
    deck.save(made)
    [slide] = inspect_slides(pptx.Presentation(made))
    return list(slide.shapes)


def test_a_placeholder_inherits_position_and_size() -> None:
    title, body = shapes(plain_deck())
    assert (title.is_title, title.box, title.paragraphs[0].runs[0].size) == (True, Box(36, 21.63, 684, 111.63), 44)
    assert (body.role, body.box, [line.runs[0].size for line in body.paragraphs]) == (
        "obj", Box(36, 126, 684, 482.38), [32, 32],
    )  # fmt: skip


def test_the_style_of_a_run_overrides_inherited_styles() -> None:
    deck = plain_deck()
    frame = deck.slides[0].placeholders[1].text_frame
    frame.paragraphs[0].runs[0].font.size = Pt(11)
    frame.paragraphs[1].level = 1
    _, body = shapes(deck)
    assert [line.runs[0].size for line in body.paragraphs] == [11, 28]


def test_shrunk_text_has_its_visible_size() -> None:
    deck = plain_deck()
    properties = deck.slides[0].placeholders[1].text_frame._txBody.bodyPr
    properties.append(properties.makeelement(properties.tag.replace("bodyPr", "normAutofit"), {"fontScale": "50000"}))
    _, body = shapes(deck)
    assert [line.runs[0].size for line in body.paragraphs] == [16, 16]


def test_shapes_inside_groups_have_their_visible_position() -> None:
    deck = plain_deck()
    group = deck.slides[0].shapes.add_group_shape()
    group.shapes.add_textbox(Pt(0), Pt(0), Pt(100), Pt(50)).text_frame.text = "inside"
    group.left, group.top, group.width, group.height = Pt(200), Pt(300), Pt(50), Pt(25)
    assert [shape.box for shape in shapes(deck) if shape.text == "inside"] == [Box(200, 300, 250, 325)]


def test_a_rotated_shape_has_the_box_around_it() -> None:
    deck = plain_deck()
    box = deck.slides[0].shapes.add_textbox(Pt(100), Pt(100), Pt(100), Pt(20))
    box.rotation = 90
    [*_, turned] = shapes(deck)
    assert turned.box is not None
    assert [round(edge) for edge in (turned.box.left, turned.box.top, turned.box.right, turned.box.bottom)] == [
        140, 60, 160, 160,
    ]  # fmt: skip


def test_a_table_has_its_cells_with_their_positions() -> None:
    deck = plain_deck()
    frame = deck.slides[0].shapes.add_table(2, 2, Pt(100), Pt(100), Pt(200), Pt(60))
    frame.table.cell(1, 1).text = "corner"
    [*_, table] = shapes(deck)
    assert (table.kind, table.text.strip(), table.cells[3].box) == ("table", "corner", Box(200, 130, 300, 160))
