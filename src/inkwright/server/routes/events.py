"""The events of a turn as they are stored, for programs that know Inkwright: each with its number."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from inkwright.application import Inkwright
from inkwright.conversation.events import EVENTS
from inkwright.conversation.message_stream import HEARTBEAT, STREAM_HEADERS
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright
from inkwright.server.routes.agent import STREAM_EVENT
from inkwright.server.streams import SeenEvent, batches_with_heartbeats

router = APIRouter(prefix="/api/agent", tags=["agent"], responses={401: {"model": Problem}})


@router.get(
    "/turns/{turn_id}/events",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": STREAM_EVENT}},
            "description": "The events, as in the reference of events.",
        },
        404: {"model": Problem},
        422: {"model": Problem},
        429: {"model": Problem},
    },
)
async def follow_events(turn_id: str, inkwright: OwnersInkwright, after: SeenEvent) -> StreamingResponse:
    """Follow a turn in our own events: everything so far, or what came after an event, then live.

    The last frame is named `ended`; a stream without it was cut off.
    """
    await inkwright.turn(turn_id)
    headers = {name: value for name, value in STREAM_HEADERS.items() if not name.startswith("x-vercel")}
    return StreamingResponse(_event_frames(inkwright, turn_id, after), headers=headers)


async def _event_frames(inkwright: Inkwright, turn_id: str, after: int) -> AsyncIterator[str]:
    async for batch in batches_with_heartbeats(inkwright, turn_id, after):
        frames = (f"id: {number}\ndata: {EVENTS.dump_json(event).decode()}\n\n" for number, event in batch)
        yield "".join(frames) or HEARTBEAT
    yield "event: ended\ndata: {}\n\n"
