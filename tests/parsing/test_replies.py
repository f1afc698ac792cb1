"""The text of a reply, and what is inside a fence or a quote around the whole of it."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from inkwright import (
    InvalidOption,
    ParserResult,
    approval_parser,
    envelope_parser,
    file_parser,
    json_parser,
    multi_section_parser,
    parse_markdown_blocks,
    parse_markdown_with_skip,
    simple_parser,
)
from inkwright.parsing.replies import answer_text, reply_layers, reply_text
from tests.each import each

PARSERS: dict[str, Callable[[str | None], ParserResult]] = {
    "approval": approval_parser,
    "envelope": envelope_parser,
    "file": lambda reply: file_parser(reply, "markdown"),
    "json": json_parser,
    "sections": lambda reply: multi_section_parser(reply, ["[A]"]),
    "divider": simple_parser,
}


@each("name", PARSERS)
def test_no_reply_is_an_empty_one_for_every_parser(name: str) -> None:
    result = PARSERS[name](None)
    assert (result["status"], result["reason"]) == ("error", "empty")
    assert result["feedback"]


def test_no_reply_has_no_blocks_and_is_not_a_skip() -> None:
    assert parse_markdown_blocks(None, "markdown") == (None, None)
    assert parse_markdown_with_skip(None, "markdown") == (None, None, False)


@each("reply", [b"text", 1, ["text"]])
def test_a_reply_that_is_not_a_text_is_an_error_of_the_caller(reply: Any) -> None:
    with pytest.raises(InvalidOption, match="raw_reply"):
        approval_parser(cast("str", reply))


@each(
    ("reply", "text"),
    [("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r\r\nb", "a\nb"), ("\ufeffa", "a"), ("a\n\nb", "a\n\nb"), (None, "")],
)
def test_every_line_end_is_a_newline(reply: str | None, text: str) -> None:
    assert reply_text(reply) == text


def test_the_answer_has_no_thinking() -> None:
    assert answer_text("<think>x</think>\r\na") == "\na"


@each(
    ("text", "layers"),
    [
        ("plain", ["plain"]),
        ("```\na\n```", ["```\na\n```", "a"]),
        ("````md\n```py\nx\n```\ny\n````\n", ["````md\n```py\nx\n```\ny\n````\n", "```py\nx\n```\ny"]),
        ("> ```\n> a\n> ```", ["> ```\n> a\n> ```", "a"]),
        ("> a\n>\n> b", ["> a\n>\n> b", "a\n\nb"]),
        ("```\na\n```\nb", ["```\na\n```\nb"]),
        ("```\na\n```\n\n```\nb\n```", ["```\na\n```\n\n```\nb\n```"]),
        ("```\na", ["```\na"]),
        ("> a\nb", ["> a\nb"]),
        ("", [""]),
    ],
)
def test_a_fence_or_a_quote_around_the_whole_text_is_a_layer(text: str, layers: list[str]) -> None:
    assert list(reply_layers(text)) == layers


def test_the_number_of_layers_is_bounded() -> None:
    assert len(list(reply_layers("> " * 100 + "a"))) == 4
