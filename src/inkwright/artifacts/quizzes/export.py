"""Exports a quiz to a file format and reports what that format cannot hold."""

from typing import NamedTuple

from inkwright.artifacts.quizzes.formats.registry import (
    failure_reason,
    is_builtin_format,
    quiz_format,
    writable_formats,
)
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InkwrightError, InvalidOption
from inkwright.i18n import Reason


class ExportedQuiz(NamedTuple):
    """The bytes of a file, and what it does not hold of the quiz."""

    content: bytes
    notes: tuple[ConversionLoss, ...]


def export_quiz(quiz: Quiz, name: str, *, with_key: bool | None = None) -> ExportedQuiz:
    """Return the quiz in the format with this name.

    Formats for print have no answer key unless `with_key` asks for it; the others take no `with_key`. Some formats
    wait for other programs: call this in a thread where waiting is not allowed.
    """
    chosen = quiz_format(name)
    if with_key is not None and chosen.write_with_key is None:
        known = ", ".join(each.name for each in writable_formats() if each.write_with_key)
        raise InvalidOption(option="key", value=name, allowed=Reason("reason.quizzes.key_formats", known=known))
    write = chosen.write_with_key if with_key else chosen.write
    if write is None:
        known = ", ".join(each.name for each in writable_formats())
        raise InvalidOption(option="format", value=name, allowed=Reason("reason.quizzes.unknown_format", known=known))
    if is_builtin_format(chosen):
        return run_in_worker(write_quiz, quiz, name, bool(with_key))
    return write_quiz(quiz, name, bool(with_key))


def write_quiz(quiz: Quiz, name: str, with_key: bool) -> ExportedQuiz:
    """Return the quiz in a format that writes it, with or without the answers."""
    chosen = quiz_format(name)
    write = chosen.write_with_key if with_key else chosen.write
    assert write is not None  # noqa: S101 - the caller has looked
    try:
        content, losses = write(quiz)
    except InkwrightError:
        raise
    except Exception as problem:
        if reason := failure_reason(chosen, problem):
            raise InvalidOption(option="format", value=name, allowed=reason) from problem
        raise
    return ExportedQuiz(content, tuple(losses))
