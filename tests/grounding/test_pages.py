"""Pages from a person's own text: every word is in it, and errors name what the text lacks."""

import asyncio

import pytest

from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.artifacts.webpages.study_pages.build import build_study_page
from inkwright.artifacts.webpages.study_pages.page_types import (
    AnyStudyPage,
    Flashcard,
    FlashcardsPage,
    MatchingPage,
    SortingGroup,
    SortingPage,
    TimelineEvent,
    TimelinePage,
)
from inkwright.errors import TextLacks
from inkwright.grounding.pages import StudyPageKind, StudyPageOptions, study_page_from
from inkwright.grounding.source import Chooser, GroundedItem, Material, no_choice
from inkwright.i18n import error_text
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read, text_of

KINDS: tuple[StudyPageKind, ...] = ("flashcards", "timeline", "matching", "sorting")
HISTORY = "In 1476 Caxton printed a book. In 1455 Gutenberg printed the Bible."


def made(
    material: Material, kind: StudyPageKind | None, choose: Chooser = no_choice, seed: int = 0
) -> tuple[AnyStudyPage, tuple[GroundedItem[str], ...]]:
    return asyncio.run(study_page_from(material, StudyPageOptions(kind, "", seed), choose))


def told(page: AnyStudyPage) -> list[str]:
    """Return the content of a page without labels; sentences with blanks are split."""
    match page:
        case FlashcardsPage():
            return [piece for card in page.cards for side in (card.front, card.back) for piece in side.split("____")]
        case TimelinePage():
            return [words for event in page.events for words in (event.when, event.title, event.group)]
        case MatchingPage():
            return [words for pair in page.pairs for words in (pair.left, pair.right)]
        case SortingPage():
            return [words for group in page.groups for words in (group.name, *group.items)]
        case _:
            raise AssertionError(page)


@each("name", SAMPLES)
@each("kind", KINDS)
def test_every_word_of_a_page_is_in_the_text(name: str, kind: StudyPageKind) -> None:
    text = text_of(name)
    try:
        page, grounded = made(material_of(name), kind)
    except TextLacks:
        return
    assert page.page == kind
    assert [words for words in told(page) if not contains_words(words, text)] == []
    assert grounded
    assert {each.location.source for each in grounded} == {name}


def test_cards_show_terms_and_meanings_with_the_location_as_a_hint() -> None:
    page, grounded = made(
        read("# Cells\n\nA membrane is a thin skin around the cell. Water passes it slowly."), "flashcards"
    )
    assert isinstance(page, FlashcardsPage)
    assert page.title == "Cells"
    assert page.description == "From notes.md"
    assert page.cards[0] == Flashcard(front="Membrane", back="A thin skin around the cell", hint="notes.md, line 3")
    assert grounded[0].location.quote == "A membrane is a thin skin around the cell."


def test_a_timeline_shows_events_in_order_with_their_locations() -> None:
    page, _ = made(read(HISTORY), "timeline")
    assert isinstance(page, TimelinePage)
    assert page.events == (
        TimelineEvent(when="1455", title="Gutenberg printed the Bible", text="Source: notes.md, line 1"),
        TimelineEvent(when="1476", title="Caxton printed a book", text="Source: notes.md, line 1"),
    )


def test_matching_pairs_terms_with_meanings() -> None:
    page, _ = made(material_of("talk_water.txt"), "matching")
    assert isinstance(page, MatchingPage)
    [pair] = [pair for pair in page.pairs if pair.left == "降水"]
    assert pair.right == "从云中落到地面的液态或固态的水"
    assert all(pair.source.startswith("来源：talk_water.txt") for pair in page.pairs)


def test_sorting_uses_named_lists() -> None:
    page, _ = made(material_of("talk_computers.md"), "sorting")
    assert isinstance(page, SortingPage)
    assert [(group.name, group.items) for group in page.groups] == [
        ("系统软件", ("操作系统", "编译程序", "驱动程序")),
        ("应用软件", ("文字处理", "图像处理", "浏览器")),
    ]
    assert all(len(group.sources) == len(group.items) for group in page.groups)


def test_an_item_of_two_lists_is_not_sorted() -> None:
    text = "## Hot\n\n- fire\n- sun\n- day\n\n## Cold\n\n- ice\n- snow\n- day\n"
    page, _ = made(read(text), "sorting")
    assert isinstance(page, SortingPage)
    hot = ("Source: notes.md, line 3", "Source: notes.md, line 4")
    cold = ("Source: notes.md, line 9", "Source: notes.md, line 10")
    assert page.groups == (
        SortingGroup(name="Hot", items=("fire", "sun"), sources=hot),
        SortingGroup(name="Cold", items=("ice", "snow"), sources=cold),
    )


@pytest.mark.parametrize(
    ("name", "kind"),
    [("talk_tang.md", "flashcards"), ("talk_printing.txt", "timeline"), ("talk_water.txt", "flashcards")],
)
def test_without_a_requested_kind_the_text_decides(name: str, kind: StudyPageKind) -> None:
    assert made(material_of(name), None)[0].page == kind


def test_a_text_without_dates_yields_an_error_that_names_alternatives() -> None:
    with pytest.raises(TextLacks) as failed:
        made(read("# Cells\n\nA membrane is a thin skin around the cell."), "timeline")
    assert error_text("en", failed.value) == (
        "A timeline cannot be made from this text: it has fewer than two dated events.",
        "You could make flashcards from this text.",
    )


def test_the_error_for_a_chinese_text_is_in_chinese() -> None:
    with pytest.raises(TextLacks) as failed:
        made(material_of("talk_water.txt"), "sorting")
    assert error_text("zh", failed.value) == (
        "这段文字做不出分类页：其中没有两个各有名称的列表。",
        "建议：这段文字可以做记忆卡片或连线配对页或时间线。",
    )


@each("kind", [None, *KINDS])
@each("text", ["", "# Trip\n\n## Way\n", "?!"])
def test_a_text_without_content_yields_no_page(text: str, kind: StudyPageKind | None) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text), kind)
    assert error_text("en", failed.value)[1] == "Use a text with a few complete sentences."


def test_a_chosen_sentence_is_marked() -> None:
    async def last(why: str, options: tuple[str, ...]) -> int | None:
        return len(options) - 1

    _, grounded = made(material_of("talk_printing.txt"), "flashcards", last)
    assert {each.by_model for each in grounded} == {False, True}


@pytest.mark.parametrize("name", ["talk_computers.md", "talk_printing.txt"])
def test_pages_pass_their_checks(name: str) -> None:
    for kind in KINDS:
        try:
            page, _ = made(material_of(name), kind)
        except TextLacks:
            continue
        assert [each for each in check_page(build_study_page(page)) if each.severity == "error"] == []


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_gives_the_same_page(seed: int) -> None:
    material = material_of("talk_computers.md")
    assert made(material, "matching", seed=seed) == made(material, "matching", seed=seed)
