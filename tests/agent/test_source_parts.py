"""The parts of a text that a message names."""

from inkwright.agent.part_requests import find_parts
from inkwright.agent.source_parts import TextOutline, narrowed
from inkwright.conversation.turns import SourcePart
from tests.each import each

BOOK = """# Volcanoes

Contents

## Chapter 1: Magma

Magma is molten rock.

### 1.1 Basalt

Basalt is dark.

### 1.2 Granite

Granite cools slowly.

## Chapter 2: Eruptions

Pumice floats.
"""
TERMS = "## 第一节 电流\n\n安培是电流的单位。\n\n## 第二节 电阻\n\n欧姆是电阻的单位。\n"
PLAIN = "第一章 春天\n\n春天来了，花开了。\n\n第二章 夏天\n\n夏天很热，蝉在叫。\n"
UNNUMBERED = "# Moon\n\n## Surface\n\nA mare is dark.\n\n## Missions\n\nEagle landed.\n"
TWICE = "# Chapter 1\n\n## Section 1\n\nRain.\n\n# Chapter 2\n\n## Section 1\n\nSnow.\n"
PAGES = "Bread.\n\n<!-- page 2 -->\n\nCheese.\n\n<!-- page 3 -->\n\nHoney.\n"


def found(written: str, message: str) -> list[str]:
    """Return what is left of a text, for each part that the message means."""
    (request,) = find_parts(message)
    parts = TextOutline(written).find(request).parts
    return [" ".join(narrowed(written, [part]).split()) for part in parts]


@each(
    "written, message, texts",
    [
        (BOOK, "chapter 2", ["## Chapter 2: Eruptions Pumice floats."]),
        (BOOK, "section 1.2", ["### 1.2 Granite Granite cools slowly."]),
        (BOOK, "the last chapter", ["## Chapter 2: Eruptions Pumice floats."]),
        (BOOK, "from the eruptions chapter", ["## Chapter 2: Eruptions Pumice floats."]),
        (BOOK, "chapter 3", []),
        (BOOK, "page 2", []),
        (BOOK, "the section about whales", []),
        (TERMS, "第二节", ["## 第二节 电阻 欧姆是电阻的单位。"]),
        (TERMS, "关于电阻的那一节", ["## 第二节 电阻 欧姆是电阻的单位。"]),
        (PLAIN, "第二章", ["第二章 夏天 夏天很热，蝉在叫。"]),
        (UNNUMBERED, "the second chapter", ["## Missions Eagle landed."]),
        (PAGES, "pages 2-3", ["<!-- page 2 --> Cheese.", "<!-- page 3 --> Honey."]),
        (PAGES, "the first page", ["Bread."]),
        (PAGES, "page 4", []),
        ("", "chapter 1", []),
    ],
)
def test_a_part_is_what_stands_under_its_heading_or_on_its_page(written: str, message: str, texts: list[str]) -> None:
    assert found(written, message) == texts


def test_a_number_of_two_headings_is_unclear() -> None:
    (request,) = find_parts("section 1")
    both = TextOutline(TWICE).find(request)
    assert (len(both.parts), both.is_unclear) == (2, True)


def test_lines_keep_their_numbers_and_without_parts_all_is_kept() -> None:
    assert narrowed("a\nb\nc\n", [SourcePart(first=2, last=2)]) == "\nb\n\n"
    assert narrowed("a\nb\n", ()) == "a\nb\n"


def test_the_main_headings_are_suggested() -> None:
    assert [each.title for each in TextOutline(BOOK).suggested()] == ["Chapter 1: Magma", "Chapter 2: Eruptions"]


LETTER = """# Camp

Bring a cap.

The jacket must be tight: a loose one catches the oar.

Poster: A1, three numbers.
"""


def lines_of(message: str, written: str) -> list[tuple[int, int]]:
    """The lines of the parts that a message names."""
    (request,) = find_parts(message)
    return [(each.first, each.last) for each in TextOutline(written).find(request).parts]


@each(
    "message, expected",
    [
        ("how many words are in lines 3-5", [(3, 5)]),
        ("把第3到5行翻成英文", [(3, 5)]),
        ("the second paragraph as a poem", [(5, 5)]),
        ("第二段写成诗", [(5, 5)]),
        ("the paragraph about the oar", [(5, 5)]),
        ("a slide of the line about the poster", [(7, 7)]),
        ("the paragraph about tea", []),
        ("line 99 please", []),
    ],
)
def test_lines_and_paragraphs_are_found_by_number_and_by_what_they_say(
    message: str, expected: list[tuple[int, int]]
) -> None:
    assert lines_of(message, LETTER) == expected


def test_pages_that_a_text_labels_itself_have_these_numbers() -> None:
    talk = "Talk\n\n[Page 1]\none\n\n[Page 2]\ntwo\n\n第3页\nthree\n"
    assert lines_of("a quiz on page 2", talk) == [(6, 8)]
    assert lines_of("第3页", talk) == [(9, 11)]
    assert lines_of("page 4", talk) == []
    assert lines_of("the page 1", "one\n\n— Page 2 —\ntwo") == [(1, 2)]
