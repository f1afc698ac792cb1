"""Requests that a model wrote instead of calling the tool."""

import asyncio
import json
import logging
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.text_requests import BrokenRequest, TextAnswer, TextRequest, parse_text_request
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import AskOpened, TextAppended, Warned
from inkwright.conversation.turns import Answered, Asked, Failed, Outcome
from inkwright.llm.models import Abilities
from inkwright.llm.scripted import Stream
from inkwright.llm.tool_emulation import with_tools
from inkwright.tools.ui_request import TYPE_OF_NAME, UiRequest, read_arguments
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import text_shown
from tests.agent.test_tool_offer import TALK, TOOLS, chatted
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Stores
from tests.each import each
from tests.hostile_texts import HOSTILE, PREFIXES
from tests.parsing.test_any_text import grows_too_fast, mess

CLARIFY = "[[DOGENT_CLARIFICATION_JSON]]"
OUTLINE = "[[DOGENT_OUTLINE_EDIT_JSON]]"
STATUS = "[[DOGENT_STATUS:NEEDS_CLARIFICATION]]"
QUESTION = {
    "id": "q1",
    "question": "Is `}` or { or [[DOGENT_CLARIFICATION_JSON]] right? 哪种？",
    "allow_freeform": False,
    "options": [{"label": "红", "value": "red"}, {"label": "Blue", "value": "blue"}],
    "recommended": "red",
}
ASKED = {"response_type": "clarification", "title": "颜色", "preface": "One thing.", "questions": [QUESTION]}
PLAIN = json.dumps(ASKED, ensure_ascii=False)
PRETTY = json.dumps(ASKED, indent=2)


def arguments(reply: str) -> dict[str, Any]:
    found = parse_text_request(reply)
    assert isinstance(found, TextRequest)
    assert found.call.name == "ui_request"
    given: dict[str, Any] = json.loads(found.call.arguments)
    return given


WRITTEN = {
    "bare": PLAIN,
    "indented": PRETTY,
    "BOM": f"\ufeff{PLAIN}",
    "preamble": f"Sure! I need one thing first:\n\n{PLAIN}",
    "Chinese preamble and fence": f"我需要先确认一点：\n```json\n{PRETTY}\n```",
    "fence": f"```json\n{PLAIN}\n```",
    "thoughts": f"<think>\nShould I ask? {{}} {STATUS}\n</think>\n{PLAIN}",
    "tag": f"{CLARIFY}\n{PLAIN}",
    "tag and fence": f"`{CLARIFY}`\n```json\n{PRETTY}\n```",
    "late tag": f"{'Well. ' * 330}\n{CLARIFY}\n{PLAIN}",
    "trailing commas": PLAIN.replace("}]}", "},],}"),
    "everything": f"\ufeff<think>x</think>\n好的。\n**{CLARIFY}**\n\n```\n{PRETTY}\n```\n",
}


@each("reply", WRITTEN.values())
def test_a_written_request_is_the_call_that_should_have_been_made(reply: str) -> None:
    meant = {"type": "clarification", "title": "颜色", "preface": "One thing.", "questions": [QUESTION]}
    assert arguments(reply) == meant
    assert read_arguments(meant) == meant
    UiRequest.model_validate(meant)


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ({"outline_lines": ["# 引言", "", " - a "]}, ["# 引言", "", " - a "]),
        ({"outline_text": "# Outline\n\n1. Introduction"}, ["# Outline", "", "1. Introduction"]),
        ({"outline": [{"id": "1", "title": "引言", "children": []}]}, ["1 引言"]),
        ({"outline": [{"level": 2, "title": "引言"}]}, ["## 引言"]),
    ],
    ids=["lines", "text", "tree", "levels"],
)
@pytest.mark.parametrize("tag", ["", f"{OUTLINE}\n"], ids=["bare", "tagged"])
def test_a_written_outline_is_a_call_with_lines(tag: str, form: dict[str, Any], lines: list[str]) -> None:
    reply = tag + json.dumps({"response_type": "outline_edit", "title": "T", **form})
    assert arguments(reply) == {"type": "outline_edit", "title": "T", "outline_lines": lines}


def test_the_call_has_the_id_it_is_given() -> None:
    found = parse_text_request(f"哪种？\n{STATUS}", "call_7")
    question = {"id": "q1", "question": "哪种？", "allow_freeform": True, "options": []}
    meant = {"type": "clarification", "title": "哪种？", "questions": [question]}
    assert found == TextRequest(ToolCall("call_7", "ui_request", json.dumps(meant, ensure_ascii=False)))


