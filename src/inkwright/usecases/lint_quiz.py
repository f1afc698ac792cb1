"""Lint a quiz in any form that can be read: what is wrong with its questions."""

import re

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import lines_in, read_quiz
from inkwright.i18n import Language, text

_QUESTION = re.compile(r"questions\[\d+\](?:\.subQuestions\[\d+\])?")


def lint_quiz(content: bytes, name: str, language: Language) -> tuple[list[Finding], tuple[Note, ...]]:
    """The findings, of Markdown with their lines, and what of the file was not read. What is no quiz at all is an
    UnreadableQuiz.
    """
    read = read_quiz(content, name, language)
    found = lint(read.quiz, language)
    lines = lines_in(content, name) if found else {}
    return [_placed(each, lines, language) for each in found], read.notes


def _placed(found: Finding, lines: dict[str, int], language: Language) -> Finding:
    question = _QUESTION.match(found.place)
    line = lines.get(question[0]) if question else None
    if line is None:
        return found
    place = text(language, "quiz.markdown.place", line=line, place=found.place)
    return found.model_copy(update={"place": place})
