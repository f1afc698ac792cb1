"""Decks from files: JSON and YAML describe slides exactly, and nothing of a Markdown document is lost."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from inkwright.artifacts.slides.fields import Bullet, ThemeName
from inkwright.artifacts.slides.layouts.code import CodeSlide
from inkwright.artifacts.slides.layouts.images import ImageSlide
from inkwright.artifacts.slides.layouts.statements import ClosingSlide, SectionSlide
from inkwright.artifacts.slides.layouts.tables import TableSlide
from inkwright.artifacts.slides.load import deck_from_markdown, load_deck
from inkwright.errors import InvalidOption
from inkwright.i18n import error_text
from tests.artifacts.slides.sample_slides import PNG, bullets, deck

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
        bullets(
            "什么是光合作用",
            "利用`光能`，生成氧气 (https://example.cn/o)",
            "2*3*4 不是强调，**重点**才是",
            notes="先提问，\n再讲解。",
        ),
        bullets("步骤", "一、吸收光", "二、分解水", "1. *合成*糖", notes="放动画\n停一下"),
        ClosingSlide(title="谢谢"),
        subtitle="植物怎样**制造**自己的养分。",
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
        bullets(
            "Parts",
            "A cell has many parts:",
            "nucleus, in the middle",
            Bullet(text="wall", children=["only in **plants**"]),
        ),
        TableSlide(title="Parts (2)", header=["part", "job"], rows=[["wall", "none hold"]]),
        CodeSlide(
            title="Smaller still",
            language="python",
            code='# no heading\nx = "**kept**"',
            caption="To be \\*alive\\*",
            notes="slowly\nand clearly",
        ),
        ImageSlide(
            title="Second",
            image="cell.png",
            alt="a cell",
            bullets=["[ ] done & dusted", "and on"],
            notes="a comment",
        ),
        subtitle="Before it.",
    )


def test_front_matter_names_the_deck_and_its_other_fields_go_to_the_notes() -> None:
    front = "---\ntitle: Water\nsubtitle: A lesson\nauthor: Ms Li\ntheme: paper\ndate: 2024-05-01\n---\n"
    assert deck_from_markdown(f"{front}# Water\nAll of it.\n## A\n- a\n> notes: slow") == deck(
        "Water",
        bullets("Overview", "All of it.", notes="date: 2024-05-01"),
        bullets("A", "a", notes="slow"),
        subtitle="A lesson",
        author="Ms Li",
        theme="paper",
    )


def test_a_heading_that_differs_from_the_front_matter_stays() -> None:
    assert deck_from_markdown("---\ntitle: Water\n---\n# Rain\n## A\n- a") == deck(
        "Water", SectionSlide(title="Rain"), bullets("A", "a")
    )


@pytest.mark.parametrize("start", ["---\n\n# T\n## A\n- a", "---\njust words\n---\n# T\n## A\n- a"])
def test_rules_at_the_beginning_are_not_front_matter(start: str) -> None:
    assert bullets("A", "a") in deck_from_markdown(start).slides


def test_an_unknown_theme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidOption, match="theme: it must be one of editorial, bold"):
        deck_from_markdown("---\ntheme: pink\n---\n# T\n## A\n- a")


def test_pictures_that_were_not_provided_stay_text() -> None:
    document = f"# T\n## A\n![a](a.png)\n## B\n![b](b.png)\n## C\n![c]({PNG})"
    assert deck_from_markdown(document, files=["b.png"]).slides == [
        bullets("A", "a (a.png)"),
        ImageSlide(title="B", image="b.png", alt="b"),
        ImageSlide(title="C", image=PNG, alt="c"),
    ]


@pytest.mark.parametrize("document", ["", " \n\n", "# Title alone", "---", "<!-- only a note -->", "##"])
def test_a_document_without_content_is_refused(document: str) -> None:
    with pytest.raises(InvalidOption, match="no content for slides"):
        deck_from_markdown(document)


def test_a_document_that_is_too_long_for_a_deck_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"Invalid value for slides: 61\. A deck can have at most 60 slides"):
        deck_from_markdown("# T\n" + "## A\n- a\n" * 61)


def test_notes_that_are_too_long_are_refused() -> None:
    with pytest.raises(InvalidOption, match="more than 10000 characters"):
        deck_from_markdown("# T\n## A\n- a\n<!--" + "note " * 2_001 + "-->")


SPEC = {"title": "T", "author": "A", "slides": [{"title": "S", "bullets": ["b"]}]}


def test_json_and_yaml_describe_a_deck_exactly() -> None:
    expected = deck("T", bullets("S", "b"), author="A")
    assert load_deck(json.dumps(SPEC), "deck.json") == expected
    assert load_deck("\ufeff" + json.dumps(SPEC), "deck.json") == expected
    assert load_deck("title: T\nauthor: A\nslides:\n- title: S\n  bullets: [b]\n", "DECK.YML") == expected
    assert load_deck("# T\n## S\n- b", "note.txt") == deck("T", bullets("S", "b"))


def test_problems_of_a_description_are_reported_with_their_location() -> None:
    with pytest.raises(InvalidOption, match="slide 1, bullets: it is missing; slide 2: A slide is an") as caught:
        load_deck('{"title": "T", "slides": [{"title": "S"}, {"layout": "poem"}]}', "deck.json")
    assert "第 1 张幻灯片，bullets：缺少这一项；第 2 张幻灯片：一张幻灯片是" in "".join(error_text("zh", caught.value))


@pytest.mark.parametrize(
    ("source", "name", "english", "chinese"),
    [
        ("{", "deck.json", "it is not valid JSON", "它不是有效的 JSON"),
        ("title: [", "deck.yaml", "It cannot be read: line 2", "无法读取：第 2 行"),
        ("title: &a T\nslides: *a", "deck.yaml", "aliases (`*name`) are not read", "不读取别名"),
        ("title: T", "deck.toml", "must end in .json, .yaml", "应以 .json、.yaml"),
        ("title: T", "deck.yaml", "slides: it is missing", "slides：缺少这一项"),
    ],
)
def test_a_description_is_refused_in_the_language_of_the_reader(
    source: str, name: str, english: str, chinese: str
) -> None:
    with pytest.raises(InvalidOption) as caught:
        load_deck(source, name)
    assert english in "".join(error_text("en", caught.value))
    assert chinese in "".join(error_text("zh", caught.value))


PAGE = (Path(__file__).parents[3] / "docs" / "slides.md").read_text(encoding="utf-8")


def test_the_page_about_decks_shows_what_is_read() -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    assert [slide.layout for slide in load_deck(example, "deck.yaml").slides] == ["bullets", "chart"]
    assert set(get_args(ThemeName)) <= set(re.findall(r"\w+", PAGE))
