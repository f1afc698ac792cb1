"""`inkwright`: finds the command, runs it, and turns every error into a sentence."""

import argparse
import difflib
import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from inkwright import __version__
from inkwright.cli.shell import FAILED, INTERRUPTED, OK, USAGE, Parser, Shell
from inkwright.errors import CallerError, InkwrightError, InvalidSetting, ModelUnknown
from inkwright.i18n import LANGUAGES, Language, error_text, language_from_environment, reason, text
from inkwright.settings import LANGUAGE, Settings, home_folder, load_settings

COMMANDS: Final[dict[str, str]] = {
    "start": "inkwright.cli.start",
    "chat": "inkwright.cli.chat",
    "example": "inkwright.cli.example",
    "tour": "inkwright.cli.tour",
    "think": "inkwright.cli.think",
    "ask": "inkwright.cli.ask",
    "make": "inkwright.cli.make",
    "resume": "inkwright.cli.resume",
    "render": "inkwright.cli.render",
    "check": "inkwright.cli.check",
    "preview": "inkwright.cli.preview",
    "quiz": "inkwright.cli.quiz",
    "files": "inkwright.cli.files",
    "history": "inkwright.cli.history",
    "project": "inkwright.cli.project",
    "write": "inkwright.cli.write",
    "parse": "inkwright.cli.parse",
    "doctor": "inkwright.cli.doctor",
    "models": "inkwright.cli.models",
    "model": "inkwright.cli.model",
    "permissions": "inkwright.cli.permissions",
    "cost": "inkwright.cli.cost",
    "db": "inkwright.cli.db",
    "settings": "inkwright.cli.settings",
}


_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Command(Protocol):
    """What a command's module offers."""

    def add_arguments(self, parser: Parser) -> None:
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
    return run_words(sys.argv[1:] if argv is None else argv, language)


def run_words(words: Sequence[str], language: Language) -> int:
    """Run the command that these words are, in this process; `language` is the one of errors before it is known."""
    return _told(lambda: _run(list(words), language), language)


def _told(do: Callable[[], int], language: Language) -> int:
    """The exit code of what is done; what stops it becomes a sentence in this language."""
    try:
        return do()
    except InkwrightError as error:
        return _failed(error, language)
    except KeyboardInterrupt:
        print(text(language, "cli.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return OK
    except Exception as bug:  # noqa: BLE001
        _tell_bug(bug, language)
        return FAILED


def _run(argv: list[str], language: Language) -> int:
    root = _root_parser(language)
    given = root.parse_args(argv)
    if given.version:
        print(f"inkwright {__version__}")
        return OK
    if given.command is None:
        root.print_help()
        return OK
    if given.command not in COMMANDS:
        print(_unknown_command(given.command, language), file=sys.stderr)
        return USAGE
    command = cast("Command", import_module(COMMANDS[given.command]))
    words, flags = _flags_apart(given)
    parser = _command_parser(given.command, flags.language if flags.language in LANGUAGES else language)
    command.add_arguments(parser)
    arguments = parser.parse_args(words, flags)
    settings = _settings(given.command, arguments)
    shell = Shell(settings, _language(settings, language), sys.stdout, sys.stdin.buffer)
    code = _told(lambda: command.run(arguments, shell), shell.language)
    sys.stdout.flush()
    return code


def _flags_apart(given: argparse.Namespace) -> tuple[list[str], argparse.Namespace]:
    """What is said to the command, and the flags of every command, which may stand anywhere among it."""
    parser = argparse.ArgumentParser(prog=f"inkwright {given.command}", add_help=False, allow_abbrev=False)
    for name in ("language", "color"):
        parser.add_argument(f"--{name}", default=getattr(given, name))
    flags, rest = parser.parse_known_args(given.rest)
    return rest, flags


def _settings(command: str, arguments: argparse.Namespace) -> Settings:
    """The settings; the doctor also works where they are broken, and tells."""
    flags = {"language": arguments.language, "color": arguments.color}
    try:
        return load_settings(flags=flags, environ=os.environ, folder=Path.cwd())
    except InvalidSetting:
        if command != "doctor":
            raise
        return load_settings(flags=flags, environ={}, folder=Path(os.devnull), home=Path(os.devnull))


def _root_parser(language: Language) -> Parser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {text(language, f'cli.command.{name}')}" for name in COMMANDS)
    parser = Parser(
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


def _command_parser(name: str, language: Language) -> Parser:
    parser = Parser(language, prog=f"inkwright {name}", description=text(language, f"cli.command.{name}"))
    _add_flags(parser)
    return parser


def _add_flags(parser: Parser) -> None:
    parser.add_argument("--language", metavar="L", help=text(parser.language, "cli.flag.language"))
    parser.add_argument("--color", metavar="C", help=text(parser.language, "cli.flag.color"))


def _language(settings: Settings, of_environment: Language) -> Language:
    chosen = settings.get(LANGUAGE)
    return of_environment if chosen == "auto" else cast("Language", chosen)


def _unknown_command(name: str, language: Language) -> str:
    near = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = text(language, "cli.near", name=near[0]) if near else ""
    return text(language, "cli.unknown_command", name=name, near=hint)


def _failed(error: InkwrightError, language: Language) -> int:
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


def _drop_output() -> None:
    """What was not written yet goes nowhere: at the end it would fail again, with a message that nobody understands."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_bug(bug: Exception, language: Language) -> None:
    """A full disk is nobody's mistake; anything else that comes here is one of the program's own."""
    if isinstance(bug, OSError) and bug.errno in _NO_ROOM:
        _drop_output()
        told = text(language, "cli.no_room", problem=reason(language, os.strerror(bug.errno)))
        print(f"{text(language, 'cli.error')}: {told}", file=sys.stderr)
        return
    print(text(language, "cli.bug", kind=type(bug).__name__, log=_keep_traceback()), file=sys.stderr)


def _keep_traceback() -> str:
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
