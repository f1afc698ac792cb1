"""Play an example at the terminal: type its messages, show its turns and report its files."""

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.consent import can_ask
from inkwright.cli.output import print_findings, wrap_to_terminal
from inkwright.cli.shell import CLARIFY, FAILED, OK, PERMISSION, Shell, printable
from inkwright.cli.terminal.columns import single_line, truncate, width
from inkwright.cli.terminal.event_lines import EventLineView, FileCard
from inkwright.cli.terminal.live_view import LiveTurnView
from inkwright.cli.terminal.questions import ask_person
from inkwright.cli.turns import has_permission
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import AskOpened, Data, Event, ToolProgressed
from inkwright.conversation.turns import Asked, Delivered, Failed
from inkwright.examples.script import Example, load_example
from inkwright.examples.scripted_models import FAST_PACE, READABLE_PACE
from inkwright.settings import COLOR
from inkwright.usecases.files import ensure_folder
from inkwright.usecases.make import PlayedTurn, PlayOptions, play_example
from inkwright.usecases.render import check_file
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import limits_from_settings

_KEY_SECONDS: Final = 0.025
_MAX_QUESTION_LENGTH: Final = 72


@dataclass(frozen=True, slots=True)
class ExampleOptions:
    """How an example is shown: `may_ask` is True where a person answers, `is_slow` where one watches."""

    is_json: bool = False
    is_quiet: bool = False
    may_ask: bool = False
    is_slow: bool = False


class _EventView(Protocol):
    def show(self, number: int, event: Event) -> None: ...

    def say(self, lines: Sequence[str]) -> None: ...

    def show_file(self, card: FileCard) -> None: ...

    def live(self, stdin: BinaryIO) -> contextlib.AbstractAsyncContextManager[None]: ...


class ExampleView:
    """Implements `Stage`. What is said between turns is printed, what is said during one stands among its events."""

    def __init__(self, shell: Shell, manners: ExampleOptions) -> None:
        self._shell = shell
        self._manners = manners
        self._view: _EventView = _LineExampleView(shell, manners)
        if shell.out.isatty() and not (manners.is_json or manners.is_quiet):
            self._view = _LiveExampleView(shell)

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
            self._view.say([self._shell.styled(wrap_to_terminal(self._shell, f"▷ {printable(said)}"), "yellow")])

    async def message(self, said: str) -> None:
        """The message, letter by letter where somebody watches."""
        if self._manners.is_json:
            self._say_json(message=said)
        elif not self._manners.is_quiet:
            self._shell.say()
            await self._type(self._shell.styled("> ", "cyan"), wrap_to_terminal(self._shell, said))

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
            asked = truncate(single_line(event.payload["question"]["question"]), _MAX_QUESTION_LENGTH)
            return f"{event.payload['index'] + 1}. {asked}"
        if event.name.startswith("interactive-") and event.name.endswith("-complete"):
            return self._shell.text("example.part_written", part=event.name.split("-")[1].upper())
        return ""

    def _tell_answer(self, ask: Ask, answer: Answer) -> None:
        for line in ask.outline_lines:
            self._shell.say(self._shell.styled(f"  {printable(line)}", "dim"))
        for question in ask.questions:
            self._shell.say(f"  {printable(question.question)}")
            for option in question.options:
                is_chosen = any(each.value == option.value for each in answer.answers)
                self._shell.say(f"  {'●' if is_chosen else '○'} {printable(option.label)}")
        said = self._shell.text(f"example.answer.{answer.status}")
        told = self._shell.text("example.answer_scripted", answer=said)
        self._shell.say(self._shell.styled(wrap_to_terminal(self._shell, f"▷ {told}"), "yellow"))

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


class _LiveExampleView(LiveTurnView):
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
            self._print([self._paint(f"  {printable(event.message)}", "dim")])

    def say(self, lines: Sequence[str]) -> None:
        """Lines of the example's own."""
        self._print(list(lines))


class _LineExampleView:
    """The view of a command: a line for each event, JSON, or nothing."""

    def __init__(self, shell: Shell, manners: ExampleOptions) -> None:
        self._shell = shell
        self._manners = manners
        self._events = EventLineView(shell, is_json=manners.is_json, is_quiet=manners.is_quiet)

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


