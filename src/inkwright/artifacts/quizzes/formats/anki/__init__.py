"""Quizzes as Anki decks."""

from inkwright.artifacts.quizzes.formats.anki.write import write_anki
from inkwright.artifacts.quizzes.formats.registry import QuizFormat

FORMATS = (QuizFormat(name="anki", title="Anki", extensions=(".apkg",), write=write_anki, losses=("cards",)),)
