"""Stream the events of a turn to one reader: replay from the journal, then live, with heartbeats."""

import time
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Final

from fastapi import Depends, Header, Query
from starlette.responses import StreamingResponse

from inkwright.application import Inkwright
from inkwright.conversation.events import Event
from inkwright.conversation.message_stream import (
    HEARTBEAT,
    STATE_KINDS,
    STREAM_END,
    STREAM_HEADERS,
    MessageStream,
    Part,
    frame,
)

HEARTBEAT_SECONDS: Final = 15.0
FILE_URL: Final = "/api/artifacts/{id}/file"
"""Where the file of an artifact is downloaded."""

_MAX_NUMBER: Final = 2**31 - 1


def _seen(
    after: Annotated[int, Query(ge=0, le=_MAX_NUMBER, description="The last event that the reader has.")] = 0,
    last_event_id: Annotated[
        int | None, Header(ge=0, le=_MAX_NUMBER, description="The same, as a browser sends it when it reconnects.")
    ] = None,
) -> int:
    return after if last_event_id is None else last_event_id


SeenEvent = Annotated[int, Depends(_seen)]
"""The number of the last event that a reader has; 0 if it has none."""


def stream_response(
    inkwright: Inkwright, turn_id: str, after: int = 0, *, is_continued: bool = True
) -> StreamingResponse:
    """Return the response that streams a turn after an event, to its end.

    `is_continued`: the reader has the events before; otherwise its message starts here.
    """
    return StreamingResponse(turn_frames(inkwright, turn_id, after, is_continued=is_continued), headers=STREAM_HEADERS)


async def turn_frames(
    inkwright: Inkwright,
    turn_id: str,
    after: int = 0,
    *,
    is_continued: bool = True,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> AsyncIterator[str]:
    """Yield the frames of a turn. The last one of an event has its number as `id`, after which a reader continues."""
    stream = MessageStream(FILE_URL)
    if after:
        stream.skip(await inkwright.store.journal.read_seen(turn_id, after, STATE_KINDS))
    if not is_continued:
        stream.begin_message()
    async for batch in batches_with_heartbeats(inkwright, turn_id, after, heartbeat):
        yield _frames(stream, batch) if batch else HEARTBEAT
    yield "".join(map(frame, stream.close())) + STREAM_END


async def batches_with_heartbeats(
    inkwright: Inkwright, turn_id: str, after: int = 0, seconds: float = HEARTBEAT_SECONDS
) -> AsyncIterator[list[tuple[int, Event]]]:
    """Yield the events of a turn in batches, and an empty one whenever there was none for so many seconds."""
    beat_at = time.monotonic() + seconds
    async for batch in inkwright.follow_batches(turn_id, after):
        if batch or time.monotonic() >= beat_at:
            yield batch
            beat_at = time.monotonic() + seconds


def _frames(stream: MessageStream, batch: Sequence[tuple[int, Event]]) -> str:
    return "".join(_event_frames(number, stream.parts(event)) for number, event in batch)


def _event_frames(number: int, parts: Sequence[Part]) -> str:
    """Return the frames of an event. A reader that was cut off within them gets all of them again, and loses none."""
    if not parts:
        return ""
    return "".join(map(frame, parts[:-1])) + f"id: {number}\n{frame(parts[-1])}"
