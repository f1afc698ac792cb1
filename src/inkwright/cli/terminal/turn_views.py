"""Views of a turn: live at a terminal, plain lines over a pipe, or JSON lines."""

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, BinaryIO, Protocol, TextIO

from inkwright.cli.json_output import print_json_line
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

if TYPE_CHECKING:
    from inkwright.cli.terminal.message_queue import MessageQueue


class TurnView(Protocol):
    """Shows a turn. Pass `show` to the turn services, and run the turn inside `live`."""

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        ...

    def show_file(self, card: FileCard) -> None:
        """Show a file that was saved."""
        ...

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]:
        """Keep the display live within this context, and restore the terminal at its end."""
        ...


def open_turn_view(
    out: TextIO,
    language: Language,
    *,
    has_colour: bool | None = None,
    path_of: ArtifactPath = lambda _id: None,
    queue: "MessageQueue | None" = None,
) -> TurnView:
    """Return a view for this output. By default only a terminal has colours. `queue` takes what is typed meanwhile."""
    if not out.isatty():
        return PlainTurnView(out, language, has_colour=bool(has_colour), path_of=path_of)
    from inkwright.cli.terminal.live_view import LiveTurnView  # noqa: PLC0415 - imports the Markdown renderer, which a pipe does not need

    view = LiveTurnView(out, language, has_colour=has_colour is not False, path_of=path_of)
    view.queue = queue
    return view


class PlainTurnView:
    """Prints lines for a pipe or a file. A text is printed when it has ended; a retracted one is not."""

    def __init__(self, out: TextIO, language: Language, *, has_colour: bool, path_of: ArtifactPath) -> None:
        self._out = out
        self._language = language
        self._style = ansi_styled if has_colour else unstyled
        self._lines = EventLines(language, self._style, path_of)
        self._texts: dict[str, str] = {}
        self._last_text = ""
        self._problem = ""

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        match event:
            case TextAppended():
                self._texts[event.text_id] = self._texts.get(event.text_id, "") + event.text
            case TextRetracted():
                self._texts.pop(event.text_id, None)
            case TextEnded():
                self._last_text = self._texts.pop(event.text_id, "")
                self._say([printable(self._last_text)])
            case TurnFinished(outcome=Answered() | Delivered() as outcome) if not self._was_printed(outcome.message):
                self._say([printable(outcome.message), *self._lines.for_event(event)])
            case TurnFinished(outcome=Failed() as failed) if failed.message == self._problem:
                self._say(self._lines.for_event(event)[1:])
            case _:
                self._problem = event.message if isinstance(event, ErrorHappened) else self._problem
                self._say(self._lines.for_event(event))

    def show_file(self, card: FileCard) -> None:
        """Show a file that was saved."""
        self._say(file_card_lines(card, self._language, self._style))

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing is redrawn in a file."""
        yield

    def _was_printed(self, message: str) -> bool:
        """Whether the last text was this message. The message of an outcome has no space around it."""
        return message.strip() == self._last_text.strip()

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            print(line, file=self._out)
        self._out.flush()


def open_chat_view(shell: Shell, *, is_json: bool, queue: "MessageQueue | None" = None) -> "ChatTurnView":
    """Return the view of one turn in a chat."""
    if is_json:
        return ChatTurnView(JsonTurnView(shell), shows_all=True, has_forms=False)
    view = open_turn_view(shell.out, shell.language, has_colour=shell.has_colour, queue=queue)
    return ChatTurnView(view, shows_all=False, has_forms=shell.out.isatty())


class ChatTurnView:
    """Forwards events, and remembers which turn runs.

    Events of questions and files are not forwarded, because a form shows the question and `show_file` the saved file.
    """

    def __init__(self, inner: TurnView, *, shows_all: bool, has_forms: bool) -> None:
        self._inner = inner
        self._shows_all = shows_all
        self._has_forms = has_forms
        self._text: list[str] = []
        self._has_ended = True
        self.turn_id = ""

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        if isinstance(event, TurnStarted):
            self.turn_id = event.turn_id
        elif isinstance(event, TextAppended | TextEnded):
            self._remember(event)
        is_shown_otherwise = isinstance(event, AskOpened) or (isinstance(event, Data) and event.name == "file-ready")
        if self._shows_all or not is_shown_otherwise:
            self._inner.show(number, event)

    def without_shown_title(self, ask: Ask) -> Ask:
        """Return the ask for its form: without the title if the last text of the turn was the title."""
        is_shown = self._has_forms and ask.kind != "outline_edit" and "".join(self._text).strip() == ask.title.strip()
        return ask.model_copy(update={"title": ""}) if is_shown else ask

    def show_file(self, card: FileCard) -> None:
        """Show a file that was saved."""
        self._inner.show_file(card)

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]:
        """Keep the display live within this context."""
        return self._inner.live(stdin)

    def _remember(self, event: TextAppended | TextEnded) -> None:
        if self._has_ended and isinstance(event, TextAppended):
            self._text.clear()
        self._has_ended = isinstance(event, TextEnded)
        if isinstance(event, TextAppended):
            self._text.append(event.text)


class JsonTurnView:
    """Prints every event, and every saved file, as a line of JSON."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._events = EventLineView(shell, is_json=True, is_quiet=False)

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        self._events.show(number, event)

    def show_file(self, card: FileCard) -> None:
        """Show a file that was saved."""
        print_json_line(self._shell, {"file": card.name, "path": str(card.path), "size": card.size})
        self._shell.out.flush()

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing is redrawn in JSON."""
        yield
