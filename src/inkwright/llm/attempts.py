"""What a thought tells while it runs: attempts that begin, pieces that arrive, replies that are refused."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from inkwright.llm.models import CallPiece, StartedOver, TextPiece


@dataclass(frozen=True, slots=True)
class AttemptStarted:
    """The model is asked for the `number`-th time; `way` names how, `about` the piece where it is asked for one."""

    number: int
    way: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A reply came and was not accepted; `feedback` says why, in words for the model."""

    number: int
    reply: str
    feedback: str


@dataclass(frozen=True, slots=True)
class AttemptAccepted:
    """A reply came and was accepted."""

    number: int
    way: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The thought is done, and this is its value. It is always the last event."""

    value: Any


ThoughtEvent = AttemptStarted | TextPiece | CallPiece | StartedOver | AttemptRefused | AttemptAccepted | Thought
Tell = Callable[[ThoughtEvent], None]


def untold(_: ThoughtEvent) -> None:
    """For callers that want the value alone."""


async def events_of(run: Callable[[Tell], Awaitable[Any]]) -> AsyncIterator[ThoughtEvent]:
    """The events of a thought as they happen, its value last. Leaving the loop early cancels the thought."""
    events: asyncio.Queue[ThoughtEvent | None] = asyncio.Queue()
    task = asyncio.ensure_future(run(events.put_nowait))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        yield Thought(task.result())
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
