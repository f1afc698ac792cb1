"""Decks from a person's own text: nothing is invented, and the checks find no error."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.fields import as_bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.panels import AgendaSlide
from inkwright.artifacts.slides.layouts.process import ProcessSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.errors import TextLacks
from inkwright.grounding.slides.deck import StudyDeckOptions, deck_from
from inkwright.grounding.source import GroundedItem, Material
from inkwright.i18n import error_text
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read, text_of

FRAME = re.compile(r"(?:^(?:Part \d+|第 \d+ 部分|Contents|目录))?(?: \(\d+\)|（\d+）)?$")


@cache
def made(material: Material, count: int | None = None) -> DeckSpec:
    return deck_from(material, StudyDeckOptions("", count))[0]


def items(material: Material) -> tuple[GroundedItem[str], ...]:
    return deck_from(material, StudyDeckOptions(""))[1]


def told(slide: Slide) -> Iterator[str]:
    """Yield the content of a slide without its title and labels."""
    match slide:
        case TableSlide():
            yield from (cell for row in slide.rows for cell in row)
        case AgendaSlide():
            yield from (FRAME.sub("", item) for item in slide.items)
        case BulletsSlide():
            for point in map(as_bullet, slide.bullets):
                yield from (re.sub(r"^\d+\. ", "", line) for line in (point.text, *point.children))


def quotes(notes: str) -> Iterator[str]:
    for line in notes.split("\n"):
        if line.startswith("“"):
            yield from re.split("” ?“", line[1:-1])


@each("name", SAMPLES)
@each("count", [None, 4])
def test_every_word_of_a_deck_is_in_the_text(name: str, count: int | None) -> None:
    text = text_of(name)
    deck = made(material_of(name), count)
    said = [
        words for slide in deck.slides for words in (*told(slide), FRAME.sub("", slide.title), *quotes(slide.notes))
    ]
    assert [words for words in said if not contains_words(visible_text(words), text)] == []


@each("name", SAMPLES)
def test_the_deck_passes_its_own_checks_and_has_notes_on_every_slide(name: str) -> None:
    deck = made(material_of(name))
    assert [each for each in check_deck(build_deck(deck)) if each.severity == "error"] == []
    assert all(slide.notes for slide in deck.slides if slide.layout != "agenda")
    assert len({slide.title for slide in deck.slides}) == len(deck.slides)
    assert {(item.location.source, item.by_model) for item in items(material_of(name))} == {(name, False)}


def test_a_text_with_headings_has_an_agenda_and_the_slides_of_its_parts() -> None:
    deck = made(material_of("talk_tang.md"))
    assert (deck.title, deck.subtitle) == ("唐朝的兴衰", "")
    assert isinstance(deck.slides[0], AgendaSlide)
    assert deck.slides[0].items == ["建立与统一", "制度", "盛世与交流", "由盛转衰"]
    assert [slide.title for slide in deck.slides[1:]] == [
        "建立与统一", "建立与统一（2）", "制度", "盛世与交流", "盛世与交流（2）", "盛世与交流（3）", "盛世与交流（4）",
        "由盛转衰", "由盛转衰（2）",
    ]  # fmt: skip


def test_headings_above_other_headings_become_section_slides_unless_a_number_of_slides_is_requested() -> None:
    text = (
        "# Rivers of Europe\n\n## Water\n\n### Where water comes from\n\nRain that falls on the mountains of Europe "
        "runs into thousands of small streams. The Rhine begins in Switzerland as two mountain streams.\n\n"
        "### Snow and ice\n\n"
        "In spring the snow of the Alps melts and fills the Rhine, the Rhone and the Danube.\n\n## People\n\n"
        "### Towns on rivers\n\nVienna, Budapest and Belgrade are towns on the Danube.\n\n### Transport\n\n"
        "Barges on the Rhine carry coal, oil and containers between Rotterdam and Basel.\n"
    )
    assert [(each.layout, each.title) for each in made(read(text)).slides] == [
        ("section", "Water"),
        ("bullets", "Where water comes from · Snow and ice"),
        ("section", "People"),
        ("bullets", "Towns on rivers · Transport"),
    ]
    assert "section" not in {each.layout for each in made(read(text), 3).slides}


def test_a_text_of_one_short_sentence_is_a_slide() -> None:
    deck = made(read("# Rain\n\n## Why\n\nRain falls from clouds that are heavy with water.\n"))
    assert [list(told(slide)) for slide in deck.slides] == [["Rain falls from clouds that are heavy with water."]]


def test_a_list_is_shown_whole_under_the_line_that_introduces_it() -> None:
    [slide] = [each for each in made(material_of("talk_tang.md")).slides if each.title == "盛世与交流（3）"]
    assert isinstance(slide, BulletsSlide)
    [point] = map(as_bullet, slide.bullets)
    assert (point.text, point.children) == ("唐朝的输出品主要有：", ["丝绸", "瓷器", "茶叶", "纸张"])


def test_a_numbered_list_of_short_items_becomes_steps() -> None:
    [slide] = made(read("# Bread\n\n1. Mix flour and water.\n2. Bake the dough.\n")).slides
    assert isinstance(slide, ProcessSlide)
    assert [step.heading for step in slide.steps] == ["Mix flour and water.", "Bake the dough."]


@each("marks", [("1. ", "2. ", "3. "), ("1、", "2、", "3、"), ("（1）", "（2）", "（3）")])
def test_a_numbered_list_keeps_its_numbers_below_the_line_that_introduces_it(marks: tuple[str, str, str]) -> None:
    items = ["太阳把海水晒热。", "水蒸气遇冷变成云。", "小水滴落到地面。"]
    listing = "\n".join(mark + item for mark, item in zip(marks, items, strict=True))
    slides = made(read(f"# 水循环\n\n## 阶段\n\n水循环分为三个阶段：\n\n{listing}\n")).slides
    [slide] = [slide for slide in slides if isinstance(slide, BulletsSlide)]
    numbered = [f"{number}. {item}" for number, item in enumerate(items, 1)]
    assert slide.bullets == ["水循环分为三个阶段：", *numbered]


def test_a_statement_is_on_one_line_with_what_qualifies_it() -> None:
    said = "Ada Lovelace wrote the first program in 1843. However, some historians dispute it."
    [slide] = made(read(f"# Programs\n\n{said} The weather was fine.\n")).slides
    assert isinstance(slide, BulletsSlide)
    assert slide.bullets == [said]


@each("count", [1, 2, 3, 5, 8, 12])
def test_a_deck_has_at_most_the_requested_slides_and_shows_content(count: int) -> None:
    slides = made(material_of("talk_photosynthesis.md"), count).slides
    assert len(slides) <= count
    assert any(slide.layout != "agenda" for slide in slides)


RAIN = """# Rain

