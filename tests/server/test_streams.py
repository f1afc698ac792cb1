"""Streams: heartbeats while nothing happens, and a reader who continues in the middle."""

import asyncio
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel, Stream
from inkwright.application import Inkwright
from inkwright.conversation.message_stream import HEARTBEAT
from inkwright.llm.models import Request
from inkwright.server.streams import batches_with_heartbeats, turn_frames
from tests.server.live import parts_of
from tests.server.routes.test_agent import CHAT, model


def test_a_waiting_turn_sends_heartbeats_until_it_goes_on(tmp_path: Path) -> None:
    gate = asyncio.Event()

    class Slow(ScriptedModel):
        async def reply(self, request: Request, *rest: Any) -> Any:
            if request.tools:
                await gate.wait()
            return await super().reply(request, *rest)

    async def go() -> str:
        slow = Slow(lambda request: "Done." if request.tools else CHAT)
        async with Inkwright.open(home=tmp_path, model=slow) as inkwright:
            turn = await inkwright.send("Hello")
            found = ""
            async for frames in turn_frames(inkwright, turn.id, heartbeat=0.0):
                found += frames
                if HEARTBEAT in found:
                    gate.set()
            return found

    written = asyncio.run(go())
    assert HEARTBEAT in written
    assert parts_of(written)[-1]["type"] == "finish"


def test_a_reader_who_continues_gets_exactly_the_rest(tmp_path: Path) -> None:
    async def go() -> Any:
        async with Inkwright.open(home=tmp_path, model=model(Stream(["Good ", "morning."]))) as inkwright:
            turn = await inkwright.send("Hello")
            await turn.outcome()
            batches = [batch async for batch in batches_with_heartbeats(inkwright, turn.id)]
            numbers = [number for batch in batches for number, _ in batch]
            whole = "".join([each async for each in turn_frames(inkwright, turn.id)])
            rests = [
                "".join([each async for each in turn_frames(inkwright, turn.id, after)])
                for after in [*numbers, numbers[-1] + 90]
            ]
            return parts_of(whole), [parts_of(rest) for rest in rests]

    whole, rests = asyncio.run(go())
    for rest in rests:
        assert rest == whole[-len(rest) :]
    assert [part["type"] for part in rests[-1]] == ["message-metadata", "finish"]


def test_a_reader_who_was_cut_off_within_an_event_has_not_seen_its_number(tmp_path: Path) -> None:
    async def go() -> str:
        async with Inkwright.open(home=tmp_path, model=model("Good morning.")) as inkwright:
            turn = await inkwright.send("Hello")
            return "".join([each async for each in turn_frames(inkwright, turn.id)])

    frames = asyncio.run(go()).split("\n\n")
    (started,) = [each for each in frames if '"type":"text-start"' in each]
    (piece,) = [each for each in frames if '"type":"text-delta"' in each]
    assert not started.startswith("id: ")
    assert piece.startswith("id: ")
