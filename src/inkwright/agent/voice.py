"""`Voice`: the one way in which a turn speaks. Each event is kept in the journal, then shown; the order holds."""

import asyncio
import contextlib
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from inkwright.agent.running import to_its_end
from inkwright.conversation.events import Data, Event, TextGrew
from inkwright.conversation.payloads import WIRE_PREFIX
from inkwright.conversation.protocols import Journal

Show = Callable[[int, Event], None]

PACE_SECONDS: Final = 0.015
"""The journal is given what was said at most once in so long; what is said after a silence is given to it at once."""


class Voice:
    """Say things at any moment, also from callbacks that cannot wait; leaving waits until all of it is kept."""

    def __init__(self, journal: Journal, turn_id: str, show: Show) -> None:
        self._journal = journal
        self._turn_id = turn_id
        self._show = show
        self._events: list[Event] = []
        self._has_news = asyncio.Event()
        self._is_over = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._has_screen = True
        self.emitted: set[str] = set()

    def say(self, event: Event) -> None:
        """Keep and show an event, after those that were said before."""
        if isinstance(event, Data):
            self.emitted.add(WIRE_PREFIX + event.name)
        self._events.append(event)
        self._has_news.set()

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._keep_all())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._has_news.set()
        if self._pump is not None:
            await to_its_end(self._pump)

    async def _keep_all(self) -> None:
        """All that waits goes to the journal at once, so that it is kept in one piece; then it is shown, in order."""
        while self._events or not self._is_over.is_set():
            await self._has_news.wait()
            events, self._events = joined(self._events), []
            self._has_news.clear()
            if not events:
                continue
            numbers = await self._journal.append(self._turn_id, events)
            for number, event in zip(numbers, events, strict=True):
                self._tell(number, event)
            await self._paused()

    async def _paused(self) -> None:
        """Let some more be said, unless all has been."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PACE_SECONDS):
                await self._is_over.wait()

    def _tell(self, number: int, event: Event) -> None:
        """Show it. Where the screen is gone, nothing more is shown; the turn goes on and is kept."""
        if self._has_screen:
            try:
                self._show(number, event)
            except OSError:
                self._has_screen = False


def joined(events: list[Event]) -> list[Event]:
    """The events, where pieces of one text that follow each other are one piece."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, TextGrew) and isinstance(last, TextGrew) and last.text_id == event.text_id:
            found[-1] = last.model_copy(update={"text": last.text + event.text})
        else:
            found.append(event)
    return found
