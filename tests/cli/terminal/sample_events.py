"""Events of turns that the tests of the terminal share."""

import json
from typing import Any

from inkwright.conversation.events import EVENTS, Data, Event, TextAppended, TextEnded, TurnFinished
from inkwright.conversation.turns import Answered, ArtifactRef, Failed

DECK = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="课件.pptx", title="课件", size=48_213)
CARD = Data(
    name="file-ready",
    payload={"artifactId": "art_1", "type": "pptx", "filename": "课件.pptx", "title": "课件", "size": 48_213},
    id="art_1",
)
FAILED = Failed(code="x", message="The model did not answer.", retryable=True, artifacts=(DECK,))


def grown(text: str, *, size: int = 5, text_id: str = "text_1") -> list[Event]:
    """The text in pieces."""
    return [TextAppended(text_id=text_id, text=text[start : start + size]) for start in range(0, len(text), size)]


def told(text: str) -> list[Event]:
    """The text in pieces, its end, and the end of the turn."""
    return [*grown(text), TextEnded(text_id="text_1"), TurnFinished(outcome=Answered(message=text))]


def as_json(events: list[Event | None]) -> str:
    """For another process; None is where it waits."""
    dumped: list[Any] = [event and json.loads(EVENTS.dump_json(event)) for event in events]
    return json.dumps(dumped, ensure_ascii=False)
