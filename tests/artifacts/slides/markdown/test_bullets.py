"""Bullets from lines: too many of them continue on the next slide."""

from inkwright.artifacts.slides.fields import Bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from tests.artifacts.slides.sample_slides import bullets, slides_of


def test_more_bullets_than_fit_are_divided_evenly() -> None:
    items = [f"item {number}" for number in range(10)]
    assert slides_of("## A\n" + "".join(f"- {item}\n" for item in items)) == [
        bullets("A", *items[:5]),
        bullets("A (2)", *items[5:]),
    ]


def test_more_children_than_fit_continue_under_the_same_point() -> None:
    assert slides_of("## A\n- a\n" + "".join(f"  - {number}\n" for number in range(7))) == [
        bullets("A", Bullet(text="a", children=list("01234"))),
        bullets("A (2)", Bullet(text="a (2)", children=list("56"))),
    ]


def test_a_child_with_children_of_its_own_is_a_point_if_there_are_too_many() -> None:
    lines = "- Rome:\n  - old\n  - Army:\n    - shield\n    - sword\n    - pay\n  - Allies:\n    - Socii\n  - new\n"
    slides = [slide for slide in slides_of(f"## A\n{lines}") if isinstance(slide, BulletsSlide)]
    points = [point for slide in slides for point in slide.bullets]
    assert points == [
        Bullet(text="Rome:", children=["old"]),
        Bullet(text="Rome: Army:", children=["shield", "sword", "pay"]),
        Bullet(text="Rome: Allies:", children=["Socii"]),
        Bullet(text="Rome: (2)", children=["new"]),
    ]


def test_long_paragraphs_are_cut_after_sentences() -> None:
    sentence = "词" * 99 + "。"
    assert slides_of(f"## A\n{sentence * 7}") == [
        bullets("A", sentence * 3),
        bullets("A (2)", sentence * 3, sentence),
    ]
