"""Convert a quiz from one form into another; what is wrong with it, and what does not come along, is told."""

import asyncio
from pathlib import PurePath
from typing import NamedTuple

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.exports import ENDINGS, QUIZ_FORMS, QuizForm, export_quiz
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import Language
from inkwright.usecases.lint_quiz import findings_in


class Converted(NamedTuple):
    """The new file, how many questions it has, what it does not hold of the old one, and what the lint finds."""

    content: bytes
    questions: int
    notes: tuple[Note, ...]
    findings: tuple[Finding, ...]


def quiz_form_of(name: str) -> QuizForm:
    """The form that a file name asks for by its ending."""
    ending = PurePath(name).suffix.lower()
    for form in QUIZ_FORMS:
        if ENDINGS[form] == ending:
            return form
    known = ", ".join(ENDINGS.values())
    raise InvalidOption(option="output", value=name, allowed=f"Its name ends in one of {known}; or say --to.")


async def convert_quiz(
    content: bytes, name: str, form: QuizForm, *, with_key: bool | None = None, language: Language | None = None
) -> Converted:
    """The quiz in the file of this name, in another form. What is wrong with it is told in this language.

    One with errors is converted too: it may be mended in its new form.
    """
    read = await asyncio.to_thread(read_quiz, content, name, language)
    made = await asyncio.to_thread(export_quiz, read.quiz, form, with_key=with_key, speech=language)
    found = await asyncio.to_thread(findings_in, read.quiz, content, name, language or read.quiz.language)
    return Converted(made.content, len(read.quiz.questions), (*read.notes, *made.notes), tuple(found))
