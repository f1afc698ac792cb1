"""The appearance of a slide in the file: sizes, contrast, backgrounds and overlaps."""

import io
from typing import Any

import pptx
import pytest
from pptx.util import Pt

from inkwright.artifacts.slides.checks.appearance import appearance_issues, contrast_issue, size_issue
from inkwright.artifacts.slides.checks.inspection import inspect_slides
from tests.artifacts.faults.deck_faults import coloured

WHITE, BLACK, GREY, PALE = (255, 255, 255), (0, 0, 0), (130, 130, 130), (240, 240, 240)


@pytest.mark.parametrize(("size", "severity"), [(8.5, "error"), (9, "warning"), (9.95, None), (10, None), (44, None)])
def test_text_has_a_minimum_size(size: float, severity: str | None) -> None:
    flaw = size_issue(size, "words")
    assert (flaw.severity if flaw else None) == severity


@pytest.mark.parametrize(
    ("ink", "size", "severity"),
    [(BLACK, 12, None), (GREY, 12, "warning"), (GREY, 24, None), (PALE, 24, "error"), (WHITE, 12, "error")],
)
def test_text_needs_contrast_on_white(ink: tuple[int, int, int], size: float, severity: str | None) -> None:
    flaw = contrast_issue(ink, WHITE, size, "words")
    assert (flaw.severity if flaw else None) == severity


def flaws(*changes: Any) -> list[str]:
    """The flaws of a slide with a title, after changes to its shapes."""
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text_frame.text = "Title"
    for change in changes:
        change(slide.shapes)
    made = io.BytesIO()
    deck.save(made)
    return [flaw.code.removeprefix("pptx.") for flaw in appearance_issues(inspect_slides(pptx.Presentation(made))[0])]


def a_box(words: str, *, top: int = 200, ink: Any = None, fill: Any = None, size: float = 20) -> Any:
    def change(shapes: Any) -> None:
        box = shapes.add_textbox(Pt(100), Pt(top), Pt(300), Pt(60))
        run = box.text_frame.paragraphs[0].add_run()
        run.text, run.font.size = words, Pt(size)
        if ink is not None:
            run.font.color.rgb = coloured(*ink)
        if fill is not None:
            box.fill.solid()
            box.fill.fore_color.rgb = coloured(*fill)

    return change


def a_card(colour: tuple[int, int, int], *, top: int = 180) -> Any:
    def change(shapes: Any) -> None:
        card = shapes.add_shape(1, Pt(80), Pt(top), Pt(400), Pt(120))
        card.fill.solid()
        card.fill.fore_color.rgb = coloured(*colour)

    return change


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ([a_box("fine")], []),
        ([a_box("white on white", ink=WHITE)], ["low_contrast"]),
        ([a_box("white on its own black", ink=WHITE, fill=BLACK)], []),
        ([a_box("black on its own black", ink=BLACK, fill=BLACK)], ["low_contrast"]),
        ([a_card(BLACK), a_box("white on a black card", ink=WHITE)], []),
        ([a_card(BLACK), a_box("black on a black card", ink=BLACK)], ["low_contrast"]),
        ([a_card(BLACK, top=220), a_box("half on a card: nobody knows", ink=BLACK)], []),
        ([a_box("one text"), a_box("another text", top=210)], ["overlap"]),
        ([a_box("one text"), a_box("another text", top=300)], []),
        ([a_box("small", size=9)], ["small_text"]),
        ([a_box("over the edge", top=500)], ["off_slide"]),
    ],
)
def test_only_known_problems_of_a_slide_are_reported(changes: list[Any], keys: list[str]) -> None:
    assert flaws(*changes) == keys
