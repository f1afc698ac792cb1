"""A turn that was begun and runs by itself: follow its events, wait for its end, or stop it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

from inkwright.conversation.events import Event
from inkwright.conversation.turns import Outcome
from inkwright.usecases.turns import BegunTurn


class TurnReader(Protocol):
    """Reads the turns of an owner."""

    def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[tuple[int, Event]]:
        """Yield the events of a turn after a number, with their numbers, until it ends or asks."""

    async def outcome(self, turn_id: str) -> Outcome:
        """Return how a turn ended."""


class RunningTurn:
    """A turn that was begun. It runs by itself; iterate over it to see its events."""

    def __init__(self, reader: TurnReader, begun: BegunTurn, task: "asyncio.Task[Outcome]", after: int) -> None:
        self._reader = reader
        self._task = task
        self._after = after
        self.id = begun.turn.id
        self.conversation_id = begun.turn.conversation_id

    @property
    def after(self) -> int:
        """The number of the last event before this run."""
        return self._after

    async def __aiter__(self) -> AsyncIterator[Event]:
        async for _, event in self._reader.follow(self.id, self._after):
            yield event

    async def outcome(self) -> Outcome:
        """Wait for the end of the turn, or for its question."""
        await asyncio.wait([self._task])
        return await self._reader.outcome(self.id)

    async def cancel(self) -> None:
        """Stop the turn; what was made is kept."""
        self._task.cancel()
        await asyncio.wait([self._task])
