"""Lists as they are drawn: few points are large cards, long lists continue, and nothing is lost."""

import pytest
from pptx.oxml.ns import qn

from inkwright.artifacts.slides.fields import ThemeName
from tests.artifacts.slides.sample_slides import ALL_THEMES, LONG, layouts, pages, shown, sizes


def test_few_points_are_cards_and_many_are_a_list() -> None:
    assert layouts({"bullets": ["one", "two"]}, {"bullets": list("abcde")}, {"bullets": [LONG * 3] * 2}) == [
        ("Cards", "Slide"),
        ("Title and Content", "Slide"),
        ("Cards", "Slide"),
    ]


@ALL_THEMES
def test_short_lists_are_large_and_long_ones_continue_at_a_readable_size(theme: ThemeName) -> None:
    [short] = pages({"bullets": list("abcde")}, theme=theme)
    assert sizes(short, "Body") == {32.0}
    long = pages({"bullets": [LONG * 3] * 12}, theme=theme)
    assert len(long) > 1
    assert all(size >= 16 for page in long for size in sizes(page, "Body"))


def test_continued_titles_are_numbered_in_their_language() -> None:
    english = [title for _, title in layouts({"bullets": [LONG * 3] * 12})]
    assert english[:2] == ["Slide", "Slide (2)"]
    chinese = [title for _, title in layouts({"title": "光合作用", "bullets": ["叶绿素吸收光能，" * 30] * 12})]
    assert chinese[:2] == ["光合作用", "光合作用（2）"]


@ALL_THEMES
def test_no_word_of_a_continued_list_is_lost(theme: ThemeName) -> None:
    words = [f"word{number}" for number in range(400)]
    bullets = [" ".join(words[first : first + 34]) for first in range(0, 400, 34)]
    everything = "\n".join(map(shown, pages({"bullets": bullets}, theme=theme)))
    assert [word for word in words if word not in everything] == []


@ALL_THEMES
def test_titles_are_within_their_limits(theme: ThemeName) -> None:
    short, long = pages(
        {"bullets": ["x"], "title": "Short"}, {"bullets": ["x"], "title": (LONG * 2)[:120].strip()}, theme=theme
    )
    assert 36 <= max(sizes(short, "Title")) <= 44
    assert min(sizes(long, "Title")) >= 20


def test_only_points_with_numbers_in_order_get_numerals() -> None:
    drawn = pages({"bullets": ["one", "two"]}, {"bullets": ["1. one", "2. two"]}, {"bullets": ["1. one", "7. two"]})
    assert [[shape.name for shape in page.shapes if shape.name.startswith("Number")] for page in drawn] == [
        [],
        ["Number 1", "Number 2"],
        [],
    ]
    assert "1. one" not in shown(drawn[1])


def test_a_numbered_list_is_numbered_by_the_program_that_shows_it() -> None:
    [page] = pages({"bullets": [f"{number}. step" for number in range(1, 6)]})
    body = next(shape for shape in page.shapes if shape.name == "Body")
    starts = [found.get("startAt") for found in body._element.iter(qn("a:buAutoNum"))]
    assert (starts, "1." in shown(page)) == (["1", "2", "3", "4", "5"], False)


def test_a_point_with_lines_under_it_gets_a_higher_card_so_that_all_cards_are_readable() -> None:
    points = [
        "一年有二十四个节气",
        {"text": "四立标志季节的开始", "children": ["立春、立夏、立秋、立冬"]},
        "两分两至",
        "历法",
    ]
    [page] = pages({"layout": "bullets", "bullets": points})
    cards = [shape for shape in page.placeholders if shape.name.startswith("Card")]
    sizes = {run.font.size.pt for card in cards for run in card.text_frame.paragraphs[0].runs}
    assert min(sizes) >= 22


@pytest.mark.parametrize("marks", ["1. 2. 3. ", "1、 2、 3、", "（1） （2） （3）", "一、 二、 三、"])
def test_numbered_points_are_cards_with_numerals_below_their_introduction(marks: str) -> None:
    words = ["蒸发", "凝结", "降水"]
    points = [f"{mark} {word}" for mark, word in zip(marks.split(), words, strict=True)]
    [page] = pages({"bullets": ["水循环分为三个阶段：", *points]})
    numerals = [shape.name for shape in page.shapes if shape.name.startswith("Number")]
    assert numerals == ["Number 1", "Number 2", "Number 3"]
    lines = [line for line in shown(page).split("\n") if line and not line.isdecimal()]
    assert lines == ["Slide", "水循环分为三个阶段：", *words]


@pytest.mark.parametrize(
    ("mark", "kind"),
    [("{}. ", "arabicPeriod"), ("（{}）", "arabicParenBoth"), ("{}、", "arabicPeriod")],
    ids=["dot", "brackets", "comma"],
)
@pytest.mark.parametrize("is_below", [False, True], ids=["in a list", "below a point"])
def test_no_bullet_stands_before_a_number(mark: str, kind: str, is_below: bool) -> None:
    lines = [f"{mark.format(number)}step" for number in range(1, 6)]
    [page] = pages({"bullets": [{"text": "First", "children": lines}] if is_below else lines})
    numbers = [found for shape in page.shapes for found in shape._element.iter(qn("a:buAutoNum"))]
    assert [(found.get("type"), found.get("startAt")) for found in numbers] == [(kind, str(n)) for n in range(1, 6)]
    assert [*page.shapes.element.iter(qn("a:buChar"))] == []
    assert shown(page).split().count("step") == 5


def test_numbers_in_chinese_characters_stay_in_chinese() -> None:
    [page] = pages({"bullets": ["九、秋分", "十、寒露", "十一、霜降", "二十、小寒", "一、二年级的节日"]})
    numbers = [*page.shapes.element.iter(qn("a:buAutoNum"))]
    assert [(found.get("type"), found.get("startAt")) for found in numbers] == [
        ("ea1ChsPeriod", value) for value in ("9", "10", "11", "20")
    ]
    assert "一、二年级的节日" in shown(page)