def test_the_text_before_the_status_tag_is_one_free_question_and_none_of_it_is_lost() -> None:
    prose = "I need two things:\n\n1. Who reads it?\n2. 多长？"
    asked = arguments(f"{prose}\n\n{STATUS}\n")
    assert asked["questions"] == [{"id": "q1", "question": prose, "allow_freeform": True, "options": []}]


@pytest.mark.parametrize("reply", [STATUS, f"\n{STATUS}\n", f"{'A long report. ' * 200}\n{STATUS}"])
def test_a_status_tag_without_a_question_or_behind_a_document_goes_back_to_the_model(reply: str) -> None:
    found = parse_text_request(reply)
    assert isinstance(found, BrokenRequest)
    assert "ui_request" in found.feedback


def test_an_ordinary_answer_in_an_envelope_is_its_text() -> None:
    assert parse_text_request('{"response_type": "normal", "content": "好的。\\nDone."}') == TextAnswer("好的。\nDone.")
    assert parse_text_request('```json\n{"response_type": "normal", "content": "Hi"}\n```') == TextAnswer("Hi")


BROKEN = {
    "cut": (PLAIN[:120], "truncated", "clarification"),
    "cut behind its tag": (f"{CLARIFY}\n{PLAIN[:-2]}", "truncated", "clarification"),
    "a tag alone": (OUTLINE, "truncated", "outline_edit"),
    "no options": (
        f'{CLARIFY}\n{{"title": "T", "questions": [{{"id": "1", "question": "?"}}]}}',
        "schema",
        "clarification",
    ),
    "no outline": ('{"response_type": "outline_edit", "title": "T"}', "schema", "outline_edit"),
    "too many lines": (
        json.dumps({"response_type": "outline_edit", "title": "T", "outline_lines": ["a"] * 501}),
        "schema",
        "outline_edit",
    ),
    "a tag and another type": (f"{OUTLINE}\n{PLAIN}", "schema", "outline_edit"),
    "an error": ('{"response_type": "error", "reason": "format"}', "model_error", "clarification"),
}


