"""`Voice`: the one way in which a turn speaks. Each event is kept in the journal, then shown; the order holds."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from inkwright.conversation.events import Data, Event, TextGrew
from inkwright.conversation.payloads import WIRE_PREFIX
from inkwright.conversation.protocols import Journal

Show = Callable[[int, Event], None]


class Voice:
    """Say things at any moment, also from callbacks that cannot wait; leaving waits until all of it is kept."""

    def __init__(self, journal: Journal, turn_id: str, show: Show) -> None:
        self._journal = journal
        self._turn_id = turn_id
        self._show = show
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._pump: asyncio.Task[None] | None = None
        self._has_screen = True
        self.emitted: set[str] = set()

    def say(self, event: Event) -> None:
        """Keep and show an event, after those that were said before."""
        if isinstance(event, Data):
            self.emitted.add(WIRE_PREFIX + event.name)
        self._events.put_nowait(event)

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._keep_all())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._events.put_nowait(None)
        if self._pump is not None:
            await asyncio.shield(self._pump)

    async def _keep_all(self) -> None:
        """All that waits goes to the journal at once, so that it is kept in one piece; then it is shown, in order."""
        is_over = False
        while not is_over:
            said = [await self._events.get()]
            while not self._events.empty():
                said.append(self._events.get_nowait())
            is_over = None in said
            events = joined([event for event in said if event is not None])
            numbers = await asyncio.gather(*(self._journal.append(self._turn_id, event) for event in events))
            for number, event in zip(numbers, events, strict=True):
                self._tell(number, event)

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
