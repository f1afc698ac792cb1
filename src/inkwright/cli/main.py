"""`inkwright`: find the command, run it and report every error as a sentence."""

import argparse
import contextlib
import difflib
import errno
import logging
import os
import shutil
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final, cast

from inkwright import __version__
from inkwright.cli.arguments import CommandParser, GlobalFlags
from inkwright.cli.command_registry import CommandModule, all_commands, command_summary, find_commands, load_command
from inkwright.cli.consent import ask_folder_trust
from inkwright.cli.exit_codes import FAILED, INTERRUPTED, OK, USAGE, error_exit_code
from inkwright.cli.shell import Shell, print_note
from inkwright.cli.terminal.columns import fit_line
from inkwright.cli.terminal.wait_notices import wait_notices
from inkwright.cli.termination import must_end, stop_on_signals
from inkwright.errors import InkwrightError, InvalidSetting, NotFound
from inkwright.i18n import (
    LANGUAGES,
    Language,
    Reason,
    error_text,
    is_traditional_locale,
    labelled,
    language_from_environment,
    system_reason,
    text,
    write_traditional,
)
from inkwright.redaction import redact
from inkwright.settings import LANGUAGE, TRADITIONAL, Settings, home_folder, load_settings

_DIAGNOSTIC_COMMANDS: Final = frozenset({"settings", "doctor"})
_DRAWING_COMMANDS: Final = frozenset({"chat", "start"})
_SERVING_COMMANDS: Final = frozenset({"serve", "worker", "mcp"})
_LISTING_COMMANDS: Final = frozenset(
    {"app", "jobs", "library", "memory", "models", "paper", "permissions", "project", "resume", "school", "share"}
    | {"skill", "token"}
)
"""Commands that without an action list what exists."""
_LISTINGS_OF_WORDS: Final = {"files.word": "files", "history.word": "history", "project.word": "project"}
_DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    _open_closed_streams()
    stop_on_signals()
    _leave_out_current_folder()
    _silence_libraries()
    language = language_from_environment(os.environ)
    write_traditional(is_traditional_locale(os.environ))
    # pydantic-ai would print a banner at a terminal.
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return run_command_line(sys.argv[1:] if argv is None else argv, language)


def run_command_line(words: Sequence[str], language: Language) -> int:
    """Run a command line in this process; `language` is used if neither a flag nor a setting chooses one."""
    language = _language_before_parsing(words, language)
    return _run_reporting_errors(lambda: _run_command(words, language), language)


def _language_before_parsing(words: Sequence[str], environment_language: Language) -> Language:
    """Return the language of the flag, else of the settings: help and errors need it before parsing."""
    flag = _language_flag(words)
    if flag in LANGUAGES:
        return flag
    try:
        settings = load_settings(flags={"language": flag}, environ=os.environ, folder=Path.cwd())
    except (InvalidSetting, OSError, RuntimeError):
        # The command itself reports broken settings and folders that do not exist.
        return environment_language
    return _chosen_language(settings, environment_language)


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


