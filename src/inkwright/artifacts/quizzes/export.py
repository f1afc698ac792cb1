"""Exports a quiz to a file format and reports what that format cannot hold."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, get_args

from inkwright.artifacts.quizzes.formats.anki.write import write_anki
from inkwright.artifacts.quizzes.formats.gift.write import write_gift
from inkwright.artifacts.quizzes.formats.html.write import write_html
from inkwright.artifacts.quizzes.formats.markdown.write import write_markdown
from inkwright.artifacts.quizzes.formats.moodle.write import write_moodle
from inkwright.artifacts.quizzes.formats.printed.write import unprintable_losses, write_printed
from inkwright.artifacts.quizzes.formats.qti.write import write_qti
from inkwright.artifacts.quizzes.formats.sheets.write import write_csv, write_xlsx
from inkwright.artifacts.quizzes.load import write_json
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

QuizFormat = Literal["json", "markdown", "gift", "moodle", "qti", "xlsx", "csv", "anki", "docx", "pdf", "html"]
QUIZ_FORMATS: Final[tuple[QuizFormat, ...]] = get_args(QuizFormat)
PRINTED_FORMATS: Final[tuple[QuizFormat, ...]] = ("docx", "pdf")
"""Forms that are made with or without the key."""

QUIZ_FILE_EXTENSIONS: Final[Mapping[QuizFormat, str]] = {
    "json": ".json", "markdown": ".md", "gift": ".gift", "moodle": ".xml", "qti": ".zip", "xlsx": ".xlsx",
    "csv": ".csv", "anki": ".apkg", "docx": ".docx", "pdf": ".pdf", "html": ".html",
}  # fmt: skip


class ExportedQuiz(NamedTuple):
    """The bytes of a file, and what it does not hold of the quiz."""

    content: bytes
    notes: tuple[ConversionLoss, ...]


def export_quiz(
    quiz: Quiz, form: QuizFormat, *, with_key: bool | None = None, speech: Language | None = None
) -> ExportedQuiz:
    """The quiz in a form. Documents are made by other programs, so whoever must not wait calls it in a thread.

    A document has no key unless it is asked for; the other forms cannot be without. `speech` is the language of who
    asked, or else that of the quiz.
    """
    if with_key is not None and form not in PRINTED_FORMATS:
        raise InvalidOption(option="key", value=form, allowed=text(speech or quiz.language, "quiz.key_printed"))
    if form == "docx" or form == "pdf":
        content, notes = write_printed(quiz, form, with_key=bool(with_key), speech=speech)
        notes += unprintable_losses(quiz, with_key=bool(with_key)) if form == "pdf" else []
    else:
        content, notes = _WRITERS[form](quiz)
    return ExportedQuiz(content, tuple(notes))


_WRITERS: Final[Mapping[QuizFormat, Callable[[Quiz], tuple[bytes, list[ConversionLoss]]]]] = {
    "json": lambda quiz: (write_json(quiz), []),
    "markdown": lambda quiz: (write_markdown(quiz).encode(), []),
    "gift": write_gift,
    "moodle": write_moodle,
    "qti": write_qti,
    "xlsx": write_xlsx,
    "csv": write_csv,
    "anki": write_anki,
    "html": write_html,
}
