"""The turn: for each way in which a model can lie or fail, the outcome is right and nothing unverified is announced."""

import asyncio
import json
from typing import Any

import pytest

from inkwright import ModelBusy, ModelRefused, ReplyCut, ScriptedModel, ToolCall
from inkwright.agent.services import TurnLimits
from inkwright.conversation.events import (
    Data,
    ErrorHappened,
    TextAppended,
    TextRetracted,
    ToolFailed,
    TurnFinished,
    Warned,
)
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed
from inkwright.llm.models import Reply, Request
from inkwright.llm.scripted import ScriptLine
from tests.agent.turn_services import CHECKED, Stores, run


def call(name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall("same_id", name, json.dumps(arguments))


NOTE = call("make_note", title="Rain", body="It rains.")


def deliver(request: Request) -> ToolCall:
    """Deliver what the tools have returned so far."""
    made = [
        artifact["id"]
        for message in request.messages
        if message["role"] == "tool" and "verified_artifacts" in str(message["content"])
        for artifact in json.loads(message["content"])["verified_artifacts"]
    ]
    return call("deliver", message="Your note is ready.", artifacts=made or ["art_none"])


def answer(words: str) -> ToolCall:
    return call("answer", message=words)


def files(stores: Stores) -> list[str]:
    return [
        event.payload["filename"] for event in stores.shown if isinstance(event, Data) and event.name == "file-ready"
    ]


def text_shown(stores: Stores) -> str:
    """What the person reads at the end: every text that was not taken back."""
    taken = {event.text_id for event in stores.shown if isinstance(event, TextRetracted)}
    return "".join(
        event.text for event in stores.shown if isinstance(event, TextAppended) and event.text_id not in taken
    )


def test_a_message_becomes_a_verified_artifact_with_its_events_in_order() -> None:
    outcome, stores = run(ScriptedModel([NOTE, deliver]))
    assert isinstance(outcome, Delivered)
    assert (outcome.message, [artifact.name for artifact in outcome.artifacts]) == ("Your note is ready.", ["note.txt"])
    assert stores.kinds() == [
        "turn_started",
        "action",
        "tool_started",
        "tool_progressed",
        "file-ready",
        "tool_finished",
        "text_grew",
        "text_ended",
        "turn_finished",
    ]
    assert stores.shown[-1] == TurnFinished(outcome=outcome)


def test_every_event_is_in_the_journal_before_it_is_shown_and_in_the_same_order() -> None:
    _, stores = run(ScriptedModel([NOTE, deliver]))
    turn_id = stores.shown[0].turn_id  # type: ignore[union-attr]
    kept = asyncio.run(stores.journal.read(turn_id))
    assert [event for _, event in kept] == stores.shown
    assert [number for number, _ in kept] == list(range(1, len(kept) + 1))


def test_a_claim_without_making_gets_one_more_run_with_the_reason_and_may_be_mended() -> None:
    model = ScriptedModel([call("deliver", message="Done!", artifacts=["art_1"]), NOTE, deliver])
    outcome, stores = run(model)
    assert isinstance(outcome, Delivered)
    assert "nothing was made" in model.calls[1].messages[-1]["content"]
    assert text_shown(stores) == "Your note is ready."


def test_a_claim_without_making_that_is_kept_up_is_an_honest_failure() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_1"])
    outcome, stores = run(ScriptedModel([lie, lie]))
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.artifacts, files(stores), text_shown(stores)) == ("unproven", (), [], "")


def test_naming_an_artifact_that_does_not_exist_is_refused_and_what_was_made_is_delivered_with_the_failure() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_other"])
    outcome, stores = run(ScriptedModel([NOTE, lie, lie]))
    assert isinstance(outcome, Failed)
    assert [artifact.name for artifact in outcome.artifacts] == ["note.txt"]
    assert files(stores) == ["note.txt"]


def test_a_tool_that_breaks_is_told_to_the_model_and_an_honest_answer_is_an_answer() -> None:
    model = ScriptedModel(
        [call("make_note", title="Rain", body="break"), answer("The disk is full; nothing was made.")]
    )
    outcome, stores = run(model)
    assert isinstance(outcome, Answered)
    assert outcome.message == "The disk is full; nothing was made.\n\nNot made: make_note (disk full)."
    assert "disk full" in model.calls[1].messages[-1]["content"]
    assert [event.problem for event in stores.shown if isinstance(event, ToolFailed)] == ["disk full"]


def test_a_tool_that_broke_and_is_called_a_success_is_refused() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_1"])
    outcome, stores = run(ScriptedModel([call("make_note", title="Rain", body="break"), lie, lie]))
    assert isinstance(outcome, Failed)
    assert (outcome.code, files(stores)) == ("unproven", [])


