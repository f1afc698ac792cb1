"""What every screen of the terminal shares: how it begins, and how it is left with Ctrl+C or at the end of input."""

import contextlib
import os
import sys
import termios
from collections.abc import Iterator
from typing import Any, Final, TypeVar

from prompt_toolkit.application import Application, create_app_session, get_app, get_app_session
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import create_output

T = TypeVar("T")
ESCAPE_SECONDS: Final = 0.05
"""So long a lone Esc waits for the rest of an arrow key; with the usual half second it seems to hang."""


async def run_screen(screen: Application[T | None]) -> T | None:
    """Show a screen and wait for what it gives; None where the person leaves it or the input ends.

    Keys that were typed before it could be seen are forgotten: they were meant for something else.
    """
    forget_typed()
    screen.ttimeoutlen = ESCAPE_SECONDS
    try:
        return await screen.run_async()
    except EOFError:
        return None


@contextlib.contextmanager
def seen_by_the_person() -> Iterator[None]:
    """What is drawn goes where the person looks: to the errors, where the output goes into a file."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield
        return
    with create_app_session(output=create_output(stdout=sys.stderr)):
        yield


def bind_leaving(keys: KeyBindings) -> None:
    """Ctrl+C leaves, as a key and as a signal."""

    @keys.add("c-c", eager=True)
    @keys.add("<sigint>")
    def _(event: KeyPressEvent) -> None:
        leave(event)


def leave(event: KeyPressEvent) -> None:
    """End the screen without a result; pressed twice it ends once."""
    app: Application[Any] = event.app
    if not app.is_done:
        app.exit(result=None)


def forget_typed() -> None:
    """Drop the keys that wait to be read."""
    source = get_app_session().input
    clear_typeahead(source)
    number = source.fileno()
    if os.isatty(number):
        termios.tcflush(number, termios.TCIFLUSH)


def columns() -> int:
    """How wide the terminal of the open screen is."""
    return get_app().output.get_size().columns
