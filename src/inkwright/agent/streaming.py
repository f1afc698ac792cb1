"""Stream a turn to the person: events are stored and then shown in order, replies as they are written."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Self

from inkwright.agent.endings import ENDINGS, MAX_ANSWER
from inkwright.agent.prose_filter import ProseFilter
from inkwright.agent.tasks import finish_despite_cancel
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    ReasoningAppended,
    ReasoningEnded,
    TextAppended,
    TextEnded,
    TextRetracted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.payloads import ACTION, WIRE_PREFIX
from inkwright.conversation.protocols import Journal
from inkwright.errors import TurnLost
from inkwright.ids import Ids
from inkwright.llm.models import CallPiece, Piece, ReasoningPiece, StartedOver, TextPiece
from inkwright.parsing import JsonStream
from inkwright.parsing import TextCorrected as Corrected
from inkwright.parsing import TextGrew as Grew

ShowEvent = Callable[[int, Event], None]
FinishTurn = Callable[[], Awaitable[None]]

FLUSH_SECONDS: Final = 0.015
"""A turn writes to the journal at most once in this time; an event after a pause is written at once."""


class EventSink:
    """Emits events from anywhere, also from callbacks that cannot wait. Leaving waits until all are stored.

    `on_lost` is called, once `is_lost`, when a write is refused because another process has continued the turn. `told`
    counts announcements of a run that died, which is run again: each of them is left out once.
    """

    def __init__(
        self, journal: Journal, turn_id: str, show: ShowEvent, on_lost: Callable[[], object] = lambda: None
    ) -> None:
        self._journal = journal
        self._turn_id = turn_id
        self._show = show
        self._on_lost = on_lost
        self._events: list[Event] = []
        self._has_news = asyncio.Event()
        self._is_over = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._has_screen = True
        self._finish: FinishTurn | None = None
        self.emitted: set[str] = set()
        self.told: Counter[str] = Counter()
        self.is_lost = False

    def emit(self, event: Event) -> None:
        """Store and show an event, after those emitted before it."""
        if isinstance(event, Data):
            self.emitted.add(WIRE_PREFIX + event.name)
        if self.told and self.told[announcement := announced_once(event)] > 0:
            self.told[announcement] -= 1
            return
        self._events.append(event)
        self._has_news.set()

    async def finish(self, event: TurnFinished, finish: FinishTurn) -> None:
        """Store the last event together with what `finish` stores, after the earlier events, and show it."""
        self._finish = finish
        self.emit(event)
        await self._close()

    def lose(self) -> None:
        """Note that another process has continued the turn, and stop the run."""
        self.is_lost = True
        self._on_lost()

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._store_all())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        self._is_over.set()
        self._has_news.set()
        if self._pump is not None:
            await finish_despite_cancel(self._pump)

    async def _store_all(self) -> None:
        """Store all waiting events in one write, then show them in order."""
        clock, next_at = asyncio.get_running_loop().time, 0.0
        while self._events or not self._is_over.is_set():
            await self._has_news.wait()
            await self._paused(next_at - clock())
            events, self._events = merge_text_events(self._events), []
            self._has_news.clear()
            if not events:
                continue
            try:
                numbers = await self._journal.append(self._turn_id, events, self._finish)
            except TurnLost:
                self.lose()
                raise
            for number, event in zip(numbers, events, strict=True):
                self._show_event(number, event)
            next_at = clock() + FLUSH_SECONDS

    async def _paused(self, seconds: float) -> None:
        """Let more events gather for so long, unless the turn is over."""
        if seconds > 0 and not self._is_over.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._is_over.wait()

    def _show_event(self, number: int, event: Event) -> None:
        """Show an event. If the screen is gone, nothing more is shown; the turn continues and is stored."""
        if self._has_screen:
            try:
                self._show(number, event)
            except OSError:
                self._has_screen = False


def announced_once(event: Event) -> str:
    """Return what identifies an event that a run announces by itself; nothing for texts, and for the work of tools."""
    is_announcement = isinstance(event, Warned | AskOpened | ErrorHappened) or (
        isinstance(event, Data) and event.name == ACTION.name
    )
    return event.model_dump_json() if is_announcement else ""


def merge_text_events(events: list[Event]) -> list[Event]:
    """Merge consecutive pieces of one text into one event."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        match last, event:
            case TextAppended(text_id=before), TextAppended(text_id=now) if before == now:
                found[-1] = last.model_copy(update={"text": last.text + event.text})
            case ReasoningAppended(reasoning_id=before), ReasoningAppended(reasoning_id=now) if before == now:
                found[-1] = last.model_copy(update={"text": last.text + event.text})
            case _:
                found.append(event)
    return found


