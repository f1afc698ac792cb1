"""Writes Anki decks, one card per question."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inkwright.artifacts.quizzes.formats.notation import question_tags
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import Quiz, numbered_questions
from inkwright.artifacts.quizzes.present import answer_lines, option_lines
from inkwright.artifacts.quizzes.text.html import text_to_html
from inkwright.artifacts.temporary_files import process_folder

# Anki recognises the design of the cards by this number, so all decks share it.
_MODEL_ID: Final = 1_874_220_613
_FIXED_TIME: Final = 946_684_800.0
_STYLE: Final = """.card { font-family: sans-serif; font-size: 20px; text-align: left; max-width: 40em; margin: auto; }
.more { color: #666; font-size: 16px; }"""


def write_anki(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the deck, and what cards do not hold. The same quiz gives the same cards, so importing twice is safe."""
    import genanki  # noqa: PLC0415 - slow to import

    fields = [{"name": "Question"}, {"name": "Answer"}]
    templates = [
        {"name": "Card 1", "qfmt": "{{Question}}", "afmt": '{{FrontSide}}<hr id="answer">{{Answer}}'},
    ]
    model = genanki.Model(_MODEL_ID, "Inkwright quiz", fields=fields, templates=templates, css=_STYLE)
    deck = genanki.Deck(_deck_id(quiz.title), quiz.title.replace("::", ": "))
    for identity, front, back, tags in _cards(quiz):
        deck.add_note(genanki.Note(model=model, fields=[front, back], tags=tags, guid=identity))
    notes = LossLog()
    notes.add("cards")
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(path, timestamp=_FIXED_TIME)
        return path.read_bytes(), notes.all()


def _cards(quiz: Quiz) -> Iterator[tuple[str, str, str, list[str]]]:
    for number, question, parent in numbered_questions(quiz):
        context = f"{text_to_html(parent.question)}<hr>" if parent else ""
        options = "".join(f"<br>{text_to_html(line)}" for line in option_lines(question, quiz.language))
        front = f"{context}{text_to_html(question.question)}{'<br>' if options else ''}{options}"
        explanations = (question.explanation, parent.explanation if parent else "")
        more = "".join(f"<br><br><span class=more>{text_to_html(each)}</span>" for each in explanations if each)
        back = "<br>".join(map(text_to_html, answer_lines(question, quiz.language))) + more
        # Anki separates tags by spaces.
        tags = ["_".join(each.split()) for each in question_tags(question)]
        identity = hashlib.sha256(f"{quiz.title}\n{number}\n{question.question}".encode()).hexdigest()[:20]
        yield identity, front, back, tags


def _deck_id(title: str) -> int:
    return 1_000_000_000 + int(hashlib.sha256(title.encode()).hexdigest()[:8], 16) % 1_000_000_000
