"""Agendas and comparisons."""

import pytest

from inkwright.artifacts.slides.fields import Bullet
from inkwright.artifacts.slides.layouts.panels import AgendaSlide, ComparisonSide, ComparisonSlide
from tests.artifacts.slides.sample_slides import LONG, bullets, pages, slides_of


@pytest.mark.parametrize("title", ["Agenda", "目录", "Contents:"])
def test_an_agenda_is_known_by_its_title(title: str) -> None:
    assert slides_of(f"## {title}\n- a\n- b\n## A\n- a")[0] == AgendaSlide(title=title, items=["a", "b"])


def test_an_agenda_that_is_not_a_flat_list_has_bullets() -> None:
    assert slides_of("## Agenda\n- a\n  - b\n- c") == [bullets("Agenda", Bullet(text="a", children=["b"]), "c")]


@pytest.mark.parametrize("title", ["Ice vs steam", "冰与蒸汽的对比", "Ice compared with steam"])
def test_two_lists_under_a_title_that_compares_are_side_by_side(title: str) -> None:
    assert slides_of(f"## {title}\n### Ice\n- hard\n- cold\n### Steam\n- soft\n> notes: n") == [
        ComparisonSlide(
            title=title,
            left=ComparisonSide(heading="Ice", points=["hard", "cold"]),
            right=ComparisonSide(heading="Steam", points=["soft"]),
            notes="n",
        )
    ]


def test_lists_that_differ_much_are_not_compared() -> None:
    left, right, longer = slides_of("## A vs B\n### A\n- a\n### B\n" + "- b\n" * 5)
    assert (left.layout, right.layout, longer.layout) == ("section", "bullets", "bullets")


def test_an_agenda_numbers_its_items_over_pages() -> None:
    found = pages({"layout": "agenda", "items": [f"{number} {LONG}"[:119] for number in range(10)]})
    numbers = [shape.text_frame.text for page in found for shape in page.shapes if shape.name.startswith("Number")]
    assert numbers == [str(number) for number in range(1, 11)]


def test_the_longer_side_of_a_comparison_continues_alone() -> None:
    sides = {"left": {"heading": "Day", "points": ["Light"]}, "right": {"heading": "Night", "points": [LONG * 2] * 8}}
    first, second, *_ = pages({"layout": "comparison", **sides})
    names = [[shape.name for shape in page.shapes if shape.name in ("Left", "Right")] for page in (first, second)]
    assert names == [["Left", "Right"], ["Right"]]


def test_the_sides_of_a_comparison_begin_at_the_same_height_and_end_with_their_text() -> None:
    sides = {"left": {"heading": "A", "points": ["one", "two"]}, "right": {"heading": "B", "points": ["one"]}}
    [page] = pages({"layout": "comparison", **sides})
    texts = {shape.name: shape for shape in page.placeholders}
    assert texts["Left"].top == texts["Right"].top
    assert {texts[name].text_frame._txBody.bodyPr.get("anchor", "t") for name in ("Left", "Right")} == {"t"}
    assert texts["Left"].height < 200 * 12_700
