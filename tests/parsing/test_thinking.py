"""Thinking before an answer is removed; a text about such tags stays complete (ruling 6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.parsing.thinking import without_thinking


@pytest.mark.parametrize(
    ("reply", "rest"),
    [
        ("<think>one</think>\nA\n<think>two</think>\nB", "\nA\nB"),
        ("<think>\n```\n</think>\nA", "\nA"),
        ("I should say A.\nMaybe B.\n</think>\nA", "\nA"),
        ("</think>\n\nA", "\n\nA"),
        ("<thinking>先想一想</thinking>答案", "答案"),
        ("<THINK>x</Think>A", "A"),
        ("  <think>x</think>A", "A"),
        ("A\n\t<think>x</think>\nB", "A\nB"),
        ("<think>x < y > z <b></think>A", "A"),
        ("<think></think>A", "A"),
        ("<think>x</think>```path\na.md\n```", "```path\na.md\n```"),
    ],
    ids=[
        "two blocks",
        "an open fence inside",
        "a lone closing tag",
        "a lone closing tag first",
        "the long name, Chinese",
        "any case",
        "indented at the start",
        "indented on a later line",
        "angle brackets inside",
        "empty",
        "right before a fence",
    ],
)
def test_thinking_is_left_out(reply: str, rest: str) -> None:
    assert without_thinking(reply) == rest


@pytest.mark.parametrize("reply", ["<think>", "<think>A\nB", "\n<thinking>未完"])
def test_thinking_that_never_ends_takes_the_rest_with_it(reply: str) -> None:
    assert without_thinking(reply).strip() == ""


def test_text_before_unclosed_thinking_stays() -> None:
    assert without_thinking("A\n<think>B") == "A"


@pytest.mark.parametrize(
    "reply",
    [
        "Write `<think>` to open it and `</think>` to close it.",
        "Here: {'a': 'write <think>hm</think> first'}",
        'Here: {"a": "write <think>hm</think> first"}',
        'Here: {"a": "say \\"no\\" and <think>hm</think> go"}',
        "The model says <think> and goes on.\nA",
        "标签 </think> 表示思考结束。\n下一行",
        "<thinker>x</thinker>",
        "I think so.",
        "",
        " \n ",
    ],
)
def test_a_text_about_the_tags_or_without_them_stays_whole(reply: str) -> None:
    assert without_thinking(reply) == reply


def test_spaces_and_lines_of_the_answer_stay_as_they_are() -> None:
    assert without_thinking("<think>x</think>\n\n    indented  \n\n") == "\n\n    indented  \n\n"


@settings(max_examples=50, derandomize=True)
@given(st.text(alphabet="ab <>/\n"))
def test_an_answer_after_one_block_of_thinking_is_unchanged(answer: str) -> None:
    assert without_thinking(f"<think>first this</think>{answer}") == answer


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.sampled_from(["<think>", "</think>", "<thinking>", "\n", " ", "文", "x", "`"])).map("".join))
def test_no_mixture_of_tags_raises_or_adds_a_character(reply: str) -> None:
    assert len(without_thinking(reply)) <= len(reply)


def test_many_tags_are_read_to_the_end() -> None:
    assert without_thinking("<think>x</think>A\n" * 20_000) == "A" * 20_000 + "\n"
    assert without_thinking("<think>" * 50_000) == ""
