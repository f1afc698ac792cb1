"""Decks from files: JSON and YAML as they say, Markdown by rule, and nothing of a document is dropped."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from inkwright.artifacts.slides.load import deck_from_markdown, load_deck
from inkwright.artifacts.slides.model import (
    AgendaSlide,
    Bullet,
    BulletsSlide,
    ClosingSlide,
    CodeSlide,
    ComparisonSide,
    ComparisonSlide,
    DeckSpec,
    FormulaSlide,
    ImageSlide,
    QuoteSlide,
    SectionSlide,
    Slide,
    TableSlide,
    ThemeName,
)
from inkwright.errors import InvalidOption

PNG = "data:image/png;base64,iVBORw0KGgo="


def bullets(title: str, *points: str | Bullet, notes: str = "") -> BulletsSlide:
    return BulletsSlide(title=title, bullets=list(points), notes=notes)


def deck(title: str, *slides: Slide, **fields: Any) -> DeckSpec:
    return DeckSpec(title=title, slides=list(slides), **fields)


def slides_of(body: str) -> list[Slide]:
    """The slides of a document with a title and this under it."""
    return deck_from_markdown(f"# T\n\n{body}").slides


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
        bullets("步骤", "一、吸收光", "二、分解水", "*合成*糖", notes="放动画\n停一下"),
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


def test_front_matter_names_the_deck_and_what_it_says_besides_goes_to_the_notes() -> None:
    front = "---\ntitle: Water\nsubtitle: A lesson\nauthor: Ms Li\ntheme: paper\ndate: 2024-05-01\n---\n"
    assert deck_from_markdown(f"{front}# Water\nAll of it.\n## A\n- a\n> notes: slow") == deck(
        "Water",
        bullets("Overview", "All of it.", notes="date: 2024-05-01"),
        bullets("A", "a", notes="slow"),
        subtitle="A lesson",
        author="Ms Li",
        theme="paper",
    )


def test_a_heading_that_says_something_else_than_the_front_matter_stays() -> None:
    assert deck_from_markdown("---\ntitle: Water\n---\n# Rain\n## A\n- a") == deck(
        "Water", SectionSlide(title="Rain"), bullets("A", "a")
    )


@pytest.mark.parametrize("start", ["---\n\n# T\n## A\n- a", "---\njust words\n---\n# T\n## A\n- a"])
def test_rules_at_the_beginning_are_no_front_matter(start: str) -> None:
    assert bullets("A", "a") in deck_from_markdown(start).slides


def test_an_unknown_theme_is_told_which_there_are() -> None:
    with pytest.raises(InvalidOption, match="theme: Input should be 'editorial', 'bold'"):
        deck_from_markdown("---\ntheme: pink\n---\n# T\n## A\n- a")


def test_a_heading_over_headings_alone_opens_a_section() -> None:
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


@pytest.mark.parametrize("title", ["Agenda", "目录", "Contents:"])
def test_an_agenda_is_known_by_its_title(title: str) -> None:
    assert slides_of(f"## {title}\n- a\n- b\n## A\n- a")[0] == AgendaSlide(title=title, items=["a", "b"])


def test_an_agenda_with_more_than_a_list_has_bullets() -> None:
    assert slides_of("## Agenda\n- a\n  - b\n- c") == [bullets("Agenda", Bullet(text="a", children=["b"]), "c")]


def test_the_last_slide_of_thanks_closes_the_deck() -> None:
    assert slides_of("## A\n- a\n## Thank you!\nWrite to me.\n- mail\n> notes: wave") == [
        bullets("A", "a"),
        ClosingSlide(title="Thank you!", message="Write to me.", points=["mail"], notes="wave"),
    ]
    assert slides_of("## Questions\n- why?\n## A\n- a")[0] == bullets("Questions", "why?")


@pytest.mark.parametrize("title", ["Ice vs steam", "冰与蒸汽的对比", "Ice compared with steam"])
def test_two_lists_under_a_title_that_compares_stand_side_by_side(title: str) -> None:
    assert slides_of(f"## {title}\n### Ice\n- hard\n- cold\n### Steam\n- soft\n> notes: n") == [
        ComparisonSlide(
            title=title,
            left=ComparisonSide(heading="Ice", points=["hard", "cold"]),
            right=ComparisonSide(heading="Steam", points=["soft"]),
            notes="n",
        )
    ]


def test_lists_that_differ_much_are_not_compared() -> None:
    left, right, longer = slides_of("## A vs B\n### A\n- a\n### B\n" + "- b\n" * 5)
    assert (left.layout, right.layout, longer.layout) == ("section", "bullets", "bullets")


def test_a_table_may_stand_without_pipes_around_it_and_has_a_caption() -> None:
    assert slides_of("## A\nIn mm:\n\nyear | rain\n---: | ---\n2024 | 12 \\| 13\n2025 | 14 | more") == [
        TableSlide(
            title="A",
            header=["year", "rain", ""],
            rows=[["2024", "12 | 13", ""], ["2025", "14", "more"]],
            caption="In mm:",
        )
    ]


def test_rows_without_a_header_are_lines() -> None:
    assert slides_of("## A\n| a | b |\n| c | d |") == [bullets("A", "a | b", "c | d")]


def test_a_long_table_goes_on_with_its_header() -> None:
    rows = [[str(number), "x"] for number in range(30)]
    written = "".join(f"| {one} | {two} |\n" for one, two in rows)
    assert slides_of(f"## A\n| n | v |\n|---|---|\n{written}") == [
        TableSlide(title="A", header=["n", "v"], rows=rows[:15]),
        TableSlide(title="A (2)", header=["n", "v"], rows=rows[15:]),
    ]


def test_a_wide_table_goes_on_with_its_first_column() -> None:
    header = [f"h{number}" for number in range(10)]
    written = "|".join(header)
    assert slides_of(f"## 表\n|{written}|\n|{'---|' * 10}\n|{written}|") == [
        TableSlide(title="表", header=header[:6], rows=[header[:6]]),
        TableSlide(title="表（2）", header=["h0", *header[6:]], rows=[["h0", *header[6:]]]),
    ]


def test_a_table_of_prose_becomes_lines() -> None:
    long = "word " * 50
    assert slides_of(f"## A\n| a | b |\n|---|---|\n| x | {long}|") == [bullets("A", "a | b", f"x | {long.strip()}")]


def test_code_keeps_its_indents_and_goes_on() -> None:
    lines = [f"    line {number}" for number in range(50)]
    assert slides_of("## A\n- first\n- second\n```py\n" + "\n".join(lines) + "\n```") == [
        bullets("A", "first", "second"),
        CodeSlide(title="A (2)", language="py", code="\n".join(lines[:25])),
        CodeSlide(title="A (3)", language="py", code="\n".join(lines[25:])),
    ]


def test_lines_of_code_that_are_too_long_are_broken() -> None:
    assert slides_of(f"## A\n```\n{'x' * 200}\n```") == [CodeSlide(title="A", code=f"{'x' * 160}\n{'x' * 40}")]


def test_formulas_are_shown_with_what_explains_them() -> None:
    assert slides_of("## A\n$$\nE = m\nc^2\n$$\n- $E$ is energy, $c^2$ is large") == [
        FormulaSlide(title="A", formula="E = m c^2", explanation=["E is energy, c² is large"])
    ]
    assert slides_of("## A\n$$a$$\n\n$$b$$") == [
        FormulaSlide(title="A", formula="a"),
        FormulaSlide(title="A (2)", formula="b"),
    ]


@pytest.mark.parametrize("text", ["$$ never closed", "costs $$ and $$$", "$$$$"])
def test_dollars_alone_are_text(text: str) -> None:
    assert slides_of(f"## A\n{text}") == [bullets("A", text)]


def test_a_quote_with_its_source_has_a_slide() -> None:
    assert slides_of("## A\n> Water is\n> *life*.\n> — Somebody\n") == [
        QuoteSlide(title="A", quote="Water is *life*.", source="Somebody")
    ]
    assert slides_of("## A\n> Alone\n") == [QuoteSlide(title="A", quote="Alone")]
    assert slides_of("## A\n- a\n\n> Not alone\n") == [bullets("A", "a"), bullets("A (2)", "Not alone")]


def test_pictures_are_named_or_written_in_the_document() -> None:
    assert slides_of(f'## A\n![leaf](./img/leaf.png "A leaf")\n\nsee ![dot]({PNG}) here') == [
        ImageSlide(title="A", image="img/leaf.png", alt="leaf", caption="A leaf"),
        bullets("A (2)", "see dot here"),
        ImageSlide(title="A (3)", image=PNG, alt="dot"),
    ]


@pytest.mark.parametrize("source", ["/etc/hostname.png", "../x.png", "http://x.org/a.png", "a.svg", "data:text/html,x"])
def test_pictures_that_no_slide_can_show_stay_words(source: str) -> None:
    assert slides_of(f"## A\n![a]({source})") == [bullets("A", f"a ({source})")]


def test_pictures_that_were_not_handed_along_stay_words() -> None:
    document = f"# T\n## A\n![a](a.png)\n## B\n![b](b.png)\n## C\n![c]({PNG})"
    assert deck_from_markdown(document, files=["b.png"]).slides == [
        bullets("A", "a (a.png)"),
        ImageSlide(title="B", image="b.png", alt="b"),
        ImageSlide(title="C", image=PNG, alt="c"),
    ]


def test_a_document_without_headings_becomes_a_deck() -> None:
    assert deck_from_markdown("Photosynthesis\n\n- light\n- water\n") == deck(
        "Photosynthesis", bullets("Overview", "light", "water")
    )
    assert deck_from_markdown("Only one line.") == deck("Only one line.", bullets("Overview", "Only one line."))


def test_a_document_of_slides_alone_is_named_for_the_first() -> None:
    assert deck_from_markdown("## A\n- a\n## B\n- b") == deck("A", bullets("A", "a"), bullets("B", "b"))


def test_a_single_top_heading_is_the_title_whatever_its_level() -> None:
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


def test_more_bullets_than_fit_go_on_evenly() -> None:
    items = [f"item {number}" for number in range(10)]
    assert slides_of("## A\n" + "".join(f"- {item}\n" for item in items)) == [
        bullets("A", *items[:5]),
        bullets("A (2)", *items[5:]),
    ]


def test_more_children_than_fit_go_on_under_the_same_point() -> None:
    assert slides_of("## A\n- a\n" + "".join(f"  - {number}\n" for number in range(7))) == [
        bullets("A", Bullet(text="a", children=list("01234"))),
        bullets("A (2)", Bullet(text="a (2)", children=list("56"))),
    ]


def test_long_paragraphs_are_cut_behind_sentences() -> None:
    sentence = "词" * 99 + "。"
    assert slides_of(f"## A\n{sentence * 7}") == [
        bullets("A", sentence * 3),
        bullets("A (2)", sentence * 3, sentence),
    ]


def test_a_heading_that_is_too_long_goes_on_as_bullets() -> None:
    heading = "word " * 40
    made = deck_from_markdown(f"# {heading}\n## {heading}\n- x")
    [page] = made.slides
    assert f"{made.title} {made.subtitle}" == heading.strip()
    assert isinstance(page, BulletsSlide)
    assert " ".join([page.title, *map(str, page.bullets)]) == heading.strip() + " x"


def test_a_comment_that_never_ends_is_text() -> None:
    assert slides_of("## A\na <!-- b\n## B\n- c") == [bullets("A", "a <!-- b"), bullets("B", "c")]


@pytest.mark.parametrize("document", ["", " \n\n", "# Title alone", "---", "<!-- only a note -->", "##"])
def test_nothing_to_show_is_said_so(document: str) -> None:
    with pytest.raises(InvalidOption, match="no content for slides"):
        deck_from_markdown(document)


def test_more_than_a_deck_holds_is_said_so_in_the_language_of_the_text() -> None:
    with pytest.raises(InvalidOption, match=r"Invalid value for slides: 61\. A deck can have at most 60 slides"):
        deck_from_markdown("# T\n" + "## A\n- a\n" * 61)
    with pytest.raises(InvalidOption, match="一份幻灯片最多 60 张"):
        deck_from_markdown("# 题\n" + "## A\n- a\n" * 61)


def test_notes_without_measure_are_said_so() -> None:
    with pytest.raises(InvalidOption, match="more than 10000 characters"):
        deck_from_markdown("# T\n## A\n- a\n<!--" + "note " * 2_001 + "-->")


def test_a_title_of_ten_thousand_characters_loses_none() -> None:
    made = deck_from_markdown("# " + "长" * 10_000 + "\n## A\n- a")
    assert str(made).count("长") == 10_000


SPEC = {"title": "T", "author": "A", "slides": [{"title": "S", "bullets": ["b"]}]}


def test_json_and_yaml_say_exactly_what_they_want() -> None:
    expected = deck("T", bullets("S", "b"), author="A")
    assert load_deck(json.dumps(SPEC), "deck.json") == expected
    assert load_deck("\ufeff" + json.dumps(SPEC), "deck.json") == expected
    assert load_deck("title: T\nauthor: A\nslides:\n- title: S\n  bullets: [b]\n", "DECK.YML") == expected
    assert load_deck("# T\n## S\n- b", "note.txt") == deck("T", bullets("S", "b"))


def test_what_is_wrong_in_a_description_is_told_with_its_place() -> None:
    with pytest.raises(InvalidOption, match=r"slides\.0\.bullets\.bullets: Field required; slides\.1: A slide is an"):
        load_deck('{"title": "T", "slides": [{"title": "S"}, {"layout": "poem"}]}', "deck.json")
    with pytest.raises(InvalidOption, match="请修正描述中的错误：slides: "):
        load_deck("title: 标题\n", "deck.yaml")


PAGE = (Path(__file__).parents[3] / "docs" / "slides.md").read_text(encoding="utf-8")


def test_the_page_about_decks_shows_what_is_read() -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    assert [slide.layout for slide in load_deck(example, "deck.yaml").slides] == ["bullets", "chart"]
    assert set(get_args(ThemeName)) <= set(re.findall(r"\w+", PAGE))
    layouts = re.findall(r"^\| `(\w+)` \|", PAGE, re.M)
    with pytest.raises(InvalidOption, match=f"one of: {', '.join(layouts)}"):
        load_deck('{"title": "T", "slides": [{"layout": "poem"}]}', "deck.json")
