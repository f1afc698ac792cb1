"""What every command receives: settings, language, input and output."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from inkwright.cli.terminal.columns import fit_line, shrink_column
from inkwright.errors import UnreadableFile, UnreadableInput
from inkwright.file_reading import read_limited
from inkwright.i18n import Language, Reason, labelled, language_of, text, write_traditional
from inkwright.i18n.traditional import is_traditional
from inkwright.settings import COLOR, LANGUAGE, MAX_INPUT, Settings

_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_MAX_FILE_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True)
class Shell:
    """The environment of one command."""

    settings: Settings
    language: Language
    out: TextIO
    stdin: BinaryIO

    def text(self, key: str, /, **fields: object) -> str:
        """Return a message in the user's language."""
        return text(self.language, key, **fields)

    def labelled(self, label: str, value: object) -> str:
        """Return a label and its value with the colon of the user's language between them."""
        return labelled(self.language, label, value)

    def speaking_to(self, written: str) -> "Shell":
        """Return the shell in the language of what the person wrote, unless a setting chooses one: one screen, one
        language.
        """
        if self.settings.get(LANGUAGE) != "auto" or not any(map(str.isalpha, written)):
            return self
        write_traditional(is_traditional(written))
        return replace(self, language=language_of(written))

    def reason_text(self, reason: Reason | str) -> str:
        """Return a reason in the user's language."""
        return reason.text(self.language) if isinstance(reason, Reason) else reason

    def say(self, line: str = "", *, is_whole: bool = False) -> None:
        """Print a line. At a terminal a long one is broken between words, unless it should be copied as a whole."""
        print(line if is_whole else self.fitted(line), file=self.out)

    def note(self, line: str) -> None:
        """Print a remark on standard error; at a terminal a long one is broken between words."""
        print_note(line)

    @property
    def columns(self) -> int:
        """The width of the output; without a terminal it has no end."""
        return shutil.get_terminal_size().columns if self.out.isatty() else sys.maxsize

    def fitted(self, written: str) -> str:
        """Return the lines, broken between words where the output is a terminal and they are too long for it."""
        if not self.out.isatty():
            return written
        return "\n".join(fit_line(line, self.columns) for line in written.split("\n"))

    def table_rows(self, rows: Sequence[Sequence[str]], shrinks: int) -> list[list[str]]:
        """Return the rows of a table; at a terminal, cells of the column `shrinks` are shortened until it fits."""
        if not self.out.isatty():
            return [list(row) for row in rows]
        return shrink_column(rows, shrinks, shutil.get_terminal_size().columns)

    @property
    def has_colour(self) -> bool:
        """Whether the output has colours: as the setting says, else at a terminal without `NO_COLOR`."""
        choice = self.settings.get(COLOR)
        return choice == "always" or (choice == "auto" and self.out.isatty() and not os.environ.get("NO_COLOR"))

    def styled(self, written: str, style: str) -> str:
        """Return the text in a colour or weight, if the output has colours."""
        if not self.has_colour:
            return written
        return f"\x1b[{_STYLES[style]}m{written}\x1b[0m"

    def read_input(self, path: str | None) -> str:
        """Return the text of a file, or of standard input for `-` or None. Text that is too large or not UTF-8 is
        refused.
        """
        path = None if path == "-" else path
        limit = self.settings.get(MAX_INPUT)
        name = path or self.text("cli.standard_input")
        if path is None and self.stdin.isatty():
            print(self.text("parse.waiting"), file=sys.stderr)
        too_large = Reason("reason.usecases.larger_than_setting", limit=f"{limit:,}")
        raw = read_limited(self.stdin if path is None else Path(path), limit, too_large=too_large)
        if not isinstance(raw, bytes):
            raise UnreadableInput(name=name, problem=raw)
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise UnreadableInput(name=name, problem=Reason("reason.cli.not_utf8", start=problem.start)) from problem


def print_note(line: str) -> None:
    """Print a remark on standard error; at a terminal a long one is broken between words."""
    columns = shutil.get_terminal_size().columns if sys.stderr.isatty() else sys.maxsize
    print("\n".join(fit_line(part, columns) for part in line.split("\n")), file=sys.stderr, flush=True)


def printable(written: str) -> str:
    """Return text from a model or a file without the characters that control a terminal."""
    return "".join(letter for letter in written if letter.isprintable() or letter in "\n\t")


def read_bytes(name: str) -> bytes:
    """Return the content of a file; raise `UnreadableFile` if it cannot be read or is too large."""
    content = read_limited(Path(name), _MAX_FILE_BYTES)
    if not isinstance(content, bytes):
        raise UnreadableFile(name=name, problem=content)
    return content
