"""Outlines as lines: parsed back unchanged, and understood after edits."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.slides.fields import MAX_TITLE
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.model import DeckSpec, text_layout_names
from inkwright.artifacts.text import is_blank, one_line
from inkwright.authoring.outlines import (
    DeckOutline,
    OutlineSlide,
    agreed_outline,
    outline_differences,
    outline_lines,
    parse_outline,
)
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask
from tests.authoring.author_contexts import agreed

UGLY = ["x \\[table]", "【chart】", "a【chart】", "# 雨", "- rain", "> rain", "1. rain", "[table] [quote]"]
WORDS = st.text(max_size=30) | st.sampled_from([*(f"A [{name}]" for name in text_layout_names()), *UGLY])
TITLES = WORDS.map(one_line).filter(lambda title: not is_blank(title))
SLIDES = st.builds(
    OutlineSlide.of,
    TITLES,
    st.lists(WORDS, max_size=4),
    WORDS,
    st.none() | st.sampled_from(text_layout_names()),
    st.text(max_size=60),
)


@given(TITLES, st.lists(SLIDES, min_size=1, max_size=6), WORDS.map(one_line))
def test_an_outline_is_parsed_back_unchanged(title: str, slides: Sequence[OutlineSlide], duration: str) -> None:
    outline = DeckOutline(title, tuple(slides), duration)
    assert parse_outline(outline_lines(outline)) == outline


@given(st.lists(st.text(max_size=40), max_size=20))
def test_parsing_any_lines_is_stable(lines: list[str]) -> None:
    found = parse_outline(lines, "Deck")
    assert parse_outline(outline_lines(found), "Deck") == found


def test_the_lines_are_markdown_that_a_person_can_edit() -> None:
    outline = DeckOutline(
        "雨",
        (
            OutlineSlide("从哪里来", ("海洋", "云"), "开始", "process", "先问学生。\n再讲。"),
            OutlineSlide("降雨量", (), "数据", "chart"),
            OutlineSlide("What is a [table]", ("A grid",)),
        ),
        "20 分钟",
    )
    assert outline_lines(outline) == (
        "# 雨",
        "> 20 分钟",
        "",
        "# 开始",
        "",
        "## 从哪里来 [process]",
        "- 海洋",
        "- 云",
        "> 先问学生。",
        "> 再讲。",
        "",
        "# 数据",
        "",
        "## 降雨量 [chart]",
        "",
        "#",
        "",
        "## What is a \\[table]",
        "- A grid",
    )


EDITED = {
    "marks without spaces, full-width signs and brackets": (
        ["#雨", "##从哪里来【Two Columns】", "＃＃ 多少", "1、海洋", "＞先问"],
        DeckOutline(
            "雨", (OutlineSlide("从哪里来", layout="two_columns"), OutlineSlide("多少", ("海洋",), notes="先问"))
        ),
    ),
    "other bullets, numbers, plain lines and deeper headings": (
        ["# Rain", "### Where", "* sea", "  - deeper", "1. first", "2) second", "a plain line"],
        DeckOutline("Rain", (OutlineSlide("Where", ("sea", "deeper", "first", "second", "a plain line")),)),
    ),
    "a bracket that is no layout stays in the title": (
        ["# Rain", "## Where [photo]", "## [table]"],
        DeckOutline("Rain", (OutlineSlide("Where [photo]"), OutlineSlide("[table]"))),
    ),
    "no title": (["## Where", "- sea"], DeckOutline("Deck", (OutlineSlide("Where", ("sea",)),))),
    "lines within a line": (["# Rain\n## Where\r\n- sea"], DeckOutline("Rain", (OutlineSlide("Where", ("sea",)),))),
    "a list alone": (
        ["# Rain", "1. Where [process]", "   - sea", "2. How much"],
        DeckOutline("Rain", (OutlineSlide("Where", ("sea",), layout="process"), OutlineSlide("How much"))),
    ),
    "nothing": ([], DeckOutline("Deck")),
    "points without words": (
        ["# Rain", "## Where", "-", "- ", "*", "\u200b"],
        DeckOutline("Rain", (OutlineSlide("Where"),)),
    ),
    "a heading without words": (["# Rain", "##", "## "], DeckOutline("Rain")),
}


@pytest.mark.parametrize("name", EDITED)
def test_edited_outlines_are_understood(name: str) -> None:
    lines, outline = EDITED[name]
    assert parse_outline(lines, "Deck") == outline


def test_the_rest_of_an_overlong_title_becomes_the_first_point() -> None:
    long = "It rains. " * 30
    (slide,) = parse_outline(["# Rain", f"## {long}", "- sea"]).slides
    assert len(slide.title) <= MAX_TITLE
    assert " ".join((slide.title, *slide.key_points)) == one_line(long) + " sea"


LINES = ["# Rain", "## Where [bullets]", "- sea", "> Ask first.", "## End"]
OUTLINE = DeckOutline(
    "Rain", (OutlineSlide("Where", ("sea",), layout="bullets", notes="Ask first."), OutlineSlide("End"))
)
WHERE = BulletsSlide(title="Where", bullets=["Sea"], notes="Ask first.")
END = SectionSlide(title="End")


def clarified() -> AnsweredAsk:
    ask = Ask(kind="clarification", title="Which?", id="ask_2", turn_id="turn_1", owner="me")
    return AnsweredAsk(ask=ask, answer=Answer(status="answered"))


def test_the_last_outline_counts_with_its_edits() -> None:
    assert agreed_outline((agreed(["# Old"]), agreed(LINES), clarified())) == OUTLINE
    edited = agreed(LINES, "edited", ["# 雨", "## 哪里"])
    assert agreed_outline((edited,)) == DeckOutline("雨", (OutlineSlide("哪里"),))


@pytest.mark.parametrize("status", ["abandoned", "cancelled", "timeout"])
def test_an_outline_that_was_not_agreed_does_not_count(status: str) -> None:
    assert agreed_outline((agreed(LINES), agreed(LINES, status))) is None
    assert agreed_outline((clarified(),)) is None
    assert agreed_outline(()) is None


def test_an_agreed_deck_has_no_differences() -> None:
    assert outline_differences(DeckSpec(title="Rain", slides=[WHERE, END]), OUTLINE) == ()


def test_every_difference_is_named() -> None:
    other = WHERE.model_copy(update={"title": "Why", "notes": ""})
    found = outline_differences(DeckSpec(title="Wet", slides=[SectionSlide(title="Where"), other, END]), OUTLINE)
    assert [(each.location.text("en"), each.code, dict(each.fields)) for each in found] == [
        ("the deck", "agreed.deck_title", {"found": "Wet", "agreed": "Rain"}),
        ("the deck", "agreed.count", {"titles": "Where; End", "found": 3, "agreed": 2}),
        ("slides[0]", "agreed.layout", {"found": "section", "agreed": "bullets"}),
        ("slides[0]", "agreed.notes", {"agreed": "Ask first."}),
        ("slides[1]", "agreed.title", {"found": "Why", "agreed": "End"}),
    ]
    assert "Where; End" in found[1].fix("en")
    chinese = outline_differences(DeckSpec(title="Rain", slides=[END, WHERE]), OUTLINE)
    assert chinese[0].message("zh") == "标题是“End”，而商定的是“Where”。"
