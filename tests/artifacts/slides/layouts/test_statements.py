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


def test_the_line_below_a_quotation_is_its_source() -> None:
    [slide] = slides_of("## A line\n\n> 数学是知识的工具。\n— 笛卡儿")
    assert slide == QuoteSlide(title="A line", quote="数学是知识的工具。", source="笛卡儿")


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    [page] = pages({"layout": "big_number", "number": "6,400 km", "label": "long"})
    assert "6,400\u00a0km" in [shape.text_frame.text for shape in page.shapes if shape.has_text_frame]
