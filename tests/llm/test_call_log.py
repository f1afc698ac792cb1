"""The record of a call: its content, when it has worked, and the two logs in memory."""

import asyncio
import dataclasses

import pytest

from inkwright import ModelBusy, Request, ScriptedModel, ToolCall
from inkwright.llm.call_log import Call, LoggedModel, MemoryCallLog, NoCallLog, calls_in_conversation
from inkwright.llm.models import Usage
from inkwright.llm.scripted import ScriptLine

CALL = Call("plan", "m", [{"role": "user", "content": "hello"}], "reply", Usage(3, 2), 1.5)


@pytest.mark.parametrize(
    ("feedback", "error", "worked"),
    [(None, None, True), ("Not so.", None, False), ("", None, False), (None, "model_busy", False)],
)
def test_a_call_has_worked_without_feedback_and_error(feedback: str | None, error: str | None, worked: bool) -> None:
    assert dataclasses.replace(CALL, feedback=feedback, error=error).worked is worked


def test_a_call_that_was_made_is_not_changed_any_more() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        CALL.reply = "another"  # type: ignore[misc]


def test_a_call_knows_the_conversation_for_which_it_is_made_also_in_a_task_of_it() -> None:
    async def made() -> Call:
        return Call("plan", "m", [], "reply", Usage(), 1.5)

    async def go() -> list[str | None]:
        with calls_in_conversation("conv_1"):
            with calls_in_conversation("conv_2"):
                inside = asyncio.create_task(made())
            first = await made()
        return [(await inside).conversation_id, first.conversation_id, (await made()).conversation_id]

    assert asyncio.run(go()) == ["conv_2", "conv_1", None]


def test_a_log_in_memory_keeps_every_call_in_order() -> None:
    log = MemoryCallLog()
    calls = [dataclasses.replace(CALL, reply=reply) for reply in ("one", "two")]
    for call in calls:
        log.record(call)
    assert log.calls == calls
    assert MemoryCallLog().calls == []


def test_the_log_that_is_switched_off_keeps_nothing() -> None:
    log = NoCallLog()
    log.record(CALL)
    assert vars(log) == {}


ASKED = Request([{"role": "user", "content": "Draw."}])


def test_replies_calls_and_failures_are_written_down_and_passed_on() -> None:
    log = MemoryCallLog()
    script: list[ScriptLine] = ["Hello.", ToolCall("1", "draw", '{"a": 1}'), ModelBusy(model="m", problem="429")]
    model = LoggedModel(ScriptedModel(script, name="m"), log, "turn")

    async def ask() -> None:
        assert (await model.reply(ASKED)).text == "Hello."
        assert (await model.reply(ASKED)).calls[0].name == "draw"
        with pytest.raises(ModelBusy):
            await model.reply(ASKED)

    asyncio.run(ask())
    assert [(call.purpose, call.model, call.reply, call.error, call.way) for call in log.calls] == [
        ("turn", "m", "Hello.", None, "tools"),
        ("turn", "m", 'draw {"a": 1}', None, "tools"),
        ("turn", "m", "", "model_busy", "tools"),
    ]
    assert model.abilities.can_call_tools
