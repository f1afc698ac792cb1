"""Quotes are complete sentences without markup, found in any document in linear time."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.grounding.sentences import joined
from inkwright.papers.quotes import MAX_QUOTES, headings_of, quotes_of
from tests.each import each
from tests.hostile_texts import HOSTILE
from tests.parsing.test_any_text import grows_too_fast

HOSTILE_NOTES = (
    "a\n", "a. ", "A. ", "e.g. ", "字。", "字", "> ", "- a\n", "**", "*a", "_a", "![](", "[](", "<!--", "-->", "| a ",
    "---\n", "a: b\n", "---\na: b\n", "# a\n", " ", "\t", ".)", ".'", "a\n===\n", "\x00", "(1)字\n", "①", " #",
    "Fig. 1 ", "al. (", "A long sentence of words. ",
)  # fmt: skip
AFTER = "After it comes a whole sentence."


def sample(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("document", "quotes"),
    [
        ("We use tools, e.g. LaTeX, every day.", ["We use tools, e.g. LaTeX, every day."]),
        (
            "See Fig. 3 and Eq. (5) for the rest. It was done by Dr. Wang and J. K. Li.",
            ["See Fig. 3 and Eq. (5) for the rest.", "It was done by Dr. Wang and J. K. Li."],
        ),
        (
            "It is so, cf. Smith et al. (2020), p. 7. That was said by Smith et al. Nobody doubts it to this day.",
            [
                "It is so, cf. Smith et al. (2020), p. 7.",
                "That was said by Smith et al.",
                "Nobody doubts it to this day.",
            ],
        ),
        (
            "The error fell from 3.5 to 2.1 points. In version 2.0 it fell to 1.9 points.",
            ["The error fell from 3.5 to 2.1 points.", "In version 2.0 it fell to 1.9 points."],
        ),
        (
            (
                'She said "It works well for us." Then all of them went home. “Is it really all done now?” '
                "(Nobody knew it at that time.) Éva did."
            ),
            [
                'She said "It works well for us."',
                "Then all of them went home.",
                "“Is it really all done now?”",
                "(Nobody knew it at that time.)",
            ],
        ),
        ("It ends here, etc. and goes on, i.e. not yet.", ["It ends here, etc. and goes on, i.e. not yet."]),
        (
            "他说：“这个方法很好用，也不贵。”大家就都回家去了，没有再问！？第二天他又来了一次（还是没人。）",
            ["他说：“这个方法很好用，也不贵。”", "大家就都回家去了，没有再问！？", "第二天他又来了一次（还是没人。）"],
        ),
        ("「這個方法很好用，也不貴。」大家就都回家去了。", ["「這個方法很好用，也不貴。」大家就都回家去了。"]),
        (
            "我们都用 LaTeX 写论文的正文，v2.0 也行. 然后用脚本把它编译成文件。",
            ["我们都用 LaTeX 写论文的正文，v2.0 也行.", "然后用脚本把它编译成文件。"],
        ),
    ],
)
def test_a_quote_is_a_complete_sentence(document: str, quotes: list[str]) -> None:
    assert quotes_of(document) == quotes


@pytest.mark.parametrize(
    ("document", "quote"),
    [
        ("A paragraph that is\nwrapped over  two lines.", "A paragraph that is wrapped over two lines."),
        ("A paragraph that is\r\nwrapped over lines.\r\n\r\nShort.", "A paragraph that is wrapped over lines."),
        ("> A cited paragraph that\n> is wrapped as well.", "A cited paragraph that is wrapped as well."),
        ("- An item that goes on\n  in the next line.\n- Short.", "An item that goes on in the next line."),
        ("The value was found to be\n3.5 in every case.", "The value was found to be 3.5 in every case."),
        ("一个被折行的段落，\n直到最后\n才结束。", "一个被折行的段落，直到最后才结束。"),
        ("中文里有英文 word\n也有数字 412\n块水表的段落。", "中文里有英文 word 也有数字 412 块水表的段落。"),
        ("他说这是一个很好的\n“办法”，大家都同意。", "他说这是一个很好的“办法”，大家都同意。"),
    ],
)
def test_the_lines_of_a_wrapped_paragraph_are_joined(document: str, quote: str) -> None:
    assert quotes_of(document) == [quote]


@pytest.mark.parametrize(
    "item",
    ["- {}", "* {}", "+ {}", "• {}", "1. {}", "12) {}", "- [ ] {}", "- [x] {}", "  - {}", "> - {}", "-   {}"],
)
def test_each_item_of_a_list_is_a_passage_without_its_mark(item: str) -> None:
    first, second = "The first thing that is to be done", "The second thing that is to be done"
    assert quotes_of(f"{item.format(first)}\n{item.format(second)}") == [first, second]


@pytest.mark.parametrize("item", ["1、{}", "1.{}", "（1）{}", "(1){}", "①{}", "一、{}", "十二、{}", "　　1. {}"])
def test_each_item_of_a_chinese_list_is_a_passage_without_its_mark(item: str) -> None:
    first, second = "首先要做的第一件事情是这个", "其次要做的第二件事情是那个"
    assert quotes_of(f"{item.format(first)}\n{item.format(second)}") == [first, second]


@pytest.mark.parametrize(
    ("document", "quote"),
    [
        ("The *most* **important** thing is `this`, _really_.", "The most important thing is this, really."),
        ("The product of 2 * 3 * 4 and a*b and snake_case.", "The product of 2 * 3 * 4 and a*b and snake_case."),
        (r"The weights $w_{ij}$ and $x_\text{a}$ are learned.", r"The weights $w_{ij}$ and $x_\text{a}$ are learned."),
        ("See the [documentation](https://a.b/c_d) and all of it.", "See the documentation and all of it."),
        ("这是*非常重要*的结论，**必须**记住。", "这是非常重要的结论，必须记住。"),
        ("\ufeffA sentence\x00 behind a mark\ud800 of bytes.", "A sentence behind a mark of bytes."),
    ],
)
def test_a_quote_loses_only_its_markup(document: str, quote: str) -> None:
    assert quotes_of(document) == [quote]


@each(
    "left_out",
    [
        "# A heading that is long enough to be one",
        "#中文标题也可以不写空格，照样是一个标题",
        "A heading that is underlined, as some do\n========================================",
        "```\nA line of code that is long enough.\n```",
        "~~~python\nx = 1  # A comment that is long enough.\n~~~",
        "````\n```\nA fence within a fence is code, too.\n```\n````",
        "- Short:\n  ```\n  Code in an item is code nevertheless.\n  ```",
        "| A cell that is long enough | a number |\n|---|---|\n| Another cell that is long | 3 |",
        "A cell that is long enough | a number | one more",
        "+---------------------------------------+",
        "----------------------------------------",
        "* * * * * * * * * * * * * * * * * * * * ",
        "<!-- A comment that is long enough to be a quote.\n\nAnd on. -->",
    ],
)
def test_headings_code_tables_rules_and_comments_are_left_out(left_out: str) -> None:
    assert quotes_of(f"{left_out}\n{AFTER}\n") == [AFTER]
    assert quotes_of(f"Before it stands a sentence.\n\n{left_out}\n\n{AFTER}\n") == [
        "Before it stands a sentence.",
        AFTER,
    ]


def test_metadata_at_the_top_is_left_out_and_a_rule_at_the_top_is_not_metadata() -> None:
    assert quotes_of(f"---\ntitle: A title that is long enough\ntags:\n  - a\n- b\n---\n{AFTER}") == [AFTER]
    between = "Between two rules stands a sentence."
    assert quotes_of(f"---\n{between}\n---\n{AFTER}") == [between, AFTER]


def test_an_unclosed_fence_removes_nothing() -> None:
    assert quotes_of(f"```\n\n{AFTER}") == [AFTER]
    assert quotes_of(f"<!-- \n\n{AFTER}") == [AFTER]


def test_fragments_overlong_sentences_and_repetitions_are_not_quotes() -> None:
    endless = "word " * 70 + "end."
    assert quotes_of(f"Too short.\n\n太短了。\n\n{endless}\n\n{AFTER}\n\n{AFTER}\n\n共有十个汉字就已经够了。") == [
        AFTER,
        "共有十个汉字就已经够了。",
    ]


def test_the_number_of_quotes_is_limited() -> None:
    assert len(quotes_of("\n\n".join(f"This is the sentence number {number}." for number in range(200)))) == MAX_QUOTES


@pytest.mark.parametrize(
    ("document", "headings"),
    [
        ("# Title\n\ntext\n\n## 1. **Why** it `matters` ##\n###Close", ["Title", "1. Why it matters", "Close"]),
        ("\ufeff# 标题\n#没有空格", ["标题", "没有空格"]),
        ("The Title\n=========\n\ntext", ["The Title"]),
        ("```\n# a comment of a program\n```\n\n    \n#\n# C#", ["C#"]),
        ("", []),
    ],
)
def test_headings_are_returned_without_markup(document: str, headings: list[str]) -> None:
    assert headings_of(document) == headings


def test_the_sample_notes_yield_their_sentences() -> None:
    english, chinese = quotes_of(sample("leaks.en.md")), quotes_of(sample("leaks.zh.md"))
    assert (
        english[1] == "Small towns lose between a fifth and a third of their drinking water before it reaches anyone."
    )
    assert (
        "Record ten seconds per hour between 1 and 4 a.m. on the meter itself; keep only 16 band energies, so that no "
        "speech can be reconstructed."
    ) in english
    assert "在管网图上用一个小型图模型（1.2 万个参数）比较相邻的表。" in chinese
    assert (len(english), len(chinese)) == (21, 20)


def test_pieces_are_joined_with_the_spaces_of_their_script() -> None:
    assert joined([]) == ""
    assert joined(["One.", "Two.", "“Three.”", "“Four.”"]) == "One. Two. “Three.” “Four.”"
    assert joined(["一。", "二。", "Three.", "“四。”", "五"]) == "一。二。Three. “四。”五"


@given(document=st.text(st.sampled_from("aA字 .。\n*_`#-|>“”\"'()[]1、!~\x00\ud800"), max_size=200))
def test_quotes_of_any_document_are_on_one_line(document: str) -> None:
    for quote in [*quotes_of(document * 4), *headings_of(document)]:
        assert quote == " ".join(quote.split())
        quote.encode()


@each("unit", [*HOSTILE, *HOSTILE_NOTES])
def test_time_grows_with_the_document_and_no_faster(unit: str) -> None:
    for prefix in ("", "- "):
        small, large = (prefix + unit * (size // len(unit)) for size in (10_000, 40_000))
        for read in (quotes_of, headings_of):
            if grows_too_fast(read, small, large, tries=1):
                assert not grows_too_fast(read, small, large, tries=5), (read.__name__, prefix, unit)
