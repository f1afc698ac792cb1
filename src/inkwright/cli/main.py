"""`inkwright`: find the command, run it and report every error as a sentence."""

import argparse
import difflib
import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Final, Protocol, cast

from inkwright import __version__
from inkwright.cli.shell import FAILED, INTERRUPTED, OK, USAGE, CommandParser, Shell
from inkwright.errors import CallerError, InkwrightError, InvalidSetting, ModelUnknown
from inkwright.i18n import LANGUAGES, Language, error_text, language_from_environment, text, translate_reason
from inkwright.settings import LANGUAGE, Settings, home_folder, load_settings

COMMANDS: Final[dict[str, str]] = {
    "start": "inkwright.cli.commands.start",
    "chat": "inkwright.cli.commands.chat",
    "example": "inkwright.cli.commands.example",
    "tour": "inkwright.cli.commands.tour",
    "think": "inkwright.cli.commands.think",
    "ask": "inkwright.cli.commands.ask",
    "make": "inkwright.cli.commands.make",
    "resume": "inkwright.cli.commands.resume",
    "render": "inkwright.cli.commands.render",
    "check": "inkwright.cli.commands.check",
    "preview": "inkwright.cli.commands.preview",
    "quiz": "inkwright.cli.commands.quiz",
    "files": "inkwright.cli.commands.files",
    "history": "inkwright.cli.commands.history",
    "project": "inkwright.cli.commands.project",
    "write": "inkwright.cli.commands.write",
    "parse": "inkwright.cli.commands.parse",
    "doctor": "inkwright.cli.commands.doctor",
    "models": "inkwright.cli.commands.models",
    "model": "inkwright.cli.commands.model",
    "permissions": "inkwright.cli.commands.permissions",
    "cost": "inkwright.cli.commands.cost",
    "db": "inkwright.cli.commands.db",
    "settings": "inkwright.cli.commands.settings",
}


_DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class CommandModule(Protocol):
    """What a command's module offers."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the command's arguments."""
        ...

    def run(self, arguments: argparse.Namespace, shell: Shell) -> int:
        """Do it, and return the exit code."""
        ...


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point: the exit code is 0 done, 1 failed, 2 wrong usage, 14 interrupted."""
    _open_closed_streams()
    language = language_from_environment(os.environ)
    # The engine would show an advertisement of its own at a terminal.
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return run_command_line(sys.argv[1:] if argv is None else argv, language)


def run_command_line(words: Sequence[str], language: Language) -> int:
    """Run the command that these words are, in this process; `language` is used where nothing else is chosen."""
    language = _language_before_parsing(words, language)
    return _run_reporting_errors(lambda: _run_command(list(words), language), language)


def _language_before_parsing(words: Sequence[str], of_environment: Language) -> Language:
    """The language of the flag, else of the settings: help and errors need it before the words are parsed."""
    flag = _language_flag(words)
    if flag in LANGUAGES:
        return flag
    try:
        settings = load_settings(flags={"language": flag}, environ=os.environ, folder=Path.cwd())
    except (InvalidSetting, OSError, RuntimeError):
        # The command itself reports broken settings and folders that do not exist.
        return of_environment
    return _chosen_language(settings, of_environment)


def _language_flag(words: Sequence[str]) -> str | None:
    flag = None
    for word, following in pairwise([*words, ""]):
        if word == "--":
            break
        if word == "--language":
            flag = following
        elif word.startswith("--language="):
            flag = word.partition("=")[2]
    return flag


def _run_reporting_errors(do: Callable[[], int], language: Language) -> int:
    """The exit code of what is done; what stops it becomes a sentence in this language."""
    try:
        return do()
    except InkwrightError as error:
        return _report_error(error, language)
    except KeyboardInterrupt:
        print(text(language, "cli.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return OK
    except Exception as bug:  # noqa: BLE001
        _report_bug(bug, language)
        return FAILED


def _run_command(argv: list[str], language: Language) -> int:
    root = _root_parser(language)
    given = root.parse_args(argv)
    if given.version:
        print(f"inkwright {__version__}")
        return OK
    if given.command is None:
        root.print_help()
        return OK
    if given.command not in COMMANDS:
        print(_unknown_command_message(given.command, language), file=sys.stderr)
        return USAGE
    command = cast("CommandModule", import_module(COMMANDS[given.command]))
    words, flags = _split_flags(given)
    parser = _command_parser(given.command, language)
    command.add_arguments(parser)
    arguments = parser.parse_args(words, flags)
    settings = _load_settings(given.command, arguments)
    shell = Shell(settings, _chosen_language(settings, language), sys.stdout, sys.stdin.buffer)
    code = _run_reporting_errors(lambda: command.run(arguments, shell), shell.language)
    sys.stdout.flush()
    return code


def _split_flags(given: argparse.Namespace) -> tuple[list[str], argparse.Namespace]:
    """What is said to the command, and the flags of every command, which may stand anywhere among it."""
    parser = argparse.ArgumentParser(prog=f"inkwright {given.command}", add_help=False, allow_abbrev=False)
    for name in ("language", "color"):
        parser.add_argument(f"--{name}", default=getattr(given, name))
    flags, rest = parser.parse_known_args(given.rest)
    return rest, flags


def _load_settings(command: str, arguments: argparse.Namespace) -> Settings:
    """The settings; the doctor also works where they are broken, and tells."""
    flags = {"language": arguments.language, "color": arguments.color}
    try:
        return load_settings(flags=flags, environ=os.environ, folder=Path.cwd())
    except InvalidSetting:
        if command != "doctor":
            raise
        return load_settings(flags=flags, environ={}, folder=Path(os.devnull), home=Path(os.devnull))


def _root_parser(language: Language) -> CommandParser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {text(language, f'cli.command.{name}')}" for name in COMMANDS)
    parser = CommandParser(
        language,
        prog="inkwright",
        usage=f"inkwright [--language L] [--color C] {text(language, 'cli.command_word')} …",
        description=text(language, "cli.about"),
        epilog=f"{text(language, 'cli.commands')}:\n{listed}",
    )
    _add_flags(parser)
    parser.add_argument("--version", action="store_true", help=text(language, "cli.flag.version"))
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _command_parser(name: str, language: Language) -> CommandParser:
    parser = CommandParser(language, prog=f"inkwright {name}", description=text(language, f"cli.command.{name}"))
    _add_flags(parser)
    return parser


def _add_flags(parser: CommandParser) -> None:
    parser.add_argument("--language", metavar="L", help=text(parser.language, "cli.flag.language"))
    parser.add_argument("--color", metavar="C", help=text(parser.language, "cli.flag.color"))


def _chosen_language(settings: Settings, of_environment: Language) -> Language:
    chosen = settings.get(LANGUAGE)
    return of_environment if chosen == "auto" else cast("Language", chosen)


def _unknown_command_message(name: str, language: Language) -> str:
    near = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = text(language, "cli.near", name=near[0]) if near else ""
    return text(language, "cli.unknown_command", name=name, near=hint)


def _report_error(error: InkwrightError, language: Language) -> int:
    """Say what went wrong and what to do; the exit code tells a wrong request from a failure."""
    what, todo = error_text(language, error)
    print(f"{text(language, 'cli.error')}: {what}", file=sys.stderr)
    if todo:
        print(todo, file=sys.stderr)
    return USAGE if isinstance(error, CallerError | ModelUnknown) else FAILED


def _open_closed_streams() -> None:
    """A program may be started without some of its streams; what is said there then goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _discard_output() -> None:
    """What was not written yet goes nowhere: at the end it would fail again, with a message that nobody understands."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_bug(bug: Exception, language: Language) -> None:
    """A full disk is nobody's mistake; anything else that comes here is one of the program's own."""
    if isinstance(bug, OSError) and bug.errno in _DISK_FULL:
        _discard_output()
        told = text(language, "cli.no_room", problem=translate_reason(language, os.strerror(bug.errno)))
        print(f"{text(language, 'cli.error')}: {told}", file=sys.stderr)
        return
    print(text(language, "cli.bug", kind=type(bug).__name__, log=_save_traceback()), file=sys.stderr)


def _save_traceback() -> str:
    """Write the traceback of a bug to the home folder, for a report; the person sees only where it is."""
    log = home_folder(os.environ) / "errors.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            traceback.print_exc(file=file)
    except OSError:
        return os.devnull
    return str(log)


if __name__ == "__main__":
    sys.exit(main())
