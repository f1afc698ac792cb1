"""Events as the UI message stream: what clients refuse is never sent, and what they need is."""

import json

from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.event_catalogue import core_shapes
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    ReasoningAppended,
    ReasoningEnded,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
    Warned,
)
from inkwright.conversation.message_stream import STREAM_PARTS, MessageStream, Part, frame, message_parts
from inkwright.conversation.turns import Answered, Asked, Failed
from tests.conversation.samples import EVENTS
from tests.each import each

STARTED = TurnStarted(turn_id="turn_1", conversation_id="conv_1")
ASK = Ask(
    id="ask_1",
    turn_id="turn_1",
    owner="me",
    kind="clarification",
    title="Which?",
    questions=(
        AskQuestion(id="level", question="How hard?", options=(AskOption(label="Easy", value="easy"),)),
        AskQuestion(id="count", question="How many?"),
    ),
)
ENDS = ("finish", "error", "abort")


def rendered(*events: Event) -> list[Part]:
    stream = MessageStream()
    return [part for event in events for part in stream.parts(event)] + stream.close()


def types(*events: Event) -> list[str]:
    return [part["type"] for part in rendered(*events)]


def test_every_kind_of_event_has_its_row_in_the_table() -> None:
    assert STREAM_PARTS.keys() == {shape.model_fields["kind"].default for shape in core_shapes()}


@each("event", EVENTS)
def test_no_part_holds_null_and_each_is_one_line(event: Event) -> None:
    for part in rendered(event):
        assert None not in part.values()
        assert None not in part.get("data", {}).values()
        assert frame(part).count("\n") == 2
        assert json.loads(frame(part).removeprefix("data: ")) == part


def test_a_text_is_opened_before_its_first_piece_and_closed_once() -> None:
    pieces = (TextAppended(text_id="t", text="Ra"), TextAppended(text_id="t", text="in"), TextEnded(text_id="t"))
    assert types(STARTED, *pieces, TextEnded(text_id="t")) == [
        "start", "data-conversation", "text-start", "text-delta", "text-delta", "text-end",
    ]  # fmt: skip


def test_reasoning_is_opened_and_closed_like_a_text_also_by_the_end_and_is_kept_apart() -> None:
    grew, end = ReasoningAppended(reasoning_id="r", text="Hm. "), ReasoningEnded(reasoning_id="r")
    whole = ["start", "data-conversation", "reasoning-start", "reasoning-delta", "reasoning-delta", "reasoning-end"]
    assert types(STARTED, grew, grew, end, end) == whole
    stopped = TurnFinished(outcome=Failed(code="cancelled", message="Stopped."))
    assert types(STARTED, grew, grew, stopped)[: len(whole)] == whole
    assert message_parts([STARTED, grew, grew, end])[1:] == [{"type": "reasoning", "text": "Hm. Hm. ", "state": "done"}]


def test_a_retracted_text_is_closed_before_it_is_retracted() -> None:
    assert types(TextAppended(text_id="t", text="x"), TextRetracted(text_id="t")) == [
        "text-start", "text-delta", "text-end", "data-text-retracted",
    ]  # fmt: skip
    assert types(TextRetracted(text_id="t")) == ["data-text-retracted"]


def test_an_open_text_is_closed_before_the_stream_ends() -> None:
    failed = Failed(code="cancelled", message="Stopped.")
    assert types(STARTED, TextAppended(text_id="t", text="x"), TurnFinished(outcome=failed))[-4:] == [
        "text-end", "data-outcome", "message-metadata", "abort",
    ]  # fmt: skip


def test_an_error_in_the_middle_is_data_and_the_final_one_comes_last() -> None:
    failed = TurnFinished(outcome=Failed(code="timed_out", message="It took too long."))
    found = rendered(STARTED, ErrorHappened(code="x", message="Down."), TextRetracted(text_id="t"), failed)
    assert [part["type"] for part in found if part["type"] in ENDS] == ["error"]
    assert found[-1] == {"type": "error", "errorText": "It took too long."}
    assert found[2] == {"type": "data-error", "data": {"code": "x", "message": "Down."}}


