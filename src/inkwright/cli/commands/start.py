"""`inkwright start`: a menu for the first minute: example, own file, model or chat."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK, USAGE
from inkwright.cli.output import path_argument, wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.cli.start_menu.steps import (
    Menu,
    choose_from_menu,
    choose_source,
    report_made_files,
    sample_note,
    show_and_run,
    show_path_setup,
)
from inkwright.cli.terminal.live_region import without_echo
from inkwright.conversation.asks import AskOption
from inkwright.llm.key_store import KeyStore
from inkwright.llm.local_models import LocalModels, free_memory
from inkwright.llm.model_catalogue import recommended_model
from inkwright.settings import MODEL

_MENU_CHOICES: Final = ("example", "file", "model", "chat")
_INSTALL: Final = "install"
_LEAVE: Final = "leave"
_DELIVERABLES: Final = {
    "quiz": "quiz",
    "slides": "slides",
    "doc_worksheet": "doc",
    "doc_summary": "doc",
    "page": "page",
    "pdf": "pdf",
}
"""What a file can become, and the argument of `make` for it."""
_REQUESTED_IN_WORDS: Final = frozenset({"doc_worksheet", "doc_summary", "page"})
"""These need a request in words besides the file."""


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Options of `inkwright start`."""

    model: str | None = None
    fast: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(StartOptions)
    parser.add_argument("--model", metavar="NAME", help=parser.text("start.model"))
    parser.add_switch("--fast", "start.fast")


def run(options: StartOptions, shell: Shell) -> int:
    shell.say(shell.styled(wrap_to_terminal(shell, shell.text("start.first")), "bold"))
    shell.say(wrap_to_terminal(shell, shell.text("start.first_more")))
    if shell.stdin.isatty() and shell.out.isatty():
        return _run_menu(options, shell)
    return _run_without_terminal(shell)


def _run_menu(options: StartOptions, shell: Shell) -> int:
    """Show the menu until the user leaves it."""
    model = [] if options.model is None else ["--model", options.model]
    while True:
        shell.say()
        chosen = choose_from_menu(shell, _main_menu(shell, offers_model=options.model is None and _has_no_model(shell)))
        if chosen is None or chosen.value == _LEAVE:
            show_path_setup(shell)
            return OK
        match chosen.value:
            case "install":
                _install_model(shell)
            case "example":
                _play_example(shell, is_fast=options.fast)
            case "file":
                _make_from_file(shell, model)
            case "model":
                _set_up_model(shell)
            case "chat":
                show_and_run(shell, "chat", *model)


def _main_menu(shell: Shell, *, offers_model: bool) -> Menu:
    options = [
        AskOption(
            label=shell.text(f"start.menu.{each}"), value=each, description=shell.text(f"start.menu.{each}.about")
        )
        for each in _MENU_CHOICES
    ]
    options.append(AskOption(label=shell.text("start.menu.leave"), value=_LEAVE))
    if offers_model and (model := recommended_model(free_memory())):
        fields = {"name": model.name, "size": f"{model.size / 1e9:.1f}"}
        label, about = (shell.text(f"start.menu.install{end}", **fields) for end in ("", ".about"))
        options.insert(0, AskOption(label=label, value=_INSTALL, description=about))
    return Menu(shell.text("start.menu.title"), shell.text("start.menu.question"), options)


def _has_no_model(shell: Shell) -> bool:
    """Whether no model is set or installed, and no key is stored, so that one has to be installed first."""
    home = shell.settings.home
    return shell.settings.get(MODEL) == MODEL.default and not LocalModels(home).all() and not KeyStore(home).places()


def _install_model(shell: Shell) -> None:
    """Choose a model from the list with sizes, and install it."""
    from inkwright.cli.model_install import install_rows  # noqa: PLC0415 - imports the agent

    memory = free_memory()
    advised = recommended_model(memory)
    recommended = advised.name if advised else ""
    options = [
        AskOption(label=name, value=name, description=" · ".join(filter(None, about)))
        for name, *about in install_rows(shell, memory, marks_advised=False)
    ]
    title, question = shell.text("start.install.title"), shell.text("start.install.question")
    menu = Menu(title, question, options, shell.text("start.install.about"), recommended=recommended)
    chosen = choose_from_menu(shell, menu)
    if chosen is not None:
        show_and_run(shell, "models", "install", chosen.value, "--yes")


def _play_example(shell: Shell, *, is_fast: bool) -> None:
    with _loading_notice(shell):
        from inkwright.examples.script import (  # noqa: PLC0415 - imports the agent
            EXAMPLE_NAMES,
            load_example,
        )

        options = [
            AskOption(label=f"{name}: {load_example(name, shell.language).about}", value=name) for name in EXAMPLE_NAMES
        ]
    title, question = shell.text("start.example.title"), shell.text("start.example.question")
    chosen = choose_from_menu(shell, Menu(title, question, options, shell.text("start.example.about")))
    if chosen is not None:
        words = [chosen.value, "--fast"] if is_fast else [chosen.value]
        report_made_files(shell, show_and_run(shell, "example", *words))


def _make_from_file(shell: Shell, model: Sequence[str]) -> None:
    """Choose a file and what to make from it; if it cannot be read, choose again."""
    while (source := choose_source(shell)) is not None:
        chosen = choose_from_menu(shell, _deliverable_options(shell, source))
        if chosen is None:
            continue
        words = [shell.text(f"start.thing.{chosen.value}.request")] if chosen.value in _REQUESTED_IN_WORDS else []
        result = show_and_run(
            shell, "make", _DELIVERABLES[chosen.value], *words, "--from", path_argument(source), *model
        )
        if result.code != USAGE:
            report_made_files(shell, result)
            return


def _deliverable_options(shell: Shell, source: Path) -> Menu:
    options = [
        AskOption(
            label=shell.text(f"start.thing.{each}"), value=each, description=shell.text(f"start.thing.{each}.about")
        )
        for each in _DELIVERABLES
    ]
    title = shell.text("start.thing.title", name=source.name)
    return Menu(title, shell.text("start.thing.question"), options)


def _set_up_model(shell: Shell) -> None:
    with _loading_notice(shell):
        from inkwright.cli.start_menu.model_setup import (  # noqa: PLC0415 - imports the agent
            find_models,
            set_up_model,
        )

        found = find_models(shell)
    set_up_model(shell, found)


@contextlib.contextmanager
def _loading_notice(shell: Shell) -> Iterator[None]:
    """Print that something is being loaded, and do not echo what is typed meanwhile."""
    shell.say(shell.styled(shell.text("chat.opening"), "dim"))
    with without_echo(shell.stdin):
        yield


def _run_without_terminal(shell: Shell) -> int:
    """Without a terminal, play one example and make one quiz, to show that the program works."""
    from inkwright.agent.rule_planner import RULE_MODEL_NAME  # noqa: PLC0415 - imports the agent

    shell.say("\n" + shell.text("start.no_terminal"))
    played = show_and_run(shell, "example", "slides", "--fast", "--yes")
    report_made_files(shell, played)
    shell.say()
    note = sample_note(shell)
    made = show_and_run(shell, "make", "quiz", "--from", path_argument(note), "--model", RULE_MODEL_NAME, "--yes")
    report_made_files(shell, made)
    show_path_setup(shell)
    return OK if played.made and made.made else FAILED
