"""Decks from a person's own text: nothing is invented, and the checks find no error."""

import asyncio
import re
from collections.abc import Iterator
from functools import cache

import pytest

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.fields import as_bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.panels import AgendaSlide, ComparisonSlide
from inkwright.artifacts.slides.layouts.process import ProcessSlide, ProcessStep
from inkwright.artifacts.slides.layouts.statements import BigNumberSlide, ClosingSlide, QuoteSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.errors import TextLacks
from inkwright.grounding.slides.deck import StudyDeckOptions, deck_from
from inkwright.grounding.source import Chooser, GroundedItem, Material, no_choice
from inkwright.i18n import error_text
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read, text_of

FRAME = re.compile(
    r"(?:[:：] ?(?:timeline|terms|table|a figure|时间线|名词解释|表格|一个数字|Part \d+|第 \d+ 部分))?"
    r"(?: \(\d+\)|（\d+）)?$"
)
FRAMES = {"Contents", "Introduction", "Key terms", "Key points", "目录", "引言", "关键词", "要点"}


@cache
def made(material: Material, count: int | None = None, choose: Chooser = no_choice) -> DeckSpec:
    return asyncio.run(deck_from(material, StudyDeckOptions("", count), choose))[0]


def items(material: Material) -> tuple[GroundedItem[str], ...]:
    return asyncio.run(deck_from(material, StudyDeckOptions(""), no_choice))[1]


def told(slide: Slide) -> Iterator[str]:
    """Yield the content of a slide without its title and labels."""
    match slide:
        case TableSlide():
            yield from (cell for row in slide.rows for cell in row)
        case ProcessSlide():
            for step in slide.steps:
                yield from (step.text, "" if re.fullmatch(r"Step \d+|第 \d+ 步", step.heading) else step.heading)
        case BigNumberSlide():
            yield from (slide.number, slide.label)
        case ComparisonSlide():
            yield from (slide.left.heading, slide.right.heading)
            yield from (as_bullet(point).text for side in (slide.left, slide.right) for point in side.points)
        case QuoteSlide():
            yield slide.quote
        case AgendaSlide():
            yield from (part for item in slide.items for part in title_parts(item))
        case BulletsSlide():
            yield from (as_bullet(point).text for point in slide.bullets)
        case ClosingSlide():
            yield from (as_bullet(point).text for point in slide.points)


def quotes(notes: str) -> Iterator[str]:
    for line in notes.split("\n"):
        if line.startswith("“"):
            yield from re.split("” ?“", line[1:-1])


def title_parts(given: str) -> list[str]:
    """Return the words of a title without its labels."""
    title = FRAME.sub("", visible_text(given))
    return [] if title in FRAMES or re.fullmatch(r"Part \d+|第 \d+ 部分", title) else re.split("[:：] ?", title)


@each("name", SAMPLES)
@each("count", [None, 4, 20])
def test_every_word_of_a_deck_is_in_the_text(name: str, count: int | None) -> None:
    text = text_of(name)
    deck = made(material_of(name), count)
    said = [words for slide in deck.slides for words in (*told(slide), *title_parts(slide.title), *quotes(slide.notes))]
    assert [words for words in said if not contains_words(visible_text(words), text)] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_the_deck_passes_its_own_checks_and_has_notes_on_every_slide(name: str) -> None:
    material = material_of(name)
    deck = made(material)
    assert [each for each in check_deck(build_deck(deck)) if each.severity == "error"] == []
    assert all(slide.notes for slide in deck.slides)
    assert len({slide.title for slide in deck.slides}) == len(deck.slides)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_has_a_location(name: str) -> None:
    for item in items(material_of(name)):
        assert item.location.source == name
        assert item.location.line >= 1
        assert not item.by_model


def test_a_text_with_headings_has_an_agenda_the_slides_of_its_parts_and_its_terms() -> None:
    deck = made(material_of("talk_tang.md"))
    assert deck.title == "唐朝的兴衰"
    assert deck.subtitle == "摘自 talk_tang.md"
    first, last = deck.slides[0], deck.slides[-1]
    assert isinstance(first, AgendaSlide)
    assert first.items == ["建立与统一", "制度", "盛世与交流", "由盛转衰"]
    assert isinstance(last, ClosingSlide)
    assert 3 <= len(last.points) <= 6


def test_a_long_section_is_split_into_slides_under_its_heading() -> None:
    said = " ".join(f"The {name} river flows through the old valley." for name in "red blue green white black".split())
    more = " ".join(f"A {name} boat carries corn to the harbour." for name in "red blue green white black".split())
    deck = made(read(f"# Rivers\n\n## Water\n\n{said}\n\n{more}\n"))
    titles = [slide.title for slide in deck.slides if isinstance(slide, BulletsSlide)]
    assert len(titles) == 2
    assert titles[0] == "Water"
    assert titles[1].startswith("Water: ")


def test_a_numbered_list_is_a_process() -> None:
    slides = made(material_of("talk_computers.md")).slides
    process = next(each for each in slides if isinstance(each, ProcessSlide) and each.style == "process")
    assert process.title == "一条指令的执行分为几步"
    assert process.steps == [
        ProcessStep(heading="取指令", text="从内存中读出指令"),
        ProcessStep(heading="译码", text="弄清指令要做什么"),
        ProcessStep(heading="执行", text="由运算器完成操作"),
        ProcessStep(heading="写回", text="把结果存入寄存器或内存"),
    ]
    assert process.notes.endswith("“写回：把结果存入寄存器或内存”\n来源：talk_computers.md 第 15–18 行")


