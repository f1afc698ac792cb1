"""Render a quiz as a page that marks itself, or on paper: linted first, then a draft like any other."""

import json
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.naming import file_name
from inkwright.artifacts.quizzes.exports import QuizForm, export_quiz
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import quiz_of
from inkwright.artifacts.quizzes.specs import Quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import text

RENDERED: Final[tuple[QuizForm, ...]] = ("html", "docx", "pdf")


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


def draft_quiz(quiz: Quiz, form: str) -> tuple[Draft, tuple[Note, ...]]:
    """The file, not yet believed, and what it does not hold. It waits for other programs: call it in a thread."""
    wanted = next((each for each in RENDERED if each == form), None)
    if wanted is None:
        known = ", ".join(f".{each}" for each in RENDERED)
        raise InvalidOption(
            option="output", value=f".{form}", allowed=text(quiz.language, "quiz.rendered", known=known)
        )
    made = export_quiz(quiz, wanted)
    name = file_name(quiz.title, f".{form}")
    return Draft(form, name, quiz.title, {name: made.content}), made.notes


def errors_in(quiz: Quiz) -> tuple[Finding, ...]:
    """What must be mended before anybody is given it."""
    return tuple(found for found in lint(quiz, quiz.language) if found.severity == "error")
