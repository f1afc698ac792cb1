"""The live view of a turn: finished blocks go to the scrollback, unfinished text is redrawn below."""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import BinaryIO, Final, TextIO

from inkwright.cli.shell import printable
from inkwright.cli.terminal.columns import fit_line, single_line, truncate
from inkwright.cli.terminal.event_lines import (
    STYLES,
    ArtifactPath,
    EventLines,
    FileCard,
    ansi_styled,
    file_card_lines,
    tool_text,
    unstyled,
)
from inkwright.cli.terminal.live_region import GrowingText, LiveRegion, LiveRow, TerminalSize, without_echo
from inkwright.cli.terminal.markdown_renderer import MarkdownRenderer
from inkwright.cli.terminal.markdown_stream import MarkdownBlock, MarkdownSplitter
from inkwright.cli.terminal.message_queue import MessageQueue
from inkwright.cli.terminal.wait_notices import wait_text
from inkwright.conversation.events import (
    ErrorHappened,
    Event,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
)
from inkwright.conversation.turns import Answered, Delivered, Failed
from inkwright.i18n import Language, text
from inkwright.llm.waiting import WAITS

_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAMES_A_SECOND: Final = 8
_REDRAW_SECONDS: Final = 0.04
"""Growing text is redrawn at most once in this time."""
_TICK_SECONDS: Final = 0.1
_SHOWN_WAIT_SECONDS: Final = 2.0
_DEFAULT_SIZE: Final = os.terminal_size((80, 24))


@dataclass(slots=True)
class _RunningTool:
    tool: str
    since: float
    message: str = ""


class _OpenText:
    """The text that is being streamed: finished blocks for the scrollback, and the unfinished tail."""

    def __init__(self, text_id: str) -> None:
        self.id = text_id
        self.blocks = MarkdownSplitter()
        self.tail = GrowingText()
        self.pieces: list[str] = []
        self.is_printed = False
        self._processed = 0

    def grow(self) -> list[MarkdownBlock]:
        """Process the pieces that came since the last call, and return the blocks that they finish."""
        new = "".join(self.pieces[self._processed :])
        self._processed = len(self.pieces)
        shown = new if new.isprintable() else printable(new)
        finished = self.blocks.feed(shown)
        if finished:
            self.tail.restart(self.blocks.tail)
        else:
            self.tail.grow(shown)
        return finished


