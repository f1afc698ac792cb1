"""What decks say: budgets, and decks from Markdown of which nothing is dropped."""

import contextlib
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inkwright.artifacts.decks import DeckSpec, SlideSpec, deck_from_markdown
from inkwright.errors import InvalidOption


def slide(title: str, *bullets: str, notes: str = "") -> SlideSpec:
    return SlideSpec(title=title, bullets=list(bullets), notes=notes)


def deck(title: str, *slides: SlideSpec) -> DeckSpec:
    return DeckSpec(title=title, slides=list(slides))


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"title": "\u200b"}, ("title",)),
        ({"title": "x" * 121}, ("title",)),
        ({"bullets": []}, ("bullets",)),
        ({"bullets": ["x"] * 9}, ("bullets",)),
        ({"bullets": ["x", "x" * 301]}, ("bullets", 1)),
        ({"bullets": ["x", " \x00 "]}, ("bullets", 1)),
        ({"notes": "x" * 10_001}, ("notes",)),
        ({"colour": "red"}, ("colour",)),
    ],
)
def test_a_slide_keeps_its_budgets(fields: dict[str, Any], path: tuple[str | int, ...]) -> None:
    with pytest.raises(ValidationError) as caught:
        SlideSpec(**{"title": "T", "bullets": ["b"], **fields})
    assert [error["loc"] for error in caught.value.errors()] == [path]


@pytest.mark.parametrize("count", [0, 31])
def test_a_deck_has_one_to_thirty_slides(count: int) -> None:
    with pytest.raises(ValidationError):
        DeckSpec(title="T", slides=[slide("S", "b")] * count)


def test_words_are_tidied() -> None:
    tidy = SlideSpec(title=" a\n b\x07\ud800 ", bullets=["\tc\u2028d"], notes="\n one \r\n\r\n two\x0bthree \n")
    assert (tidy.title, tidy.bullets, tidy.notes) == ("a b", ["c d"], "one\n\ntwo\nthree")


CHINESE = """\
# 光合作用

植物怎样**制造**
自己的养分。

## 什么是光合作用
- 利用`光能`，生成[氧气](https://example.cn/o)
* 2*3*4 不是强调，**重点**才是
> 备注：先提问，
> 再讲解。

##步骤
一、吸收光
二、分解水
1. *合成*糖
<!-- notes: 放动画
停一下 -->

## 谢谢
"""


def test_a_chinese_document_becomes_a_deck() -> None:
    assert deck_from_markdown(CHINESE) == deck(
        "光合作用",
        slide("概述", "植物怎样制造自己的养分。"),
        slide(
            "什么是光合作用",
            "利用光能，生成氧气 (https://example.cn/o)",
            "2*3*4 不是强调，重点才是",
            notes="先提问，\n再讲解。",
        ),
        slide("步骤", "一、吸收光", "二、分解水", "合成糖", "谢谢", notes="放动画\n停一下"),
    )


ENGLISH = """\
Before it.

# The *Cell* #

## Parts
A cell has
many parts:

  * nucleus,
    in the middle
  * wall
      + only in __plants__

| part | job |
|------|:---:|
| wall | ~~none~~ hold |

### Smaller still
~~~python
# no heading
x = "**kept**"
~~~
---
> To be \\*alive\\*

**Speaker notes:** slowly
and clearly

Second
------
- [ ] done &amp; dusted  <!-- a comment --> and on
![a cell](cell.png)
"""


def test_an_english_document_becomes_a_deck() -> None:
    assert deck_from_markdown(ENGLISH) == deck(
        "The Cell",
        slide("Overview", "Before it."),
        slide(
            "Parts",
            "A cell has many parts:",
            "nucleus, in the middle",
            "wall",
            "only in plants",
            "part | job",
            notes="slowly\nand clearly",
        ),
        slide(
            "Parts (2)",
            "wall | none hold",
            "Smaller still",
            "# no heading",
            'x = "**kept**"',
            "To be *alive*",
        ),
        slide("Second", "[ ] done & dusted", "and on a cell (cell.png)", notes="a comment"),
    )


def test_a_document_without_headings_becomes_a_deck() -> None:
    assert deck_from_markdown("Photosynthesis\n\n- light\n- water\n") == deck(
        "Photosynthesis", slide("Overview", "light", "water")
    )
    assert deck_from_markdown("Only one line.") == deck("Only one line.", slide("Overview", "Only one line."))


def test_a_document_of_slides_alone_is_named_for_the_first() -> None:
    assert deck_from_markdown("## A\n- a\n## B\n- b") == deck("A", slide("A", "a"), slide("B", "b"))


