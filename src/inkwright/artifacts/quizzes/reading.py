"""Quizzes from files: JSON, Markdown, GIFT, Moodle XML and XLSX, each told by the ending of its name."""

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from inkwright.artifacts.quizzes.coercing import coerced, coerced_question
from inkwright.artifacts.quizzes.complaints import Places, complaints_of
from inkwright.artifacts.quizzes.gift.reading import read_gift
from inkwright.artifacts.quizzes.markdown.reading import lines_of, read_markdown
from inkwright.artifacts.quizzes.moodle.reading import read_moodle
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.sheets.reading import read_sheet
from inkwright.artifacts.quizzes.specs import Question, Quiz, as_json
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, language_of, text
from inkwright.parsing.contract import Rejected
from inkwright.parsing.json_reply import decide

MAX_BYTES: Final = 16 * 1024 * 1024
_log = logging.getLogger(__name__)
_QUESTION: Final[TypeAdapter[Question]] = TypeAdapter(Question)

Read = Callable[[str, Language], tuple[Any, list[Note]]]


class QuizRead(NamedTuple):
    """A quiz, and what of its file did not come along or was brought into another form."""

    quiz: Quiz
    notes: tuple[Note, ...]


def read_quiz(content: bytes, name: str, language: Language | None = None) -> QuizRead:
    """The quiz in a file of this name. Whatever is wrong with it is an UnreadableQuiz that says what to mend, in the
    language of who reads it, or else of the file.
    """
    speech = language or "en"
    if len(content) > MAX_BYTES:
        told = text(speech, "quiz.too_large", most=MAX_BYTES // 2**20)
        raise UnreadableQuiz(option="quiz", value=name, allowed=told)
    ending = PurePath(name).suffix.lower()
    if ending != ".xlsx" and ending not in _READERS:
        raise UnreadableQuiz(option="quiz", value=name, allowed=text(speech, "quiz.unknown_ending"))
    try:
        if ending == ".xlsx":
            sheet = read_sheet(content, speech)
            return _validated(sheet.quiz, name, sheet.notes, language, sheet.places)
        return _read(_decoded(content, name, speech), name, ending, language)
    except UnreadableQuiz as problem:
        if problem.fields["value"]:
            raise
        # Who reads the content knows no name; without a place in it the whole file is meant.
        raise UnreadableQuiz(**{**problem.fields, "value": name}) from problem


def _read(source: str, name: str, ending: str, language: Language | None) -> QuizRead:
    speech = language or language_of(source)
    given, notes = _READERS[ending](source, speech)
    try:
        return _validated(given, name, notes, language)
    except UnreadableQuiz as problem:
        # What is no JSON was mended as well as it goes: what is wrong then is where it broke.
        broken = _break_in(source, speech) if ending == ".json" else ""
        if not broken:
            raise
        raise UnreadableQuiz(option="quiz", value=name, allowed=broken) from problem


def lines_in(content: bytes, name: str) -> dict[str, int]:
    """Where each question of a file that was read begins, by its place such as `questions[2]`: lines of Markdown."""
    if _READERS.get(PurePath(name).suffix.lower()) is not read_markdown:
        return {}
    return lines_of(_decoded(content, name, "en"))


def quiz_of(given: Any, name: str = "quiz") -> Quiz:
    """The quiz that a value describes; each lossless change is logged."""
    return _validated(given, name, []).quiz


def question_of(given: Any, name: str = "question") -> Question:
    """The question that a value describes; each lossless change is logged."""
    try:
        return _QUESTION.validate_python(coerced_question(given, _tell))
    except ValidationError as problem:
        language = language_of(str(given))
        told = text(language, "quiz.invalid", problems=complaints_of(problem, language))
        raise InvalidOption(option=name, value="", allowed=told) from problem


def write_json(quiz: Quiz) -> bytes:
    """The quiz as its JSON file: the same quiz is the same bytes."""
    return (json.dumps(as_json(quiz), ensure_ascii=False, indent=2) + "\n").encode()


def _read_json(source: str, language: Language) -> tuple[Any, list[Note]]:
    result = decide(source, None).result
    if isinstance(result, Rejected):
        told = _break_in(source, language) or result.feedback
        raise UnreadableQuiz(option="quiz", value="", allowed=told)
    return result.value, []


def _break_in(source: str, language: Language) -> str:
    """What a person needs to mend their JSON: the place. Nothing where it can be read, or has no such place."""
    try:
        json.loads(source)
    except json.JSONDecodeError as problem:
        return text(language, "quiz.no_json", line=problem.lineno, column=problem.colno)
    except (ValueError, RecursionError):
        pass  # what Python alone refuses has no place
    return ""


def _decoded(content: bytes, name: str, speech: Language) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        told = text(speech, "quiz.not_utf8", byte=problem.start)
        raise UnreadableQuiz(option="quiz", value=name, allowed=told) from problem


def _tell(change: str) -> None:
    _log.info("quiz: %s", change)


def _validated(
    given: Any, name: str, notes: list[Note], speech: Language | None = None, places: Places | None = None
) -> QuizRead:
    quiz = coerced(given, _tell)
    if isinstance(quiz, dict):
        written = json.dumps([quiz.get("title"), quiz.get("questions")], ensure_ascii=False, default=str)
        language = language_of(written)
        quiz.setdefault("language", language)
        quiz["title"] = quiz.get("title") or PurePath(name).stem or text(language, "quiz.untitled")
    else:
        language = language_of(str(given)[:4_000])
    try:
        return QuizRead(Quiz.model_validate(quiz), tuple(notes))
    except ValidationError as problem:
        speech = speech or language
        told = text(speech, "quiz.invalid", problems=complaints_of(problem, speech, places))
        raise UnreadableQuiz(option="quiz", value=name, allowed=told) from problem


_READERS: Final[Mapping[str, Read]] = {
    ".json": _read_json,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_markdown,
    ".gift": read_gift,
    ".xml": read_moodle,
}