def test_what_fails_its_checks_is_not_announced_and_the_findings_go_to_the_model() -> None:
    model = ScriptedModel([call("make_note", title="Rain", body=""), NOTE, deliver])
    outcome, stores = run(model)
    assert isinstance(outcome, Delivered)
    assert "body: It is empty. Write something." in model.calls[1].messages[-1]["content"]
    assert files(stores) == ["note.txt"]


def test_made_and_called_a_mere_answer_is_delivered_all_the_same() -> None:
    outcome, _ = run(ScriptedModel([NOTE, answer("I made a note.")]))
    assert isinstance(outcome, Delivered)
    assert outcome.message == "I made a note."


def test_an_answer_where_a_file_was_expected_is_asked_for_once_more_and_then_accepted_with_a_warning() -> None:
    model = ScriptedModel([answer("A note is a short text."), answer("I need no tool for that.")])
    outcome, stores = run(model)
    told = "I need no tool for that.\n\nNothing was made or changed."
    assert outcome == Answered(message=told, receipt=CHECKED)
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["nothing_made"]
    assert text_shown(stores) == told


def test_prose_instead_of_an_ending_is_refused_and_may_be_mended() -> None:
    model = ScriptedModel(["Which colour would you like?", call("ask_user", question="Which colour?")])
    outcome, stores = run(model)
    assert isinstance(outcome, Asked)
    assert "Which colour would you like?" not in text_shown(stores)


def test_prose_that_never_ends_is_an_honest_failure() -> None:
    outcome, _ = run(ScriptedModel(lambda _: "Which colour would you like?"))
    assert isinstance(outcome, Failed)
    assert outcome.code == "never_finished"


def test_a_question_without_words_is_asked_for_again() -> None:
    empty, full = call("ask_user", question=" "), call("ask_user", question="Which colour?", options=["red", "blue"])
    outcome, stores = run(ScriptedModel([empty, full]))
    assert isinstance(outcome, Asked)
    ask = asyncio.run(stores.asks.get(outcome.ask_id, owner="me"))
    assert ask is not None
    assert [option.value for option in ask.questions[0].options] == ["red", "blue"]
    failed, _ = run(ScriptedModel([empty, empty]))
    assert isinstance(failed, Failed)


def test_an_ending_that_contradicts_itself_goes_back_to_the_model() -> None:
    contradiction = call("deliver", message="Done!", artifacts=[])
    outcome, _ = run(ScriptedModel([NOTE, contradiction, deliver]))
    assert isinstance(outcome, Delivered)


def test_a_model_that_goes_round_in_circles_is_stopped() -> None:
    model = ScriptedModel(lambda _: NOTE)
    outcome, stores = run(model, limits=TurnLimits(model_calls=6))
    assert isinstance(outcome, Failed)
    assert outcome.code == "too_many_steps"
    assert len(model.calls) == 6
    assert files(stores) == ["note.txt"], "the same call is the same step: nothing is made twice"
    assert [artifact.name for artifact in outcome.artifacts] == ["note.txt"]


@pytest.mark.parametrize(
    "bad",
    [
        call("make_nothing", title="x"),
        ToolCall("1", "make_note", '{"title": "Rain", '),
        ToolCall("1", "make_note", '{"title": ""}'),
        call("make_note", title="Rain", body="It rains.", colour="red"),
        ToolCall("1", "make_note", "[]"),
    ],
    ids=["unknown tool", "cut arguments", "missing field", "extra field", "no object"],
)
def test_calls_that_cannot_be_carried_out_go_back_to_the_model(bad: ToolCall) -> None:
    outcome, stores = run(ScriptedModel([bad, NOTE, deliver]))
    assert isinstance(outcome, Delivered)
    assert files(stores) == ["note.txt"]


def test_wrong_arguments_are_told_with_their_places_and_a_minimal_example() -> None:
    model = ScriptedModel([ToolCall("1", "make_note", '{"title": ""}'), NOTE, deliver])
    run(model)
    told = model.calls[1].messages[-1]["content"]
    assert "- title: String should have at least 1 character" in told
    assert "- body: Field required" in told
    assert 'A minimal valid call: {"title"' in told


@pytest.mark.parametrize(
    ("error", "retryable"),
    [
        (ModelBusy(model="m", problem="429"), True),
        (ReplyCut(model="m", problem="the connection ended"), True),
        (ModelRefused(model="m", problem="no"), False),
    ],
    ids=lambda value: getattr(value, "code", str(value)),
)
@pytest.mark.parametrize("after", [[], [NOTE]], ids=["at once", "after a tool"])
def test_a_model_that_fails_ends_the_turn_with_what_was_made(
    error: Any, retryable: bool, after: list[ScriptLine]
) -> None:
    outcome, stores = run(ScriptedModel([*after, error]))
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.retryable) == (error.code, retryable)
    assert [artifact.name for artifact in outcome.artifacts] == files(stores) == ["note.txt"] * len(after)
    assert [event.code for event in stores.shown if isinstance(event, ErrorHappened)] == [error.code]


