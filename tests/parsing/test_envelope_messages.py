"""Typed requests with words around them, several in one reply, cut off, and in other notations."""

import json

from inkwright import envelope_parser
from inkwright.parsing.written_calls import TYPE_OF_CALL
from tests.each import each
from tests.parsing.envelope_replies import (
    CLARIFY,
    OUTLINED,
    PLAIN,
    PRETTY,
    STATUS,
    UNTYPED,
    asked,
    clarification,
    normal,
    outline,
    question,
    written,
)


@each(
    ("reply", "after"),
    [
        (f"{PLAIN}\nPlease answer so that I can continue.", "Please answer so that I can continue."),
        (f"```json\n{PRETTY}\n```\n\nLet me know!", "Let me know!"),
        (f"One thing.\n\n```json\n{PLAIN}\n```\n\nThen I start.", "Then I start."),
        (f"好的：\n\n{PLAIN}\n\n回答之后我就开始。", "回答之后我就开始。"),
        (f"好的。{PLAIN}谢谢！", "谢谢！"),
        (f"1. {PLAIN}\n\n2. Then I start.", "2. Then I start."),
        (f"<ui_request>{PLAIN}</ui_request>\nThanks.", "Thanks."),
        (f"````\n{PLAIN}\n````\nThanks.", "Thanks."),
        (f"Sure.\r\n```json\r\n{PLAIN}\r\n```\r\nThanks.", "Thanks."),
        (f"Sure.\n{CLARIFY} {PLAIN}\nThanks.", "Thanks."),
        (f"Sure.\n{CLARIFY}\n```json\n{PLAIN}\n```\nThanks.", "Thanks."),
        (f"<think>{OUTLINED}</think>{PLAIN}\nThanks.", "Thanks."),
    ],
)
def test_words_after_a_message_do_not_hide_it_and_are_kept(reply: str, after: str) -> None:
    result = envelope_parser(reply)
    assert result == {"status": "success", "content": {**asked()["content"], "after": after}}


def test_a_tag_gives_its_type_on_the_same_line_too_and_may_be_repeated() -> None:
    note = ("tag → response_type",)
    assert envelope_parser(f"{CLARIFY} {UNTYPED}") == asked(coercions=note)
    assert envelope_parser(f"{CLARIFY} {UNTYPED} {CLARIFY}") == asked(coercions=note)


@each(
    "reply",
    [
        f"{PLAIN}\n{OUTLINED}",
        f"[{PLAIN}, {OUTLINED}]",
        f"```json\n{PLAIN}\n{OUTLINED}\n```",
        f"```json\n{PLAIN}\n```\n\n```json\n{OUTLINED}\n```",
    ],
)
def test_several_messages_are_read_in_their_order(reply: str) -> None:
    content = envelope_parser(reply)["content"]
    assert [content["response_type"], *(each["response_type"] for each in content["more"])] == [
        "clarification",
        "outline_edit",
    ]


def test_a_broken_message_among_valid_ones_is_reported() -> None:
    broken = envelope_parser(f"{PLAIN}\n{written(outline())}")
    assert (broken["status"], broken["reason"]) == ("error", "schema")


@each(
    "reply",
    [
        written({"response_type": "clarification", "payload": {"title": "颜色", "questions": [question()]}}),
        written({"response_type": "clarification", "payload": UNTYPED}),
        written({"name": "ui_request", "arguments": clarification()}),
        f"<tool_call>\n{written({'name': 'ask_clarification', 'arguments': json.loads(UNTYPED)})}\n</tool_call>",
        f"ui_request({PLAIN})",
        *(f"{name}({UNTYPED})" for name, kind in TYPE_OF_CALL.items() if kind == "clarification"),
        f"functions.AskUserQuestion(\n  {UNTYPED}\n)",
        f"```python\nprint(AskUserQuestion({UNTYPED}))\n```",
        f"1. `request_clarification({UNTYPED})`",
    ],
)
def test_a_payload_and_a_written_call_are_the_same_message(reply: str) -> None:
    content = envelope_parser(reply)["content"]
    assert {**content, "coercions": []} == asked()["content"]


