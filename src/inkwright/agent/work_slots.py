"""How many turns of a process work at once between their models and tools, so that a burst of them stalls no stream."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Final

AT_ONCE: Final = 4
"""The work between two calls takes milliseconds, and much of it waits for the database."""


class _Slot:
    """The place of one turn. Several of its calls may wait at the same time; it is free while any of them does."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._waiting = 0
        self._is_held = False

    async def take(self) -> None:
        await self._free.acquire()
        self._is_held = True

    def release(self) -> None:
        if self._is_held:
            self._is_held = False
            self._free.release()

    @contextlib.asynccontextmanager
    async def given_up(self) -> AsyncIterator[None]:
        self._waiting += 1
        self.release()
        try:
            yield
        finally:
            self._waiting -= 1
        if not self._waiting:
            await self.take()


_CURRENT: ContextVar[_Slot | None] = ContextVar("current_slot", default=None)


class WorkSlots:
    """The slots of a process: the turns that want one get it in order."""

    def __init__(self, count: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(count)

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Hold a slot, except while a model or a tool of the turn works."""
        slot = _Slot(self._free)
        await slot.take()
        before = _CURRENT.set(slot)
        try:
            yield
        finally:
            _CURRENT.reset(before)
            slot.release()


@contextlib.asynccontextmanager
async def slot_given_up() -> AsyncIterator[None]:
    """Let other turns work while this one waits for a model or a tool. After a failure the turn goes on without a slot:
    what is left is short, and must not wait.
    """
    slot = _CURRENT.get()
    if slot is None:
        yield
        return
    async with slot.given_up():
        yield