def test_dated_events_become_a_timeline() -> None:
    slides = made(material_of("talk_photosynthesis.md")).slides
    line = next(each for each in slides if isinstance(each, ProcessSlide) and each.style == "timeline")
    assert [step.heading for step in line.steps] == ["1648", "1771", "1779", "1804", "1961"]
    assert line.steps[1].text == "Joseph Priestley showed that a plant restores air in which a candle has burned out"


def test_two_named_lists_are_compared() -> None:
    slides = made(material_of("talk_computers.md")).slides
    compared = next(each for each in slides if isinstance(each, ComparisonSlide))
    assert (compared.left.heading, compared.right.heading) == ("系统软件", "应用软件")
    assert compared.left.points == ["操作系统", "编译程序", "驱动程序"]


def test_the_chosen_line_is_first_and_marked() -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    async def second(why: str, options: tuple[str, ...]) -> int | None:
        asked.append((why, options))
        return 1

    text = "# Bees\n\n## Work\n\nBees gather nectar from flowers. Bees build combs of wax. Bees feed the young bees."
    deck, grounded = asyncio.run(deck_from(read(text), StudyDeckOptions(""), second))
    [(why, options)] = asked
    assert why == "Which sentence says best what “Work” is about?"
    slide = next(each for each in deck.slides if isinstance(each, BulletsSlide))
    assert slide.bullets[0] == options[1]
    assert [each.item for each in grounded if each.by_model] == [options[1]]


@pytest.mark.parametrize("answer", [-1, 99])
def test_an_invalid_choice_changes_nothing(answer: int) -> None:
    async def nonsense(why: str, options: tuple[str, ...]) -> int | None:
        return answer

    material = material_of("talk_tang.md")
    assert made(material, choose=nonsense) == made(material)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 12])
def test_a_deck_has_at_most_the_requested_slides_and_shows_content(count: int) -> None:
    slides = made(material_of("talk_photosynthesis.md"), count).slides
    assert len(slides) <= count
    assert any(slide.layout not in ("agenda", "closing", "section") for slide in slides)


def test_more_slides_are_made_if_more_are_requested() -> None:
    material = material_of("talk_printing.txt")
    assert len(made(material, 14).slides) > len(made(material).slides)


def test_one_sentence_is_a_quotation() -> None:
    [slide] = made(read("Water boils at 100 degrees.")).slides
    assert isinstance(slide, QuoteSlide)
    assert (slide.quote, slide.source) == ("Water boils at 100 degrees.", "notes.md, line 1")


RAIN = """# Rain

## How much falls

| Month | Rain (mm) | **Remark** |
|:------|----------:|---|
| March | 138 | |
| June | 231 | plum \\| rain |
| October | 77

June is the wettest month of all. October is much drier than that. Nobody knows why it is so.
"""


def test_a_table_becomes_a_slide_with_its_location() -> None:
    deck = made(read(RAIN))
    [slide] = [each for each in deck.slides if isinstance(each, TableSlide)]
    assert (slide.title, slide.header) == ("How much falls: table", ["Month", "Rain (mm)", "Remark"])
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
    assert titles == ["数据：表格", "数据：表格（2）", "数据：表格（3）", "数据：表格（4）"]


@pytest.mark.parametrize("wide", ["so many words " * 60, "x | " * 12])
def test_a_table_that_is_too_large_becomes_lines(wide: str) -> None:
    columns = wide.count("|") + 2
    header, rule = "| " + " | ".join(["Head"] * columns) + " |", "|" + "---|" * columns
    deck = made(read(f"# Rain\n\nRain is wet. Snow is white.\n\n{header}\n{rule}\n| March | {wide} |\n| June | no |\n"))
    told_of = [words for slide in deck.slides for words in told(slide)]
    assert any("June" in words and "no" in words for words in told_of)


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
    deck = made(read(f"# Rain\n\nRain is wet. Snow is white. Ice is hard.\n\n{text}"))
    assert not any(isinstance(slide, TableSlide) for slide in deck.slides)


def test_a_list_alone_is_a_slide_of_its_items() -> None:
    deck = made(read("- bread\n- water\n- a map\n"))
    assert [slide.bullets for slide in deck.slides if isinstance(slide, BulletsSlide)] == [["bread", "water", "a map"]]


def test_headings_alone_are_an_agenda() -> None:
    [slide] = made(read("# Trip\n\n## Way\n\n## Food\n")).slides
    assert isinstance(slide, AgendaSlide)
    assert slide.items == ["Trip", "Way", "Food"]


@pytest.mark.parametrize("text", ["", "   \n\n", "# Trip\n", "---\n***\n", "TODO: write this\n", "!!! ??? ..."])
def test_a_text_without_content_yields_no_deck(text: str) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text))
    what, todo = error_text("en", failed.value)
    assert what == "A deck of slides cannot be made from this text: it has no complete sentence, list or outline."
    assert todo == "Use a text with a few complete sentences."


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
