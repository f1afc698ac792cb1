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
from inkwright.artifacts.vault import CHECKERS
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, Reason, text


def lint_quiz(content: bytes, name: str, language: Language) -> tuple[list[Finding], tuple[ConversionLoss, ...]]:
    """The findings, of Markdown with their lines, and what of the file was not read. What is no quiz at all is an
    UnreadableQuiz.
    """
    read = read_quiz(content, name, language)
    return quiz_findings(read.quiz, content, name), read.notes


def quiz_findings(quiz: Quiz, content: bytes, name: str) -> list[Finding]:
    """The findings about a quiz that was read from this file, of Markdown with their lines."""
    found = lint(quiz)
    lines = question_lines(content, name) if found else {}
    return [each.at(line=lines.get(each.location.question_path, 0)) for each in found]


class ConvertedQuiz(NamedTuple):
    """The new file, how many questions it has, what it does not hold of the old one, and what the lint finds."""

    content: bytes
    questions: int
    notes: tuple[ConversionLoss, ...]
    findings: tuple[Finding, ...]


def quiz_format_for(name: str) -> str:
    """The form that a file name asks for by its ending."""
    if found := format_to_write(name):
        return found.name
    known = ", ".join(each.extension for each in writable_formats())
    raise InvalidOption(option="output", value=name, allowed=Reason("reason.quizzes.unknown_output", known=known))


async def convert_quiz(
    content: bytes, name: str, form: str, *, with_key: bool | None = None, language: Language | None = None
) -> ConvertedQuiz:
    """The quiz in the file of this name, in another form. What is wrong with it is told in this language.

    One with errors is converted too: it may be mended in its new form.
    """
    read = await asyncio.to_thread(read_quiz, content, name, language)
    made = await asyncio.to_thread(export_quiz, read.quiz, form, with_key=with_key)
    found = await asyncio.to_thread(quiz_findings, read.quiz, content, name)
    return ConvertedQuiz(made.content, len(read.quiz.questions), (*read.notes, *made.notes), tuple(found))


_SHARED_FORMATS = ("json", "markdown")
"""Files in these formats may be something else than a quiz."""

_ANSWER_LINE = re.compile(r"^[ \t]{0,3}[*【]{0,2}(?:Answer|答案)[*】]{0,2}[ \t]?[:：】]?", re.IGNORECASE | re.MULTILINE)


def quiz_from_json(source: str, name: str) -> Quiz | None:
    """The quiz that the text of a .json is, or None where it is meant as something else."""
    if not name.lower().endswith(".json"):
        return None
    try:
        given: Any = json.loads(source)
    except (ValueError, RecursionError):
        return None
    is_quiz = isinstance(given, dict) and "questions" in given and "page" not in given
    return quiz_from_value(given, name) if is_quiz else None


def reject_quiz_file(name: str, language: Language) -> None:
    """An InvalidOption for a file whose ending is one of quizzes alone: it is converted, not rendered."""
    for each in readable_formats():
        if each.name not in _SHARED_FORMATS and name.lower().endswith(each.extensions):
            raise _convert_instead_error(name, language)


def markdown_quiz_notes(source: str, name: str, form: str, language: Language) -> tuple[ConversionLoss, ...]:
    """What is said about Markdown that is plainly a quiz and is set as a document. As a page it is an InvalidOption."""
    if not name.lower().endswith(quiz_format("markdown").extensions) or not _is_quiz(source, name):
        return ()
    if form == "html":
        raise _convert_instead_error(name, language)
    return (ConversionLoss("as_document"),)


def _convert_instead_error(name: str, language: Language) -> InvalidOption:
    return InvalidOption(option="spec", value=name, allowed=text(language, "quiz.converted_instead", name=name))


def _is_quiz(source: str, name: str) -> bool:
    """Whether all of it reads as questions with answers, and says so: a list of things to do has boxes too."""
    try:
        quiz = read_quiz(source.encode(), name).quiz
    except UnreadableQuiz:
        return False
    stems = [question.question for _, question, _ in numbered_questions(quiz)]
    return _ANSWER_LINE.search(source) is not None or any(each.endswith(("?", "？")) for each in stems)


def draft_quiz(quiz: Quiz, form: str, language: Language | None = None) -> tuple[Draft, tuple[ConversionLoss, ...]]:
    """The file, not yet believed, and what it does not hold. It waits for other programs: call it in a thread.

    What is not possible is told in this language, or else in that of the quiz.
    """
    rendered = [each.name for each in writable_formats() if each.name in CHECKERS]
    if form not in rendered:
        known = ", ".join(f".{each}" for each in rendered)
        told = text(language or quiz.language, "quiz.rendered", known=known)
        raise InvalidOption(option="output", value=f".{form}", allowed=told)
    made = export_quiz(quiz, form)
    name = file_name(quiz.title, f".{form}")
    return Draft(form, name, quiz.title, {name: made.content}), made.notes


def quiz_errors(quiz: Quiz) -> tuple[Finding, ...]:
    """What must be mended before anybody is given it. It waits for other programs: call it in a thread."""
    return tuple(found for found in lint(quiz) if found.severity == "error")
