"""`inkwright start`: the first minute. See an example, make something from your own file, set up a model, or talk."""

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from inkwright.cli.next_steps import argument
from inkwright.cli.shell import FAILED, OK, USAGE, Parser, Shell
from inkwright.cli.starting.commands import run_shown, tell_made, tell_way_back, with_pages
from inkwright.cli.starting.menus import Menu, choose
from inkwright.cli.starting.sources import choose_source, sample_note
from inkwright.cli.talking.widths import fitted
from inkwright.cli.terminal.keys import unseen_keys
from inkwright.conversation.asks import AskOption
from inkwright.i18n import text

_CHOICES: Final = ("example", "file", "model", "chat")
_LEAVE: Final = "leave"
_THINGS: Final = {
    "quiz": "quiz",
    "slides": "slides",
    "doc_worksheet": "doc",
    "doc_summary": "doc",
    "page": "page",
    "pdf": "pdf",
}
"""What a file can become, and which `make` makes it."""
_IN_WORDS: Final = frozenset({"doc_worksheet", "doc_summary", "page"})
"""These are asked for in words beside the file."""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--model", metavar="NAME", help=text(parser.language, "start.model"))
    parser.add_argument("--fast", action="store_true", help=text(parser.language, "start.fast"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    shell.say(shell.styled(fitted(shell, shell.text("start.first")), "bold"))
    shell.say(fitted(shell, shell.text("start.first_more")))
    if shell.stdin.isatty() and shell.out.isatty():
        return _at_terminal(arguments, shell)
    return _unattended(shell)


def _at_terminal(arguments: argparse.Namespace, shell: Shell) -> int:
    """The menu, until the person leaves it."""
    model = [] if arguments.model is None else ["--model", arguments.model]
    while True:
        shell.say()
        chosen = choose(shell, _menu(shell))
        if chosen is None or chosen.value == _LEAVE:
            tell_way_back(shell)
            return OK
        match chosen.value:
            case "example":
                _play_example(shell, is_fast=arguments.fast)
            case "file":
                _make_from_file(shell, model)
            case "model":
                _set_up_model(shell)
            case "chat":
                run_shown(shell, "chat", *model)


def _menu(shell: Shell) -> Menu:
    options = [
        AskOption(
            label=shell.text(f"start.menu.{each}"), value=each, description=shell.text(f"start.menu.{each}.about")
        )
        for each in _CHOICES
    ]
    options.append(AskOption(label=shell.text("start.menu.leave"), value=_LEAVE))
    return Menu(shell.text("start.menu.title"), shell.text("start.menu.question"), options)


def _play_example(shell: Shell, *, is_fast: bool) -> None:
    with _patience(shell):
        from inkwright.examples.reading import NAMES, read_example  # noqa: PLC0415 - brings the agent

        options = [AskOption(label=f"{name}: {read_example(name, shell.language).about}", value=name) for name in NAMES]
    title, question = shell.text("start.example.title"), shell.text("start.example.question")
    chosen = choose(shell, Menu(title, question, options, shell.text("start.example.about")))
    if chosen is not None:
        words = [chosen.value, "--fast"] if is_fast else [chosen.value]
        tell_made(shell, with_pages(shell, run_shown(shell, "example", *words)))


def _make_from_file(shell: Shell, model: Sequence[str]) -> None:
    """From the file to what it shall become, and back to the files where it cannot be read."""
    while (source := choose_source(shell)) is not None:
        chosen = choose(shell, _things(shell, source))
        if chosen is None:
            continue
        words = [shell.text(f"start.thing.{chosen.value}.request")] if chosen.value in _IN_WORDS else []
        done = run_shown(shell, "make", _THINGS[chosen.value], *words, "--from", argument(source), *model)
        if done.code != USAGE:
            tell_made(shell, with_pages(shell, done))
            return


def _things(shell: Shell, source: Path) -> Menu:
    options = [
        AskOption(
            label=shell.text(f"start.thing.{each}"), value=each, description=shell.text(f"start.thing.{each}.about")
        )
        for each in _THINGS
    ]
    title = shell.text("start.thing.title", name=source.name)
    return Menu(title, shell.text("start.thing.question"), options)


def _set_up_model(shell: Shell) -> None:
    with _patience(shell):
        from inkwright.cli.starting.model_setup import look_around, set_up_model  # noqa: PLC0415 - brings the engine

        found = look_around()
    set_up_model(shell, found)


@contextlib.contextmanager
def _patience(shell: Shell) -> Iterator[None]:
    """The person is told that something is being loaded; what they type meanwhile is not written across the screen."""
    shell.say(shell.styled(shell.text("chat.opening"), "dim"))
    with unseen_keys(shell.stdin):
        yield


def _unattended(shell: Shell) -> int:
    """Where nobody can be asked: one example and one quiz, to show that it works."""
    from inkwright.agent.planning import RULE  # noqa: PLC0415 - brings the agent

    shell.say("\n" + shell.text("start.no_terminal"))
    played = run_shown(shell, "example", "slides", "--fast", "--yes")
    tell_made(shell, played)
    shell.say()
    note = sample_note(shell)
    made = run_shown(shell, "make", "quiz", "--from", argument(note), "--model", RULE, "--yes")
    tell_made(shell, with_pages(shell, made))
    tell_way_back(shell)
    return OK if played.made and made.made else FAILED
