"""Sections, quotes and closing slides."""

from inkwright.artifacts.slides.layouts.statements import ClosingSlide, QuoteSlide
from tests.artifacts.slides.sample_slides import bullets, layouts, pages, slides_of


def test_a_quote_that_is_too_long_becomes_text() -> None:
    assert layouts({"layout": "quote", "quote": "Short"}, {"layout": "quote", "quote": "词语" * 290}) == [
        ("Quote", "Slide"),
        ("Title and Content", "Slide"),
    ]


def test_sections_are_numbered() -> None:
    found = pages({"layout": "section"}, {"bullets": ["x"]}, {"layout": "section"})
    ordinals = [shape.text_frame.text for page in found for shape in page.shapes if shape.name == "Ordinal"]
    assert ordinals == ["01", "02"]


def test_a_quote_with_its_source_has_a_slide() -> None:
    assert slides_of("## A\n> Water is\n> *life*.\n> — Somebody\n") == [
        QuoteSlide(title="A", quote="Water is *life*.", source="Somebody")
    ]
    assert slides_of("## A\n> Alone\n") == [QuoteSlide(title="A", quote="Alone")]
    assert slides_of("## A\n- a\n\n> Not alone\n") == [bullets("A", "a"), bullets("A (2)", "Not alone")]


def test_the_last_slide_of_thanks_closes_the_deck() -> None:
    assert slides_of("## A\n- a\n## Thank you!\nWrite to me.\n- mail\n> notes: wave") == [
        bullets("A", "a"),
        ClosingSlide(title="Thank you!", message="Write to me.", points=["mail"], notes="wave"),
    ]
    assert slides_of("## Questions\n- why?\n## A\n- a")[0] == bullets("Questions", "why?")
