"""The layout `icons`: icons are shapes in a colour of the theme, with an alternative text, and no text is lost."""

from typing import Any

import pytest

from inkwright.artifacts.slides.layouts.icons import IconsSlide
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import ALL_THEMES, pages, shown, slides_of


def icon_shapes(page: Any) -> list[Any]:
    return [shape for shape in page.shapes if shape.name.startswith("Icon")]


@ALL_THEMES
def test_an_icon_is_a_freeform_in_a_colour_of_the_theme_with_an_alternative_text(theme: str) -> None:
    items = [{"icon": "sun", "heading": "Light"}, {"icon": "arrow-up", "heading": "Height"}]
    [page] = pages({"layout": "icons", "items": items}, theme=theme)
    found = icon_shapes(page)
    assert [shape.element.find(".//{*}cNvPr").get("descr") for shape in found] == ["sun", "arrow up"]
    assert all(shape.element.find(".//{*}custGeom//{*}cubicBezTo") is not None for shape in found)
    assert all(shape.element.find("./{*}spPr/{*}solidFill/{*}schemeClr") is not None for shape in found)
    assert not page.part.rels or not any("image" in each.reltype for each in page.part.rels.values())


def test_the_alternative_text_is_in_the_language_of_the_slide() -> None:
    items = [{"icon": "太阳", "heading": "阳光"}, {"icon": "drop", "heading": "水从土壤里来"}]
    [page] = pages({"layout": "icons", "items": items})
    assert [shape.element.find(".//{*}cNvPr").get("descr") for shape in icon_shapes(page)] == ["太阳", "水滴"]


def test_long_items_continue_on_the_next_page_with_their_icons() -> None:
    items = [{"icon": "leaf", "heading": f"Point {number}", "text": "word " * 55} for number in range(12)]
    found = pages({"layout": "icons", "items": items})
    assert len(found) > 1
    assert sum(len(icon_shapes(page)) for page in found) == len(items)
    assert all(any(f"Point {number}\n" in shown(page) for page in found) for number in range(12))


def test_a_list_whose_items_begin_with_icons_becomes_their_slide() -> None:
    [slide] = slides_of("## Needs\n\n- :sun: **Light** to grow\n- :水滴: Water: from the soil\n- :leaf: Air\n")
    assert isinstance(slide, IconsSlide)
    assert [(item.icon, item.heading, item.text) for item in slide.items] == [
        ("sun", "Light", "to grow"),
        ("drop", "Water", "from the soil"),
        ("leaf", "Air", ""),
    ]


@pytest.mark.parametrize("second", ["Water", ":water", "12:30: Lunch"])
def test_a_list_in_which_an_item_has_no_icon_stays_a_list(second: str) -> None:
    [slide] = slides_of(f"## Needs\n\n- :sun: Light\n- {second}\n")
    assert isinstance(slide, BulletsSlide)


def test_words_between_colons_that_are_no_icons_stay_a_list() -> None:
    [slide] = slides_of("## Roles\n\n- :param: the first\n- :returns: the second\n")
    assert isinstance(slide, BulletsSlide)


def test_an_unknown_icon_is_reported_with_similar_names() -> None:
    with pytest.raises(InvalidOption) as caught:
        slides_of("## Needs\n\n- :sun: Light\n- :leef: Air\n")
    assert str(caught.value.fields["allowed"]).endswith(
        'items, item 2, icon: there is no icon "leef"; use one of: leaf'
    )