def _run_reporting_errors(work: Callable[[], int], language: Language, command: str = "") -> int:
    """Return the exit code of the work; report what stops it as a sentence in `language`."""
    try:
        return work()
    except InkwrightError as error:
        return _report_error(error, language, command)
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):  # the terminal may be gone
            print_note(text(language, "cli.interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return OK
    except OSError as problem:
        if must_end():  # the terminal is gone, so nothing can be shown
            return INTERRUPTED
        _report_bug(problem, language)
        return FAILED
    except Exception as bug:  # noqa: BLE001
        _report_bug(bug, language)
        return FAILED


def _run_command(written: Sequence[str], language: Language) -> int:
    words = [f"./{word}" if _is_dashed_file(word) else word for word in written]
    root = _root_parser(language, _listed_commands(words))
    given = root.parse_args(words)
    if given.version:
        print(f"inkwright {__version__}")
        return OK
    if given.command is None:
        root.print_help()
        return OK
    command = load_command(given.command)
    if command is None:
        print_note(_unknown_command_message(given.command, language))
        return USAGE
    flags, rest = _split_flags(given.command, GlobalFlags(given.language, given.color), given.rest, language)
    parser = command_parser(given.command, command, language)
    flags, options = parser.parse_options(rest, flags)
    settings = _load_settings(given.command, flags)
    shell = Shell(settings, _chosen_language(settings, language), sys.stdout, sys.stdin.buffer)
    if given.command != "trust" and ask_folder_trust(shell, may_ask=given.command not in _DIAGNOSTIC_COMMANDS):
        shell = replace(shell, settings=_load_settings(given.command, flags))
    with nullcontext() if _is_silent(given.command, rest) else wait_notices(shell.language):
        code = _run_reporting_errors(lambda: command.run(options, shell), shell.language, given.command)
    sys.stdout.flush()
    return code


def _is_dashed_file(word: str) -> bool:
    """Whether a word that looks like an option is the name of a file in this folder, such as `-notes.md`."""
    return word.startswith("-") and "." in word and "=" not in word and Path(word).is_file()


def _is_silent(command: str, words: Sequence[str]) -> bool:
    """Whether no notice may be printed next to the output: a program reads it, the chat draws the screen, or nobody at
    this terminal waits.
    """
    return command in _DRAWING_COMMANDS | _SERVING_COMMANDS or not {"--json", "--quiet"}.isdisjoint(words)


def _split_flags(
    command: str, flags: GlobalFlags, words: Sequence[str], language: Language
) -> tuple[GlobalFlags, list[str]]:
    """Separate the global flags, which may be anywhere, from the words of the command."""
    parser = CommandParser(language, has_help=False, prog=f"inkwright {command}", allow_abbrev=False)
    parser.add_argument("--language", default=flags.language)
    parser.add_argument("--color", default=flags.color)
    return parser.parse_global_flags(words)


def _load_settings(command: str, flags: GlobalFlags) -> Settings:
    """Load the settings. The doctor also runs with broken settings, and reports them."""
    given = {"language": flags.language, "color": flags.color}
    try:
        return load_settings(flags=given, environ=os.environ, folder=Path.cwd())
    except InvalidSetting:
        if command != "doctor":
            raise
        return load_settings(flags=given, environ={}, folder=Path(os.devnull), home=Path(os.devnull))


def _listed_commands(words: Sequence[str]) -> tuple[str, ...]:
    """Return the commands of the help. Those of extensions are loaded only if the help may be shown."""
    names = find_commands()
    return names if not {"-V", "--version", *names}.isdisjoint(words) else all_commands()


def _root_parser(language: Language, names: Sequence[str]) -> CommandParser:
    width = max(map(len, names))
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    rows = "\n".join(
        fit_line(f"  {name:<{width}}  {command_summary(name, language)}".rstrip(), columns, " " * (width + 4))
        for name in names
    )
    parser = CommandParser(
        language,
        prog="inkwright",
        usage=f"inkwright [--language L] [--color C] {text(language, 'cli.command_word')} …",
        description=text(language, "cli.about"),
        epilog=f"{text(language, 'cli.commands')}:\n{rows}",
    )
    _add_flags(parser)
    parser.add_argument("-V", "--version", action="store_true", help=parser.text("cli.flag.version"))
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def command_parser(name: str, command: CommandModule, language: Language) -> CommandParser:
    """Return the parser of a command, with the flags that all commands take."""
    parser = CommandParser(language, prog=f"inkwright {name}", description=command_summary(name, language))
    _add_flags(parser)
    command.add_arguments(parser)
    return parser


def all_parsers(language: Language) -> tuple[CommandParser, dict[str, CommandParser]]:
    """Return the parser of the program and those of all commands."""
    names = all_commands()
    loaded = {name: command for name in names if (command := load_command(name)) is not None}
    return _root_parser(language, names), {
        name: command_parser(name, command, language) for name, command in loaded.items()
    }


def _add_flags(parser: CommandParser) -> None:
    parser.add_argument("--language", metavar="L", help=parser.text("cli.flag.language"))
    parser.add_argument("--color", metavar="C", help=parser.text("cli.flag.color"))
    parser.suggest("--language", ("auto", *LANGUAGES, TRADITIONAL))
    parser.suggest("--color", ("auto", "always", "never"))


def _chosen_language(settings: Settings, environment_language: Language) -> Language:
    chosen = settings.get(LANGUAGE)
    if chosen == "auto":
        return environment_language
    write_traditional(chosen == TRADITIONAL)
    return "zh" if chosen == TRADITIONAL else cast("Language", chosen)


def _unknown_command_message(name: str, language: Language) -> str:
    with_action = [command for command, parser in all_parsers(language)[1].items() if name in parser.actions]
    near = (
        [f"{with_action[0]} {name}"] if len(with_action) == 1 else difflib.get_close_matches(name, all_commands(), n=1)
    )
    hint = text(language, "cli.near", name=near[0]) if near else ""
    return text(language, "cli.unknown_command", name=name, near=hint)


def _report_error(error: InkwrightError, language: Language, command: str) -> int:
    """Print what went wrong and what to do, and return the exit code."""
    what, todo = error_text(language, error)
    if isinstance(error, NotFound) and (listing := _listing_command(error, command, language)):
        todo = text(language, "cli.not_found.list", command=f"inkwright {listing}")
    print_note(labelled(language, text(language, "cli.error"), what))
    if todo:
        print_note(todo)
    return error_exit_code(error)


def _listing_command(error: NotFound, command: str, language: Language) -> str | None:
    """Return the command that lists what could have been meant."""
    kind = error.fields.get("what_kind")
    written = kind.text(language) if isinstance(kind, Reason) else kind
    listings = {text(language, word): listing for word, listing in _LISTINGS_OF_WORDS.items()}
    return listings.get(str(written)) or (command if command in _LISTING_COMMANDS else None)


def _leave_out_current_folder() -> None:
    """Import nothing from the current folder, which `python -m` puts first: it may be a downloaded one."""
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]


def _silence_libraries() -> None:
    """Keep warnings of libraries from the terminal, unless Python was started with -W or -X dev."""
    logging.getLogger().addHandler(logging.NullHandler())
    if not sys.warnoptions:
        warnings.simplefilter("ignore")


def _open_closed_streams() -> None:
    """Replace standard streams that were closed before the start by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _discard_output() -> None:
    """Send unwritten output to the null device: the flush at exit would fail again, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_bug(bug: Exception, language: Language) -> None:
    """Report an unexpected exception: a missing library, a full disk, or a bug of the program."""
    if isinstance(bug, ModuleNotFoundError) and bug.name and not bug.name.startswith("inkwright"):
        print_note(labelled(language, text(language, "cli.error"), _missing_library_message(bug.name, language)))
        return
    if isinstance(bug, OSError) and bug.errno in _DISK_FULL:
        _discard_output()
        message = text(language, "cli.no_room", problem=system_reason(bug))
        print_note(labelled(language, text(language, "cli.error"), message))
        return
    print_note(text(language, "cli.bug", kind=type(bug).__name__, log=_save_traceback()))


def _missing_library_message(name: str, language: Language) -> str:
    from inkwright.usecases.installation import find_installation  # noqa: PLC0415 - needed in a broken installation only

    return text(language, "cli.library_missing", name=name, command=find_installation().repair_command())


def _save_traceback() -> str:
    """Append the traceback to a log in the home folder and return the path of the log."""
    log = home_folder(os.environ) / "errors.log"
    try:
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            os.fchmod(handle, 0o600)
            file.write(redact(traceback.format_exc(), *_keys_in(os.environ)))
    except OSError:
        return os.devnull
    return str(log)


def _keys_in(environ: Mapping[str, str]) -> list[str]:
    return [value for name, value in environ.items() if "_KEY" in name or name.endswith(("TOKEN", "PASSWORD"))]


if __name__ == "__main__":
    sys.exit(main())
