"""Hostile texts, and every parser that is tested with them."""

from collections.abc import Callable
from typing import Any

from inkwright import (
    JsonStream,
    approval_parser,
    envelope_parser,
    file_parser,
    json_parser,
    multi_section_parser,
    parse_markdown_blocks,
    parse_markdown_with_skip,
    simple_parser,
)

PARSERS: dict[str, Callable[[str], Any]] = {
    "json": json_parser,
    "json, partial": lambda reply: json_parser(reply, allow_partial=True),
    "json, schema": lambda reply: json_parser(reply, {"type": "object", "required": ["a"]}),
    "files": lambda reply: file_parser(reply, "markdown", ("SKIP",)),
    "blocks": lambda reply: parse_markdown_blocks(reply, "text"),
    "skip": lambda reply: parse_markdown_with_skip(reply, "latex"),
    "sections": lambda reply: multi_section_parser(reply, ["[A]", "[研究计划]"]),
    "sections, any": lambda reply: multi_section_parser(reply, ["A"], match_mode="ANY", return_list=True),
    "divider": simple_parser,
    "approval": approval_parser,
    "envelope": envelope_parser,
    "stream": lambda reply: JsonStream().feed(reply),
}

HOSTILE = (
    "{", "[", "(", '"', "'", "\\", "`", "```\n", "~~~\n", "x}", "}", "]", "][", "}{", '{"', '["', '{"a":', '[{"a":', '{"a":"', "{a:", "[1,", "[1 ",
    "/*", "{/*", "<!--", "{<!--", "//\n", "{//", "#", "...", "{...", "$", "\\(", "\\[", '{"a":"\\(', "“", "{“", "“a”：", "，", "\\n", '{\\"', '\\"',
    '{"a":1} ', "{a:1} ", '{"a"} ', "[a](", '""', '{""', '" ', '{" ', '","', '["a "b" c", ', '{"a": "b" c" ', "{'a':", "\n```\n{", "{a:f(", "{a:1 ",
    "{a =", "[[", "[[A]] ", '{"a": "b, "c": "d, ', "<think>\n", "</think>\n", "\n", " \n", "=\n", "=====\n", "[A]\n", "[A]: ", "[/A]\n", "**[A]**\n",
    "```path\n", "```path x.md ```\n", "```markdown\n", "```markdown x.md\n", "**a.md**\n```markdown\n", "SKIP\n", "not ", "批准", "不", "[[DOGENT_CLARIFICATION_JSON]]\n",
    '{"response_type": "clarification", ', "\u3000", "\ufeff", "e999,", "1e999 ", "ＡＢ", "\ud800",
    "t,", "/*", "007 ", "\n\n{", ": {}\n", '{"a": [1, 2], ', 'x:\n{"a": 1', "```py\n", '"b" "c" ', "[1] ", '"a""b"', 'C:\\a.txt ', '"<think> ',
    "> ```\n", "- ```md\n", "> ", "- ", "> \n", "\r", "Approved. ", "“", "‘", "n't ", "[A]: included\n", "=====\nThanks!\n", "~~~\n> ```md\n",
    '[{"a": x, "b: y]\n\n', '{"a: 1] ',
)  # fmt: skip
PREFIXES = ("", '{"a": "', '{"a": ', '["', "```json\n", "[A]\n")
