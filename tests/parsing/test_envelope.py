"""Typed requests in the text of a model that cannot call tools."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright import envelope_parser
from tests.each import each
from tests.parsing.envelope_replies import (
    CLARIFY,
    OUTLINE,
    PLAIN,
    PRETTY,
    STATUS,
    asked,
    clarification,
    normal,
    outline,
    question,
    without,
    written,
)

AROUND = [
    (PLAIN, "bare"),
    (PRETTY, "indented, escaped"),
    (f"\ufeff{PLAIN}", "BOM"),
    (f"\n\n  {PLAIN}  \n", "white space"),
    (f"```json\n{PRETTY}\n```", "fence"),
    (f"~~~\n{PLAIN}\n~~~", "tildes"),
    (f"Sure! I need one thing first:\n\n{PLAIN}", "preamble"),
    (f"我需要先确认一点：\n```json\n{PLAIN}\n```", "preamble and fence"),
    (f"<think>\nShould I ask? {{}}\n</think>\n{PLAIN}", "thinking"),
    (f"I will ask.\n</think>\n{PLAIN}", "lone end of thinking"),
    (f"{CLARIFY}\n{PLAIN}", "tag"),
    (f"{CLARIFY} {PLAIN}", "tag on the same line"),
    (f"`{CLARIFY}`\n```json\n{PRETTY}\n```", "tag and fence"),
    (f"```\n{CLARIFY}\n{PLAIN}\n```", "fence around both"),
    (f"\ufeff<think>x</think>\n**{CLARIFY}**\n\n{PLAIN}", "everything"),
    (f"{'Well. ' * 300}\n{CLARIFY}\n{PLAIN}", "late tag"),
    (f"{'嗯。' * 900}\n{CLARIFY}\n{PLAIN}", "late tag, counted in characters"),
    (f"{CLARIFY}\r\n{PRETTY}".replace("\n", "\r\n"), "CRLF"),
    (PLAIN.replace("]}]}", "],}],}"), "trailing commas"),
]


@each("reply", [case[0] for case in AROUND])
def test_an_envelope_is_found_with_any_text_around_it(reply: str) -> None:
    assert envelope_parser(reply) == asked()


def test_braces_tags_and_fences_inside_strings_are_text() -> None:
    ugly = question(question=f"Is `}}` or {{ or {CLARIFY} or ```json\n{{}}\n``` right?")
    assert envelope_parser(written(clarification(ugly))) == asked(ugly)
    assert envelope_parser(f"{CLARIFY}\n{written(clarification(ugly))}") == asked(ugly)


@pytest.mark.parametrize("filler", ["Well. " * 400, "嗯。" * 1_100])
def test_a_tag_after_the_window_opens_nothing(filler: str) -> None:
    reply = f"{filler}\n{CLARIFY}\n{PLAIN}"
    assert envelope_parser(reply) == normal(reply)


@each(
    "text",
    [
        "Hello, how are you?",
        "你好！\n\n这是一段普通的回答。",
        '{"name": "Ann", "age": 3}',
        '```json\n{"title": "T", "questions": []}\n```',
        '[{"id": 1}]',
        f"The tag {CLARIFY} opens a form.",
        f"标签 `{CLARIFY}` 会打开表单，`{OUTLINE}` 会打开大纲。",
        f"> {CLARIFY}\n\nis what the old program wrote.",
        f"Write {STATUS} at the end if you must ask.\nDone.",
        f"An example:\n\n```json\n{PLAIN}\n```\n\nNow you know how it looks.",
        f"{PLAIN}\n\nThat was an example of the format.",
        'The field "response_type": "clarification" says what it is.',
        "Use {name} and {{x}} in the template.",
    ],
)
def test_ordinary_text_ordinary_json_and_a_quoted_tag_open_nothing(text: str) -> None:
    assert envelope_parser(text) == normal(text)


def test_an_envelope_in_the_thoughts_opens_nothing() -> None:
    assert envelope_parser(f"<think>{PLAIN}</think>\nNo question is needed.") == normal("No question is needed.")


def test_a_normal_envelope_carries_its_content() -> None:
    assert envelope_parser('{"response_type": "normal", "content": "好的。\\nDone."}') == normal("好的。\nDone.")


@pytest.mark.parametrize("reply", ["", " \n", "\ufeff", "<think>hm</think>", "<think>never ends"])
def test_an_empty_reply_is_its_own_error(reply: str) -> None:
    result = envelope_parser(reply)
    assert (result["status"], result["reason"]) == ("error", "empty")


def test_an_error_of_the_model_counts_as_a_failed_parse_with_its_reason() -> None:
    result = envelope_parser('{"response_type": "error", "reason": "no sources found"}')
    assert (result["status"], result["reason"]) == ("error", "model_error")
    assert "no sources found" in result["feedback"]


@pytest.mark.parametrize("tag", ["", f"{CLARIFY}\n"], ids=["bare", "tagged"])
@pytest.mark.parametrize("end", [60, 75, 100, len(PLAIN) - 3, len(PLAIN) - 1])
def test_an_envelope_that_is_cut_off_is_an_error_and_never_half_a_form(tag: str, end: int) -> None:
    result = envelope_parser(tag + PLAIN[:end])
    assert (result["status"], result["reason"]) == ("error", "truncated")
    assert json.loads(result["example"])["response_type"] == "clarification"


@pytest.mark.parametrize("reply", [CLARIFY, f"{OUTLINE}\n", f"```\n{PLAIN[:90]}\n```"])
def test_a_tag_without_its_object_and_an_object_cut_off_in_its_fence_are_truncated(reply: str) -> None:
    assert envelope_parser(reply)["reason"] == "truncated"


def test_an_envelope_may_come_as_json_text() -> None:
    assert envelope_parser(json.dumps(PLAIN)) == asked(coercions=("JSON text → object",))


def test_a_list_after_a_tag_is_not_an_envelope() -> None:
    result = envelope_parser(f"{OUTLINE}\n[1, 2]")
    assert (result["status"], result["reason"]) == ("error", "schema")
    assert json.loads(result["example"])["response_type"] == "outline_edit"


def test_a_reply_that_ends_with_the_status_tag_is_one_free_question() -> None:
    assert envelope_parser(f"请问目标读者是谁？\n\n{STATUS}\n") == {
        "status": "success",
        "content": {
            "response_type": "clarification",
            "title": "请问目标读者是谁？",
            "questions": [{"id": "q1", "question": "请问目标读者是谁？", "allow_freeform": True, "options": []}],
            "coercions": ["status tag → question"],
        },
    }


def test_a_status_tag_without_a_question_asks_nothing_of_the_person() -> None:
    result = envelope_parser(STATUS)
    assert (result["status"], result["reason"]) == ("error", "missing")
    assert json.loads(result["example"])["response_type"] == "clarification"


def test_a_document_before_the_status_tag_is_not_a_question() -> None:
    result = envelope_parser(f"{'A long report. ' * 200}\n{STATUS}")
    assert (result["status"], result["reason"]) == ("error", "schema")
    assert "questions[0].question" in result["feedback"]


def test_a_tagged_object_without_a_type_has_the_type_of_its_tag() -> None:
    untyped = {"title": "颜色", "questions": [question()]}
    assert envelope_parser(f"{CLARIFY}\n{written(untyped)}") == asked(coercions=("tag → response_type",))
    typed = {"type": "clarification", **untyped}
    assert envelope_parser(f"{CLARIFY}\n{written(typed)}") == asked(coercions=("type → response_type",))


def test_a_tag_and_another_type_contradict_each_other() -> None:
    result = envelope_parser(f"{OUTLINE}\n{PLAIN}")
    assert (result["status"], result["reason"]) == ("error", "schema")
    assert json.loads(result["example"])["response_type"] == "outline_edit"


COERCED = [
    (question(id=7), question(id="7"), "questions[0].id: number → text"),
    ({**without("question"), "prompt": "哪种？"}, question(question="哪种？"), "questions[0].prompt → question"),
    ({**without("question"), "header": "Which?"}, question(question="Which?"), "questions[0].header → question"),
    (question(recommended=1), question(recommended="blue"), "questions[0].recommended: index → value"),
    (question(recommended=0), question(recommended="red"), "questions[0].recommended: index → value"),
    (question(recommended="蓝色"), question(recommended="blue"), "questions[0].recommended: label → value"),
    (
        question(options=["红"]),
        question(options=[{"label": "红", "value": "红"}]),
        "questions[0].options[0]: text → label and value",
    ),
]


@pytest.mark.parametrize(("given", "meant", "note"), COERCED, ids=[f"{case[2]} {n}" for n, case in enumerate(COERCED)])
def test_a_listed_coercion_loses_nothing_and_is_reported(
    given: dict[str, Any], meant: dict[str, Any], note: str
) -> None:
    assert envelope_parser(written(clarification(given))) == asked(meant, coercions=(note,))


def test_a_valid_request_reports_no_coercion() -> None:
    clean = question(recommended="blue", allow_freeform=True, placeholder="其他…")
    assert envelope_parser(written(clarification(clean))) == asked(clean)
    free = question(options=[], allow_freeform=True)
    assert envelope_parser(written(clarification(free))) == asked(free)


def test_null_is_not_a_recommendation() -> None:
    assert envelope_parser(written(clarification(question(recommended=None)))) == asked()


DIRTY = [
    (clarification(question(id=True)), "questions[0].id"),
    (clarification(question(id=1.5)), "questions[0].id"),
    (clarification(question(id=None)), "questions[0].id"),
    (clarification(question(id="")), "questions[0].id"),
    (clarification(without("id")), "questions[0].id"),
    (clarification(question(), question(id="q2", question="  ")), "questions[1].question"),
    (clarification(question(question=["Which?"])), "questions[0].question"),
    (clarification(question(options="Red, Blue")), "questions[0].options"),
    (clarification(question(options=None)), "questions[0].options"),
    (clarification(question(options=[1])), "questions[0].options[0]"),
    (clarification(question(options=[{"label": "Red"}])), "questions[0].options[0].value"),
    (clarification(question(options=[{"label": "", "value": "r"}])), "questions[0].options[0].label"),
    (clarification(question(options=[{"label": "R", "value": 1}])), "questions[0].options[0].value"),
    (clarification(question(options=[{"label": "R", "value": "r", "why": "x"}])), "questions[0].options[0].why"),
    (clarification(question(options=[])), "questions[0].options"),
    (clarification(without("options")), "questions[0].options"),
    (clarification(question(options=["a", "a"])), "questions[0].options"),
    (clarification(question(options=[f"{n}" for n in range(13)])), "questions[0].options"),
    (clarification(question(recommended="green")), "questions[0].recommended"),
    (clarification(question(question="?" * 2_001)), "questions[0].question"),
    (clarification(*(question(id=f"q{n}") for n in range(11))), "questions"),
    (clarification(question(allow_freeform="true")), "questions[0].allow_freeform"),
    (clarification(question(allow_freeform=1)), "questions[0].allow_freeform"),
    (clarification(question(recommended=True)), "questions[0].recommended"),
    (clarification(question(recommended=9)), "questions[0].recommended"),
    (clarification(question(recommended=-1)), "questions[0].recommended"),
    (clarification(question(recommended=["red"])), "questions[0].recommended"),
    (clarification(question(placeholder=3)), "questions[0].placeholder"),
    (clarification(question(colour="red")), "questions[0].colour"),
    (clarification(questions=[]), "questions"),
    (clarification(questions={"q1": question()}), "questions"),
    (clarification(questions=["Which?"]), "questions[0]"),
    (clarification(title=""), "title"),
    (clarification(title=3), "title"),
    (clarification(title=None), "title"),
    (clarification(urgent=True), "urgent"),
    (outline(outline_lines=["a", 2]), "outline_lines[1]"),
    (outline(outline_lines="a\nb"), "outline_lines"),
    (outline(outline_lines=["a\nb"]), "outline_lines[0]"),
    (outline(outline_lines=["a\rb"]), "outline_lines[0]"),
    (outline(outline_lines=["", " "]), "outline_lines"),
    (outline(outline_lines=["a"] * 501), "outline_lines"),
    (outline(outline_lines=["a"], outline=[{"level": 1, "title": "a"}]), "outline"),
    (outline(outline_lines=["a"], pages=3), "pages"),
    ({"response_type": "normal"}, "content"),
    ({"response_type": "normal", "content": ""}, "content"),
    ({"response_type": "normal", "content": 3}, "content"),
]


@each(("payload", "path"), DIRTY)
def test_every_other_dirt_is_refused_with_its_path_and_an_example(payload: dict[str, Any], path: str) -> None:
    result = envelope_parser(written(payload))
    assert (result["status"], result["reason"]) == ("error", "schema")
    assert re.findall(r"^- ([^:\s]+): ", result["feedback"], re.MULTILINE) == [path]
    example = envelope_parser(result["example"])
    assert (example["status"], example["content"]["coercions"]) == ("success", [])
    assert example["content"]["response_type"] == payload["response_type"]


def test_ids_that_are_not_unique_are_refused() -> None:
    result = envelope_parser(written(clarification(question(), question(question="And?"))))
    assert (result["status"], result["reason"]) == ("error", "schema")
    assert "ids" in result["feedback"]


def test_a_number_and_a_text_that_become_the_same_id_are_refused() -> None:
    assert envelope_parser(written(clarification(question(id=1), question(id="1"))))["reason"] == "schema"


@pytest.mark.parametrize(
    "forms",
    [{}, {"outline_lines": ["a"], "outline_text": "a"}, {"outline_text": "a", "outline": [{"id": "1", "title": "a"}]}],
    ids=["none", "lines and text", "text and tree"],
)
def test_an_outline_has_exactly_one_form(forms: dict[str, Any]) -> None:
    assert envelope_parser(written(outline(**forms)))["reason"] == "schema"


def test_what_belongs_to_another_type_and_is_empty_says_nothing() -> None:
    full = {**clarification(), "content": "", "outline_lines": [], "outline_text": None}
    notes = ("empty outline_lines dropped", "empty content dropped", "empty outline_text dropped")
    assert envelope_parser(written(full)) == asked(coercions=notes)


NODES = [{"id": "1", "title": "引言", "children": [{"id": "1.1", "title": "背景", "children": []}]}]


@pytest.mark.parametrize(
    ("form", "lines", "notes"),
    [
        ({"outline_lines": ["一、引言", "", "  - a  "]}, ["一、引言", "", "  - a  "], []),
        ({"outline_text": "引言\r\n\r\n  - a\n"}, ["引言", "", "  - a", ""], ["outline_text → outline_lines"]),
        (
            {"outline": [{"level": 1, "title": "引言"}, {"level": 2, "title": "背景"}]},
            ["# 引言", "## 背景"],
            ["outline → outline_lines"],
        ),
        ({"outline": NODES}, ["1 引言", "  1.1 背景"], ["outline → outline_lines"]),
    ],
    ids=["lines", "text", "levels", "tree"],
)
@pytest.mark.parametrize("tag", ["", f"{OUTLINE}\n"], ids=["bare", "tagged"])
def test_an_outline_comes_as_lines_whatever_its_form(
    form: dict[str, Any], lines: list[str], notes: list[str], tag: str
) -> None:
    content = envelope_parser(tag + written(outline(preface="请看", **form)))["content"]
    kept = {key: content[key] for key in ("response_type", "title", "preface", "outline_lines", "coercions")}
    assert kept == {**outline(preface="请看"), "outline_lines": lines, "coercions": notes}


def test_an_outline_that_is_a_tree_comes_as_that_tree_too() -> None:
    assert envelope_parser(written(outline(outline=NODES)))["content"]["outline"] == NODES
    assert "outline" not in envelope_parser(written(outline(outline_lines=["引言"])))["content"]


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.sampled_from([CLARIFY, STATUS, PLAIN, PLAIN[:70], "{", "}", "```", "文", "<think>"])).map("\n".join))
def test_no_mixture_raises_and_a_form_is_always_whole(reply: str) -> None:
    result = envelope_parser(reply)
    if result["status"] == "success" and result["content"]["response_type"] == "clarification":
        assert all(item["question"] for item in result["content"]["questions"])


def test_what_follows_a_quoted_request_is_quoted_too_unless_it_speaks_to_the_person() -> None:
    asked = '```json\n{"response_type": "outline_edit", "title": "Deck", "outline_lines": ["One"]}\n```'
    quoted = f"## Questions\n\n{asked}\n\n## Outlines\n\n{asked}"
    assert envelope_parser(quoted)["content"] == {"response_type": "normal", "content": quoted, "coercions": []}
    meant = f"## The format\n\n{asked}\n\n## Now\n\nPlease look at this one:\n\n{asked}"
    assert envelope_parser(meant)["content"]["response_type"] == "outline_edit"