def test_a_single_top_heading_is_the_title_whatever_its_level() -> None:
    assert deck_from_markdown("## T\n### A\n- a\n### B\n- b") == deck("T", slide("A", "a"), slide("B", "b"))
    assert deck_from_markdown("# T\n### A\n- a") == deck("T", slide("A", "a"))


def test_later_top_headings_are_slides() -> None:
    assert deck_from_markdown("# T\n# A\n- a\n## B\n- b") == deck("T", slide("A", "a"), slide("B", "b"))


def test_an_outline_of_bare_headings_is_an_overview() -> None:
    assert deck_from_markdown("# T\n## A\n## B\n") == deck("T", slide("Overview", "A", "B"))


def test_notes_before_any_slide_go_to_the_first() -> None:
    assert deck_from_markdown("# T\n> notes: hello\n\n## A\n- a\n> notes: more") == deck(
        "T", slide("A", "a", notes="hello\nmore")
    )


def test_notes_under_a_bare_heading_are_not_lost() -> None:
    assert deck_from_markdown("# T\n## A\n- a\n## Q&A\n> notes: wait") == deck(
        "T", slide("A", "a", "Q&A", notes="wait")
    )


def test_more_bullets_than_fit_go_on_evenly() -> None:
    items = [f"item {number}" for number in range(10)]
    assert deck_from_markdown("# T\n## A\n" + "".join(f"- {item}\n" for item in items)) == deck(
        "T", slide("A", *items[:5]), slide("A (2)", *items[5:])
    )


def test_long_paragraphs_are_cut_behind_sentences() -> None:
    sentence = "词" * 99 + "。"
    assert deck_from_markdown(f"# T\n## A\n{sentence * 7}") == deck(
        "T", slide("A", sentence * 3), slide("A (2)", sentence * 3, sentence)
    )


def test_a_heading_that_is_too_long_goes_on_as_bullets() -> None:
    heading = "word " * 40
    made = deck_from_markdown(f"# {heading}\n## {heading}\n- x")
    [opening, page] = made.slides
    assert " ".join([made.title, *opening.bullets]) == heading.strip()
    assert " ".join([page.title, *page.bullets]) == heading.strip() + " x"


def test_a_comment_that_never_ends_is_text() -> None:
    assert deck_from_markdown("# T\n## A\na <!-- b\n## B\n- c") == deck("T", slide("A", "a <!-- b"), slide("B", "c"))


@pytest.mark.parametrize("document", ["", " \n\n", "# Title alone", "---", "<!-- only a note -->", "##"])
def test_nothing_to_show_is_said_so(document: str) -> None:
    with pytest.raises(InvalidOption, match="nothing to put on a slide"):
        deck_from_markdown(document)


def test_more_than_a_deck_holds_is_said_so_in_the_language_of_the_text() -> None:
    with pytest.raises(InvalidOption, match=r"slides=31 is not possible\. A deck has at most 30 slides"):
        deck_from_markdown("# T\n" + "## A\n- a\n" * 31)
    with pytest.raises(InvalidOption, match="一份幻灯片最多 30 张"):
        deck_from_markdown("# 题\n" + "## A\n- a\n" * 31)


def test_notes_without_measure_are_said_so() -> None:
    with pytest.raises(InvalidOption, match="more than 10000 characters"):
        deck_from_markdown("# T\n## A\n- a\n<!--" + "note " * 2_001 + "-->")


MARKDOWN = st.text(st.sampled_from("ab汉。 \n\n\n##*_`~-|>[]()<!\\1.、备注：&;\t\u200b\x00"), max_size=300)


@given(MARKDOWN)
def test_any_text_is_a_deck_or_a_clear_refusal(document: str) -> None:
    try:
        made = deck_from_markdown(document)
    except InvalidOption:
        return
    assert DeckSpec.model_validate(made.model_dump()) == made


@given(MARKDOWN)
def test_no_word_of_a_text_is_dropped(document: str) -> None:
    try:
        made = deck_from_markdown(document)
    except InvalidOption:
        return
    said = made.title + "".join(page.title + "".join(page.bullets) + page.notes for page in made.slides)
    assert all(said.count(char) >= document.count(char) for char in "ab汉")


@pytest.mark.parametrize(
    "piece",
    ["*a ", "**a", "_a _", "[a](", "`a", "<!--", "> ", "|", "#", "~~a", "- ", "1、", "\\*", "    ", "&", "[", "!["],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        document = f"# T\n## A\n{piece * count}"
        start = time.process_time()
        with contextlib.suppress(InvalidOption):
            deck_from_markdown(document)
        return time.process_time() - start

    short = min(seconds(10_000) for _ in range(3))
    long = min(seconds(40_000) for _ in range(3))
    # Four times the text; sixteen times the time would be quadratic.
    assert long < 10 * short + 0.05
