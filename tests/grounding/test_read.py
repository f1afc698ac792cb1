"""Reading any text: sections, sentences and lists with their line numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.grounding.read import MAX_CHARACTERS, MAX_SENTENCE, read_material
from inkwright.grounding.source import Material, Source, SourceList
from tests.each import each
from tests.hostile_texts import HOSTILE
from tests.papers.test_quotes import HOSTILE_NOTES
from tests.parsing.test_any_text import grows_too_fast


def read(text: str, name: str = "notes.md") -> Material:
    return read_material([Source(name, text)])


def titles(material: Material) -> list[tuple[str, int]]:
    return [(section.title, section.level) for section in material.sections]


def lines(material: Material) -> list[tuple[int, str]]:
    return [(sentence.location.line, sentence.text) for sentence in material.sentences]


def items(listing: SourceList) -> tuple[str, bool, list[str]]:
    return listing.lead, listing.is_ordered, [item.text for item in listing.items]


def test_a_sentence_has_its_file_heading_and_line() -> None:
    material = read("# Leaves\n\nA leaf is green. It has\ncells. They are small.\n\n## Roots\nA root drinks.\n")
    assert lines(material) == [
        (3, "A leaf is green."),
        (3, "It has cells."),
        (4, "They are small."),
        (7, "A root drinks."),
    ]
    last = material.sentences[-1].location
    assert (last.source, last.section, last.quote) == ("notes.md", "Roots", "A root drinks.")
    assert (material.title, material.language, titles(material)) == ("Leaves", "en", [("Leaves", 1), ("Roots", 2)])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_skipped_lines_still_count(end: str) -> None:
    text = (
        "---\ntitle: a\n---\n```\nIn code. Not read.\n```\n| a | b |\n|---|---|\n<!-- a\n\nb -->Here it is.\n\x00\n"
        "> Cited, and **bold** [here](x.png).\n"
    )
    assert lines(read(text.replace("\n", end))) == [(11, "Here it is."), (13, "Cited, and bold here.")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Title\n=====\n\nSaid.\n", [("Title", 1)]),
        ("# One\nSaid.\n\nTwo\n---\nSaid.\n", [("One", 1), ("Two", 2)]),
        ("The Water Cycle\n\nWater moves.\n\nEvaporation\n\nIt rises.\n", [("The Water Cycle", 1), ("Evaporation", 2)]),
        ("水循环\n水在地球上不断地运动，从海洋到天空，又从天空回到陆地和海洋。\n", [("水循环", 1)]),
        ("一、蒸发\n水变成水汽。\n二、降水\n水落下来。\n", [("蒸发", 1), ("降水", 2)]),
        ("第一章 蒸发\n水变成水汽。\n\n第二章 降水\n\n水落下来。\n", [("第一章 蒸发", 1), ("第二章 降水", 2)]),
        ("1. Heat\n\nHeat moves.\n\n2. Light\n\nLight moves.\n", [("Heat", 1), ("Light", 2)]),
        ("**In short**\n\nIt works.\n", [("In short", 1)]),
        ("Only said.\n\nAnd said again.\n", [("", 0)]),
    ],
)
def test_headings_are_found_with_and_without_marks(text: str, found: list[tuple[str, int]]) -> None:
    assert titles(read(text)) == found


def test_the_lines_of_a_wrapped_paragraph_are_not_headings() -> None:
    wrapped = "A paragraph that somebody wrapped\nwhen the lines were about as long\nas the window.\n"
    assert titles(read(wrapped)) == [("", 0)]
    assert lines(read(wrapped)) == [(1, " ".join(wrapped.split()))]


def test_a_sentence_with_a_colon_introduces_the_list_below_it() -> None:
    [section] = read("# Bread\nBread is old. You need:\n\n- flour\n- water\n  and salt\n\nThat is all.\n").sections
    assert [items(listing) for listing in section.listings] == [("You need:", False, ["flour", "water and salt"])]
    assert [item.location.line for item in section.listings[0].items] == [4, 5]
    assert [sentence.text for sentence in section.sentences] == ["Bread is old.", "That is all."]


def test_a_list_without_a_lead_sentence_is_introduced_by_its_heading() -> None:
    [section] = read("# Steps\n\n1. Boil.\n2. Pour.\n").sections
    assert [items(listing) for listing in section.listings] == [("Steps", True, ["Boil.", "Pour."])]


def test_a_nested_list_is_introduced_by_its_parent_item() -> None:
    [section] = read("- a\n  1. b\n  2. c\n- d\n\n1. e\n2. f\n1. g\n2. h\n").sections
    assert [items(listing) for listing in section.listings] == [
        ("", False, ["a", "d"]),
        ("a", True, ["b", "c"]),
        ("", True, ["e", "f"]),
        ("", True, ["g", "h"]),
    ]


def test_items_lose_what_only_joins_them() -> None:
    [section] = read("Lost:\n\n- ships,\n- horses; and\n- bread, salt and\n").sections
    assert items(section.listings[0]) == ("Lost:", False, ["ships", "horses", "bread, salt and"])


def test_chinese_numerals_make_an_ordered_list_and_one_item_is_not_a_list() -> None:
    [section] = read(
        "步骤如下：\n（1）加热；\n（2）升空。\n\n然后：\n九、甲\n十、乙\n十一、丙\n\n- 只有一项。\n"
    ).sections
    assert [items(listing) for listing in section.listings] == [
        ("步骤如下：", True, ["加热", "升空。"]),
        ("然后：", True, ["甲", "乙", "丙"]),
    ]
    assert [sentence.text for sentence in section.sentences] == ["只有一项。"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Water moves.", "en"),
        ("水在运动。", "zh"),
        ("The sign 水 means water.", "en"),
        ("水的英文是 water。", "zh"),
        ("", "en"),
    ],
)
def test_the_language_is_that_of_most_words(text: str, language: str) -> None:
    assert read(text).language == language
    assert read_material([Source("a", text)], "zh").language == "zh"


def test_several_sources_are_one_material_in_their_order() -> None:
    material = read_material([Source("b.md", "Second of all.\n"), Source("a.md", "# Title\nSaid.\n")])
    assert [(sentence.location.source, sentence.text) for sentence in material.sentences] == [
        ("b.md", "Second of all."),
        ("a.md", "Said."),
    ]
    assert (material.title, read("Said.", "my notes.txt").title) == ("Title", "my notes")


def test_text_beyond_the_limit_is_not_read() -> None:
    sentence = "A sentence. "
    material = read(sentence * (MAX_CHARACTERS // 6))
    assert len(material.sentences) == -(-MAX_CHARACTERS // len(sentence))
    assert read("word " * MAX_SENTENCE).sentences == ()
    assert read_material([]).sections == ()


@given(text=st.text(st.sampled_from("aA字 .。\n*_`#-|>“”()[]12、!~:\x00\ud800\r\t一二①"), max_size=200))
def test_any_text_is_read_with_valid_line_numbers(text: str) -> None:
    material = read(text * 3)
    last = (text * 3).replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for section in material.sections:
        locations = [
            section.location,
            *(each.location for each in section.sentences),
            *(list_.location for list_ in section.listings),
        ]
        assert all(1 <= place.line <= last for place in locations)
        assert all(sentence.text == " ".join(sentence.text.split()) for sentence in section.sentences)


@each("unit", [*HOSTILE, *HOSTILE_NOTES, "- a\n  - b\n", "1. a\n", "一、字\n", "a\n\n", "字\n"])
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (5_000, 20_000))
    if grows_too_fast(read, small, large, tries=1):
        assert not grows_too_fast(read, small, large, tries=5), unit


def test_a_line_of_a_poem_and_a_number_are_no_titles() -> None:
    poem = "VI\n\nTHE MUSIC OF GREECE\n\nHomer sang.\n\nBut when at last he throws it, the magic sword\n\nIt fell.\n"
    assert titles(read(poem)) == [("VI", 1), ("THE MUSIC OF GREECE", 2)]
    assert read(poem).title == "THE MUSIC OF GREECE"


def test_a_short_chinese_line_after_a_sentence_is_a_title() -> None:
    text = (
        "地理常识帮助我们认识世界。\n众多河流\n中国的河流数量众多，长江是最长的河流，流经的区域人口众多，交通发达。\n"
    )
    assert [title for title, _ in titles(read(text))] == ["", "众多河流"]
