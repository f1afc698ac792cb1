"""What the person types while a turn runs: messages that wait in line, and the one that is being typed."""

import asyncio
import codecs
import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, TextIO

from prompt_toolkit.application import get_app_session
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from inkwright.cli.terminal.columns import single_line, truncate, width
from inkwright.cli.terminal.event_lines import STYLES
from inkwright.cli.terminal.live_region import LiveRow
from inkwright.cli.terminal.prompt import ESCAPE_SECONDS, PROMPT
from inkwright.i18n import Language, text

_MAX_CHARACTERS: Final = 100_000
_MAX_SHOWN: Final = 5
_READ_BYTES: Final = 65_536
_PASTE_ON: Final = "\x1b[?2004h"
_PASTE_OFF: Final = "\x1b[?2004l"


class MessageQueue:
    """Messages in the order in which they were typed. Enter puts the draft into the line; Esc clears the draft, or
    takes the last message back into it, where it can be edited.
    """

    def __init__(self, language: Language, *, has_colour: bool = False) -> None:
        self._language = language
        self._style = STYLES["dim"] if has_colour else ""
        self._waiting: deque[str] = deque()
        self._draft = ""

    def take(self) -> str | None:
        """Return the message whose turn it is, if one waits."""
        return self._waiting.popleft() if self._waiting else None

    def take_draft(self) -> str:
        """Return what was typed and not sent."""
        draft, self._draft = self._draft, ""
        return draft

    def take_all(self) -> str:
        """Return all messages and the draft, to be edited: after a turn that was stopped, nothing is sent by itself."""
        taken = [*self._waiting, self.take_draft()]
        self._waiting.clear()
        return "\n".join(filter(None, taken))

    def rows(self, columns: int) -> list[LiveRow]:
        """Return the rows that show it below a running turn."""
        room = max(columns - 1, 1)
        hidden = len(self._waiting) - _MAX_SHOWN
        lines = [text(self._language, "terminal.queue.more", count=hidden)] if hidden > 0 else []
        lines += [
            text(self._language, "terminal.queue.waiting", message=single_line(each))
            for each in list(self._waiting)[-_MAX_SHOWN:]
        ]
        if self._waiting and not self._draft:
            lines.append(text(self._language, "terminal.queue.hint"))
        rows = [LiveRow(truncate(line, room), self._style) for line in lines]
        return [*rows, LiveRow(PROMPT + _end_of(single_line(self._draft), room - len(PROMPT)))] if self._draft else rows

    def press(self, key: KeyPress) -> None:
        """Take one key."""
        match key.key:
            case Keys.Enter | Keys.ControlJ:
                if message := self.take_draft().strip():
                    self._waiting.append(message)
            case Keys.Escape | Keys.Up:
                self._draft = "" if self._draft or not self._waiting else self._waiting.pop()
            case Keys.Backspace | Keys.ControlH:
                self._draft = self._draft[:-1]
            case Keys.ControlU:
                self._draft = ""
            case Keys.ControlW:
                self._draft = self._draft.rstrip().rpartition(" ")[0]
            case Keys.ControlD if not self._draft:
                store_typeahead(get_app_session().input, [key])
            case Keys.BracketedPaste:
                self._add(key.data.replace("\r\n", "\n").replace("\r", "\n"))
            case str() as typed if not isinstance(typed, Keys):
                self._add(typed)
            case _:
                pass

    def _add(self, typed: str) -> None:
        self._draft = (self._draft + typed)[:_MAX_CHARACTERS]

    @contextlib.contextmanager
    def reading(self, stdin: BinaryIO, out: TextIO, changed: Callable[[], None]) -> Iterator[None]:
        """Within this context typed keys come here; `changed` is called after them. Only a terminal is read."""
        if not stdin.isatty():
            yield
            return
        keyboard = _Keyboard(stdin, self.press, changed)
        out.write(_PASTE_ON)
        keyboard.open()
        try:
            yield
        finally:
            keyboard.close()
            # A closed terminal cannot be written to.
            with contextlib.suppress(OSError):
                out.write(_PASTE_OFF)
                out.flush()


class _Keyboard:
    """Keys from a terminal, as they are typed."""

    def __init__(self, stdin: BinaryIO, press: Callable[[KeyPress], None], changed: Callable[[], None]) -> None:
        self._file = stdin.fileno()
        self._loop = asyncio.get_running_loop()
        self._parser = Vt100Parser(press)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._changed = changed
        self._flushing: asyncio.TimerHandle | None = None

    def open(self) -> None:
        self._loop.add_reader(self._file, self._read)

    def close(self) -> None:
        self._loop.remove_reader(self._file)
        self._flush()

    def _read(self) -> None:
        try:
            typed = os.read(self._file, _READ_BYTES)
        except OSError:
            typed = b""
        if not typed:
            # The terminal is closed; the next read finds that out.
            self._loop.remove_reader(self._file)
            return
        if self._flushing:
            self._flushing.cancel()
        self._parser.feed(self._decoder.decode(typed))
        # A single Esc may be the beginning of an arrow key.
        self._flushing = self._loop.call_later(ESCAPE_SECONDS, self._flush)
        self._changed()

    def _flush(self) -> None:
        if self._flushing:
            self._flushing.cancel()
            self._flushing = None
            self._parser.flush()
            self._changed()


def _end_of(line: str, room: int) -> str:
    """Return the end of a line that fits, where the person types."""
    while line and width(line) > room:
        line = line[max((width(line) - room) // 2, 1) :]
    return line