def test_a_mistake_of_our_own_is_not_hidden_as_a_failure_of_the_model() -> None:
    with pytest.raises(ZeroDivisionError):
        run(ScriptedModel([ZeroDivisionError()]))


def test_two_artifacts_in_one_reply_are_both_delivered() -> None:
    outcome, _ = run(ScriptedModel([[NOTE, call("make_note", title="Snow", body="It snows.")], deliver]))
    assert isinstance(outcome, Delivered)
    assert len(outcome.artifacts) == 2


def test_a_second_run_makes_nothing_twice() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_other"])
    again = ToolCall("another_id", "make_note", NOTE.arguments)
    outcome, stores = run(ScriptedModel([NOTE, lie, again, deliver]))
    assert isinstance(outcome, Delivered)
    assert files(stores) == ["note.txt"]
    assert len(outcome.artifacts) == 1


def test_time_that_runs_out_is_an_honest_failure() -> None:
    waiting = call("make_note", title="Rain", body="wait")
    outcome, _ = run(ScriptedModel([waiting]), limits=TurnLimits(seconds=0.1))
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.retryable) == ("timed_out", True)


def test_what_was_not_foreseen_ends_the_turn_too_before_it_is_raised() -> None:
    stores = Stores()
    with pytest.raises(RuntimeError, match="boom"):
        run(ScriptedModel([NOTE, RuntimeError("boom")]), stores)
    last = stores.shown[-1]
    assert isinstance(last, TurnFinished)
    assert isinstance(last.outcome, Failed)
    assert (last.outcome.code, [artifact.name for artifact in last.outcome.artifacts]) == ("internal", ["note.txt"])


def test_a_screen_that_is_gone_ends_the_showing_and_not_the_turn() -> None:
    class Gone(Stores):
        def _show(self, number: int, event: Any) -> None:
            super()._show(number, event)
            raise OSError("screen gone")

    outcome, stores = run(ScriptedModel([NOTE, deliver]), Gone())
    assert isinstance(outcome, Delivered)
    turn: Any = stores.shown[0]
    assert len(stores.shown) == 1
    assert asyncio.run(stores.journal.read(turn.turn_id))[-1][1] == TurnFinished(outcome=outcome)


@pytest.mark.parametrize("words", [" \n ", "\u200b"])
def test_words_that_nobody_can_see_are_no_ending(words: str) -> None:
    outcome, _ = run(ScriptedModel([NOTE, answer(words), answer("Here.")]))
    assert outcome.message == "Here."
    asked, _ = run(ScriptedModel([call("ask_user", question=words), call("ask_user", question="Which?")]))
    assert asked.message == "Which?"


def test_a_made_up_reference_by_kind_is_refused() -> None:
    lie = call("deliver", message="Done!", artifacts=["evil/../-ready:note"])
    outcome, _ = run(ScriptedModel([NOTE, lie, lie]))
    assert isinstance(outcome, Failed)


def test_of_two_hundred_calls_in_one_reply_twenty_are_carried_out_and_the_model_may_ask_for_the_others() -> None:
    notes = [ToolCall(f"c{at}", "make_note", json.dumps({"title": f"N{at}", "body": "Rain."})) for at in range(200)]
    model = ScriptedModel([Reply("", calls=tuple(notes)), notes[20], answer("Here they are.")])
    outcome, stores = run(model)
    assert isinstance(outcome, Delivered)
    assert len(files(stores)) == 21
    results = [message["content"] for message in model.calls[1].messages if message["role"] == "tool"]
    assert ["verified_artifacts" in result for result in results] == [True] * 20 + [False] * 180
    assert set(results[20:]) == {
        "This call was not executed. A reply can have at most 20 calls, and your first 20 were executed. "
        "Repeat the remaining calls in your next replies."
    }
    assert [event.code for event in stores.shown if isinstance(event, Warned)] == ["too_many_tools"]
    assert [event for event in stores.shown if isinstance(event, ToolFailed)] == []


def test_twenty_calls_in_one_reply_are_all_carried_out() -> None:
    notes = tuple(call("make_note", title=f"N{at}", body="Rain.") for at in range(20))
    outcome, stores = run(ScriptedModel([Reply("", calls=notes), deliver]))
    assert isinstance(outcome, Delivered)
    assert (len(files(stores)), [event for event in stores.shown if isinstance(event, Warned)]) == (20, [])
