"""What a talk shows of a turn: the view of the terminal without what the talk shows itself, or JSON lines."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import BinaryIO

from inkwright.cli.events import EventsView
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.cli.terminal.rendering import TurnView, open_view
from inkwright.conversation.asks import Ask
from inkwright.conversation.events import AskOpened, Data, Event, TextEnded, TextGrew, TurnStarted
from inkwright.settings import COLOR


def view_for(shell: Shell, *, is_json: bool) -> "TalkView":
    """The view of one turn."""
    if is_json:
        return TalkView(JsonView(shell), shows_all=True, has_forms=False)
    colours = {"always": True, "never": False}
    shown = open_view(shell.out, shell.language, has_colour=colours.get(shell.settings.get(COLOR)))
    return TalkView(shown, shows_all=False, has_forms=shell.out.isatty())


class TalkView:
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
        elif isinstance(event, TextGrew | TextEnded):
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

    def _remember(self, event: TextGrew | TextEnded) -> None:
        if self._has_ended and isinstance(event, TextGrew):
            self._said.clear()
        self._has_ended = isinstance(event, TextEnded)
        if isinstance(event, TextGrew):
            self._said.append(event.text)


class JsonView:
    """Every event as a line of JSON, and a line for each file."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._events = EventsView(shell, is_json=True, is_quiet=False)

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
