"""Loads quizzes from JSON, Markdown, GIFT, Moodle XML and XLSX files, chosen by file extension."""

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from inkwright.artifacts.quizzes.formats.gift.read import read_gift
from inkwright.artifacts.quizzes.formats.markdown.read import question_line_numbers, read_markdown
from inkwright.artifacts.quizzes.formats.moodle.read import read_moodle
from inkwright.artifacts.quizzes.formats.sheets.read import read_sheet
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import Question, Quiz, as_json
from inkwright.artifacts.quizzes.normalise import normalise_question, normalise_quiz
from inkwright.artifacts.quizzes.validation import SheetLocations, describe_errors
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, language_of, text
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.results import Rejected

MAX_QUIZ_BYTES: Final = 16 * 1024 * 1024
_log = logging.getLogger(__name__)
_QUESTION_ADAPTER: Final[TypeAdapter[Question]] = TypeAdapter(Question)

QuizReader = Callable[[str, Language], tuple[Any, list[ConversionLoss]]]


class LoadedQuiz(NamedTuple):
    """A quiz, and what of its file did not come along or was brought into another form."""

    quiz: Quiz
    notes: tuple[ConversionLoss, ...]


def read_quiz(content: bytes, name: str, language: Language | None = None) -> LoadedQuiz:
    """The quiz in a file of this name. Whatever is wrong with it is an UnreadableQuiz that says what to mend, in the
    language of who reads it, or else of the file.
    """
    speech = language or "en"
    if len(content) > MAX_QUIZ_BYTES:
        told = text(speech, "quiz.too_large", most=MAX_QUIZ_BYTES // 2**20)
        raise UnreadableQuiz(option="quiz", value=name, allowed=told)
    ending = PurePath(name).suffix.lower()
    if ending != ".xlsx" and ending not in _READERS:
        raise UnreadableQuiz(option="quiz", value=name, allowed=text(speech, "quiz.unknown_ending"))
    try:
        if ending == ".xlsx":
            sheet = read_sheet(content, speech)
            return _validate(sheet.quiz, name, sheet.notes, language, sheet.places)
        return _read_source(_decode(content, name, speech), name, ending, language)
    except UnreadableQuiz as problem:
        if problem.fields["value"]:
            raise
        # Who reads the content knows no name; without a place in it the whole file is meant.
        raise UnreadableQuiz(**{**problem.fields, "value": name}) from problem


def _read_source(source: str, name: str, ending: str, language: Language | None) -> LoadedQuiz:
    speech = language or language_of(source)
    given, notes = _READERS[ending](source, speech)
    try:
        return _validate(given, name, notes, language)
    except UnreadableQuiz as problem:
        # What is no JSON was mended as well as it goes: what is wrong then is where it broke.
        broken = _json_error_location(source, speech) if ending == ".json" else ""
        if not broken:
            raise
        raise UnreadableQuiz(option="quiz", value=name, allowed=broken) from problem


def question_lines(content: bytes, name: str) -> dict[str, int]:
    """Where each question of a file that was read begins, by its place such as `questions[2]`: lines of Markdown."""
    if _READERS.get(PurePath(name).suffix.lower()) is not read_markdown:
        return {}
    return question_line_numbers(_decode(content, name, "en"))


def quiz_from_value(given: Any, name: str = "quiz") -> Quiz:
    """The quiz that a value describes; each lossless change is logged."""
    return _validate(given, name, []).quiz


def question_from_value(given: Any, name: str = "question") -> Question:
    """The question that a value describes; each lossless change is logged."""
    try:
        return _QUESTION_ADAPTER.validate_python(normalise_question(given, _log_change))
    except ValidationError as problem:
        language = language_of(str(given))
        told = text(language, "quiz.invalid", problems=describe_errors(problem, language))
        raise InvalidOption(option=name, value="", allowed=told) from problem


def write_json(quiz: Quiz) -> bytes:
    """The quiz as its JSON file: the same quiz is the same bytes."""
    return (json.dumps(as_json(quiz), ensure_ascii=False, indent=2) + "\n").encode()


def _read_json(source: str, language: Language) -> tuple[Any, list[ConversionLoss]]:
    result = parse_json_reply(source, None).result
    if isinstance(result, Rejected):
        told = _json_error_location(source, language) or result.feedback
        raise UnreadableQuiz(option="quiz", value="", allowed=told)
    return result.value, []


def _json_error_location(source: str, language: Language) -> str:
    """What a person needs to mend their JSON: the place. Nothing where it can be read, or has no such place."""
    try:
        json.loads(source)
    except json.JSONDecodeError as problem:
        return text(language, "quiz.no_json", line=problem.lineno, column=problem.colno)
    except (ValueError, RecursionError):
        pass  # what Python alone refuses has no place
    return ""


def _decode(content: bytes, name: str, speech: Language) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        told = text(speech, "quiz.not_utf8", byte=problem.start)
        raise UnreadableQuiz(option="quiz", value=name, allowed=told) from problem


def _log_change(change: str) -> None:
    _log.info("quiz: %s", change)


def _validate(
    given: Any,
    name: str,
    notes: list[ConversionLoss],
    speech: Language | None = None,
    places: SheetLocations | None = None,
) -> LoadedQuiz:
    quiz = normalise_quiz(given, _log_change)
    if isinstance(quiz, dict):
        written = json.dumps([quiz.get("title"), quiz.get("questions")], ensure_ascii=False, default=str)
        language = language_of(written)
        quiz.setdefault("language", language)
        quiz["title"] = quiz.get("title") or PurePath(name).stem or text(language, "quiz.untitled")
    else:
        language = language_of(str(given)[:4_000])
    try:
        return LoadedQuiz(Quiz.model_validate(quiz), tuple(notes))
    except ValidationError as problem:
        speech = speech or language
        told = text(speech, "quiz.invalid", problems=describe_errors(problem, speech, places))
        raise UnreadableQuiz(option="quiz", value=name, allowed=told) from problem


_READERS: Final[Mapping[str, QuizReader]] = {
    ".json": _read_json,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_markdown,
    ".gift": read_gift,
    ".xml": read_moodle,
}
