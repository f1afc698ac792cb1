"""Pages from a person's own text: every word is in it, and errors name what the text lacks."""

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
from inkwright.grounding.source import GroundedItem, Material
from inkwright.i18n import error_text
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read, text_of

KINDS: tuple[StudyPageKind, ...] = ("flashcards", "timeline", "matching", "sorting")
HISTORY = "In 1476 Caxton printed a book. In 1455 Gutenberg printed the Bible."


def made(
    material: Material, kind: StudyPageKind | None, seed: int = 0
) -> tuple[AnyStudyPage, tuple[GroundedItem[str], ...]]:
    return study_page_from(material, StudyPageOptions(kind, "", seed))


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


def test_cards_show_terms_and_meanings_and_no_file_names() -> None:
    said = "A membrane is a thin skin around the cell. The **nucleus** of a cell holds its plan."
    page, grounded = made(read(f"# Cells\n\n{said}"), "flashcards")
    assert isinstance(page, FlashcardsPage)
    assert (page.title, page.description) == ("Cells", "")
    assert page.cards == (
        Flashcard(front="Membrane", back="A thin skin around the cell"),
        Flashcard(front="The ____ of a cell holds its plan.", back="Nucleus"),
    )
    assert grounded[0].location.quote == "A membrane is a thin skin around the cell."


def test_a_timeline_shows_whole_sentences_in_order() -> None:
    page, _ = made(read(HISTORY), "timeline")
    assert isinstance(page, TimelinePage)
    assert page.events == (
        TimelineEvent(when="1455", title="In 1455 Gutenberg printed the Bible."),
        TimelineEvent(when="1476", title="In 1476 Caxton printed a book."),
    )


def test_what_is_too_long_for_a_page_is_left_out_and_no_other_error_is_seen() -> None:
    long = "In 1500 Anna Berg built " + "a long and very old bridge of stone and wood and iron and " * 4 + "a tower."
    with pytest.raises(TextLacks):
        made(read(f"# Towers\n\n{long}\n\nIn 1455 Gutenberg printed the Bible.\n"), "timeline")


def test_matching_pairs_terms_with_meanings() -> None:
    page, _ = made(material_of("talk_water.txt"), "matching")
    assert isinstance(page, MatchingPage)
    [pair] = [pair for pair in page.pairs if pair.left == "降水"]
    assert pair.right == "从云中落到地面的液态或固态的水"


def test_sorting_uses_named_lists() -> None:
    page, _ = made(material_of("talk_computers.md"), "sorting")
    assert isinstance(page, SortingPage)
    assert [(group.name, group.items) for group in page.groups] == [
        ("系统软件", ("操作系统", "编译程序", "驱动程序")),
        ("应用软件", ("文字处理", "图像处理", "浏览器")),
    ]


def test_an_item_of_two_lists_is_not_sorted() -> None:
    text = "# Heat\n\nHot:\n\n- fire\n- sun\n- day\n\nCold:\n\n- ice\n- snow\n- day\n"
    page, _ = made(read(text), "sorting")
    assert isinstance(page, SortingPage)
    assert page.groups == (
        SortingGroup(name="Hot", items=("fire", "sun")),
        SortingGroup(name="Cold", items=("ice", "snow")),
    )


@pytest.mark.parametrize(
    ("name", "kind"),
    [("talk_tang.md", "timeline"), ("talk_printing.txt", "timeline"), ("talk_water.txt", "flashcards")],
)
def test_without_a_requested_kind_the_text_decides(name: str, kind: StudyPageKind) -> None:
    assert made(material_of(name), None)[0].page == kind


def test_a_text_without_dates_yields_an_error_that_names_alternatives() -> None:
    with pytest.raises(TextLacks) as failed:
        made(
            read("# Cells\n\nA membrane is a thin skin around the cell. A wall is a hard layer of a plant cell."),
            "timeline",
        )
    assert error_text("en", failed.value) == (
        "A timeline cannot be made from this text: it has fewer than two dated events.",
        "You could make flashcards from this text.",
    )


def test_the_error_for_a_chinese_text_is_in_chinese() -> None:
    with pytest.raises(TextLacks) as failed:
        made(material_of("talk_water.txt"), "sorting")
    assert error_text("zh", failed.value) == (
        "这段文字做不出分类页：其中没有两个各有名称的列表。",
        "建议：这段文字可以做闪卡或连线配对页。",
    )


@each("kind", [None, *KINDS])
@each("text", ["", "# Trip\n\n## Way\n", "?!"])
def test_a_text_without_content_yields_no_page(text: str, kind: StudyPageKind | None) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text), kind)
    assert error_text("en", failed.value)[1] == "Use a text that explains a subject in complete sentences."


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