@pytest.mark.parametrize(("reply", "reason", "kind"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_request_is_reported_with_a_valid_call_and_never_half_a_form(
    reply: str, reason: str, kind: str
) -> None:
    found = parse_text_request(reply)
    assert isinstance(found, BrokenRequest)
    assert found.reason == reason
    assert "ui_request" in found.feedback
    assert UiRequest.model_validate(json.loads(found.example)).type == kind


def test_the_feedback_names_the_place_in_the_language_of_the_reply() -> None:
    found = parse_text_request('{"response_type": "clarification", "title": "颜色", "questions": []}')
    assert isinstance(found, BrokenRequest)
    assert "- questions: " in found.feedback
    assert found.feedback.endswith("请调用工具 ui_request 向用户提问，不要写在文字里。")


@each(
    "text",
    [
        "",
        " \n",
        "\ufeff",
        "<think>only thoughts</think>",
        f"<think>{PLAIN}</think>\nNo question is needed.",
        "Hello, how are you?",
        "你想要什么颜色？",
        '{"name": "Ann", "age": 3}',
        '{"type": "object", "title": "T"}',
        '```json\n{"title": "T", "questions": []}\n```',
        '{"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A"}], "multiSelect": false}]}',
        f"The tag {CLARIFY} opens a form.",
        f"> {CLARIFY}\n\nis what the old program wrote.",
        f"Write {STATUS} at the end if you must ask.\nDone.",
        f"```\nWhich?\n{STATUS}\n```",
        f"An example:\n\n```json\n{PLAIN}\n```\n\nNow you know how it looks.",
        f"{'Well. ' * 400}\n{CLARIFY}\n{PLAIN}",
    ],
)
def test_ordinary_text_ordinary_json_and_a_quoted_tag_ask_nothing(text: str) -> None:
    assert parse_text_request(text) is None


def test_each_coercion_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        arguments(f'{CLARIFY}\n{{"title": "T", "questions": [{{"id": 1, "question": "?", "options": ["A"]}}]}}')
    assert [record.getMessage() for record in caplog.records] == [
        "ui_request in a reply: tag → response_type",
        "ui_request in a reply: questions[0].id: number → text",
        "ui_request in a reply: questions[0].options[0]: text → label and value",
    ]


written = st.lists(
    st.sampled_from(
        [CLARIFY, OUTLINE, STATUS, PLAIN, PLAIN[:90], '{"response_type": "normal", "content": "文"}', "```"]
    )
).map("\n".join)


@given(reply=mess | written)
@example(reply='{"response_type": "clarification", "title": "\\ud800", "questions": []}')
@example(reply=f"\ud800\n{STATUS}")
def test_any_text_is_read_without_raising_and_every_call_is_valid(reply: str) -> None:
    found = parse_text_request(reply)
    if isinstance(found, TextRequest):
        given = json.loads(found.call.arguments)
        assert read_arguments(given) == given
        UiRequest.model_validate(given)


@each("unit", [*HOSTILE, f"{STATUS}\n", f"\n{OUTLINE}\n{{", '{"response_type": "normal", "content": "'])
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    for prefix in (*PREFIXES, f"{CLARIFY}\n", '{"response_type": "clarification", "questions": "'):
        small, large = (prefix + unit * (size // len(unit)) for size in (5_000, 20_000))
        if grows_too_fast(parse_text_request, small, large, tries=1):
            assert not grows_too_fast(parse_text_request, small, large, tries=7), prefix


# In a turn.

WRITTEN_RAIN = json.dumps(
    {
        "response_type": "clarification",
        "title": "One thing",
        "questions": [{"id": "q", "question": "Which rain?", "options": [{"label": "Acid", "value": "acid"}]}],
    }
)
HALF = '[[DOGENT_CLARIFICATION_JSON]]\n{"response_type": "clarification", "title'


@each(
    ("reply", "shown"),
    [
        (HALF, "The question of the model could not be read. Send your message again, or put it differently."),
        (f"I must ask you.\n\n{HALF}", "I must ask you."),
        ('{"response_type": "error", "reason": "The topic is unclear."}', "The topic is unclear."),
        ('{"response_type": "clarification", "title": "T", "questions": [{"question": "Which?"}]}', "T\n\nWhich?"),
        (
            f"{'Rain falls. ' * 200}\n{WRITTEN_RAIN}\n",
            f"{'Rain falls. ' * 200}\n\nOne thing\n\nWhich rain?\n- Acid".strip(),
        ),
    ],
)
def test_a_form_that_stays_broken_is_words_and_a_notice_and_never_json(reply: str, shown: str) -> None:
    model = ScriptedModel([reply, reply])
    outcome, stores = chatted(model)
    assert isinstance(outcome, Answered)
    assert "ui_request" in str(model.calls[1].messages[-1]["content"])
    assert " ".join(text_shown(stores).split()) == " ".join(shown.split())
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["unread_request"]


AROUND = {
    "behind": (f"{WRITTEN_RAIN}\nThen I can go on.", "Then I can go on."),
    "both": (f"Sure!\n\n```json\n{WRITTEN_RAIN}\n```\n\nThen I can go on.", "Sure!\n\nThen I can go on."),
    "Chinese": (f"好的。\n\n{WRITTEN_RAIN}\n\n谢谢！", "好的。\n\n谢谢！"),
    "list": (f"Two things:\n\n1. {WRITTEN_RAIN}\n\nThanks.", "Two things:\n\nThanks."),
    "thoughts": (f"<think>{WRITTEN_RAIN}</think>Sure.\n{WRITTEN_RAIN}", "Sure."),
}


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
@each(("reply", "words"), AROUND.values())
def test_words_around_a_written_request_are_shown_and_its_json_never(size: int, reply: str, words: str) -> None:
    pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
    outcome, stores = chatted([Stream(pieces)])
    assert isinstance(outcome, Asked)
    assert (outcome.message, text_shown(stores)) == (words, words)
    assert "{" not in "".join(event.text for event in stores.shown if isinstance(event, TextAppended))


def test_two_written_requests_are_asked_one_after_the_other_and_both_answers_reach_the_model() -> None:
    outline = {"response_type": "outline_edit", "title": "The plan", "outline_lines": ["# Rain"]}
    model = ScriptedModel([f"First:\n{WRITTEN_RAIN}\nThen:\n{json.dumps(outline)}", "Clouds."])
    stores = Stores()
    services = stores.turn_services(model, tools=TOOLS)

    async def talk() -> Outcome:
        first = await send_message(services, "Why?", TALK, owner=OWNER)
        assert isinstance(first, Asked)
        chosen = QuestionAnswer(id="q", value="acid", label="Acid")
        second = await answer_ask(services, first.ask_id, Answer(status="answered", answers=(chosen,)), owner=OWNER)
        assert isinstance(second, Asked)
        return await answer_ask(services, second.ask_id, Answer(status="adopted"), owner=OWNER)

    assert asyncio.run(talk()).message == "Clouds."
    assert [event.ask.title for event in stores.shown if isinstance(event, AskOpened)] == ["One thing", "The plan"]
    results = [str(message["content"]) for message in model.calls[1].messages if message["role"] == "tool"]
    assert ["Acid [acid]" in results[0], results[1].startswith("adopted")] == [True, True]


def test_a_question_that_nobody_answers_in_time_is_reported_and_the_turn_goes_on() -> None:
    model = ScriptedModel([WRITTEN_RAIN, "I assume ordinary rain."])
    stores = Stores()
    services = stores.turn_services(model, tools=TOOLS)

    async def talk() -> Outcome:
        first = await send_message(services, "Why?", TALK, owner=OWNER)
        assert isinstance(first, Asked)
        return await answer_ask(services, first.ask_id, Answer(status="timeout"), owner=OWNER)

    assert asyncio.run(talk()).message == "I assume ordinary rain."
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["ask_timed_out"]
    assert "timeout" in str(model.calls[1].messages[-1]["content"])


def test_a_request_inside_the_words_of_an_answer_opens_the_form_too() -> None:
    outcome, _ = chatted([ToolCall("c", "answer", json.dumps({"message": f"Sure.\n{WRITTEN_RAIN}"}))])
    assert isinstance(outcome, Asked)
    assert outcome.message == "Sure."


def test_a_turn_that_cannot_ask_shows_the_request_as_words_with_a_notice() -> None:
    stores = Stores()
    services = stores.turn_services(ScriptedModel([WRITTEN_RAIN, WRITTEN_RAIN]), tools=(NOTE_TOOL,))
    outcome = asyncio.run(send_message(services, "Why?", TALK, owner=OWNER))
    assert outcome.message == "One thing\n\nWhich rain?\n- Acid"
    assert "unread_request" in [event.code for event in stores.shown if isinstance(event, Warned)]


def made(*replies: Any, can_call_tools: bool = True) -> tuple[Outcome, Stores]:
    stores = Stores()
    model = with_tools(ScriptedModel(list(replies), abilities=Abilities(can_call_tools=can_call_tools)))
    services = stores.turn_services(model, tools=TOOLS)
    return asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER)), stores


@pytest.mark.parametrize("can_call_tools", [True, False])
@each(
    "reply",
    [
        f"Sure.\n{WRITTEN_RAIN}",
        json.dumps({"final": f"Sure.\n{WRITTEN_RAIN}"}),
        f"Sure.\n{json.dumps({'tool': 'ui_request', 'args': json.loads(WRITTEN_RAIN)})}",
    ],
)
def test_where_something_is_to_be_made_a_written_request_opens_the_form_too(reply: str, can_call_tools: bool) -> None:
    if can_call_tools and reply.startswith("{"):
        return
    outcome, _ = made(reply, can_call_tools=can_call_tools)
    assert isinstance(outcome, Asked)
    assert outcome.message == "Sure."


def test_where_something_is_to_be_made_an_answer_in_an_envelope_is_the_ending() -> None:
    outcome, _ = made(*['{"response_type": "normal", "content": "I cannot."}'] * 2)
    assert isinstance(outcome, Answered)
    assert "I cannot." in outcome.message


def test_where_something_is_to_be_made_a_request_that_stays_broken_is_noticed() -> None:
    outcome, stores = made(*[HALF] * 9)
    assert isinstance(outcome, Failed)
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["unread_request"]


@each(("name", "kind"), list(TYPE_OF_NAME.items()))
def test_a_call_under_any_name_that_is_written_as_text_opens_the_form(name: str, kind: str | None) -> None:
    asked = (
        {"title": "T", "outline_lines": ["1. A"]} if kind == "outline_edit" else {"title": "T", "questions": [QUESTION]}
    )
    arguments = asked if kind else {"type": "clarification", **asked}
    found = parse_text_request(f"Sure.\n\n{name}({json.dumps(arguments)})")

    assert isinstance(found, TextRequest)
    assert found.words == "Sure."
    assert json.loads(found.call.arguments)["type"] == (kind or "clarification")
