"""Lint a quiz in any form that can be read: what is wrong with its questions."""

import re

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import lines_in, read_quiz
from inkwright.artifacts.quizzes.specs import Quiz
from inkwright.i18n import Language, text

_QUESTION = re.compile(r"questions\[\d+\](?:\.subQuestions\[\d+\])?")


def lint_quiz(content: bytes, name: str, language: Language) -> tuple[list[Finding], tuple[Note, ...]]:
    """The findings, of Markdown with their lines, and what of the file was not read. What is no quiz at all is an
    UnreadableQuiz.
    """
    read = read_quiz(content, name, language)
    return findings_in(read.quiz, content, name, language), read.notes


def findings_in(quiz: Quiz, content: bytes, name: str, language: Language) -> list[Finding]:
    """The findings about a quiz that was read from this file, of Markdown with their lines."""
    found = lint(quiz, language)
    lines = lines_in(content, name) if found else {}
    return [_placed(each, lines, language) for each in found]


def _placed(found: Finding, lines: dict[str, int], language: Language) -> Finding:
    question = _QUESTION.match(found.place)
    line = lines.get(question[0]) if question else None
    if line is None:
        return found
    place = text(language, "quiz.markdown.place", line=line, place=found.place)
    return found.model_copy(update={"place": place})
