"""Stream the events of a turn to one reader: replay from the journal, then live, with heartbeats."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from starlette.responses import StreamingResponse

from inkwright.application import Inkwright
from inkwright.conversation.events import Event
from inkwright.conversation.message_stream import HEARTBEAT, STREAM_END, STREAM_HEADERS, MessageStream, frame

HEARTBEAT_SECONDS: Final = 15.0
FILE_URL: Final = "/api/artifacts/{id}/file"
"""Where the file of an artifact is downloaded."""


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
    """Yield the frames of a turn. Each has the number of its event as `id`, by which a reader continues."""
    stream = MessageStream(FILE_URL)
    if after and is_continued:
        for number, event in await inkwright.store.journal.read(turn_id):
            if number <= after:
                stream.parts(event)
    events = inkwright.follow(turn_id, after)
    async for item in _with_heartbeats(events, heartbeat):
        if item is None:
            yield HEARTBEAT
            continue
        number, event = item
        yield "".join(f"id: {number}\n{frame(part)}" for part in stream.parts(event))
    yield "".join(map(frame, stream.close())) + STREAM_END


async def _with_heartbeats(
    events: AsyncIterator[tuple[int, Event]], seconds: float
) -> AsyncIterator[tuple[int, Event] | None]:
    """Yield the events, and None whenever there was none for some time."""
    while True:
        upcoming = asyncio.ensure_future(anext(events, None))
        try:
            while not (await asyncio.wait([upcoming], timeout=seconds))[0]:
                yield None
        finally:
            if not upcoming.done():
                upcoming.cancel()
                await asyncio.wait([upcoming])
        item = upcoming.result()
        if item is None:
            return
        yield item
