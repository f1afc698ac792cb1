"""Render a quiz as a page that marks itself, or on paper: linted first, then a draft like any other."""

import json
import re
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.naming import file_name
from inkwright.artifacts.quizzes.exports import QuizForm, export_quiz
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import quiz_of, read_quiz
from inkwright.artifacts.quizzes.specs import Quiz, asked
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language, text

RENDERED: Final[tuple[QuizForm, ...]] = ("html", "docx", "pdf")
_QUIZZES_ALONE: Final = (".gift", ".xlsx", ".xml")
_MARKDOWN: Final = (".md", ".markdown", ".txt")
_ANSWER = re.compile(r"^[ \t]{0,3}[*【]{0,2}(?:Answer|答案)[*】]{0,2}[ \t]?[:：】]?", re.IGNORECASE | re.MULTILINE)


def quiz_in(source: str, name: str) -> Quiz | None:
    """The quiz that the text of a .json is, or None where it is meant as something else."""
    if not name.lower().endswith(".json"):
        return None
    try:
        given: Any = json.loads(source)
    except (ValueError, RecursionError):
        return None
    is_quiz = isinstance(given, dict) and "questions" in given and "page" not in given
    return quiz_of(given, name) if is_quiz else None


def refuse_other_quiz(name: str, language: Language) -> None:
    """An InvalidOption for a file whose ending is one of quizzes alone: it is converted, not rendered."""
    if name.lower().endswith(_QUIZZES_ALONE):
        raise _converted_instead(name, language)


def notes_on_markdown(source: str, name: str, form: str, language: Language) -> tuple[Note, ...]:
    """What is said about Markdown that is plainly a quiz and is set as a document. As a page it is an InvalidOption."""
    if not name.lower().endswith(_MARKDOWN) or not _is_quiz(source, name):
        return ()
    if form == "html":
        raise _converted_instead(name, language)
    return (Note("as_document"),)


def _converted_instead(name: str, language: Language) -> InvalidOption:
    return InvalidOption(option="spec", value=name, allowed=text(language, "quiz.converted_instead", name=name))


def _is_quiz(source: str, name: str) -> bool:
    """Whether all of it reads as questions with answers, and says so: a list of things to do has boxes too."""
    try:
        quiz = read_quiz(source.encode(), name).quiz
    except UnreadableQuiz:
        return False
    stems = [question.question for _, question, _ in asked(quiz)]
    return _ANSWER.search(source) is not None or any(each.endswith(("?", "？")) for each in stems)


def draft_quiz(quiz: Quiz, form: str, language: Language | None = None) -> tuple[Draft, tuple[Note, ...]]:
    """The file, not yet believed, and what it does not hold. It waits for other programs: call it in a thread.

    What is not possible is told in this language, or else in that of the quiz.
    """
    wanted = next((each for each in RENDERED if each == form), None)
    if wanted is None:
        known = ", ".join(f".{each}" for each in RENDERED)
        told = text(language or quiz.language, "quiz.rendered", known=known)
        raise InvalidOption(option="output", value=f".{form}", allowed=told)
    made = export_quiz(quiz, wanted, speech=language)
    name = file_name(quiz.title, f".{form}")
    return Draft(form, name, quiz.title, {name: made.content}), made.notes


def errors_in(quiz: Quiz, language: Language | None = None) -> tuple[Finding, ...]:
    """What must be mended before anybody is given it. It waits for other programs: call it in a thread."""
    return tuple(found for found in lint(quiz, language or quiz.language) if found.severity == "error")
