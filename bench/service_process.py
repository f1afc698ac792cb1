"""A service on loopback with a model that speaks at a pace, for `bench.service`. It prints its address.

The message says what the model does: `stream 10` answers token by token for so many seconds, `wait` answers when the
process ends, everything else makes three notes.
"""

import asyncio
import contextlib
import json
import re
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from bench.store import settings_of
from bench.turns import TOOL, Writer, script
from inkwright.agent.streaming import ShowEvent
from inkwright.application import Inkwright
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.verification import register_checker
from inkwright.conversation.events import Data, Event, TurnStarted, Warned
from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Model,
    PieceListener,
    Reply,
    Request,
    ToolCall,
    Usage,
    ignore_piece,
)
from inkwright.server.app import create_app
from inkwright.server.collecting import collecting_rarely
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions
from inkwright.server.serving import address_of, make_server

TOKENS_PER_SECOND: Final = 10
EVENTS: Final = 10_000
LONG_TURN: Final = "turn_long"
_OPTIONS: Final = ServerOptions(port=0, requests_per_minute=1_000_000, turns_at_once=1_000, turns_in_all=1_000)
_ROUTES: Final = {
    False: json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"}),
    True: json.dumps({"intent": "content_create", "confidence": 1, "expected_mode": "artifact"}),
}


_SECONDS: Final = re.compile(r"stream (\d+)")
NOTE_TOOL: Final = replace(TOOL, name="bench_note")


def note_call(request: Request) -> ToolCall:
    call = script(request)
    return replace(call, name=NOTE_TOOL.name) if call.name == TOOL.name else call


class PacedModel:
    """Does what the message says."""

    name = "paced"
    abilities = Abilities()

    def __init__(self) -> None:
        self._writer = Writer(note_call)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        words = " ".join(str(message["content"]) for message in request.messages)
        is_notes = "three notes" in words
        if not request.tools and request.purpose != "judge":
            return Reply(_ROUTES[is_notes], Usage(10, 10), (), "stop", self.name)
        if is_notes or request.purpose == "judge":
            return await self._writer.reply(request, hear)
        seconds = _SECONDS.search(words)
        if seconds is None:
            await asyncio.Event().wait()
        return await self._speak(float(seconds[1]) if seconds else 0, hear)

    async def _speak(self, seconds: float, hear: PieceListener) -> Reply:
        count = int(seconds * TOKENS_PER_SECOND)
        pieces = ['{"message": "', *(f"word{number} " for number in range(count)), 'end"}']
        begun = time.perf_counter()
        for number, piece in enumerate(pieces):
            # By the clock and not by the last piece: a slow program must not slow its model down.
            await asyncio.sleep(max(0.0, begun + number / TOKENS_PER_SECOND - time.perf_counter()))
            hear(CallPiece(0, "answer", piece))
        return Reply("", Usage(10, count), (ToolCall("c", "answer", "".join(pieces)),), "calls", self.name)


async def add_long_turn(inkwright: Inkwright) -> None:
    """Store a turn of so many events."""
    turn = await inkwright.send("stream 0")
    await turn.outcome()
    state = await inkwright.turn(turn.id)
    _, finished = (await inkwright.store.journal.read(turn.id))[-1]
    long = state.model_copy(update={"id": LONG_TURN})
    await inkwright.store.conversations.save_turn(long)
    card = {"artifactId": "art_1", "title": "Rain", "kind": "slides"}
    events: list[Event] = [TurnStarted(turn_id=LONG_TURN, conversation_id=turn.conversation_id)]
    for number in range((EVENTS - 2) // 2):
        events += [Data(name="artifact", id=f"a{number}", payload=card), Warned(code="w", message=f"warning {number}")]
    await inkwright.store.journal.append(LONG_TURN, [*events, finished])


def _accept(_draft: Draft) -> list[Finding]:
    return []


@contextlib.asynccontextmanager
async def open_inkwright(
    home: Path, model: Model, listen: ShowEvent = lambda _number, _event: None
) -> AsyncIterator[Inkwright]:
    """Inkwright with the tool that makes notes."""
    register_checker("note", _accept)
    async with Inkwright.open(settings=settings_of(home), model=model, tools=[NOTE_TOOL], listen=listen) as inkwright:
        yield inkwright


async def serve(home: Path) -> None:
    """Serve until the standard input ends."""
    metrics = Metrics()
    async with open_inkwright(home, PacedModel(), metrics.listen) as inkwright:
        server = make_server(create_app(inkwright, _OPTIONS, metrics), _OPTIONS)
        serving = asyncio.create_task(server.serve())
        assert await server.is_reachable(serving)
        await add_long_turn(inkwright)
        print(address_of(server, _OPTIONS), flush=True)
        with collecting_rarely():
            await asyncio.to_thread(sys.stdin.read)
        await inkwright.stop()
        server.should_exit = True
        await serving


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
