"""Play an example at the terminal: type its messages, show its turns and report its files."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from inkwright.cli.commands.example import ExampleOptions
from inkwright.cli.consent import can_ask
from inkwright.cli.exit_codes import OK, PERMISSION, turn_exit_code
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import OutputOptions
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import single_line, truncate, width
from inkwright.cli.terminal.event_lines import EventLineView, FileCard
from inkwright.cli.terminal.live_view import LiveTurnView
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import AskOpened, Data, Event, ToolProgressed
from inkwright.conversation.turns import ArtifactRef, Asked, Delivered, Failed
from inkwright.examples.script import Example, load_example
from inkwright.examples.scripted_models import FAST_PACE, READABLE_PACE
from inkwright.usecases.make import PlayedTurn, PlayOptions, play_example
from inkwright.usecases.output_files import ensure_folder
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import limits_from_settings

_KEY_SECONDS: Final = 0.025
_MAX_QUESTION_LENGTH: Final = 72


@dataclass(frozen=True, slots=True)
class ExampleStyle:
    """How an example is shown: whether a person answers, and whether messages are typed at a readable pace."""

    printing: OutputOptions
    may_ask: bool = False
    is_slow: bool = False


class _EventView(Protocol):
    def show(self, number: int, event: Event) -> None: ...

    def say(self, lines: Sequence[str]) -> None: ...

    def show_file(self, card: FileCard) -> None: ...

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]: ...


class ExampleView:
    """Implements `ExampleDisplay`. Text between turns is printed, text during a turn appears among its events."""

    def __init__(self, shell: Shell, style: ExampleStyle) -> None:
        self._shell = shell
        self._style = style
        self._printing = style.printing
        self._view: _EventView = _LineExampleView(shell, style.printing)
        if shell.out.isatty() and style.printing.has_notes:
            self._view = _LiveExampleView(shell)

    def show(self, number: int, event: Event) -> None:
        """Show one event. A question that is asked in a form is shown by the form."""
        if not (isinstance(event, AskOpened) and self._style.may_ask):
            self._view.show(number, event)
        if self._printing.has_notes and (line := self._detail_line(event)):
            self._view.say([self._shell.styled(f"  {line}", "dim")])

    def note(self, said: str) -> None:
        """Show what the scripted model does next."""
        if self._printing.json:
            print_json_line(self._shell, {"note": said})
        elif not self._printing.quiet:
            rows = wrap_to_terminal(self._shell, f"▷ {printable(said)}").split("\n")
            self._view.say([self._shell.styled(row, "yellow") for row in rows])

    async def message(self, said: str) -> None:
        """Show the message, letter by letter if the pace is slow."""
        if self._printing.json:
            print_json_line(self._shell, {"message": said})
        elif not self._printing.quiet:
            self._shell.say()
            await self._type(self._shell.styled("> ", "cyan"), wrap_to_terminal(self._shell, said))

    async def answer(self, ask: Ask, scripted: Answer) -> Answer | None:
        """Return the person's answer if one is asked, else the scripted one, and show that it is scripted."""
        if self._style.may_ask:
            return await ask_person(ask, self._shell, folder=Path.cwd())
        if self._printing.json:
            answer = scripted.model_dump(exclude_defaults=True)
            print_json_line(self._shell, {"answer": answer, "is_scripted": True})
        elif not self._printing.quiet:
            self._show_answer(ask, scripted)
        return scripted

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the display live while a turn runs."""
        async with self._view.live(self._shell.stdin):
            yield

    def show_file(self, path: Path, kind: str) -> None:
        """Show a file that was saved."""
        here = Path.cwd()
        shown = path.relative_to(here) if path.is_relative_to(here) else path
        self._view.show_file(FileCard(path.name, kind, path.stat().st_size, shown))

    def _detail_line(self, event: Event) -> str:
        """Return the line for a new quiz question or page part, which only examples show."""
        if not isinstance(event, Data):
            return ""
        if event.name in ("quiz-question", "quiz-replace"):
            question = truncate(single_line(event.payload["question"]["question"]), _MAX_QUESTION_LENGTH)
            return f"{event.payload['index'] + 1}. {question}"
        if event.name.startswith("interactive-") and event.name.endswith("-complete"):
            return self._shell.text("example.part_written", part=event.name.split("-")[1].upper())
        return ""

    def _show_answer(self, ask: Ask, answer: Answer) -> None:
        for line in ask.outline_lines:
            self._shell.say(self._shell.styled(f"  {printable(line)}", "dim"))
        for question in ask.questions:
            self._shell.say(f"  {printable(question.question)}")
            for option in question.options:
                is_chosen = any(each.value == option.value for each in answer.answers)
                self._shell.say(f"  {'●' if is_chosen else '○'} {printable(option.label)}")
        status = self._shell.text(f"example.answer.{answer.status}")
        notice = self._shell.text("example.answer_scripted", answer=status)
        self._shell.say(self._shell.styled(wrap_to_terminal(self._shell, f"▷ {notice}"), "yellow"))

    async def _type(self, mark: str, said: str) -> None:
        out = self._shell.out
        out.write(mark)
        for letter in said:
            out.write(letter)
            out.flush()
            await asyncio.sleep(_KEY_SECONDS * width(letter) if self._style.is_slow else 0)
        out.write("\n")
        out.flush()


class _LiveExampleView(LiveTurnView):
    """The live view of a chat, except that progress messages stay on the screen."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.out, shell.language, has_colour=shell.has_colour, path_of=lambda _id: None)

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        if isinstance(event, Data) and event.name == "file-ready":
            return
        super().show(number, event)
        if isinstance(event, ToolProgressed):
            self._print([self._style(f"  {printable(event.message)}", "dim")])

    def say(self, lines: Sequence[str]) -> None:
        """Print lines that are not events."""
        self._print(list(lines))


