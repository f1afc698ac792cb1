"""The events of every golden request, pinned in their order (INKWRIGHT_GOLDEN=write rewrites them)."""

import json
import os
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from inkwright.conversation.events import (
    AskOpened,
    Data,
    Event,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
)
from tests.agent.golden_requests import REQUESTS, Golden
from tests.agent.golden_turns import played
from tests.each import each

LOGS = Path(__file__).parent / "golden" / "logs.json"


def line(event: Event) -> str:
    """One event without what differs from run to run: ids, times, the pieces of a text."""
    match event:
        case ToolStarted() | ToolFinished() | ToolProgressed():
            return f"{event.kind} {event.tool}"
        case Data(name="action"):
            return f"action {event.payload['action']} {event.payload['intent']}"
        case Data(name="file-ready"):
            return f"file-ready {event.payload['filename']}"
        case Data():
            return event.name
        case AskOpened():
            return f"ask_opened {event.ask.kind}"
        case TurnFinished():
            return f"turn_finished {event.outcome.kind}"
    return event.kind


def log_of(events: Sequence[Event]) -> list[str]:
    return [key for key, _ in groupby(map(line, events))]


@each("golden", REQUESTS)
def test_the_events_of_a_golden_request_come_in_their_order(golden: Golden) -> None:
    _, events, _ = played(golden, None, "first")
    logs = json.loads(LOGS.read_text(encoding="utf-8")) if LOGS.exists() else {}
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        logs[golden.name] = log_of(events)
        LOGS.write_text(json.dumps(logs, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert log_of(events) == logs[golden.name]
