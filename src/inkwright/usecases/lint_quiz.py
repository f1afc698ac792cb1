"""Lint a quiz in any form that can be read: what is wrong with its questions."""

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.i18n import Language


def lint_quiz(content: bytes, name: str, language: Language) -> tuple[list[Finding], tuple[Note, ...]]:
    """The findings, and what of the file was not read. What is no quiz at all is an InvalidOption."""
    read = read_quiz(content, name)
    return lint(read.quiz, language), read.notes
