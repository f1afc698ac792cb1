"""The tool that asks the person: what it takes, what it mends, and what it refuses."""

import asyncio
import json
import logging
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from inkwright import ToolCall
from inkwright.agent.tools import ToolContext
from inkwright.clock import SystemClock
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion, answer_from_text
from inkwright.conversation.turns import Answered, Asked, Delivered, TurnState
from inkwright.ids import TimedIds
from inkwright.llm.brain import Brain
from inkwright.llm.schema_bounds import SMALL_LIMITS, bounded_schema
from inkwright.llm.scripted import ScriptedModel
from inkwright.parsing.outlines import lines_from_text
from inkwright.parsing.schemas import format_path
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.registry import all_tools
from inkwright.tools.ui_request import TYPE_OF_NAME, UiRequest, read_arguments, ui_request
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import NOTE, deliver
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Stores
from tests.each import each
from tests.tools.project_chats import ProjectChat
from tests.tools.project_chats import call as project_call

TOOL = all_tools()["ui_request"]
CONTEXT = ToolContext(
    turn=TurnState(id="turn_1", conversation_id="conv_1", owner="me", message=""),
    call_id="call_1",
    language="en",
    vault=MemoryVault({}, ids=TimedIds(), clock=SystemClock()),
    attachments=MemoryAttachments(),
    brain=Brain(ScriptedModel([])),
    progress=print,
    show=print,
)


def question(**changes: Any) -> dict[str, Any]:
    options = [{"label": "Red", "value": "red"}, {"label": "蓝色", "value": "blue"}]
    return {"id": "q1", "question": "Which colour?", "options": options, **changes}


def asked(*questions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"type": "clarification", "title": "颜色", "questions": list(questions) or [question()], **changes}


def outline(**changes: Any) -> dict[str, Any]:
    return {"type": "outline_edit", "title": "大纲", **changes}


def wanted(arguments: Any, called: str = "ui_request") -> AskDraft:
    return asyncio.run(ui_request(UiRequest.model_validate(read_arguments(arguments, called)), CONTEXT))


def refused(arguments: Any) -> dict[str, str]:
    """The refused fields, with the message to the model for each."""
    with pytest.raises(ValidationError) as problem:
        UiRequest.model_validate(read_arguments(arguments))
    return {format_path(place["loc"]): place["msg"] for place in problem.value.errors()}


def test_it_is_always_at_hand_and_known_by_its_older_names() -> None:
    assert TOOL.is_base
    assert not TOOL.makes_artifacts
    assert set(TOOL.aliases) == {
        "ask_clarification",
        "outline_edit",
        "dogent.ui_request",
        "dogent.request_clarification",
        "dogent.request_outline_edit",
        "AskUserQuestion",
    }


