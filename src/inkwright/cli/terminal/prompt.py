"""The chat prompt, and how every prompt_toolkit screen starts and exits."""

import asyncio
import contextlib
import os
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, create_app_session, get_app, get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, ThreadedCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import create_output
from prompt_toolkit.styles import Style

from inkwright.cli.terminal.columns import single_line, truncate
from inkwright.cli.termination import must_end
from inkwright.i18n import Language, text

T = TypeVar("T")
_LOOK_SECONDS: Final = 0.5
ESCAPE_SECONDS: Final = 0.05
"""How long Esc waits for the rest of an arrow key; the default of half a second feels slow."""


async def run_screen(
    screen: Application[T | None], *, is_here: Callable[[], bool] = lambda: True, seconds: float = 0.0
) -> T | None:
    """Run a screen and return its result; None if the user leaves it or the input ends.

    After `seconds`, if any, TimeoutError is raised, but not while the user is elsewhere.

    Keys that were typed before it appeared are dropped, because they were meant for something else. So is a Ctrl+C
    while the user is not here (`is_here`), but in another program on the same terminal.
    """
    discard_typeahead()
    screen.ttimeoutlen = ESCAPE_SECONDS
    with _hearing_ctrl_c(screen, is_here), _closing_after(screen, is_here, seconds):
        try:
            return await screen.run_async(handle_sigint=False)
        except EOFError:
            return None


@contextlib.contextmanager
def _closing_after(screen: Application[Any], is_here: Callable[[], bool], seconds: float) -> Iterator[None]:
    """Close the screen with a TimeoutError when the time is over."""

    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle | None = None

    def close() -> None:
        nonlocal timer
        if not is_here():
            timer = loop.call_later(_LOOK_SECONDS, close)
        elif screen.is_running and not screen.is_done:
            screen.exit(exception=TimeoutError())

    timer = loop.call_later(seconds, close) if seconds else None
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()


@contextlib.contextmanager
def _hearing_ctrl_c(screen: Application[Any], is_here: Callable[[], bool]) -> Iterator[None]:
    """Whom a Ctrl+C is for is decided when it arrives. A handler of the loop would be called some rounds later, when
    the program that it was for may have ended by it, and would take it for the screen's.

    It is handled, never ignored: a program that is started meanwhile would inherit that.
    """
    loop = asyncio.get_running_loop()

    def send() -> None:
        if screen.is_running:
            screen.key_processor.send_sigint()

    def leave() -> None:
        if screen.is_running and not screen.is_done:
            screen.exit(exception=EOFError())

    def heard(_signal: int, _frame: FrameType | None) -> None:
        if must_end():
            loop.call_soon_threadsafe(leave)
        elif is_here():
            loop.call_soon_threadsafe(send)

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def terminal_output() -> Iterator[None]:
    """Draw on standard error if standard output is not a terminal."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield
        return
    with create_app_session(output=create_output(stdout=sys.stderr)):
        yield


def bind_exit_keys(keys: KeyBindings) -> None:
    """Make Ctrl+C leave the screen, as a key and as a signal."""

    @keys.add("c-c", eager=True)
    @keys.add("<sigint>")
    def _(event: KeyPressEvent) -> None:
        exit_screen(event)


def exit_screen(event: KeyPressEvent) -> None:
    """Leave the screen without a result; safe to call twice."""
    app: Application[Any] = event.app
    if not app.is_done:
        app.exit(result=None)


def discard_typeahead() -> None:
    """Drop keys that were typed but not read yet."""
    source = get_app_session().input
    clear_typeahead(source)
    number = source.fileno()
    if os.isatty(number):
        termios.tcflush(number, termios.TCIFLUSH)


def screen_columns() -> int:
    """Return the width of the current screen."""
    return get_app().output.get_size().columns


StatusText = Callable[[], str]

HISTORY_FILE: Final = "chat_history"
PROMPT: Final = "❯ "
_CONTINUATION_PROMPT: Final = "· "
_STYLE: Final = {
    "prompt": "ansicyan bold",
    "bottom-toolbar": "noreverse ansibrightblack",
    "warning": "ansiyellow",
}


class Prompt:
    """Reads the user's input. `status` is called each time the status line is drawn."""

    def __init__(self, home: Path, language: Language, *, completer: Completer, status: StatusText) -> None:
        self._language = language
        self._status = status
        self._is_warned = False
        self._session: PromptSession[str | None] = PromptSession(
            history=open_history(home / HISTORY_FILE),
            completer=ThreadedCompleter(completer),
            complete_while_typing=True,
            multiline=True,
            prompt_continuation=_continuation_prompt,
            key_bindings=self._bindings(),
            bottom_toolbar=self._toolbar,
            style=Style.from_dict(_STYLE),
            reserve_space_for_menu=6,
        )
        self._session.app.ttimeoutlen = ESCAPE_SECONDS
        self._session.default_buffer.on_text_changed += self._typed

    async def read(self, default: str = "") -> str | None:
        """Return the stripped input; None if the user leaves. Blank input is ignored."""
        while True:
            self._is_warned = False
            try:
                typed = await self._session.prompt_async([("class:prompt", PROMPT)], default=default)
            except EOFError:
                return None
            if typed is None or typed.strip():
                return typed and typed.strip()
            default = ""

    def remember(self, line: str) -> None:
        """Add a line to the history that was not typed here."""
        self._session.history.append_string(line)

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        is_menu_chosen = Condition(self._is_menu_chosen)

        @keys.add("enter", filter=~is_menu_chosen)
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.validate_and_handle()

        @keys.add("enter", filter=is_menu_chosen)
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.complete_state = None

        @keys.add("escape", "enter")
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        @keys.add("c-c")
        @keys.add("<sigint>")
        def _(event: KeyPressEvent) -> None:
            self._interrupt(event)

        return keys

    def _is_menu_chosen(self) -> bool:
        state = self._session.default_buffer.complete_state
        return state is not None and state.current_completion is not None

    def _interrupt(self, event: KeyPressEvent) -> None:
        """Clear the line and warn the first time; leave the second time, if nothing was typed in between."""
        if self._is_warned or must_end():
            event.app.exit(result=None)
            return
        event.current_buffer.reset()
        self._is_warned = True

    def _typed(self, _buffer: Buffer) -> None:
        self._is_warned = False

    def _toolbar(self) -> StyleAndTextTuples:
        if self._is_warned:
            return [("class:warning", text(self._language, "terminal.input.again"))]
        columns = self._session.app.output.get_size().columns
        return [("", truncate(single_line(self._status()), columns - 1))]


def _continuation_prompt(_width: int, _line: int, wrapped: int) -> str:
    """Return the prompt of a further line; a wrapped line has only spaces."""
    return " " * len(_CONTINUATION_PROMPT) if wrapped else _CONTINUATION_PROMPT


def open_history(path: Path) -> History:
    """Return the history in this file, readable only by its owner; in memory if the file is not usable."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.read_bytes()
    except OSError:
        return InMemoryHistory()
    return _SafeFileHistory(str(path))


class _SafeFileHistory(FileHistory):
    """A history that ignores write errors, so that a full disk does not stop the chat."""

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            super().store_string(string)
