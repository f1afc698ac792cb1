"""How a talk shows a turn: live rows at the end of the scrollback, or plain lines where no terminal is."""

import contextlib
from collections.abc import AsyncIterator
from typing import BinaryIO, Protocol, TextIO

from inkwright.cli.shell import plain
from inkwright.cli.terminal.event_lines import EventLines, FileCard, PathOf, card_lines, paint, unpainted
from inkwright.conversation.events import (
    ErrorHappened,
    Event,
    TextEnded,
    TextGrew,
    TextRetracted,
    TurnFinished,
)
from inkwright.conversation.outcomes import Answered, Delivered, Failed
from inkwright.i18n import Language


class TurnView(Protocol):
    """What shows a turn. Give `show` to the desk, and run the turn inside `live`."""

    def show(self, number: int, event: Event) -> None:
        """One event."""
        ...

    def show_file(self, card: FileCard) -> None:
        """A file, now that it is known where it lies."""
        ...

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]:
        """While it lasts, what is shown moves; afterwards nothing moves and the terminal is as before."""
        ...


def open_view(
    out: TextIO, language: Language, *, has_colour: bool | None = None, path_of: PathOf = lambda _id: None
) -> TurnView:
    """The view that fits where it is shown. Without `has_colour` a terminal has colours and nothing else has."""
    if not out.isatty():
        return PlainView(out, language, has_colour=bool(has_colour), path_of=path_of)
    from inkwright.cli.terminal.live_view import LiveView  # noqa: PLC0415 - parses and colours, which a pipe does not need

    return LiveView(out, language, has_colour=has_colour is not False, path_of=path_of)


class PlainView:
    """Lines for a pipe or a file. A text is printed when it stands: what is taken back was never there."""

    def __init__(self, out: TextIO, language: Language, *, has_colour: bool, path_of: PathOf) -> None:
        self._out = out
        self._language = language
        self._paint = paint if has_colour else unpainted
        self._lines = EventLines(language, self._paint, path_of)
        self._texts: dict[str, str] = {}
        self._told = ""
        self._problem = ""

    def show(self, number: int, event: Event) -> None:
        """One event."""
        match event:
            case TextGrew():
                self._texts[event.text_id] = self._texts.get(event.text_id, "") + event.text
            case TextRetracted():
                self._texts.pop(event.text_id, None)
            case TextEnded():
                self._told = self._texts.pop(event.text_id, "")
                self._say([plain(self._told)])
            case TurnFinished(outcome=Answered() | Delivered() as outcome) if not self._has_told(outcome.message):
                self._say([plain(outcome.message)])
            case TurnFinished(outcome=Failed() as failed) if failed.message == self._problem:
                self._say(self._lines.of(event)[1:])
            case _:
                self._problem = event.message if isinstance(event, ErrorHappened) else self._problem
                self._say(self._lines.of(event))

    def show_file(self, card: FileCard) -> None:
        """A file, now that it is known where it lies."""
        self._say(card_lines(card, self._language, self._paint))

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing moves in a file."""
        yield

    def _has_told(self, message: str) -> bool:
        """Whether the text was the message already, but for the space around it, which an outcome has not."""
        return message.strip() == self._told.strip()

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            print(line, file=self._out)
        self._out.flush()
