"""What a person sees of an example: the message as it is typed, the turn as any turn is shown, and what is scripted."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from inkwright.cli.columns import cut, one_line, width
from inkwright.cli.events import EventsView
from inkwright.cli.shell import Shell, plain
from inkwright.cli.talking.widths import fitted
from inkwright.cli.terminal.asking import ask_person
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.cli.terminal.live_view import LiveView
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import AskOpened, Data, Event, ToolProgressed
from inkwright.settings import COLOR

_KEY_SECONDS: Final = 0.025
_LONGEST_QUESTION: Final = 72


@dataclass(frozen=True, slots=True)
class Manners:
    """How an example is shown: `may_ask` is True where a person answers, `is_slow` where one watches."""

    is_json: bool = False
    is_quiet: bool = False
    may_ask: bool = False
    is_slow: bool = False


class _View(Protocol):
    def show(self, number: int, event: Event) -> None: ...

    def say(self, lines: Sequence[str]) -> None: ...

    def show_file(self, card: FileCard) -> None: ...

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]: ...


class ExampleStage:
    """Implements `Stage`. What is said between turns is printed, what is said during one stands among its events."""

    def __init__(self, shell: Shell, manners: Manners) -> None:
        self._shell = shell
        self._manners = manners
        self._view: _View = _Lines(shell, manners)
        if shell.out.isatty() and not (manners.is_json or manners.is_quiet):
            self._view = _Live(shell)

    def show(self, number: int, event: Event) -> None:
        """One event. A question that is asked in a form is shown by it."""
        if not (isinstance(event, AskOpened) and self._manners.may_ask):
            self._view.show(number, event)
        if self._tells_in_words and (line := self._more(event)):
            self._view.say([self._shell.styled(f"  {line}", "dim")])

    def note(self, said: str) -> None:
        """What the scripted model does now."""
        if self._manners.is_json:
            self._say_json(note=said)
        elif not self._manners.is_quiet:
            self._view.say([self._shell.styled(fitted(self._shell, f"▷ {plain(said)}"), "yellow")])

    async def message(self, said: str) -> None:
        """The message, letter by letter where somebody watches."""
        if self._manners.is_json:
            self._say_json(message=said)
        elif not self._manners.is_quiet:
            self._shell.say()
            await self._type(self._shell.styled("> ", "cyan"), fitted(self._shell, said))

    async def answer(self, ask: Ask, scripted: Answer) -> Answer | None:
        """The person's answer where there is one; else the scripted one, which is told to be that."""
        if self._manners.may_ask:
            return await ask_person(ask, self._shell, folder=Path.cwd())
        if self._manners.is_json:
            self._say_json(answer=scripted.model_dump(exclude_defaults=True), is_scripted=True)
        elif not self._manners.is_quiet:
            self._tell_answer(ask, scripted)
        return scripted

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While a turn runs, its times run on."""
        async with self._view.live(self._shell.stdin):
            yield

    def show_file(self, path: Path, kind: str) -> None:
        """A file that lies where the person finds it."""
        self._view.show_file(FileCard(path.name, kind, path.stat().st_size, path))

    @property
    def _tells_in_words(self) -> bool:
        return not (self._manners.is_json or self._manners.is_quiet)

    def _more(self, event: Event) -> str:
        """What an example shows besides: questions and parts of pages as they come."""
        if not isinstance(event, Data):
            return ""
        if event.name in ("quiz-question", "quiz-replace"):
            asked = cut(one_line(event.payload["question"]["question"]), _LONGEST_QUESTION)
            return f"{event.payload['index'] + 1}. {asked}"
        if event.name.startswith("interactive-") and event.name.endswith("-complete"):
            return self._shell.text("example.part_written", part=event.name.split("-")[1].upper())
        return ""

    def _tell_answer(self, ask: Ask, answer: Answer) -> None:
        for line in ask.outline_lines:
            self._shell.say(self._shell.styled(f"  {plain(line)}", "dim"))
        for question in ask.questions:
            self._shell.say(f"  {plain(question.question)}")
            for option in question.options:
                is_chosen = any(each.value == option.value for each in answer.answers)
                self._shell.say(f"  {'●' if is_chosen else '○'} {plain(option.label)}")
        said = self._shell.text(f"example.answer.{answer.status}")
        told = self._shell.text("example.answer_scripted", answer=said)
        self._shell.say(self._shell.styled(fitted(self._shell, f"▷ {told}"), "yellow"))

    async def _type(self, mark: str, said: str) -> None:
        out = self._shell.out
        out.write(mark)
        for letter in said:
            out.write(letter)
            out.flush()
            await asyncio.sleep(_KEY_SECONDS * width(letter) if self._manners.is_slow else 0)
        out.write("\n")
        out.flush()

    def _say_json(self, **told: object) -> None:
        self._shell.say(json.dumps(told, ensure_ascii=False))


class _Live(LiveView):
    """The view of a talk, in which progress stays on the screen: an example is there to be followed."""

    def __init__(self, shell: Shell) -> None:
        has_colour = shell.settings.get(COLOR) != "never"
        super().__init__(shell.out, shell.language, has_colour=has_colour, path_of=lambda _id: None)

    def show(self, number: int, event: Event) -> None:
        """One event."""
        if isinstance(event, Data) and event.name == "file-ready":
            return
        super().show(number, event)
        if isinstance(event, ToolProgressed):
            self._print([self._paint(f"  {plain(event.message)}", "dim")])

    def say(self, lines: Sequence[str]) -> None:
        """Lines of the example's own."""
        self._print(list(lines))


class _Lines:
    """The view of a command: a line for each event, JSON, or nothing."""

    def __init__(self, shell: Shell, manners: Manners) -> None:
        self._shell = shell
        self._manners = manners
        self._events = EventsView(shell, is_json=manners.is_json, is_quiet=manners.is_quiet)

    def show(self, number: int, event: Event) -> None:
        """One event."""
        self._events.show(number, event)

    def say(self, lines: Sequence[str]) -> None:
        """Lines of the example's own."""
        for line in lines:
            self._shell.say(line)

    def show_file(self, card: FileCard) -> None:
        """Where a file lies."""
        if self._manners.is_quiet:
            self._shell.say(str(card.path))
        elif not self._manners.is_json:
            self._shell.say(self._shell.text("write.done", path=card.path, size=f"{card.size:,}"))

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing moves."""
        yield
