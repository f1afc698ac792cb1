"""The engine: histories with answers, and endings that count."""

import asyncio
import json

import pytest

from inkwright import ScriptedModel
from inkwright.agent.engine import RunInput, RunNeverEnded, history_with_answer
from inkwright.conversation.events import ToolFailed, ToolStarted, Warned
from inkwright.conversation.turns import Answered, Asked, Delivered, RouterResult
from inkwright.llm.models import Reply, ToolCall
from inkwright.usecases.turns import send_message
from tests.agent.test_run import NOTE, call, deliver
from tests.agent.turn_services import OWNER, Stores, run


def asked_history() -> str:
    stores = Stores()
    outcome, _ = run(ScriptedModel([call("ask_user", question="Which colour?")]), stores)
    assert isinstance(outcome, Asked)
    (turn,) = stores.conversations._turns.values()
    return turn.engine_messages


def test_the_answer_becomes_the_result_of_the_question() -> None:
    answered = json.loads(history_with_answer(asked_history(), "Blue"))
    results = [part for message in answered for part in message["parts"] if part["part_kind"] == "tool-return"]
    assert [part["content"] for part in results] == ["Blue"]


def test_a_history_without_a_question_takes_no_answer() -> None:
    with pytest.raises(RunNeverEnded):
        history_with_answer("[]", "Blue")


def test_a_run_starts_with_the_messages_of_its_own_turn() -> None:
    history = asked_history()
    assert RunInput(None).history() is None
    assert len(RunInput(None, own=history).history() or []) == len(json.loads(history))


@pytest.mark.parametrize("name", ["make_note", "answer"])
def test_a_call_that_was_cut_is_not_carried_out_and_is_asked_for_again(name: str) -> None:
    """Its arguments may be valid as far as they go, and still say something else than the whole."""
    cut = ToolCall("c1", name, json.dumps({"title": "Rain", "body": "Send all", "message": "All done: not"}))
    model = ScriptedModel([Reply("", calls=(cut,), finish="length"), NOTE, deliver])
    outcome, stores = run(model)
    assert isinstance(outcome, Delivered)
    assert len([event for event in stores.shown if isinstance(event, ToolStarted)]) == 1
    assert "cut off at the length limit" in str(model.calls[1].messages)


def test_a_cut_answer_is_shown_and_reported_as_cut() -> None:
    stores = Stores()
    chat = RouterResult(intent="chat_qa", confidence=1, expected_mode="answer")
    services = stores.turn_services(ScriptedModel([Reply("Rivers begin in the", finish="length")]))
    outcome = asyncio.run(send_message(services, "Tell me about rivers.", chat, owner=OWNER))
    assert isinstance(outcome, Answered)
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["answer_cut"]


def test_a_model_that_is_always_cut_ends_in_a_failure() -> None:
    cut = Reply("", calls=(ToolCall("c1", "make_note", '{"title": "Rain", "body": "x"}'),), finish="length")
    outcome, stores = run(ScriptedModel(lambda _: cut))
    assert (outcome.kind, [event for event in stores.shown if isinstance(event, ToolStarted)]) == ("failed", [])


BROKEN = {
    "invalid": call("make_note", title=""),
    "unreadable": ToolCall("c1", "make_note", "{"),
    "crashed": call("make_note", title="Rain", body="break"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_the_person_reads_a_sentence_and_not_what_the_model_is_told(case: str) -> None:
    _, stores = run(ScriptedModel([BROKEN[case], NOTE, deliver]))
    problems = [event.problem for event in stores.shown if isinstance(event, ToolFailed)]
    for word in ("minimal valid call", "string_too_short", "Error", "make_note", "{", "should have"):
        assert word not in str(problems[:1])
