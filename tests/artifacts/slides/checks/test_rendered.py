"""Rendered decks: missing pages, and characters matched with their shapes."""

import io
from typing import Any

import pptx
import pytest
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Pt

from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.rendering.pdf import RenderedPage, read_pdf_pages
from inkwright.artifacts.slides.checks.inspection import InspectedSlide, inspect_slides
from inkwright.artifacts.slides.checks.rendered import (
    check_rendered_deck,
    filled_height_share,
    match_text,
    rendered_issues,
)
from tests.artifacts.faults.valid_decks import every_layout
from tests.artifacts.rendering.sample_pdfs import many_pages, pdf, written

FILE = Location(file="deck.pptx")


def found(rendered: bytes | None) -> list[Finding]:
    return check_rendered_deck(every_layout(), rendered, name="deck.pptx")


@pytest.mark.parametrize(
    ("rendered", "expected"),
    [
        (None, finding("pdf_view.not_shown", FILE)),
        (pdf([""]), finding("pptx.rendered_pages", FILE, pages=1, slides=8)),
        (many_pages(9), finding("pptx.rendered_pages", FILE, pages=9, slides=8)),
        (many_pages(201), finding("pdf_view.too_long", FILE, count=201, most=200)),
        (b"no pdf", finding("pdf_view.damaged", FILE, problem="Failed to load document (PDFium: Data format error)")),
    ],
    ids=["nothing", "one page", "one too many", "far too many", "not a pdf"],
)
def test_pages_that_do_not_match_the_slides_are_an_error(rendered: bytes | None, expected: Finding) -> None:
    assert found(rendered) == [expected]


def test_blank_pages_are_an_error_on_every_slide() -> None:
    assert [each.code for each in found(many_pages(8))] == ["pptx.blank_page"] * 8


def a_slide(*boxes: tuple[str, int, int, int, int], growing: bool = False) -> InspectedSlide:
    """A slide of 400 × 300 points with text boxes: their words and their edges."""
    deck = pptx.Presentation()
    deck.slide_width, deck.slide_height = Pt(400), Pt(300)
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for words, left, top, right, bottom in boxes:
        shape: Any = slide.shapes.add_textbox(Pt(left), Pt(top), Pt(right - left), Pt(bottom - top))
        shape.text_frame.text = words
        shape.text_frame.word_wrap = True
        shape.text_frame.auto_size = MSO_AUTO_SIZE.SHAPE_TO_FIT_TEXT if growing else MSO_AUTO_SIZE.NONE
    made = io.BytesIO()
    deck.save(made)
    return inspect_slides(pptx.Presentation(made))[0]


def a_page(*drawings: str) -> RenderedPage:
    [page] = read_pdf_pages(pdf(["".join(drawings)]))
    return page


def flaws(slide: InspectedSlide, page: RenderedPage) -> list[tuple[str, str]]:
    return [
        (flaw.code.removeprefix("pptx."), flaw.fields.get("points", flaw.fields.get("size", "")))
        for flaw in rendered_issues(slide, page)
    ]


def test_text_inside_its_box_has_no_findings() -> None:
    assert flaws(a_slide(("Hi", 50, 60, 150, 110)), a_page(written("Hi", 60, 210))) == []


def test_text_below_its_box_is_an_overflow_in_points() -> None:
    assert flaws(a_slide(("Hi", 50, 60, 150, 90)), a_page(written("Hi", 60, 200))) == [("overflow", "10")]


def test_a_character_without_a_paragraph_is_an_overflow_too() -> None:
    page = a_page(written("Hi", 60, 210), written("9", 300, 20))
    assert flaws(a_slide(("Hi", 50, 60, 150, 110)), page) == [("overflow", "170")]


def test_small_text_is_reported_with_its_size() -> None:
    slide = a_slide(("Hi", 50, 60, 150, 110))
    assert flaws(slide, a_page(written("Hi", 60, 210, size=9.5))) == [("small_text", "9.5")]
    assert flaws(slide, a_page(written("Hi", 60, 210, size=8))) == [("tiny_text", "8")]


def test_text_that_is_not_drawn_is_lost() -> None:
    slide = a_slide(("Hi", 50, 60, 150, 110), ("Nobody sees me", 50, 150, 250, 200))
    assert flaws(slide, a_page(written("Hi", 60, 210))) == [("lost_text", "")]


def test_two_texts_at_the_same_position_are_overprinted() -> None:
    slide = a_slide(("Hill", 50, 60, 150, 110), ("Mild", 50, 60, 150, 110))
    assert flaws(slide, a_page(written("Hill", 60, 210), written("Mild", 60, 210))) == [("overprint", "")]


def test_pale_text_is_reported() -> None:
    page = a_page(written("Hi", 60, 210, colour="0.9 g"))
    assert flaws(a_slide(("Hi", 50, 60, 150, 110)), page) == [("low_contrast", "")]


def test_capitals_accents_and_widths_do_not_hide_a_text() -> None:
    claims = match_text(a_slide(("Ｈi ﬁne", 50, 60, 150, 110)), a_page(written("HI FINE", 60, 210)))
    assert ([claim.is_lost for claim in claims.found], claims.others) == ([False], [])


def test_two_paragraphs_with_the_same_text_are_distinguished() -> None:
    slide = a_slide(("Hi", 50, 60, 150, 110), ("Hi", 200, 60, 300, 110))
    claims = match_text(slide, a_page(written("Hi", 60, 210), written("Hi", 210, 210)))
    assert [round(claim.box.left) for claim in claims.found] == [62, 212]


def test_ink_is_measured_over_the_height_of_the_body() -> None:
    slide = a_slide(("Hi", 0, 0, 400, 276))
    page = a_page(written("H", 60, 250, size=40), written("i", 60, 30, size=40))
    low = a_page(written("Hi", 60, 30, size=40))
    assert (filled_height_share(slide, page) < 0.3, filled_height_share(slide, low) < 0.15) == (True, True)
    full = a_page(*(written("Hi", 60, 260 - 40 * row, size=30) for row in range(6)))
    assert filled_height_share(slide, full) > 0.75


def test_a_box_that_grows_with_its_text_is_limited_only_by_the_page() -> None:
    slide = a_slide(("Hi", 50, 60, 150, 70), growing=True)
    assert flaws(slide, a_page(written("Hi", 60, 200))) == []
    assert flaws(slide, a_page(written("Hi", 60, -10))) == [("overflow", "10")]