## How much falls

| Month | Rain (mm) | **Remark** |
|:------|----------:|---|
| March | 138 | |
| June | 231 | plum \\| rain |
| October | 77

Nobody knows why it is so.
"""


def test_a_table_becomes_a_slide_with_its_location() -> None:
    deck = made(read(RAIN))
    [slide] = [each for each in deck.slides if isinstance(each, TableSlide)]
    assert (slide.title, slide.header) == ("How much falls", ["Month", "Rain (mm)", "Remark"])
    assert slide.rows == [["March", "138", ""], ["June", "231", "plum | rain"], ["October", "77", ""]]
    assert slide.notes == "Source: notes.md, lines 7–9"
    assert [each for each in check_deck(build_deck(deck)) if each.severity == "error"] == []
    assert ("June | 231 | plum | rain", 8) in [(each.item, each.location.line) for each in items(read(RAIN))]


def test_two_tables_have_different_titles_and_a_long_one_continues() -> None:
    long = "| 年 | 数 |\n|---|---|\n" + "".join(f"| {year} | {year * 3} |\n" for year in range(2000, 2020))
    short = "| 城市 | 降水 |\n|---|---|\n| 杭州 | 1450 |\n"
    said = "杭州六月多雨。梅雨季节大约持续三个星期。台风在八月和九月带来大雨。"
    deck = made(read(f"# 降水\n\n## 数据\n\n{said}\n\n{long}\n{short}"))
    titles = [each.title for each in deck.slides if isinstance(each, TableSlide)]
    assert titles == ["数据（2）", "数据（3）", "数据（4）", "数据（5）"]


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n| c | d |\n",
        "| a | b |\n|---|---|\n",
        "| a | b |\n|---|---|\n| TODO | [name] |\n",
        "| | |\n|-|-|\n| | |\n",
    ],
)
def test_an_unfinished_table_is_left_out(text: str) -> None:
    deck = made(read(f"# Rain\n\nRain is a kind of water that falls from clouds to the ground.\n\n{text}"))
    assert not any(isinstance(slide, TableSlide) for slide in deck.slides)


def test_a_list_alone_is_a_slide_of_its_items() -> None:
    deck = made(read("- bread\n- water\n- a map\n"))
    assert [slide.bullets for slide in deck.slides if isinstance(slide, BulletsSlide)] == [["bread", "water", "a map"]]


@pytest.mark.parametrize("text", ["", "   \n\n", "# Trip\n", "---\n***\n", "TODO: write this\n", "!!! ??? ..."])
def test_a_text_without_content_yields_no_deck(text: str) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text))
    what, todo = error_text("en", failed.value)
    assert what == "A deck of slides cannot be made from this text: it has no complete sentence, list or outline."
    assert todo == "Use a text that explains a subject in complete sentences."


HOSTILE = {
    "marks": "**Bold** and `code` and 2*3*4 = 24. A * B * C are stars. It costs $5 and $6.\n\n- *one*\n- `two`\n",
    "long sentence": "word " * 119 + "end. " + "Short ones help. " * 3,
    "long item": "- " + "many words here " * 60 + "\n- two\n",
    "many items": "".join(f"- item number {number}\n" for number in range(60)),
    "long steps": "".join(f"{at}. This is what is done in step {at}, and it takes long.\n" for at in range(1, 25)),
    "many sections": "".join(f"## Section {at}\n\nThe {at}th thing is a thing. It is here.\n\n" for at in range(90)),
    "long heading": "# " + "Very long heading " * 20 + "\n\nOne sentence. Another sentence.\n",
    "placeholders": "# [your title]\n\nTODO: write\n\nClick to add text. Water is wet. Ice is cold. Steam is hot.\n",
    "controls": "Water\u200b is\x07 wet. Ice\u2028is cold.\u202e Steam is hot.\n",
    "no spaces": "水" * 3_000,
    "fences": "::: {.note}\nWater is wet.\n:::\n\nIce is cold ::: and hard. Steam is hot.\n",
    "one word": "Water",
    "emoji": "😀😀 Water is wet 😀. 🎉 Ice is cold! 👍🏽\n",
    "brackets": "See [the site](https://example.org) (it is (very) good). “Quotes” stay. <b>Tags</b> too.\n",
    "tables": "| a | b |\n|---|---|\n" * 40 + "It is. " + "|" * 3_000 + "\n" + "|" * 50 + "\n" + "|-" * 50 + "\n| x",
    "same sentence": "Water is wet. " * 200,
}  # fmt: skip


@each("text", HOSTILE.values())
def test_any_text_yields_a_deck_without_errors_or_a_reason(text: str) -> None:
    material = read(text)
    try:
        deck = made(material)
    except TextLacks:
        return
    assert [each for each in check_deck(build_deck(deck)) if each.severity == "error"] == []
    assert len(deck.slides) <= 40
