"""The registry of quiz formats: what each is called, reads and writes, and what it cannot hold.

A built-in format is a module or folder next to this one with a tuple `FORMATS`; nothing else names it. Other packages
call `register_format`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import PurePath
from pkgutil import iter_modules
from typing import Any, NamedTuple

from inkwright.artifacts.quizzes.losses import ConversionLoss, loss_phrase
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.quizzes.quiz_errors import SourceLocations
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, Reason, language_of, text


class ParsedQuiz(NamedTuple):
    """What a reader found in a file: a quiz as plain data, which is validated later."""

    value: Any
    losses: Sequence[ConversionLoss] = ()
    locations: SourceLocations | None = None
    """How errors name a question or a field of the file; by number and field name without it."""

    explain_failure: Callable[[], str] | None = None
    """Returns the error in the file itself, for the case that the data is not a quiz. Empty if there is none."""


ReadQuiz = Callable[[bytes, Language | None], ParsedQuiz]
"""Reads the bytes of a file. Errors are an UnreadableQuiz in this language, or else in the language of the file."""

WriteQuiz = Callable[[Quiz], tuple[bytes, list[ConversionLoss]]]
"""Returns the bytes of the file, and what it does not hold of this quiz."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizFormat:
    """A file format of quizzes. Readers and writers import large libraries only when they are called."""

    name: str
    """The name for `--to`."""

    title: str
    """The proper name, the same in every language."""

    extensions: tuple[str, ...]
    """With their dots. All of them are read; the first one is written."""

    read: ReadQuiz | None = None
    write: WriteQuiz | None = None
    write_with_key: WriteQuiz | None = None
    """Writes the answers too, for formats that are made with or without them."""

    question_lines: Callable[[str], dict[str, int]] | None = None
    """Maps `questions[2]` to its line in a text that was read without errors."""

    losses: tuple[str, ...] = ()
    """Everything that `write` may report as lost: keys of losses, or phrases such as "colours"."""

    @property
    def extension(self) -> str:
        """The extension of files that are written."""
        return self.extensions[0]

    def limits(self, language: Language) -> str:
        """Return what the format cannot hold, in a few words; empty if it holds everything."""
        return text(language, "quiz.lacks.join").join(loss_phrase(key, language) for key in self.losses)


_registered: dict[str, QuizFormat] = {}


@cache
def _builtin_formats() -> Mapping[str, QuizFormat]:
    package = import_module(__package__)
    modules = [import_module(f"{__package__}.{found.name}") for found in iter_modules(package.__path__)]
    return {each.name: each for module in modules for each in getattr(module, "FORMATS", ())}


def quiz_formats() -> tuple[QuizFormat, ...]:
    """Return all formats by name."""
    known = {**_builtin_formats(), **_registered}
    return tuple(known[name] for name in sorted(known))


def readable_formats() -> tuple[QuizFormat, ...]:
    """Return the formats that can be read."""
    return tuple(each for each in quiz_formats() if each.read)


def writable_formats() -> tuple[QuizFormat, ...]:
    """Return the formats that can be written."""
    return tuple(each for each in quiz_formats() if each.write)


def quiz_format(name: str) -> QuizFormat:
    """Return the format with this name. A name that is not known is an InvalidOption."""
    found = next((each for each in quiz_formats() if each.name == name), None)
    if found is None:
        known = ", ".join(each.name for each in quiz_formats())
        raise InvalidOption(option="format", value=name, allowed=Reason("reason.quizzes.unknown_format", known=known))
    return found


def format_to_read(name: str) -> QuizFormat | None:
    """Return the format that reads a file of this name."""
    extension = PurePath(name).suffix.lower()
    return next((each for each in readable_formats() if extension in each.extensions), None)


def format_to_write(name: str) -> QuizFormat | None:
    """Return the format that writes a file of this name."""
    extension = PurePath(name).suffix.lower()
    return next((each for each in writable_formats() if extension == each.extension), None)


def is_builtin_format(one: QuizFormat) -> bool:
    """Whether the format is one of this package."""
    return _builtin_formats().get(one.name) is one


def readable_files() -> str:
    """Return the files that can be read, such as `.gift (GIFT), .xml (Moodle XML)`."""
    return ", ".join(f"{each.extension} ({each.title})" for each in readable_formats())


def register_format(added: QuizFormat) -> None:
    """Add a format of another package. A name or an extension that is in use is an InvalidOption."""
    if _registered.get(added.name) is added:
        return
    taken = {each.name for each in quiz_formats()}
    taken |= {extension for each in readable_formats() for extension in each.extensions if added.read}
    taken |= {each.extension for each in writable_formats() if added.write}
    for name in (added.name, *added.extensions):
        if name in taken:
            raise InvalidOption(option="format", value=name, allowed=Reason("reason.quizzes.format_taken"))
    _registered[added.name] = added


def failure_reason(failed: QuizFormat, problem: Exception) -> Reason | None:
    """Return why a format of another package failed, for the person who uses it; None for a built-in format."""
    if failed.name not in _registered:
        return None
    return Reason("reason.extension.failed", name=failed.title, problem=f"{type(problem).__name__}: {problem}")


def unregister_format(name: str) -> None:
    """Remove a format that `register_format` added."""
    _registered.pop(name, None)


def text_reader(parse: Callable[[str, Language], tuple[Any, list[ConversionLoss]]]) -> ReadQuiz:
    """Return a reader of bytes from a function that parses text, whose lines end in `\\n`. Its errors are in the
    language that it gets.
    """

    def read(content: bytes, language: Language | None) -> ParsedQuiz:
        source = decode_text(content, language).replace("\r\n", "\n").replace("\r", "\n")
        value, losses = parse(source, language or language_of(source))
        return ParsedQuiz(value, losses)

    return read


def decode_text(content: bytes, language: Language | None) -> str:
    """Return the text of a file in UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        message = text(language or "en", "quiz.not_utf8", byte=problem.start)
        raise UnreadableQuiz(option="quiz", value="", allowed=message) from problem
