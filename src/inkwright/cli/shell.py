"""What every command receives: settings, language, exit codes, argument parser, input and output."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn, TextIO

from inkwright.errors import UnreadableFile, UnreadableInput
from inkwright.file_reading import read_limited
from inkwright.i18n import Language, Reason, text, translate_reason
from inkwright.settings import COLOR, MAX_INPUT, Settings

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
PERMISSION: Final = 10
CLARIFY: Final = 11
OUTLINE: Final = 12
INTERRUPTED: Final = 14

_MAX_NUMBER: Final = 1_000_000
_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclass(frozen=True)
class Shell:
    """The world of one command."""

    settings: Settings
    language: Language
    out: TextIO
    stdin: BinaryIO

    def text(self, key: str, /, **fields: object) -> str:
        """A message in the person's language."""
        return text(self.language, key, **fields)

    def say(self, line: str = "") -> None:
        """Print a line."""
        print(line, file=self.out)

    def styled(self, written: str, style: str) -> str:
        """The text in a colour or weight, where colours are wanted."""
        choice = self.settings.get(COLOR)
        if choice == "never" or (choice == "auto" and not self.out.isatty()):
            return written
        return f"\x1b[{_STYLES[style]}m{written}\x1b[0m"

    def read_input(self, path: str | None) -> str:
        """The text of a file, or of standard input; refused if it is too large or not UTF-8."""
        limit = self.settings.get(MAX_INPUT)
        name = path or self.text("cli.standard_input")
        if path is None and self.stdin.isatty():
            print(self.text("parse.waiting"), file=sys.stderr)
        too_large = Reason("reason.core.larger_than_setting", limit=f"{limit:,}")
        raw = read_limited(self.stdin if path is None else Path(path), limit, too_large=too_large)
        if not isinstance(raw, bytes):
            raise UnreadableInput(name=name, problem=raw)
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise UnreadableInput(name=name, problem=f"it is not UTF-8 (byte {problem.start})") from problem


def printable(written: str) -> str:
    """A text of a model or a file as it may be shown: without the characters that command a terminal."""
    return "".join(letter for letter in written if letter.isprintable() or letter in "\n\t")


class CommandParser(argparse.ArgumentParser):
    """An argument parser whose help is in the person's language."""

    def __init__(self, language: Language, **options: Any) -> None:
        self.language = language
        super().__init__(add_help=False, formatter_class=_help_formatter(language), **options)
        self._optionals.title = text(language, "cli.options")
        self._positionals.title = text(language, "cli.arguments")
        self.add_argument("-h", "--help", action="help", help=text(language, "cli.flag.help"))

    def error(self, message: str) -> NoReturn:
        """How it is called, what is wrong, and where to read on, all in the person's language."""
        told = f"{self.prog}: {text(self.language, 'cli.usage_error')}: {translate_reason(self.language, message)}"
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{told}\n{text(self.language, 'cli.see_help', command=self.prog)}\n")


def _help_formatter(language: Language) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        """Help with a translated first word."""

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, text(language, "cli.usage") if prefix is None else prefix)

    return Formatter


def whole_number(written: str) -> int:
    """A number of things, as an argument."""
    if re.fullmatch(r"[0-9]{1,7}", written) and int(written) <= _MAX_NUMBER:
        return int(written)
    raise argparse.ArgumentTypeError(f"it must be a whole number from 0 to {_MAX_NUMBER}, not {written!r}")


def positive_number(written: str) -> int:
    """A number of things of which there is at least one, as an argument."""
    if re.fullmatch(r"[0-9]{1,7}", written) and 0 < int(written) <= _MAX_NUMBER:
        return int(written)
    raise argparse.ArgumentTypeError(f"it must be a whole number from 1 to {_MAX_NUMBER}, not {written!r}")


_MAX_FILE_BYTES: Final = 64 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """The content of a file; one that cannot be read, or is too large, is an UnreadableFile."""
    content = read_limited(Path(name), _MAX_FILE_BYTES)
    if not isinstance(content, bytes):
        raise UnreadableFile(name=name, problem=content)
    return content