@each(
    "reply",
    [
        'ui_request(type="clarification", title="T", questions=[{"id": "q", "question": "Which?"}])',
        'AskUserQuestion(questions=[{"question": "Which?"}])',
        'AskUserQuestion([{"question": "Which?"}])',
        'AskUserQuestion({"questions": [{"question": "Wh',
        "AskUserQuestion(",
        "outline_edit({",
        '<invoke name="ui_request">\n<parameter name="title">T</parameter>\n</invoke>',
        "response_type: clarification\ntitle: T\nquestions:\n  - id: q\n    question: Which?",
        '{"response_type": "clarify", "title": "T", "questions": []}',
        '{"type": "clarification", "title": "T"}',
    ],
)
def test_a_message_that_cannot_be_read_is_an_error_and_not_an_answer(reply: str) -> None:
    assert envelope_parser(f"Sure.\n\n{reply}")["status"] == "error"


@each(
    "reply",
    [
        f"# Protocol\n\nA clarification looks like this:\n\n```json\n{PRETTY}\n```\n\nThe terminal opens a form.",
        f"格式如下：\n\n```json\n{PLAIN}\n```",
        f"Send `{PLAIN}` to open a form.",
        f"> {PLAIN}\n\nis what it wrote.",
        f"````markdown\n# Doc\n\n```json\n{PLAIN}\n```\n````",
        f"```python\npayload = {PLAIN}\nsend(payload)\n```",
        f"| field | example |\n|---|---|\n| body | `{PLAIN}` |",
        written({"example": clarification()}),
        written({"response_type": "ok", "data": [1]}),
        written({"title": "Quiz", "questions": [question()]}),
        f"```\n12:00 sent {PLAIN}\n12:01 done\n```",
        f"Docs:\n\n```\n{STATUS}\n```\nis the tag.",
    ],
)
def test_a_document_about_messages_opens_nothing(reply: str) -> None:
    assert envelope_parser(reply) == normal(reply)


CUT = {"bare": PLAIN, "tagged": f"{CLARIFY}\n{UNTYPED}", "outline": OUTLINED}


@each("reply", CUT.values())
def test_a_message_that_is_cut_at_any_position_is_an_error(reply: str) -> None:
    results = [envelope_parser(reply[:end]) for end in range(1, len(reply))]
    assert {result["status"] for result in results} == {"error"}


def test_a_cut_message_after_words_is_an_error_as_soon_as_it_begins() -> None:
    reply = f"Let me ask first.\n\n```json\n{PRETTY}"
    start = reply.index("{")
    assert {envelope_parser(reply[:end])["status"] for end in range(start + 1, len(reply))} == {"error"}


@each("before", ["Let me ask: ", "好的。", "1. ", "Two things:\n\n- ", "Sure: `"])
def test_a_message_that_is_cut_on_the_line_of_other_words_is_an_error(before: str) -> None:
    cuts = [envelope_parser(before + PLAIN[:end])["status"] for end in range(2, len(PLAIN))]
    assert set(cuts) == {"error"}


@each(
    "reply",
    ["A set {", 'See {"name', '{"title": "Quiz", "questions": [{"id": 1, "quest', '```json\n{"name": "demo", "v'],
)
def test_other_json_that_is_cut_is_ordinary_text(reply: str) -> None:
    assert envelope_parser(reply) == normal(reply)


@each("reply", [None, "", "\ufeff"])
def test_no_reply_is_an_empty_reply(reply: str | None) -> None:
    assert envelope_parser(reply)["reason"] == "empty"


@each("reply", [f"{STATUS}\nWhich colour?", f"Which colour?\n{STATUS}\nThanks!", f"Which colour?\n\n`{STATUS}`"])
def test_the_status_tag_is_understood_before_and_between_the_words(reply: str) -> None:
    (only,) = envelope_parser(reply)["content"]["questions"]
    assert only["question"].startswith("Which colour?")
    assert "DOGENT" not in only["question"]


def test_a_message_before_the_status_tag_is_that_message() -> None:
    assert envelope_parser(f"{PLAIN}\n{STATUS}") == asked()
