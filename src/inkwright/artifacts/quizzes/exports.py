"""The forms in which a quiz is handed on, and what each of them cannot hold."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, get_args

from inkwright.artifacts.quizzes.anki import write_anki
from inkwright.artifacts.quizzes.gift.writing import write_gift
from inkwright.artifacts.quizzes.markdown.writing import write_markdown
from inkwright.artifacts.quizzes.moodle.writing import write_moodle
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.page import write_page
from inkwright.artifacts.quizzes.printing import write_printable
from inkwright.artifacts.quizzes.qti.packing import write_qti
from inkwright.artifacts.quizzes.reading import write_json
from inkwright.artifacts.quizzes.sheets.writing import write_csv, write_xlsx
from inkwright.artifacts.quizzes.specs import Quiz
from inkwright.artifacts.quizzes.unprintable import unprintable
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

QuizForm = Literal["json", "markdown", "gift", "moodle", "qti", "xlsx", "csv", "anki", "docx", "pdf", "html"]
QUIZ_FORMS: Final[tuple[QuizForm, ...]] = get_args(QuizForm)
PRINTED: Final[tuple[QuizForm, ...]] = ("docx", "pdf")
"""Forms that are made with or without the key."""

ENDINGS: Final[Mapping[QuizForm, str]] = {
    "json": ".json", "markdown": ".md", "gift": ".gift", "moodle": ".xml", "qti": ".zip", "xlsx": ".xlsx",
    "csv": ".csv", "anki": ".apkg", "docx": ".docx", "pdf": ".pdf", "html": ".html",
}  # fmt: skip


class Exported(NamedTuple):
    """The bytes of a file, and what it does not hold of the quiz."""

    content: bytes
    notes: tuple[Note, ...]


def export_quiz(
    quiz: Quiz, form: QuizForm, *, with_key: bool | None = None, speech: Language | None = None
) -> Exported:
    """The quiz in a form. Documents are made by other programs, so whoever must not wait calls it in a thread.

    A document has no key unless it is asked for; the other forms cannot be without. `speech` is the language of who
    asked, or else that of the quiz.
    """
    if with_key is not None and form not in PRINTED:
        raise InvalidOption(option="key", value=form, allowed=text(speech or quiz.language, "quiz.key_printed"))
    if form == "docx" or form == "pdf":
        content, notes = write_printable(quiz, form, with_key=bool(with_key), speech=speech)
        notes += unprintable(quiz, with_key=bool(with_key)) if form == "pdf" else []
    else:
        content, notes = _WRITERS[form](quiz)
    return Exported(content, tuple(notes))


_WRITERS: Final[Mapping[QuizForm, Callable[[Quiz], tuple[bytes, list[Note]]]]] = {
    "json": lambda quiz: (write_json(quiz), []),
    "markdown": lambda quiz: (write_markdown(quiz).encode(), []),
    "gift": write_gift,
    "moodle": write_moodle,
    "qti": write_qti,
    "xlsx": write_xlsx,
    "csv": write_csv,
    "anki": write_anki,
    "html": write_page,
}
