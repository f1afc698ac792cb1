"""Chat: plain text, streamed; and the way over to making something, in the same turn."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from inkwright import ModelBusy, ScriptedModel, ToolCall
from inkwright.agent.services import TurnLimits
from inkwright.conversation.events import AskOpened, TextAppended, TextRetracted, Warned
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, Outcome, RouterResult
from inkwright.llm.fallback import Chain
from inkwright.llm.models import Model, Usage
from inkwright.llm.models import Reply as ModelReply
from inkwright.llm.scripted import Stream
from inkwright.tools.ui_request import TOOL as UI_REQUEST
from inkwright.usecases.turns import send_message
from tests.agent.test_run import NOTE, call, deliver, files, text_shown
from tests.agent.turn_services import CHECKED, NOTE_TOOL, OWNER, Stores

TALK = RouterResult(intent="chat_qa", confidence=1)
TOOLS = (NOTE_TOOL, UI_REQUEST)


def chatted(model: Model | Sequence[Any], limits: TurnLimits | None = None) -> tuple[Outcome, Stores]:
    stores = Stores()
    asked = ScriptedModel(model) if isinstance(model, Sequence) else model
    services = stores.turn_services(asked, limits, tools=TOOLS)
    return asyncio.run(send_message(services, "Why does it rain?", TALK, owner=OWNER)), stores


def test_plain_text_is_the_answer_and_is_told_as_it_is_written() -> None:
    outcome, stores = chatted([Stream(["Warm air ", "rises", " and cools."])])
    assert outcome == Answered(message="Warm air rises and cools.", receipt=CHECKED)
    assert text_shown(stores) == "Warm air rises and cools."
    assert not [event for event in stores.shown if isinstance(event, TextRetracted)]


def test_a_chat_offers_the_base_tools_and_no_ending() -> None:
    model = ScriptedModel(["Clouds."])
    chatted(model)
    assert [tool.name for tool in model.calls[0].tools] == ["ui_request"]
    assert "- make_note: Makes a note." in model.calls[0].messages[0]["content"]


def test_a_tool_outside_the_ring_is_reached_by_its_name_and_the_turn_goes_over_to_making() -> None:
    model = ScriptedModel([NOTE, "It is done.", deliver])
    outcome, stores = chatted(model)
    assert isinstance(outcome, Delivered)
    assert files(stores) == ["note.txt"]
    offered = [[tool.name for tool in request.tools] for request in model.calls]
    assert offered == [["ui_request"], *[["make_note", "ui_request", "deliver", "answer", "ask_user"]] * 2]
    assert text_shown(stores) == "Your note is ready."


def test_a_request_that_is_written_instead_of_called_opens_the_form() -> None:
    written = {
        "response_type": "clarification",
        "title": "One thing",
        "questions": [{"id": "q", "question": "Which rain?", "options": [{"label": "Acid", "value": "acid"}]}],
    }
    outcome, stores = chatted([json.dumps(written)])
    assert isinstance(outcome, Asked)
    (opened,) = (event.ask for event in stores.shown if isinstance(event, AskOpened))
    assert (opened.title, opened.questions[0].question) == ("One thing", "Which rain?")
    assert "response_type" not in "".join(event.text for event in stores.shown if isinstance(event, TextAppended))


def test_half_a_form_is_asked_for_again() -> None:
    model = ScriptedModel(['[[DOGENT_CLARIFICATION_JSON]]\n{"response_type": "clarification", "title', "Clouds."])
    outcome, _ = chatted(model)
    assert outcome == Answered(message="Clouds.", receipt=CHECKED)
    assert "ui_request" in str(model.calls[1].messages[-1]["content"])


def test_a_form_that_stays_broken_is_left_out_with_a_notice() -> None:
    half = '[[DOGENT_CLARIFICATION_JSON]]\n{"response_type": "clarification", "title'
    outcome, stores = chatted([f"One thing.\n{half}"] * 2)
    assert isinstance(outcome, Answered)
    assert text_shown(stores) == "One thing."
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["unread_request"]


def test_thoughts_aloud_do_not_reach_the_person() -> None:
    outcome, stores = chatted([Stream(["<think>Rain, ", "well.</think>", "It condenses."])])
    assert (outcome, text_shown(stores)) == (Answered(message="It condenses.", receipt=CHECKED), "It condenses.")


def test_json_that_is_no_request_is_ordinary_text() -> None:
    outcome, stores = chatted(['{"rain": true}'])
    assert (outcome, text_shown(stores)) == (Answered(message='{"rain": true}', receipt=CHECKED), '{"rain": true}')


def test_an_empty_reply_is_asked_for_again_and_then_an_honest_failure() -> None:
    outcome, _ = chatted(["", "Clouds."])
    assert outcome == Answered(message="Clouds.", receipt=CHECKED)
    failed, _ = chatted(ScriptedModel(lambda _: ""))
    assert isinstance(failed, Failed)
    assert failed.code == "never_finished"


def test_the_next_member_of_a_chain_begins_anew_and_no_text_stands_twice() -> None:
    first = ScriptedModel([Stream(["It is ", "because"], ModelBusy(model="first", problem="429", retry_after=99))])
    outcome, stores = chatted(Chain([first, ScriptedModel(["Of clouds."])]))
    assert (outcome, text_shown(stores)) == (Answered(message="Of clouds.", receipt=CHECKED), "Of clouds.")


def test_an_artifact_that_nobody_knows_is_asked_about_once_and_then_noted() -> None:
    claim = "I made art_0123456789abcdef for you."
    model = ScriptedModel([claim, claim])
    outcome, _ = chatted(model)
    assert isinstance(outcome, Answered)
    assert outcome.message == f"{claim}\n\nNothing was made or changed."
    assert "No artifact art_0123456789abcdef exists" in str(model.calls[1].messages[-1]["content"])


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (TurnLimits(model_calls=3), "too_many_steps"),
        (TurnLimits(calls_in_all=3), "too_many_calls"),
        (TurnLimits(tokens=30), "too_many_tokens"),
        (TurnLimits(dollars=0.25), "too_expensive"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_each_limit_ends_the_turn_honestly_with_what_was_made(limits: TurnLimits, code: str) -> None:
    note = json.loads(NOTE.arguments)

    def loops(request: Any) -> ModelReply:
        made = ToolCall("c", "make_note", json.dumps({**note, "body": f"Rain {len(request.messages)}"}))
        return ModelReply("", Usage(5, 5, 0.1), (made,), "calls")

    outcome, stores = chatted(ScriptedModel(loops), limits)
    assert isinstance(outcome, Failed)
    assert (outcome.code, len(outcome.artifacts)) == (code, 3)
    assert len(files(stores)) == 3


def test_a_plain_question_at_the_end_of_a_chat_is_allowed() -> None:
    outcome, _ = chatted(["Because of clouds. Shall I explain?"])
    assert outcome == Answered(message="Because of clouds. Shall I explain?", receipt=CHECKED)


def test_a_call_of_an_ending_is_understood_in_a_chat_too() -> None:
    outcome, _ = chatted([call("answer", message="Clouds.")])
    assert outcome == Answered(message="Clouds.", receipt=CHECKED)


@pytest.mark.parametrize("reply", ["<think>hm</think>", "<think>never closed", " \n\u200b"])
def test_a_reply_without_visible_text_is_asked_for_again(reply: str) -> None:
    outcome, stores = chatted(ScriptedModel([reply, "Clouds."]))
    assert (outcome, text_shown(stores)) == (Answered(message="Clouds.", receipt=CHECKED), "Clouds.")
