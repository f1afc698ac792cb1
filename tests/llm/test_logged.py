"""A model whose calls are written down: what was asked, said, called and refused."""

import asyncio

import pytest

from inkwright import MemoryCallLog, ModelBusy, Request, ScriptedModel, ToolCall
from inkwright.llm.logged import LoggedModel
from inkwright.llm.scripted import Line

ASKED = Request([{"role": "user", "content": "Draw."}])


def test_replies_calls_and_failures_are_written_down_and_passed_on() -> None:
    log = MemoryCallLog()
    script: list[Line] = ["Hello.", ToolCall("1", "draw", '{"a": 1}'), ModelBusy(model="m", problem="429")]
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