_MESSAGE_PATH = ("message",)
MAX_REASONING: Final = 40_000
"""So many characters of the reasoning of one turn are stored and shown; the rest is not."""


class ReasoningStream:
    """What a model writes for itself before it replies, as it is written. It ends when the reply begins."""

    def __init__(self, sink: EventSink, ids: Ids) -> None:
        self._sink = sink
        self._ids = ids
        self._open_id: str | None = None
        self._left = MAX_REASONING

    def grow(self, text: str) -> None:
        """Add a piece; white space does not begin a reasoning."""
        text = text[: self._left]
        if not (text if self._open_id else text.strip()):
            return
        self._left -= len(text)
        if self._open_id is None:
            self._open_id = self._ids.new("reason")
        self._sink.emit(ReasoningAppended(reasoning_id=self._open_id, text=text))

    def end(self) -> None:
        """End the reasoning that is open, if any."""
        if self._open_id is not None:
            self._sink.emit(ReasoningEnded(reasoning_id=self._open_id))
        self._open_id = None


class ReplyStream:
    """The reply to the person as it is written. One text is open at a time; text that is refused later is retracted."""

    def __init__(self, sink: EventSink, ids: Ids) -> None:
        self._sink = sink
        self._ids = ids
        self._reasoning = ReasoningStream(sink, ids)
        self._stream = JsonStream()
        self._text_id: str | None = None
        self._told = ""
        self.kept = ""
        self._hears_text = False
        self._start_filter()

    def _start_filter(self) -> None:
        self._filter = ProseFilter()
        self._heard = 0

    def listen(self, *, hears_text: bool = False) -> None:
        """Start a reply; a text that is still open was not the end of the turn."""
        self.retract()
        self._reasoning.end()
        self._stream = JsonStream()
        self._hears_text = hears_text
        self._start_filter()

    def hear(self, piece: Piece) -> None:
        """Take a piece of the reply."""
        if isinstance(piece, ReasoningPiece):
            self._reasoning.grow(piece.text)
            return
        self._reasoning.end()
        if isinstance(piece, StartedOver):
            self.listen(hears_text=self._hears_text)
        elif isinstance(piece, TextPiece) and self._hears_text:
            self._hear_words(piece.text)
        elif isinstance(piece, CallPiece) and piece.name in ENDINGS:
            for event in self._stream.feed(piece.arguments):
                if isinstance(event, Grew) and event.path == _MESSAGE_PATH:
                    self._hear_words(event.text)
                elif isinstance(event, Corrected) and event.path == _MESSAGE_PATH:
                    self.retract()
                    self._start_filter()
                    self._hear_words(event.text)

    def _hear_words(self, words: str) -> None:
        """Show words as they arrive, except what may turn out to be thinking or a structured message.

        No answer is longer than `MAX_ANSWER`, so the rest of a longer reply is not looked at.
        """
        words = words[: MAX_ANSWER - self._heard]
        self._heard += len(words)
        sure = self._filter.feed(words)
        self._grow(sure if self._told else sure.lstrip("\ufeff \t\r\n"))

    def keep(self) -> bool:
        """Keep the open text of a chat as it is, if there is one. The message of an ending is not kept."""
        self.kept = self._told.rstrip() if self._hears_text else ""
        if self.kept:
            self.finish(self.kept)
        return bool(self.kept)

    def retract(self) -> None:
        """Retract the open text."""
        if self._text_id is not None:
            self._sink.emit(TextRetracted(text_id=self._text_id))
        self._text_id, self._told = None, ""

    def finish(self, message: str) -> None:
        """Show the final message: the rest of the open text if it begins with that, else all of it again."""
        if message != self._told.rstrip():
            if not message.startswith(self._told):
                self.retract()
            self._grow(message[len(self._told) :])
        if self._text_id is not None:
            self._sink.emit(TextEnded(text_id=self._text_id))
        self._text_id, self._told = None, ""

    def _grow(self, text: str) -> None:
        if not text:
            return
        self._told += text
        if self._text_id is None:
            self._text_id = self._ids.new("text")
        self._sink.emit(TextAppended(text_id=self._text_id, text=text))
