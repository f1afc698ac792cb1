"""What of a reply can be shown while it is written: words at once, JSON only when it is known not to be a message."""

import json
from typing import Final

from inkwright.agent.prose_filter import ProseFilter
from tests.each import each
from tests.parsing.test_any_text import grows_too_fast

ASKED: Final = json.dumps({"title": "T", "questions": [{"id": "{", "question": "]"}], "response_type": "clarification"})


def shown(reply: str, size: int = 1) -> str:
    held = ProseFilter()
    return "".join(held.feed(reply[start : start + size]) for start in range(0, len(reply), size))


@each(
    "reply",
    [
        "Warm air rises.",
        "A set {a, b} and a list [1, 2], a link [x](y) and a < b.",
        "**Bold**, *more*, `code` and ~struck~.",
        '```python\nx = {"a": 1}\n```\nDone.',
        '```json\n{"a": [1, {"b": "}"}]}\n```\nDone.',
        "- one\n- two\n\n1. three\n2. four.",
        "Use {{name}} or {name}.\n\n```css\na { color: red }\n```\nDone.",
        "<b>bold</b> text.",
        "[[wiki]] link.",
        '["a", "b"] is a list.',
        "一。二。",
        "Use ui_request (a tool) to ask. The ui_request() function asks.",
        "ask me, or print(x) and outline_edit(). A user asks, so answer.",
    ],
)
def test_words_and_other_json_are_shown_whole_in_pieces_of_any_size(reply: str) -> None:
    assert [shown(reply, size) for size in (1, 2, 5, 1_000)] == [reply] * 4


@each(
    ("reply", "words"),
    [
        (ASKED, ""),
        (f"Sure.\n\n{ASKED}\n\nThanks.", "Sure."),
        (f"Sure:\n\n```json\n{ASKED}\n```\n", "Sure:"),
        (f"Sure:\n\n1. {ASKED}\n", "Sure:"),
        (f"Sure: `{ASKED}`", "Sure:"),
        (f"Sure: [{ASKED}]", "Sure:"),
        ("Sure.\n[[DOGENT_CLARIFICATION_JSON]]\n{", "Sure."),
        ("Sure.\n<think>No.</think>", "Sure."),
        ("<tool_call>\n{}", ""),
        (f"ui_request({ASKED})", ""),
        (f"Sure.\n\nAskUserQuestion({ASKED})\n\nThanks.", "Sure."),
        ('Sure.\n\ndogent.request_outline_edit({"outline_lines": ["a"]})', "Sure."),
        ("Sure.\nui_request(type='clarification')", "Sure."),
        ('```\nask_clarification(\n{"questions": []})\n```', ""),
        ('1. functions.AskUserQuestion({"questions": []})', ""),
        ('Sure: `print(outline_edit({"title": "T"}))`', "Sure:"),
        ("{response_type: 'clarification'}", ""),
        (f"A map {{}} first, then {ASKED}", "A map {} first, then"),
    ],
)
def test_a_structured_message_and_what_comes_after_it_wait_in_pieces_of_any_size(reply: str, words: str) -> None:
    assert {shown(reply, size) for size in (1, 2, 5, 1_000)} == {words}


def test_no_cut_shows_a_part_of_a_message() -> None:
    reply = f"Sure.\n\n```json\n{ASKED}\n```"
    for end in range(len(reply)):
        held = ProseFilter()
        assert (held.feed(reply[:end]) + held.feed(reply[end:])).strip() == "Sure."


@each(
    "unit",
    ["{", '{"', "[", "`", "```\n", "<", " ", "\n", "1. ", '{"a": ', '"', "\\", "{}", "[[DOGENT", "ui_request(", "a "],
)
def test_time_grows_with_the_reply_and_no_faster(unit: str) -> None:
    small, large = unit * (4_000 // len(unit)), unit * (16_000 // len(unit))
    if grows_too_fast(lambda reply: shown(reply, 8), small, large, tries=1):
        assert not grows_too_fast(lambda reply: shown(reply, 8), small, large, tries=7)
