"""A conversation has one turn at a time."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from inkwright.agent.router import CHAT_ROUTE
from inkwright.application import Inkwright
from inkwright.errors import TurnRunning
from tests.test_application import Gate, run


def test_a_second_message_waits_or_is_refused_while_a_turn_runs(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        first = await inkwright.send("One", route=CHAT_ROUTE)
        await model.is_asked.wait()
        with pytest.raises(TurnRunning):
            await inkwright.send("No", conversation_id=first.conversation_id, route=CHAT_ROUTE, when_busy="refuse")
        waiting = asyncio.create_task(
            inkwright.send("Two", conversation_id=first.conversation_id, route=CHAT_ROUTE, when_busy="wait")
        )
        await asyncio.sleep(0)
        assert not waiting.done()
        model.is_open.set()
        second = await waiting
        return await first.outcome(), await second.outcome()

    model = Gate(["First.", "Second."])
    first, second = run(tmp_path, model, play)
    assert (first.message, second.message) == ("First.", "Second.")
