"""The engine: histories with answers, and endings that count."""

import json

import pytest

from inkwright import ScriptedModel
from inkwright.agent.engine import RunInput, RunNeverEnded, history_with_answer
from inkwright.conversation.turns import Asked
from tests.agent.test_run import call
from tests.agent.turn_services import Stores, run


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


def test_the_history_of_a_run_is_that_of_earlier_turns_then_its_own() -> None:
    history = asked_history()
    assert RunInput("", None).history() is None
    both = RunInput("", None, prior=history, own=history).history() or []
    assert len(both) == 2 * len(json.loads(history))