def test_the_schema_shown_to_models_has_five_fields_and_no_other() -> None:
    schema = UiRequest.model_json_schema()
    assert list(schema["properties"]) == ["type", "title", "preface", "questions", "outline_lines"]
    assert schema["required"] == ["type", "title"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["type"]["enum"] == ["clarification", "outline_edit"]
    assert "pattern" not in json.dumps(schema)
    assert bounded_schema(schema, SMALL_LIMITS)["type"] == "object"


def test_questions_become_what_is_wanted_of_the_person() -> None:
    full = question(recommended="blue", allow_freeform=True, placeholder="其他…")
    assert wanted(asked(full, preface="先确认一点。")) == AskDraft(
        kind="clarification",
        title="颜色",
        preface="先确认一点。",
        questions=(
            AskQuestion(
                id="q1",
                question="Which colour?",
                options=(AskOption(label="Red", value="red"), AskOption(label="蓝色", value="blue")),
                recommended="blue",
                allow_freeform=True,
                placeholder="其他…",
            ),
        ),
    )


def test_without_a_word_on_it_only_the_options_may_be_chosen() -> None:
    assert wanted(asked()).questions[0].allow_freeform is False


def test_an_outline_becomes_what_is_wanted_line_by_line() -> None:
    lines = ["# 引言", "", "  - “a” \\ `b`  "]
    assert wanted(outline(outline_lines=lines)) == AskDraft(
        kind="outline_edit", title="大纲", outline_lines=tuple(lines)
    )


@pytest.mark.parametrize("empty", [None, []])
def test_what_belongs_to_the_other_type_may_be_empty(empty: Any) -> None:
    assert wanted(asked(outline_lines=empty)) == wanted(asked())
    assert wanted(outline(outline_lines=["a"], questions=empty)) == wanted(outline(outline_lines=["a"]))


@pytest.mark.parametrize(
    ("called", "arguments"),
    [
        ("ask_clarification", asked()),
        ("dogent.request_clarification", asked()),
        ("outline_edit", outline(outline_lines=["a"])),
        ("dogent.request_outline_edit", outline(outline_lines=["a"])),
    ],
)
def test_an_older_name_says_the_type(called: str, arguments: dict[str, Any]) -> None:
    untyped = {key: value for key, value in arguments.items() if key != "type"}
    assert wanted(untyped, called) == wanted(arguments)
    assert "type" in refused(untyped)


def test_a_type_that_is_given_counts_more_than_the_name() -> None:
    assert wanted(asked(), "outline_edit") == wanted(asked())


def test_every_older_name_is_read() -> None:
    assert set(TYPE_OF_NAME) == set(TOOL.aliases)
    shape = {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
    assert wanted(shape, "AskUserQuestion").questions[0].options[0] == AskOption(label="A", value="A")
    assert wanted(shape) == wanted(shape, "AskUserQuestion")
    assert wanted({**asked(), "type": "clarification"}, "dogent.ui_request") == wanted(asked())


def test_the_whole_call_may_come_as_json_text() -> None:
    assert wanted(json.dumps(asked())) == wanted(asked())
    assert wanted(asked(questions=json.dumps([question(options='["Red"]')]))) == wanted(
        asked(question(options=["Red"]))
    )


def test_each_coercion_is_logged_without_the_words_of_the_request(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        wanted({**asked(question(id=3, recommended=1)), "response_type": "clarification"})
    assert [record.getMessage() for record in caplog.records] == [
        "ui_request: response_type → type",
        "ui_request: questions[0].id: number → text",
        "ui_request: questions[0].recommended: index → value",
    ]


REFUSED = [
    ({}, ["type", "title"]),
    ({"type": "form", "title": "T", "questions": [question()]}, ["type"]),
    (asked(questions=[]), ["questions"]),
    (asked(questions=None), ["questions"]),
    ({"type": "clarification", "title": "T"}, ["questions"]),
    (asked(outline_lines=["a"]), ["outline_lines"]),
    (outline(), ["outline_lines"]),
    (outline(outline_lines=[]), ["outline_lines"]),
    (outline(outline_lines=[" ", ""]), ["outline_lines"]),
    (outline(outline_lines=["a"], questions=[question()]), ["questions"]),
    (outline(outline_lines=["a", 2]), ["outline_lines[1]"]),
    (outline(outline_lines=["a", "b\nc"]), ["outline_lines[1]"]),
    (outline(outline_lines=["a" * 501]), ["outline_lines[0]"]),
    (outline(outline_lines=["a"] * 501), ["outline_lines"]),
    (outline(outline_text="a", outline_lines=["a"]), ["outline_text"]),
    (outline(outline=["a"]), ["outline_lines", "outline"]),
    (asked(question(options=[])), ["questions[0].options"]),
    (asked(question(options=[{"label": "A"}])), ["questions[0].options[0].value"]),
    (asked(question(options=[f"{n}" for n in range(13)])), ["questions[0].options"]),
    (asked(question(options=["a", "a"])), ["questions[0].options"]),
    (asked(question(recommended="green")), ["questions[0].recommended"]),
    (asked(question(recommended=2)), ["questions[0].recommended"]),
    (asked(question(recommended="")), ["questions[0].recommended"]),
    (asked(question(id="")), ["questions[0].id"]),
    (asked(question(question=" \n")), ["questions[0].question"]),
    (asked(question(allow_freeform="true")), ["questions[0].allow_freeform"]),
    (asked(question(multiSelect="yes")), ["questions[0].multi_select"]),
    (asked(question(multi_select=1)), ["questions[0].multi_select"]),
    (asked(question(), question()), ["questions"]),
    (asked(*(question(id=f"q{n}") for n in range(11))), ["questions"]),
    (asked(title=""), ["title"]),
    (asked(title="T" * 201), ["title"]),
    (asked(preface=""), ["preface"]),
    (asked(urgent=True), ["urgent"]),
    ("not JSON", ["(the whole value)"]),
    ("[]", ["(the whole value)"]),
]


@each(("arguments", "paths"), REFUSED)
def test_everything_else_is_refused_with_its_place(arguments: Any, paths: list[str]) -> None:
    assert list(refused(arguments)) == paths


def test_the_model_is_told_what_is_allowed() -> None:
    assert refused(asked(type="form")) == {"type": "Input should be 'clarification' or 'outline_edit'"}
    assert refused(asked(questions=[])) == {"questions": "a clarification needs at least one question"}
    assert refused(outline(outline_lines=["a"], questions=[question()])) == {
        "questions": "an outline_edit has outline_lines and no questions"
    }
    assert refused(asked(question(options=[]))) == {
        "questions[0].options": "options are needed unless allow_freeform is true"
    }


def test_the_minimal_example_of_each_type_is_valid_as_it_stands() -> None:
    examples = [json.loads(each) for each in re.split(r" or (?=\{)", TOOL.example)]
    assert [each["type"] for each in examples] == ["clarification", "outline_edit"]
    assert [read_arguments(each) for each in examples] == examples
    assert [wanted(each).kind for each in examples] == ["clarification", "outline_edit"]


@settings(max_examples=50, derandomize=True)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80).filter(lambda text: text.strip()))
def test_an_outline_given_as_text_reaches_the_person_word_for_word(text: str) -> None:
    if "\r" in text.replace("\r\n", "\n"):
        assert refused(outline(outline_text=text))
    else:
        assert wanted(outline(outline_text=text)).outline_lines == tuple(
            line.replace("\0", "") for line in lines_from_text(text)
        )


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just('["a"]'),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "question", "options", "label", "value", "header", "level", "title"]), inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200, derandomize=True)
@given(
    st.dictionaries(
        st.sampled_from(["type", "response_type", "title", "questions", "outline", "outline_text", "outline_lines"]),
        anything | st.sampled_from(["clarification", "outline_edit"]),
    )
)
def test_any_arguments_are_taken_or_refused_and_nothing_else(arguments: dict[str, Any]) -> None:
    try:
        asked_for = wanted(arguments)
    except ValidationError:
        return
    assert isinstance(asked_for, AskDraft)


