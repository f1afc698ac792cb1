"""Lint quizzes, convert them between formats, and render them as pages or on paper."""

import asyncio
import json
import re
from typing import Any, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import (
    format_to_write,
    quiz_format,
    readable_formats,
    writable_formats,
)
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.load import question_lines, quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import Quiz, numbered_questions
from inkwright.artifacts.text import file_name
from inkwright.artifacts.verification import CHECKERS
from inkwright.artifacts.workers import FILE_SECONDS, limited_work, run_in_worker
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, Reason, text


def lint_quiz(content: bytes, name: str, language: Language) -> tuple[list[Finding], tuple[ConversionLoss, ...]]:
    """Return the findings, with lines for Markdown, and the parts of the file that were not read. A file that is not a
    quiz raises UnreadableQuiz.
    """
    read = read_quiz(content, name, language)
    return quiz_findings(read.quiz, content, name), read.notes


def quiz_findings(quiz: Quiz, content: bytes, name: str) -> list[Finding]:
    """Return the findings about a quiz from this file, with lines for Markdown."""
    found = run_in_worker(lint, quiz)
    lines = question_lines(content, name) if found else {}
    return [each.at(line=lines.get(each.location.question_path, 0)) for each in found]


class ConvertedQuiz(NamedTuple):
    """The new file, the number of its questions, what it lacks compared to the
    old one, and the findings of the linter.
    """

    content: bytes
    questions: int
    notes: tuple[ConversionLoss, ...]
    findings: tuple[Finding, ...]


def quiz_format_for(name: str) -> str:
    """Return the format that a file name selects by its extension."""
    if found := format_to_write(name):
        return found.name
    known = ", ".join(each.extension for each in writable_formats())
    raise InvalidOption(option="output", value=name, allowed=Reason("reason.quizzes.unknown_output", known=known))


@limited_work(FILE_SECONDS)
async def convert_quiz(
    content: bytes, name: str, target: str, *, with_key: bool | None = None, language: Language | None = None
) -> ConvertedQuiz:
    """Convert a quiz file to another format. Findings are in this language.

    A quiz with errors is converted too: it may be fixed in the new format.
    """
    read = await asyncio.to_thread(read_quiz, content, name, language)
    made = await asyncio.to_thread(export_quiz, read.quiz, target, with_key=with_key)
    found = await asyncio.to_thread(quiz_findings, read.quiz, content, name)
    return ConvertedQuiz(made.content, len(read.quiz.questions), (*read.notes, *made.notes), tuple(found))


_SHARED_FORMATS = ("json", "markdown")
"""Files in these formats may be something else than a quiz."""

_ANSWER_LINE = re.compile(r"^[ \t]{0,3}[*【]{0,2}(?:Answer|答案)[*】]{0,2}[ \t]?[:：】]?", re.IGNORECASE | re.MULTILINE)


def quiz_from_json(source: str, name: str) -> Quiz | None:
    """Return the quiz in the text of a .json, or None if it is something else."""
    if not name.lower().endswith(".json"):
        return None
    try:
        given: Any = json.loads(source)
    except (ValueError, RecursionError):
        return None
    is_quiz = isinstance(given, dict) and "questions" in given and "page" not in given
    return quiz_from_value(given, name) if is_quiz else None


def reject_quiz_file(name: str, language: Language) -> None:
    """Raise InvalidOption for a file with an extension of quizzes only: it is converted, not rendered."""
    for each in readable_formats():
        if each.name not in _SHARED_FORMATS and name.lower().endswith(each.extensions):
            raise _convert_instead_error(name, language)


def markdown_quiz_notes(source: str, name: str, target: str, language: Language) -> tuple[ConversionLoss, ...]:
    """Return notes about Markdown that is clearly a quiz and is rendered as a document. As a page it raises
    InvalidOption.
    """
    if not name.lower().endswith(quiz_format("markdown").extensions) or not _is_quiz(source, name):
        return ()
    if target == "html":
        raise _convert_instead_error(name, language)
    return (ConversionLoss("as_document"),)


def _convert_instead_error(name: str, language: Language) -> InvalidOption:
    return InvalidOption(option="spec", value=name, allowed=Reason("quiz.converted_instead", name=name))


def _is_quiz(source: str, name: str) -> bool:
    """Whether the whole text reads as questions with marked answers: a to-do list has checkboxes too."""
    try:
        quiz = read_quiz(source.encode(), name).quiz
    except UnreadableQuiz:
        return False
    stems = [question.question for _, question, _ in numbered_questions(quiz)]
    return _ANSWER_LINE.search(source) is not None or any(each.endswith(("?", "？")) for each in stems)


def draft_quiz(quiz: Quiz, target: str, language: Language | None = None) -> tuple[Draft, tuple[ConversionLoss, ...]]:
    """Build the file, not yet verified, and return what it cannot hold. It waits for other programs: call it in a
    thread.

    Problems are in this language, by default in that of the quiz.
    """
    rendered = [each.name for each in writable_formats() if each.name in CHECKERS]
    if target not in rendered:
        known = ", ".join(f".{each}" for each in rendered)
        message = text(language or quiz.language, "quiz.rendered", known=known)
        raise InvalidOption(option="output", value=f".{target}", allowed=message)
    made = export_quiz(quiz, target)
    name = file_name(quiz.title, f".{target}")
    return Draft(target, name, quiz.title, {name: made.content}), made.notes


def quiz_errors(quiz: Quiz) -> tuple[Finding, ...]:
    """Return the errors that prevent publishing. It waits for other programs: call it in a thread."""
    return tuple(found for found in run_in_worker(lint, quiz) if found.severity == "error")