_PAGE_SUFFIX: Final = ".html"


def play_example_in_store(arguments: argparse.Namespace, shell: Shell) -> int:
    """Play the example among what the person has, if its files may be written where they are wanted."""
    if not has_permission(arguments, shell):
        return PERMISSION
    arguments.output = str(Path(arguments.output).resolve())
    ensure_folder(Path(arguments.output))
    return asyncio.run(_play_with_store(arguments, shell))


async def _play_with_store(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        return await play_and_report(arguments, shell, store)


async def play_and_report(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    """Play the example, and tell what it has shown. The exit code is 0 where all of it ended as it is told."""
    example = load_example(arguments.name, shell.language)
    is_mute = arguments.json or arguments.quiet
    is_slow = shell.out.isatty() and not (is_mute or arguments.fast)
    may_ask = can_ask(shell) and not (is_mute or arguments.yes)
    stage = ExampleView(
        shell, ExampleOptions(is_json=arguments.json, is_quiet=arguments.quiet, may_ask=may_ask, is_slow=is_slow)
    )
    limits = limits_from_settings(shell.settings)
    playing = PlayOptions(shell.language, Path(arguments.output), limits, READABLE_PACE if is_slow else FAST_PACE)
    played: list[PlayedTurn] = []
    async with contextlib.aclosing(play_example(store, example, stage, playing)) as turns:
        async for each in turns:
            played.append(each)
            await _report_turn(arguments, shell, stage, each)
    _print_ending(arguments, shell, example, played)
    return _exit_code(played[-1])


async def _report_turn(arguments: argparse.Namespace, shell: Shell, stage: ExampleView, played: PlayedTurn) -> None:
    """The files of a turn. A page is run as well, where there is a browser."""
    made = played.outcome.artifacts if isinstance(played.outcome, Delivered | Failed) else ()
    for path, artifact in zip(played.paths, made, strict=False):
        if not arguments.json:
            stage.show_file(path, artifact.artifact_kind)
        if path.suffix == _PAGE_SUFFIX and not (arguments.json or arguments.quiet):
            await _run_page(shell, path)
    if isinstance(played.outcome, Failed) and not played.as_scripted:
        print(f"{shell.text('cli.error')}: {played.outcome.message}", file=sys.stderr)
    elif isinstance(played.outcome, Asked):
        print(shell.text("example.waits"), file=sys.stderr)


async def _run_page(shell: Shell, path: Path) -> None:
    program = find_chromium()
    if program is None:
        shell.say(wrap_to_terminal(shell, shell.text("check.not_run")))
        return
    shell.say(shell.styled(shell.text("render.looking"), "dim"))
    content = await asyncio.to_thread(path.read_bytes)
    judged = await check_file(path.name, content, shell.language, office=None, browser=Browser(program))
    print_findings(shell, judged.findings)
    if judged.is_good:
        shell.say(f"{shell.styled('✓', 'green')} {shell.text('example.page_run')}")


def _print_ending(arguments: argparse.Namespace, shell: Shell, example: Example, played: list[PlayedTurn]) -> None:
    """What one has seen, what one may try next, and once more what was scripted."""
    last, told = played[-1], shell.text("example.scripted_last")
    if arguments.json:
        paths = [str(path) for each in played for path in each.paths]
        ended = {"outcome": last.outcome.kind, "as_scripted": last.as_scripted, "paths": paths, "seen": example.seen}
        shell.say(json.dumps({**ended, "is_scripted": True, "says": told}, ensure_ascii=False))
    elif arguments.quiet:
        print(told, file=sys.stderr)
    else:
        parts = [("example.seen", example.seen)] if last.as_scripted else []
        for key, lines in [*parts, ("example.next", example.next)]:
            shell.say("\n" + shell.styled(shell.text(key), "bold"))
            for line in lines:
                shell.say(wrap_to_terminal(shell, f"· {line}"))
        shell.say("\n" + shell.styled(wrap_to_terminal(shell, told), "yellow"))


def _exit_code(played: PlayedTurn) -> int:
    if isinstance(played.outcome, Asked):
        return CLARIFY
    return OK if played.as_scripted or not isinstance(played.outcome, Failed) else FAILED