class _LineExampleView:
    """The view of a command: a line for each event, JSON, or nothing."""

    def __init__(self, shell: Shell, printing: OutputOptions) -> None:
        self._shell = shell
        self._printing = printing
        self._events = EventLineView(shell, is_json=printing.json, is_quiet=printing.quiet)

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        self._events.show(number, event)

    def say(self, lines: Sequence[str]) -> None:
        """Print lines that are not events."""
        for line in lines:
            self._shell.say(line)

    def show_file(self, card: FileCard) -> None:
        """Show where a file was saved."""
        if self._printing.quiet:
            self._shell.say(str(card.path))
        elif not self._printing.json:
            self._shell.say(self._shell.text("write.done", path=card.path, size=f"{card.size:,}"))

    @contextlib.asynccontextmanager
    async def live(self, stdin: BinaryIO) -> AsyncIterator[None]:
        """Nothing is redrawn."""
        yield


def play_in_store(name: str, options: ExampleOptions, shell: Shell) -> int:
    """Play the example in a store of its own, if its files may be written to the chosen folder.

    The store is deleted at the end: examples are not part of the user's history.
    """
    if not check_access(options.consent, shell, writes=[options.output]):
        return PERMISSION
    options = replace(options, output=options.output.resolve())
    ensure_folder(options.output)
    return asyncio.run(_play_with_store(name, options, shell))


async def _play_with_store(name: str, options: ExampleOptions, shell: Shell) -> int:
    with tempfile.TemporaryDirectory(prefix="inkwright-example-") as home:
        async with open_store(shell.settings.moved_to(Path(home))) as store:
            return await play_and_report(name, options, shell, store)


async def play_and_report(name: str, options: ExampleOptions, shell: Shell, store: Store) -> int:
    """Play the example and report what it showed. The exit code is 0 if it ended as scripted."""
    example = load_example(name, shell.language)
    printing = options.printing
    is_slow = shell.out.isatty() and printing.has_notes and not options.fast
    may_ask = can_ask(shell) and printing.has_notes and not options.consent.yes
    view = ExampleView(shell, ExampleStyle(printing, may_ask=may_ask, is_slow=is_slow))
    limits = limits_from_settings(shell.settings)
    pace = READABLE_PACE if is_slow else FAST_PACE
    played: list[PlayedTurn] = []
    playing = play_example(store, example, view, PlayOptions(shell.language, options.output, limits, pace))
    async with contextlib.aclosing(playing) as turns:
        async for turn in turns:
            played.append(turn)
            _report_turn(printing, shell, view, turn)
    _print_ending(printing, shell, example, played)
    last = played[-1]
    # An example that shows a failure succeeds by failing as scripted.
    return OK if last.as_scripted and isinstance(last.outcome, Failed) else turn_exit_code(last.outcome)


def _report_turn(printing: OutputOptions, shell: Shell, view: ExampleView, played: PlayedTurn) -> None:
    """Show the files of a turn, and whether a page was run."""
    artifacts = played.outcome.artifacts if isinstance(played.outcome, Delivered | Failed) else ()
    for path in played.paths if not printing.json else ():
        view.show_file(path, path.suffix.removeprefix("."))
    for artifact in artifacts:
        if artifact.is_run is not None and printing.has_notes:
            _report_run(shell, artifact)
    if isinstance(played.outcome, Failed) and not played.as_scripted:
        shell.note(shell.labelled(shell.text("cli.error"), played.outcome.message))
    elif isinstance(played.outcome, Asked):
        shell.note(shell.text("example.waits"))


def _report_run(shell: Shell, page: ArtifactRef) -> None:
    if page.is_run:
        shell.say(f"{shell.styled('✓', 'green')} {shell.text('example.page_run')}")
    else:
        shell.say(wrap_to_terminal(shell, shell.text("check.not_run")))


def _print_ending(printing: OutputOptions, shell: Shell, example: Example, played: list[PlayedTurn]) -> None:
    """Print what the example showed, what to try next, and again that it was scripted."""
    last, notice = played[-1], shell.text("example.scripted_last")
    if printing.json:
        paths = [str(path) for each in played for path in each.paths]
        end = {"outcome": last.outcome.kind, "as_scripted": last.as_scripted, "paths": paths, "seen": example.seen}
        print_json_line(shell, {**end, "is_scripted": True, "says": notice})
    elif printing.quiet:
        shell.note(notice)
    else:
        parts = [("example.seen", example.seen)] if last.as_scripted else []
        for key, lines in [*parts, ("example.next", example.next)]:
            shell.say("\n" + shell.styled(shell.text(key), "bold"))
            for line in lines:
                shell.say(wrap_to_terminal(shell, f"· {line}"))
        shell.say("\n" + shell.styled(wrap_to_terminal(shell, notice), "yellow"))
