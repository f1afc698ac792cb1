"""Loads quizzes from files of every format that can be read, and from plain data."""

import json
import logging
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from inkwright.artifacts.quizzes.formats.registry import (
    ParsedQuiz,
    QuizFormat,
    ReadQuiz,
    decode_text,
    failure_reason,
    format_to_read,
    is_builtin_format,
    readable_files,
)
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import Question, Quiz
from inkwright.artifacts.quizzes.normalise import normalise_question, normalise_quiz
from inkwright.artifacts.quizzes.quiz_errors import describe_errors
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InkwrightError, InvalidOption, LimitExceeded, UnreadableQuiz
from inkwright.i18n import Language, language_of, text

MAX_QUIZ_BYTES: Final = 16 * 1024 * 1024
_log = logging.getLogger(__name__)
_QUESTION_ADAPTER: Final[TypeAdapter[Question]] = TypeAdapter(Question)


class LoadedQuiz(NamedTuple):
    """A quiz, and what was lost or changed when its file was read."""

    quiz: Quiz
    notes: tuple[ConversionLoss, ...]


def read_quiz(content: bytes, name: str, language: Language | None = None) -> LoadedQuiz:
    """Return the quiz in a file of this name.

    Every problem is an UnreadableQuiz that says what to fix, in `language` or else in the language of the file.
    """
    if len(content) > MAX_QUIZ_BYTES:
        message = text(language or "en", "quiz.too_large", most=MAX_QUIZ_BYTES // 2**20)
        raise UnreadableQuiz(option="quiz", value=name, allowed=message)
    chosen = format_to_read(name)
    if chosen is None or chosen.read is None:
        message = text(language or "en", "reason.quizzes.unknown_file", known=readable_files())
        raise UnreadableQuiz(option="quiz", value=name, allowed=message)
    try:
        if is_builtin_format(chosen):
            return run_in_worker(load_quiz, content, name, language)
        return load_quiz(content, name, language)
    except LimitExceeded as problem:
        raise UnreadableQuiz(option="quiz", value=name, allowed=problem.fields["value"]) from problem
    except UnreadableQuiz as problem:
        if problem.fields["value"]:
            raise
        # A reader does not know the name of its file. Without a location inside, the problem is with the whole file.
        raise UnreadableQuiz(**{**problem.fields, "value": name}) from problem


def load_quiz(content: bytes, name: str, language: Language | None) -> LoadedQuiz:
    """Return the quiz in a file whose format is known. Problems of the whole file do not name it."""
    chosen = format_to_read(name)
    assert chosen is not None  # noqa: S101 - the caller has looked
    assert chosen.read is not None  # noqa: S101
    return _validate_parsed(_parse(chosen, chosen.read, content, language), name, language)


def _parse(chosen: QuizFormat, read: ReadQuiz, content: bytes, language: Language | None) -> ParsedQuiz:
    try:
        return read(content, language)
    except InkwrightError:
        raise
    except Exception as problem:
        if reason := failure_reason(chosen, problem):
            raise UnreadableQuiz(option="quiz", value="", allowed=reason) from problem
        raise


def _validate_parsed(parsed: ParsedQuiz, name: str, language: Language | None) -> LoadedQuiz:
    try:
        return _validate(parsed, name, language)
    except UnreadableQuiz as problem:
        # A reader repairs a broken file as far as it can. If that gives no quiz, the break itself is the problem.
        broken = parsed.explain_failure() if parsed.explain_failure else ""
        if not broken:
            raise
        raise UnreadableQuiz(option="quiz", value=name, allowed=broken) from problem


def question_lines(content: bytes, name: str) -> dict[str, int]:
    """Return the line of each question of a file that was read, by its path such as `questions[2]`.

    Empty for formats without lines.
    """
    chosen = format_to_read(name)
    if chosen is None or chosen.question_lines is None:
        return {}
    return chosen.question_lines(decode_text(content, "en"))


def quiz_from_value(given: Any, name: str = "quiz") -> Quiz:
    """Return the quiz that plain data describes. Each lossless change is logged."""
    return _validate(ParsedQuiz(given), name).quiz


def question_from_value(given: Any, name: str = "question") -> Question:
    """Return the question that plain data describes. Each lossless change is logged."""
    try:
        return _QUESTION_ADAPTER.validate_python(normalise_question(given, _log_change))
    except ValidationError as problem:
        language = language_of(str(given))
        message = text(language, "quiz.invalid", problems=describe_errors(problem, language))
        raise InvalidOption(option=name, value="", allowed=message) from problem


def _log_change(change: str) -> None:
    _log.info("quiz: %s", change)


def _validate(parsed: ParsedQuiz, name: str, reader_language: Language | None = None) -> LoadedQuiz:
    quiz = normalise_quiz(parsed.value, _log_change)
    if isinstance(quiz, dict):
        written = json.dumps([quiz.get("title"), quiz.get("questions")], ensure_ascii=False, default=str)
        language = language_of(written)
        quiz.setdefault("language", language)
        quiz["title"] = quiz.get("title") or PurePath(name).stem or text(language, "quiz.untitled")
    else:
        language = language_of(str(parsed.value)[:4_000])
    try:
        return LoadedQuiz(Quiz.model_validate(quiz), tuple(parsed.losses))
    except ValidationError as problem:
        language = reader_language or language
        message = text(language, "quiz.invalid", problems=describe_errors(problem, language, parsed.locations))
        raise UnreadableQuiz(option="quiz", value=name, allowed=message) from problem