class LiveTurnView:
    """Shows events at a terminal.

    Nothing is printed twice, however long a text becomes. The pieces of a text between two redraws are processed
    together. `queue`, if there is one, takes the keys that are typed meanwhile, and is shown below.
    """

    def __init__(
        self,
        out: TextIO,
        language: Language,
        *,
        has_colour: bool,
        path_of: ArtifactPath,
        size: TerminalSize | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._out = out
        self.queue: MessageQueue | None = None
        self._language = language
        self._has_colour = has_colour
        self._style = ansi_styled if has_colour else unstyled
        self._lines = EventLines(language, self._style, path_of)
        self._size = size or _terminal_size(out)
        self._now = now
        self._region = LiveRegion(out, self._size)
        self._renderer = MarkdownRenderer(has_colour=has_colour)
        self._text: _OpenText | None = None
        self._tools: dict[str, _RunningTool] = {}
        self._last_text = ""
        self._problem = ""
        self._drawn_at = 0.0
        self._is_live = False

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        if isinstance(event, TextAppended | TextEnded | TextRetracted):
            self._show_text(event)
        elif isinstance(event, ToolStarted | ToolProgressed | ToolFinished | ToolFailed):
            self._show_tool(event)
        elif isinstance(event, TurnFinished):
            self._show_outcome(event)
        else:
            self._problem = event.message if isinstance(event, ErrorHappened) else self._problem
            self._print(self._lines.for_event(event))

    def show_file(self, card: FileCard) -> None:
        """Show a file that was saved."""
        self._print(file_card_lines(card, self._language, self._style))

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Within this context times advance and the window may be resized; at its end only the scrollback stays."""
        ticking = asyncio.create_task(self._tick())
        keys = self.queue.reading(stdin, self._out, self.draw) if self.queue else contextlib.nullcontext()
        self._is_live = True
        try:
            with without_echo(stdin), keys:
                yield
        finally:
            self._is_live = False
            ticking.cancel()
            # A closed terminal must not turn a finished turn into an error.
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await ticking
            with contextlib.suppress(OSError):
                self._tools.clear()
                self._close_text()
                self._region.clear()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            self.draw()

    def draw(self) -> None:
        """Update the live rows."""
        self._drawn_at = self._now()
        if self._text is not None:
            self._print_blocks(self._text, self._text.grow())
        columns, lines = self._size()
        tools = [self._tool_row(tool, columns) for tool in self._tools.values()]
        tools += self._wait_rows(columns) if self._text is None else []
        tools += self.queue.rows(columns) if self.queue and self._is_live else []
        room = max(lines - 1 - len(tools), 1)
        tail = self._text.tail.rows(columns, room) if self._text else []
        self._region.draw([*tail, *tools])

    def _show_text(self, event: TextAppended | TextEnded | TextRetracted) -> None:
        if self._text is not None and self._text.id != event.text_id:
            self._close_text()
        match event:
            case TextAppended():
                if self._text is None:
                    self._text = _OpenText(event.text_id)
                self._text.pieces.append(event.text)
                if self._now() - self._drawn_at >= _REDRAW_SECONDS:
                    self.draw()
            case TextEnded():
                self._close_text()
            case TextRetracted() if self._text is not None:
                was_printed, self._text = self._text.is_printed, None
                if was_printed:
                    self._print([self._style(text(self._language, "terminal.retracted"), "dim")])
                self.draw()

    def _close_text(self) -> None:
        """Move the rest of the text into the scrollback."""
        if self._text is None:
            return
        ended, self._text = self._text, None
        self._last_text = "".join(ended.pieces)
        self._print_blocks(ended, [*ended.grow(), *ended.blocks.finish()])
        self.draw()

    def _print_blocks(self, source: _OpenText, blocks: list[MarkdownBlock]) -> None:
        if not blocks:
            return
        source.is_printed = True
        columns = self._size().columns
        # The rows of the tail are stale: they disappear in the same write in which the blocks appear.
        self._region.print_above("".join(self._renderer.render(block, columns) for block in blocks), keep_rows=False)

    def _show_tool(self, event: ToolStarted | ToolProgressed | ToolFinished | ToolFailed) -> None:
        match event:
            case ToolStarted():
                self._tools[event.call_id] = _RunningTool(event.tool, self._now())
            case ToolProgressed():
                running = self._tools.setdefault(event.call_id, _RunningTool(event.tool, self._now()))
                running.message = event.message
            case _:
                self._tools.pop(event.call_id, None)
                self._print(self._lines.for_event(event))
        self.draw()

    def _show_outcome(self, event: TurnFinished) -> None:
        self._close_text()
        outcome = event.outcome
        lines = self._lines.for_event(event)
        if isinstance(outcome, Answered | Delivered) and outcome.message.strip() != self._last_text.strip():
            message = _OpenText("")
            message.pieces.append(outcome.message)
            self._print_blocks(message, [*message.grow(), *message.blocks.finish()])
        elif isinstance(outcome, Failed) and outcome.message == self._problem:
            lines = lines[1:]
        self._print(lines)

    def _print(self, lines: list[str]) -> None:
        if lines:
            self.draw()
            columns = self._size().columns
            self._region.print_above("".join(f"{fit_line(line, columns)}\n" for line in lines))

    def _wait_rows(self, columns: int) -> list[LiveRow]:
        """Return a row for a model that has not answered for a while."""
        found = WAITS.longest()
        seconds = self._now() - found[0].since if found else 0
        if found is None or seconds < _SHOWN_WAIT_SECONDS:
            return []
        line = truncate(wait_text(self._language, found[0], seconds), max(columns - 1, 1))
        return [LiveRow(line, STYLES["dim"] if self._has_colour else "")]

    def _tool_row(self, running: _RunningTool, columns: int) -> LiveRow:
        seconds = self._now() - running.since
        frame = _FRAMES[int(seconds * _FRAMES_A_SECOND) % len(_FRAMES)]
        elapsed = text(self._language, "terminal.seconds", seconds=f"{seconds:.1f}")
        line = f"{frame} {tool_text(running.tool, self._language)}  {elapsed}  {single_line(running.message)}".rstrip()
        return LiveRow(truncate(line, max(columns - 1, 1)), STYLES["cyan"] if self._has_colour else "")


def _terminal_size(out: TextIO) -> TerminalSize:
    """Return a function for the current window size; an unknown size counts as 80 × 24."""

    def size() -> os.terminal_size:
        known = os.get_terminal_size(out.fileno())
        return known if known.columns > 0 and known.lines > 0 else _DEFAULT_SIZE

    return size