def test_a_wrong_call_goes_to_the_model_and_the_answer_to_a_right_one_comes_back_as_its_result() -> None:
    stores = Stores()
    wrong, right = (ToolCall(id_, "ui_request", json.dumps(asked(*each))) for id_, each in CALLS.items())
    model = ScriptedModel([wrong, right])
    outcome = asyncio.run(
        send_message(stores.turn_services(model, tools=[TOOL, NOTE_TOOL]), "Note it.", ROUTE, owner=OWNER)
    )
    assert isinstance(outcome, Asked)
    assert "- questions[0].options: options are needed" in model.calls[1].messages[-1]["content"]
    ask = asyncio.run(stores.asks.get(outcome.ask_id, owner=OWNER))
    assert ask is not None
    answer = answer_from_text(ask, "B")
    assert answer is not None
    later = ScriptedModel([NOTE, deliver])
    ended = asyncio.run(answer_ask(stores.turn_services(later, tools=[TOOL, NOTE_TOOL]), ask.id, answer, owner=OWNER))
    assert isinstance(ended, Delivered)
    assert later.calls[0].messages[-1]["content"] == "answered:\nWhich colour? → 蓝色 [blue]"


CALLS = {"1": [question(options=[])], "2": [question()]}


def test_the_interview_about_the_intent_asks_one_question_at_a_time() -> None:
    three = [{"id": each, "question": f"{each}?", "allow_freeform": True} for each in ("a", "b", "c")]
    asked = project_call("ui_request", type="clarification", title="Three questions", questions=three)
    assert isinstance(ProjectChat([asked, "What do you want to make?"], phase="intent").say("Begin"), Answered)
    assert isinstance(ProjectChat([asked]).say("Begin"), Asked)
