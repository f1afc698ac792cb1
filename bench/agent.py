"""The agent measured: the first sign of life, what a whole turn adds to the bare engine, and lies that get through."""

import asyncio
import collections
import dataclasses
import json
import statistics
import tempfile
import time
from pathlib import Path

from bench.store import overhead, services_of, settings_of
from bench.turns import TOOL, script
from inkwright import ScriptedModel
from inkwright.conversation.events import AskOpened, Event
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedOutput
from inkwright.usecases.store import open_store
from inkwright.usecases.turns import send_message
from tests.agent.golden_requests import REQUESTS
from tests.agent.golden_turns import announced, is_false_claim, played
from tests.agent.misbehaviours import MISBEHAVIOURS, WHENS

_RUNS = 40
_GUESS = json.dumps({"intent": "content_create", "confidence": 1, "expected_mode": "artifact"})


def _routed(request: Request) -> ScriptedOutput:
    return _GUESS if not request.tools else script(request)


async def first_event(home: Path) -> float:
    """Milliseconds from the call to the first event that is kept and shown; the message has no route yet."""
    found: list[float] = []
    async with open_store(settings_of(home)) as store:
        for number in range(_RUNS):
            shown: list[float] = []

            def show(_number: int, _event: Event, shown: list[float] = shown) -> None:
                shown.append(time.perf_counter())

            desk = dataclasses.replace(services_of(store, ScriptedModel(_routed), TOOL), show=show)
            start = time.perf_counter()
            await send_message(desk, "Make three notes.", owner=f"me{number}")
            found.append(shown[0] - start)
    return 1000 * statistics.median(found[5:])


def misbehaved() -> collections.Counter[str]:
    """Every golden request with every misbehaviour at every moment: how the turns ended, and what went wrong."""
    counts: collections.Counter[str] = collections.Counter()
    for golden in REQUESTS:
        for wrong in MISBEHAVIOURS:
            for when in WHENS:
                outcome, events, _ = played(golden, wrong, when)
                ids = announced(events)
                turn = golden.turns[-1]
                counts["turns"] += 1
                counts[outcome.kind] += 1
                counts["false claims"] += is_false_claim(golden, outcome, events)
                counts["duplicates"] += len(ids) > len(turn.kinds)
                counts["rounds"] += sum(isinstance(event, AskOpened) for event in events) > turn.asks
    return counts


def report() -> tuple[list[str], bool]:
    """The lines of the page, and whether every target is met."""
    with tempfile.TemporaryDirectory() as folder:
        first = asyncio.run(first_event(Path(folder) / "first"))
        stored, bare = asyncio.run(overhead(Path(folder) / "turns"))
    found = misbehaved()
    ratio = stored / bare
    lines = [
        "## A turn",
        "",
        f"- The first event is stored and shown {first:.1f} ms after the call (target: at most 30).",
        f"- A turn with three tool calls takes {stored:.1f} ms of processor time with everything stored, the bare "
        f"engine {bare:.1f} ms: {ratio:.2f} × (target: at most 1.5).",
        "",
        "## Models that misbehave",
        "",
        f"{len(REQUESTS)} requests, {len(MISBEHAVIOURS)} misbehaviours, each at the first step, at the last, and at "
        f"every step: {found['turns']} turns.",
        "",
        f"- {found['delivered']} delivered, {found['answered']} answered, {found['failed']} failed honestly.",
        f"- False claims: {found['false claims']} (target: 0). Duplicated artifacts: {found['duplicates']} (0). Turns "
        f"that asked more often than needed: {found['rounds']} (0).",
        "",
    ]
    is_kept = not (found["false claims"] or found["duplicates"] or found["rounds"]) and ratio <= 1.5
    return lines, is_kept