def test_an_answered_turn_has_one_start_and_one_end() -> None:
    asked = TurnFinished(outcome=Asked(message="Which?", ask_id="ask_1"))
    found = types(STARTED, AskOpened(ask=ASK), asked, STARTED, TurnFinished(outcome=Answered(message="Yes.")))
    assert found.count("start") == 1
    assert [each for each in found if each in ENDS] == ["finish"]
    assert found[-1] == "finish"


def test_several_questions_of_one_ask_do_not_replace_each_other() -> None:
    parts = [part for part in rendered(AskOpened(ask=ASK)) if part["type"] == "data-clarify"]
    assert [part["id"] for part in parts] == ["ask_1/level", "ask_1/count"]
    assert parts[0]["data"]["choices"] == [{"label": "Easy", "value": "easy"}]
    assert {part["data"]["askId"] for part in parts} == {"ask_1"}


def test_a_warning_is_visible_and_the_outcome_carries_its_receipt() -> None:
    found = rendered(STARTED, Warned(code="w", message="Careful."), TurnFinished(outcome=Answered(message="Yes.")))
    assert {"type": "data-warning", "data": {"code": "w", "message": "Careful."}} in found
    (outcome,) = [part for part in found if part["type"] == "data-outcome"]
    assert outcome["id"] == "turn_1"
    assert outcome["data"]["outcome"]["receipt"]["words"] == "ours"


def test_pieces_of_a_page_are_shown_and_not_kept() -> None:
    (piece,) = rendered(Data(name="interactive-html-delta", payload={"content": "<p>"}))
    assert piece == {"type": "data-interactive-html-delta", "data": {"content": "<p>"}, "transient": True}
    (ready,) = rendered(Data(name="file-ready", payload={"size": 1, "preview": None}, id="art_1"))
    assert ready == {"type": "data-file-ready", "data": {"size": 1}, "id": "art_1"}


def test_a_file_has_its_address_where_one_is_known() -> None:
    ready = Data(name="file-ready", payload={"artifactId": "art_1"}, id="art_1")
    (part,) = MessageStream("/files/{id}").parts(ready)
    assert part["data"] == {"artifactId": "art_1", "url": "/files/art_1"}
    assert "url" not in rendered(ready)[0]["data"]


FAILED = TurnFinished(outcome=Failed(code="internal", message="No."))


def test_a_run_after_a_failed_one_replaces_it_and_keeps_its_files() -> None:
    card = Data(name="file-ready", payload={"artifactId": "art_1"}, id="art_1")
    again = (TextAppended(text_id="t2", text="Yes."), TurnFinished(outcome=Answered(message="Yes.")))
    events = (STARTED, TextAppended(text_id="t1", text="Hm"), card, FAILED, STARTED, *again)
    assert types(*events).count("data-retried") == 1
    kept = message_parts(events)
    assert [part["type"] for part in kept] == ["data-file-ready", "data-conversation", "text", "data-outcome"]
    assert "data-retried" not in types(STARTED, TurnFinished(outcome=Asked(message="?", ask_id="ask_1")), STARTED)


def test_a_reader_who_comes_for_the_next_run_learns_that_it_replaces_a_failed_one() -> None:
    stream = MessageStream()
    stream.skip([STARTED, FAILED])
    stream.begin_message()
    assert [part["type"] for part in stream.parts(STARTED)] == ["start", "data-retried", "data-conversation"]


def test_a_call_that_did_not_end_is_stopped_with_its_turn_and_when_another_process_continues_it() -> None:
    begun = ToolStarted(call_id="c1", tool="make")
    done = ToolFinished(call_id="c2", tool="read", seconds=1)
    for last in (FAILED, STARTED):
        parts = rendered(STARTED, begun, ToolStarted(call_id="c2", tool="read"), done, last)
        ends = {part["id"]: part["data"]["status"] for part in parts if part["type"] == "data-tool-progress"}
        assert ends == {"c1": "stopped", "c2": "done"}
