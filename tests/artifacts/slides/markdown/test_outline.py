"""Outlines of documents: which headings become slides, sections, titles or lines."""

from inkwright.artifacts.slides.fields import Bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.load import deck_from_markdown
from tests.artifacts.slides.sample_slides import bullets, deck, slides_of


def test_a_heading_with_only_headings_under_it_opens_a_section() -> None:
    assert slides_of("## One\n> notes: n\n\n### A\n- a\n### B\n- b\n## Two\n- c") == [
        SectionSlide(title="One", notes="n"),
        bullets("A", "a"),
        bullets("B", "b"),
        bullets("Two", "c"),
    ]


def test_a_bare_heading_before_content_opens_a_section() -> None:
    assert slides_of("## Part\n## A\n- a") == [SectionSlide(title="Part"), bullets("A", "a")]


def test_small_headings_with_little_under_them_stay_on_the_slide() -> None:
    assert slides_of("## A\nIntro\n### B\n- b\n#### C\n- c\n> notes: n") == [
        bullets("A", "Intro", Bullet(text="B", children=["b", "C", "c"]), notes="n")
    ]


def test_small_headings_with_much_under_them_get_slides() -> None:
    items = [f"item {number}" for number in range(8)]
    listed = "".join(f"- {item}\n" for item in items)
    assert slides_of(f"## A\nIntro\n### B\n{listed}") == [bullets("A", "Intro"), bullets("B", *items)]


def test_a_document_without_headings_becomes_a_deck() -> None:
    assert deck_from_markdown("Photosynthesis\n\n- light\n- water\n") == deck(
        "Photosynthesis", bullets("Overview", "light", "water")
    )
    assert deck_from_markdown("Only one line.") == deck("Only one line.", bullets("Overview", "Only one line."))


def test_a_document_without_a_title_is_named_after_its_first_slide() -> None:
    assert deck_from_markdown("## A\n- a\n## B\n- b") == deck("A", bullets("A", "a"), bullets("B", "b"))


def test_a_single_top_heading_of_any_level_is_the_title() -> None:
    assert deck_from_markdown("## T\n### A\n- a\n### B\n- b") == deck("T", bullets("A", "a"), bullets("B", "b"))
    assert deck_from_markdown("# T\n### A\n- a") == deck("T", bullets("A", "a"))


def test_later_top_headings_are_slides() -> None:
    assert deck_from_markdown("# T\n# A\n- a\n## B\n- b") == deck("T", bullets("A", "a"), bullets("B", "b"))


def test_an_outline_of_bare_headings_is_an_overview() -> None:
    assert deck_from_markdown("# T\n## A\n## B\n") == deck("T", bullets("Overview", "A", "B"))


def test_notes_before_any_slide_go_to_the_first() -> None:
    assert slides_of("> notes: hello\n\n## A\n- a\n> notes: more") == [bullets("A", "a", notes="hello\nmore")]


def test_notes_under_a_bare_heading_are_not_lost() -> None:
    assert slides_of("## A\n- a\n## And so on\n> notes: wait") == [bullets("A", "a", "And so on", notes="wait")]


def test_a_heading_that_is_too_long_continues_as_bullets() -> None:
    heading = "word " * 40
    made = deck_from_markdown(f"# {heading}\n## {heading}\n- x")
    [page] = made.slides
    assert f"{made.title} {made.subtitle}" == heading.strip()
    assert isinstance(page, BulletsSlide)
    assert " ".join([page.title, *map(str, page.bullets)]) == heading.strip() + " x"


def test_a_title_of_ten_thousand_characters_loses_none() -> None:
    made = deck_from_markdown("# " + "长" * 10_000 + "\n## A\n- a")
    assert str(made).count("长") == 10_000
