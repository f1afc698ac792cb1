"""A turn that runs by itself: its events, its end, and stopping it."""

import asyncio
from pathlib import Path

from inkwright import ScriptedModel
from inkwright.agent.router import CHAT_ROUTE
from inkwright.application import Inkwright
from inkwright.conversation.events import TurnFinished, TurnStarted


def test_the_events_of_a_turn_can_be_seen_twice_and_end_with_its_outcome(tmp_path: Path) -> None:
    async def work() -> None:
        model = ScriptedModel(["A river flows to the sea."])
        async with Inkwright.open(home=tmp_path, model=model) as inkwright:
            turn = await inkwright.send("What does a river do?", route=CHAT_ROUTE)
            first = [event async for event in turn]
            outcome = await turn.outcome()
            again = [event async for event in turn]
        assert first == again
        assert isinstance(first[0], TurnStarted)
        assert isinstance(first[-1], TurnFinished)
        assert first[-1].outcome == outcome
        assert outcome.message == "A river flows to the sea."

    asyncio.run(work())


def test_a_turn_that_is_cancelled_ends_as_failed(tmp_path: Path) -> None:
    async def work() -> None:
        async with Inkwright.open(home=tmp_path, model=ScriptedModel(["never"] * 3, delay=60)) as inkwright:
            turn = await inkwright.send("What does a river do?", route=CHAT_ROUTE)
            await turn.cancel()
            outcome = await turn.outcome()
        assert (outcome.kind, turn.conversation_id) == ("failed", (await _turn_of(tmp_path, turn.id)))

    asyncio.run(work())


async def _turn_of(home: Path, turn_id: str) -> str:
    async with Inkwright.open(home=home, model=ScriptedModel([])) as inkwright:
        return (await inkwright.turn(turn_id)).conversation_id
