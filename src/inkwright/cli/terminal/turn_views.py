"""Views of a turn: live at a terminal, plain lines over a pipe, or JSON lines."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import BinaryIO, Protocol, TextIO

from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.event_lines import (
    ArtifactPath,
    EventLines,
    EventLineView,
    FileCard,
    ansi_styled,
    file_card_lines,
    unstyled,
)
from inkwright.conversation.asks import Ask
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    TextAppended,
    TextEnded,
    TextRetracted,
    TurnFinished,
    TurnStarted,
)
from inkwright.conversation.turns import Answered, Delivered, Failed
from inkwright.i18n import Language
from inkwright.settings import COLOR


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


def open_turn_view(
    out: TextIO, language: Language, *, has_colour: bool | None = None, path_of: ArtifactPath = lambda _id: None
) -> TurnView:
    """The view that fits where it is shown. Without `has_colour` a terminal has colours and nothing else has."""
    if not out.isatty():
        return PlainTurnView(out, language, has_colour=bool(has_colour), path_of=path_of)
    from inkwright.cli.terminal.live_view import LiveTurnView  # noqa: PLC0415 - parses and colours, which a pipe does not need

    return LiveTurnView(out, language, has_colour=has_colour is not False, path_of=path_of)


class PlainTurnView:
    """Lines for a pipe or a file. A text is printed when it stands: what is taken back was never there."""

    def __init__(self, out: TextIO, language: Language, *, has_colour: bool, path_of: ArtifactPath) -> None:
        self._out = out
        self._language = language
        self._paint = ansi_styled if has_colour else unstyled
        self._lines = EventLines(language, self._paint, path_of)
        self._texts: dict[str, str] = {}
        self._told = ""
        self._problem = ""

    def show(self, number: int, event: Event) -> None:
        """One event."""
        match event:
            case TextAppended():
                self._texts[event.text_id] = self._texts.get(event.text_id, "") + event.text
            case TextRetracted():
                self._texts.pop(event.text_id, None)
            case TextEnded():
                self._told = self._texts.pop(event.text_id, "")
                self._say([printable(self._told)])
            case TurnFinished(outcome=Answered() | Delivered() as outcome) if not self._has_told(outcome.message):
                self._say([printable(outcome.message)])
            case TurnFinished(outcome=Failed() as failed) if failed.message == self._problem:
                self._say(self._lines.of(event)[1:])
            case _:
                self._problem = event.message if isinstance(event, ErrorHappened) else self._problem
                self._say(self._lines.of(event))

    def show_file(self, card: FileCard) -> None:
        """A file, now that it is known where it lies."""
        self._say(file_card_lines(card, self._language, self._paint))

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


def open_chat_view(shell: Shell, *, is_json: bool) -> "ChatTurnView":
    """The view of one turn."""
    if is_json:
        return ChatTurnView(JsonTurnView(shell), shows_all=True, has_forms=False)
    colours = {"always": True, "never": False}
    shown = open_turn_view(shell.out, shell.language, has_colour=colours.get(shell.settings.get(COLOR)))
    return ChatTurnView(shown, shows_all=False, has_forms=shell.out.isatty())


class ChatTurnView:
    """Passes the events on, and remembers which turn runs. A question is shown by its form, a file when it lies where
    the person finds it: their events are not shown beside that.
    """

    def __init__(self, inner: TurnView, *, shows_all: bool, has_forms: bool) -> None:
        self._inner = inner
        self._shows_all = shows_all
        self._has_forms = has_forms
        self._said: list[str] = []
        self._has_ended = True
        self.turn_id = ""

    def show(self, number: int, event: Event) -> None:
        """One event."""
        if isinstance(event, TurnStarted):
            self.turn_id = event.turn_id
        elif isinstance(event, TextAppended | TextEnded):
            self._remember(event)
        is_shown_otherwise = isinstance(event, AskOpened) or (isinstance(event, Data) and event.name == "file-ready")
        if self._shows_all or not is_shown_otherwise:
            self._inner.show(number, event)

    def untold(self, ask: Ask) -> Ask:
        """The question as its form shows it: without the title, where the last text of the turn was the title."""
        is_told = self._has_forms and ask.kind != "outline_edit" and "".join(self._said).strip() == ask.title.strip()
        return ask.model_copy(update={"title": ""}) if is_told else ask

    def show_file(self, card: FileCard) -> None:
        """A file, now that it is known where it lies."""
        self._inner.show_file(card)

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]:
        """While it lasts, what is shown moves."""
        return self._inner.live(stdin)

    def _remember(self, event: TextAppended | TextEnded) -> None:
        if self._has_ended and isinstance(event, TextAppended):
            self._said.clear()
        self._has_ended = isinstance(event, TextEnded)
        if isinstance(event, TextAppended):
            self._said.append(event.text)


class JsonTurnView:
    """Every event as a line of JSON, and a line for each file."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._events = EventLineView(shell, is_json=True, is_quiet=False)

    def show(self, number: int, event: Event) -> None:
        """One event."""
        self._events.show(number, event)

    def show_file(self, card: FileCard) -> None:
        """A file, now that it is known where it lies."""
        told = {"file": card.name, "path": str(card.path), "size": card.size}
        self._shell.say(json.dumps(told, ensure_ascii=False))
        self._shell.out.flush()

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing moves in JSON."""
        yield
