"""Sections under headers, and the text after a divider (rulings 35–41)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright import InvalidOption, multi_section_parser, simple_parser, simple_section_parser
from tests.each import each


def sections(reply: str, *headers: str, **options: Any) -> Any:
    """The content, or the reason why there is none."""
    result = multi_section_parser(reply, headers, **options)
    return result["content"] if result["status"] == "success" else result["reason"]


ASKED_A = [
    "[A]",
    "[ A ]",
    "  [A]  ",
    "**[A]**",
    "__[A]__",
    "**[A]:**",
    "**[A]**:",
    "# [A]",
    "### **[A]**",
    "#### [A] ####",
    "> [A]",
    "1. [A]",
    "2) [A]",
    "[A]:",
    "[A]：",
    "【A】",
    "［A］",
    "【 A 】：",
    "[a]",
    "## A",
    "## a:",
    "**A**",
    "**A:**",
]


@each("line", ASKED_A)
def test_a_header_is_seen_however_it_is_dressed(line: str) -> None:
    reply = f"Some thoughts first.\n\n{line}\n\none\n\n[B]\ntwo"
    assert sections(reply, "[A]", "[B]") == {"[A]": "one", "[B]": "two"}


@pytest.mark.parametrize("line", ["[核心 观点]", "【核心 观点】", "## 【核心  观点】：", "**核心 观点**"])
def test_a_chinese_header_with_a_space_is_seen_however_it_is_dressed(line: str) -> None:
    assert sections(f"{line}\n内容", "[核心 观点]") == {"[核心 观点]": "内容"}


@pytest.mark.parametrize("asked", ["A", "[A]", "【A】", "# A", "**A**", "A:"])
def test_keys_come_back_as_they_were_asked_for(asked: str) -> None:
    assert sections("## 【A】：\none", asked) == {asked: "one"}


def test_keys_come_in_the_order_in_which_they_were_asked_for() -> None:
    reply = "[C]\n3\n[A]\n1\n[B]\n2"
    assert list(sections(reply, "[B]", "[C]", "[A]").items()) == [("[B]", "2"), ("[C]", "3"), ("[A]", "1")]
    assert list(sections(reply, "[B]", "[X]", "[A]", match_mode="ANY").items()) == [("[B]", "2"), ("[A]", "1")]


@pytest.mark.parametrize(
    ("reply", "content"), [("[A]: one\ntwo", "one\ntwo"), ("【A】：一", "一"), ("**[A]:** one", "one")]
)
def test_after_a_colon_the_content_may_begin_on_the_same_line(reply: str, content: str) -> None:
    assert sections(reply, "[A]") == {"[A]": content}


@pytest.mark.parametrize(
    "line",
    [
        "I used [A] and [B] as you asked.",
        "[A] is where the answer goes",
        "See [A] above.",
        "如【A】所述，方法有效。",
        "A",
        "A is good",
        "[A](https://example.org)",
        "[AB]",
        "[A B]",
        "| [A] | x |",
    ],
)
def test_a_mention_in_prose_is_not_a_header(line: str) -> None:
    assert sections(f"{line}\ntext", "[A]") == "missing"
    assert sections(f"[A]\none\n{line}\nthree", "[A]") == {"[A]": f"one\n{line}\nthree"}


def test_a_heading_without_brackets_does_not_count_next_to_a_bracketed_one() -> None:
    assert sections("[A]\none\n\n## A\n\ntwo", "[A]") == {"[A]": "one\n\n## A\n\ntwo"}


@pytest.mark.parametrize("fence", ["```", "~~~", "````", "```markdown"])
def test_headers_inside_a_code_fence_are_content(fence: str) -> None:
    code = f"{fence}\n[B]\nnot two\n{fence.rstrip('markdown')}"
    assert sections(f"[A]\n{code}\n[B]\ntwo", "[A]", "[B]") == {"[A]": code, "[B]": "two"}
    assert sections(f"{code}\n[A]\none", "[A]", "[B]") == "missing"


def test_headers_inside_thoughts_do_not_count() -> None:
    assert sections("<think>\n[A]\ndraft\n</think>\n[A]\nfinal", "[A]") == {"[A]": "final"}
    assert sections("draft:\n[A]\ndraft\n</think>\n[A]\nfinal", "[A]") == {"[A]": "final"}
    assert sections("<think>\n[A]\ndraft\n</think>\nNothing more.", "[A]") == "missing"


def test_an_echo_at_the_end_destroys_nothing() -> None:
    reply = "[A]\none\n\n[B]\ntwo\n\n[A]\n[B]\n"
    assert sections(reply, "[A]", "[B]") == {"[A]": "one", "[B]": "two"}
    prose = "[A]\none\n\n[B]\ntwo\n\nI used [A] and [B]."
    assert sections(prose, "[A]", "[B]") == {"[A]": "one", "[B]": "two\n\nI used [A] and [B]."}


def test_a_tick_behind_a_header_decorates_it() -> None:
    sections = {"status": "success", "content": {"[A]": "one", "[B]": "two"}}
    assert multi_section_parser("[A] ✅\none\n[B] ✅\ntwo", ["[A]", "[B]"]) == sections
    assert multi_section_parser("[A]\none\n[B]\ntwo\n\n[A] ✓\n[B] ✓", ["[A]", "[B]"]) == sections


def test_a_quote_around_the_whole_reply_is_not_part_of_it() -> None:
    found = multi_section_parser("> [A]\n> one\n>\n> > quoted\n> [B]\n> two", ["[A]", "[B]"])
    assert found["content"] == {"[A]": "one\n\n> quoted", "[B]": "two"}


def test_of_a_repeated_header_the_last_with_content_wins_and_nothing_leaks() -> None:
    reply = "[A]\ndraft\n[B]\ntwo\n[A]\nfinal\n[C]\nthree\n[B]\n\n[C]\n"
    assert sections(reply, "[A]", "[B]", "[C]") == {"[A]": "final", "[B]": "two", "[C]": "three"}


def test_a_closing_tag_ends_its_section() -> None:
    assert sections("[A]\none\n[/A]\nGood luck!\n[B]\ntwo\n[/B]\nBye.", "[A]", "[B]") == {"[A]": "one", "[B]": "two"}


def test_content_loses_blank_lines_at_its_ends_and_keeps_its_indentation() -> None:
    reply = "\ufeff[A]\r\n\r\n  \r\n    indented\r\n\r\n  next  \r\n\r\n[B]\r\n二\r\n"
    assert sections(reply, "[A]", "[B]") == {"[A]": "    indented\n\n  next", "[B]": "二"}


def test_all_names_only_the_missing_headers_and_shows_them_as_an_example() -> None:
    result = multi_section_parser("[计划]\n写作", ["[计划]", "[大纲]", "[来源]"])
    assert (result["status"], result["reason"]) == ("error", "missing")
    assert "[大纲]" in result["feedback"]
    assert "[来源]" in result["feedback"]
    assert "[计划]" not in result["feedback"]
    assert result["example"] == "[大纲]\n…\n\n[来源]\n…"


def test_all_names_only_the_empty_sections() -> None:
    result = multi_section_parser("[Plan]\n\n[Outline]\n1. One", ["[Plan]", "[Outline]"])
    assert (result["status"], result["reason"], result["example"]) == ("error", "empty_section", "[Plan]\n…")
    assert "[Plan]" in result["feedback"]
    assert "[Outline]" not in result["feedback"]


def test_any_returns_the_found_sections_without_empty_ones() -> None:
    assert sections("[A]\n\n[B]\ntwo", "[A]", "[B]", "[C]", match_mode="ANY") == {"[B]": "two"}


@pytest.mark.parametrize("reply", ["No header here.", "[A]\n\n[B]\n"])
def test_any_without_a_single_section_is_an_error(reply: str) -> None:
    assert sections(reply, "[A]", "[B]", match_mode="ANY") == "missing"


def test_an_empty_section_is_an_empty_text_where_that_is_allowed() -> None:
    reply = "[A]\n\n[B]\ntwo"
    assert sections(reply, "[A]", "[B]", allow_empty=True) == {"[A]": "", "[B]": "two"}
    assert sections(reply, "[A]", "[B]", "[C]", allow_empty=True) == "missing"
    assert sections(reply, "[A]", "[B]", "[C]", allow_empty=True, match_mode="ANY") == {"[A]": "", "[B]": "two"}


def test_a_list_holds_the_lines_that_are_not_empty_stripped() -> None:
    reply = "[A]\n  - one  \n\n\t- 二\n[B]\nthree"
    assert sections(reply, "[A]", "[B]", return_list=True) == {"[A]": ["- one", "- 二"], "[B]": ["three"]}
    assert sections("[A]\n\n[B]\nx", "[A]", "[B]", allow_empty=True, return_list=True) == {"[A]": [], "[B]": ["x"]}
    assert multi_section_parser("=====\n one\n\n two\n", return_list=True)["content"] == ["one", "two"]


def test_a_pattern_finds_headers_and_is_the_key() -> None:
    reply = "Step 1 of 2\none\nStep 2 of 2\ntwo\n结论(终)\n三"
    assert sections(reply, r"Step 1 of \d", r"Step 2 of \d", r"结论\(.\)", regex_mode=True) == {
        r"Step 1 of \d": "one",
        r"Step 2 of \d": "two",
        r"结论\(.\)": "三",
    }


def test_each_header_that_one_pattern_finds_is_a_key_of_its_own() -> None:
    reply = "## Chapter 1:\none\n\n**[Chapter 2]**\ntwo\n\nNotes\nthree\n\nChapter 1\nfinal"
    assert sections(reply, r"Chapter \d+", "Notes", regex_mode=True) == {
        "Chapter 1": "final",
        "Chapter 2": "two",
        "Notes": "three",
    }
    assert sections("Chapter 1\none\nChapter 2\n", r"Chapter \d+", regex_mode=True) == "empty_section"
    assert sections("Chapter 1\none\nChapter 2\n", r"Chapter \d+", regex_mode=True, match_mode="ANY") == {
        "Chapter 1": "one"
    }


def test_a_pattern_may_have_flags() -> None:
    assert sections("chapter 7\nseven", r"(?i)CHAPTER \d", regex_mode=True) == {r"(?i)CHAPTER \d": "seven"}


WRAPPED = [
    "```\n{}\n```",
    "```markdown\n{}\n```",
    "````\n{}\n````",
    "~~~text\n{}\n~~~\n",
    "> ```\n{}\n> ```",
]


@each("wrapper", WRAPPED)
def test_a_fence_around_the_whole_reply_is_not_part_of_it(wrapper: str) -> None:
    inside = "Thoughts.\n[A]\none\n\n[B]\n```py\nx\n```\ntwo"
    if wrapper.startswith(">"):
        inside = "\n".join(f"> {line}" for line in inside.split("\n"))
    assert sections(wrapper.format(inside), "[A]", "[B]") == {"[A]": "one", "[B]": "```py\nx\n```\ntwo"}


def test_feedback_says_that_the_sections_are_inside_a_fence() -> None:
    for reply in ("Here:\n```\n[A]\none\n[B]\ntwo\n```", "~~~\n[A]\none\n~~~"):
        result = multi_section_parser(reply, ["[A]", "[B]"])
        assert result["reason"] == "missing"
        assert "code fence" in result["feedback"]
    assert "fence" not in multi_section_parser("nothing", ["[A]"])["feedback"]


def test_without_the_option_a_header_is_not_a_pattern() -> None:
    assert sections("[A.C]\none", "[A.C]") == {"[A.C]": "one"}
    assert sections("[ABC]\none", "[A.C]") == "missing"
    assert sections("[Q(1)*]\none", "[Q(1)*]") == {"[Q(1)*]": "one"}


@each(
    "options",
    [
        {"section_headers": ["[A]"], "match_mode": "all"},
        {"section_headers": ["[A]"], "match_mode": "any"},
        {"section_headers": ["[A]"], "match_mode": ""},
        {"section_headers": None, "match_mode": "SOME"},
        {"section_headers": []},
        {"section_headers": ()},
        {"section_headers": ""},
        {"section_headers": [], "match_mode": "ANY", "regex_mode": True},
        {"section_headers": ["[A]", ""]},
        {"section_headers": ["  "]},
        {"section_headers": ["##"]},
        {"section_headers": ["(unclosed"], "regex_mode": True},
    ],
)
@each("reply", ["", "[A]\none"])
def test_a_wrong_option_raises_at_once_whatever_the_reply(options: dict[str, Any], reply: str) -> None:
    with pytest.raises(InvalidOption):
        multi_section_parser(reply, **options)


@pytest.mark.parametrize("reply", ["", " \r\n\t", "\ufeff", "<think>[A]\none</think>"])
def test_an_empty_reply_is_its_own_error(reply: str) -> None:
    assert sections(reply, "[A]") == "empty"
    assert sections(reply, "[A]", match_mode="ANY", allow_empty=True) == "empty"
    assert multi_section_parser(reply)["reason"] == "empty"


@each(
    ("reply", "content"),
    [
        ("a draft\n\n=====\nfinal", "final"),
        ("a\n=====\nb\n==========\nc", "c"),
        ("a\n=====\n最终的答案\n=====\n", "最终的答案"),
        ("a\n=====\nthe answer\n=====\n\n=====\n", "the answer"),
        ("=====\n    indented\n\nmore\n\n", "    indented\n\nmore"),
        ("a\r\n=====\r\nb\r\n", "b"),
        ("a\n=====Answer=====\nb", "b"),
        ("a\n===== 最终 答案 =====\nb", "b"),
        ("=====\nHeading\n=======\n\nbody", "Heading\n=======\n\nbody"),
        ("=====\n标题四字\n========\n正文", "标题四字\n========\n正文"),
        ("=====\nx\n```\n=====\n```\ny", "x\n```\n=====\n```\ny"),
        ("<think>\n=====\ndraft\n</think>\n=====\nfinal", "final"),
        ("=====\na == b, x ==== y", "a == b, x ==== y"),
    ],
)
def test_without_headers_the_text_after_the_last_divider_with_content_is_the_answer(reply: str, content: str) -> None:
    assert multi_section_parser(reply) == {"status": "success", "content": content}
    assert simple_parser(reply) == {"status": "success", "content": content}


@pytest.mark.parametrize(
    "reply", ["no divider", "Heading\n=======\n\nbody", "a\n====\nb", "只有正文\n=====", "=====\n\n"]
)
def test_no_text_after_a_divider_is_an_error_that_shows_one(reply: str) -> None:
    result = multi_section_parser(reply)
    assert (result["status"], result["reason"], result["example"]) == ("error", "no_divider", "=====\n…")


def test_the_simple_parser_gives_the_text_of_one_section() -> None:
    assert simple_parser("[B]\ntwo\n[A]\n一", "[A]") == {"status": "success", "content": "一"}
    assert simple_parser("[B]\ntwo", "[A]")["reason"] == "missing"
    assert simple_section_parser is simple_parser
    with pytest.raises(InvalidOption):
        simple_parser("[A]\none", "")


HEADERS = st.lists(st.sampled_from(["[A]", "[B]", "[/A]", "## A", "```", "=====", "x", "", "文", "[A]: y"]))


@settings(max_examples=50, derandomize=True)
@given(HEADERS.map("\n".join), st.sampled_from(["ALL", "ANY"]), st.booleans())
def test_no_mixture_of_lines_raises_and_keys_are_among_the_asked(reply: str, mode: str, allow_empty: bool) -> None:
    result = multi_section_parser(reply, ["[B]", "[A]"], match_mode=mode, allow_empty=allow_empty)
    if result["status"] == "success":
        assert list(result["content"]) in (["[B]", "[A]"], ["[B]"], ["[A]"])
        assert allow_empty or all(result["content"].values())
    assert multi_section_parser(reply)["status"] in ("success", "error")


def test_thousands_of_headers_and_dividers_are_read_whole() -> None:
    assert sections("[A]\none\n[B]\ntwo\n" * 10_000, "[A]", "[B]") == {"[A]": "one", "[B]": "two"}
    assert multi_section_parser("x\n" + "\n=====\n" * 20_000)["reason"] == "no_divider"
    assert sections("```\n[A]\n```\n" * 10_000, "[A]") == "missing"
