"""A quiz as an Anki deck: a card for each question. Anki asks and shows; the person says how well it went."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inkwright.artifacts.quizzes.answer_texts import answer_lines, option_lines
from inkwright.artifacts.quizzes.labels import labels_of
from inkwright.artifacts.quizzes.markup import as_html
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.specs import Quiz, asked
from inkwright.errors import InvalidOption
from inkwright.i18n import text

# Anki knows the look of the cards by this number: decks that are read in later share it.
_MODEL: Final = 1_874_220_613
_MADE_AT: Final = 946_684_800.0
_STYLE: Final = """.card { font-family: sans-serif; font-size: 20px; text-align: left; max-width: 40em; margin: auto; }
.more { color: #666; font-size: 16px; }"""


def write_anki(quiz: Quiz) -> tuple[bytes, list[Note]]:
    """The deck, and what cards do not hold. The same quiz makes the same cards: reading it in twice doubles none."""
    try:
        import genanki  # noqa: PLC0415 - of the extra `office`
    except ImportError as problem:
        told = text(quiz.language, "quiz.not_installed")
        raise InvalidOption(option="format", value="anki", allowed=told) from problem
    fields = [{"name": "Question"}, {"name": "Answer"}]
    looks = [
        {"name": "Card 1", "qfmt": "{{Question}}", "afmt": '{{FrontSide}}<hr id="answer">{{Answer}}'},
    ]
    model = genanki.Model(_MODEL, "Inkwright quiz", fields=fields, templates=looks, css=_STYLE)
    deck = genanki.Deck(_number(quiz.title), quiz.title.replace("::", ": "))
    for identity, front, back, tags in _cards(quiz):
        deck.add_note(genanki.Note(model=model, fields=[front, back], tags=tags, guid=identity))
    notes = Notes()
    notes.add("cards")
    with tempfile.TemporaryDirectory(prefix="inkwright-") as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(path, timestamp=_MADE_AT)
        return path.read_bytes(), notes.all()


def _cards(quiz: Quiz) -> Iterator[tuple[str, str, str, list[str]]]:
    for number, question, parent in asked(quiz):
        about = f"{as_html(parent.question)}<hr>" if parent else ""
        options = "".join(f"<br>{as_html(line)}" for line in option_lines(question, quiz.language))
        front = f"{about}{as_html(question.question)}{'<br>' if options else ''}{options}"
        why = (question.explanation, parent.explanation if parent else "")
        told = "".join(f"<br><br><span class=more>{as_html(each)}</span>" for each in why if each)
        back = "<br>".join(map(as_html, answer_lines(question, quiz.language))) + told
        # Anki parts tags by blanks.
        tags = ["_".join(each.split()) for each in labels_of(question)]
        identity = hashlib.sha256(f"{quiz.title}\n{number}\n{question.question}".encode()).hexdigest()[:20]
        yield identity, front, back, tags


def _number(title: str) -> int:
    return 1_000_000_000 + int(hashlib.sha256(title.encode()).hexdigest()[:8], 16) % 1_000_000_000
